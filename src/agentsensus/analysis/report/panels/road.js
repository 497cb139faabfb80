"use strict";
// The road of one thing: rounds across, a line a person, an arrow for every telling, and its reason below.
Report.panel("road", (root, data, run) => {
  const { h, words } = Report;
  const pick = h("select", { id: "road-of", "aria-label": words("road_of"), onchange: () => draw() },
    data.roads.map((road, place) => h("option", { value: place }, (road.secret ? `★ ${words("secret")}: ` : "") + Report.cut(road.text, 90))));
  const shown = h("div", {});
  root.append(h("div", { class: "bar" }, pick), shown);
  const draw = () => Report.drawRoad(shown, data.roads[pick.value || 0], run);
  return { update: draw };
});

Report.drawRoad = (root, road, run) => {
  const { h, s, text, words, name, colour, state } = Report;
  const chart = h("div", { class: "scroll", tabindex: 0 });
  const steps = h("ol", { class: "steps" });
  const what = h("h3", {}, text(road.text));
  root.replaceChildren(what, chart, steps);

  function draw() {
    const people = [...new Set([...road.first.map(([who]) => who), ...road.steps.flatMap((step) => [step[2], step[3]])])];
    const room = root.clientWidth, isNarrow = room < 640;
    const left = isNarrow ? 104 : 150, width = Math.max(230, room - left - 14), lane = 30, top = 10, height = top + lane * people.length + 26;
    const x = (round) => left + 12 + ((width - 24) * round) / Math.max(1, run.rounds);
    const y = (who) => top + lane * people.indexOf(who) + lane / 2;
    const tick = Math.max(1, [1, 2, 5, 10, 20].find((each) => (width * each) / Math.max(1, run.rounds) > 36) || 50);
    const shown = road.steps.filter((step) => step[1] <= state.round);
    // A telling goes along its teller's line, down (or up) just before the round in which it is heard, and into each hearer.
    const way = ([said, heard, by, to]) => `M${x(said)} ${y(by)}H${x(heard) - 11}V${y(to)}H${x(heard) - 7}`;
    const svg = s("svg", { width: left + width + 8, height, class: "road-map", role: "img", "aria-label": road.text },
      s("defs", {}, s("marker", { id: "tip", viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 5, markerHeight: 5, orient: "auto" }, s("path", { d: "M0 0L8 4L0 8z", class: "tip" }))),
      Array.from({ length: Math.floor(run.rounds / tick) + 1 }, (_, n) => s("text", { x: x(n * tick), y: height - 6, class: "small", "text-anchor": "middle" }, n * tick)),
      people.map((who) => [s("line", { x1: left, x2: left + width, y1: y(who), y2: y(who), class: "lane" }),
        s("text", { x: left - 8, y: y(who) + 5, "text-anchor": "end" }, Report.cut(name(who), isNarrow ? 13 : 20))]),
      s("line", { x1: x(state.round), x2: x(state.round), y1: 0, y2: height - 20, class: "now" }),
      shown.map((step) => s("path", { d: way(step), class: `telling ${step[5]}`, "marker-end": "url(#tip)" })),
      road.first.filter(([, at]) => at <= state.round).map(([who, at]) => s("circle", { cx: x(at), cy: y(who), r: 6, fill: colour(who), class: "first" })),
      shown.map(([, heard, , to]) => s("circle", { cx: x(heard), cy: y(to), r: 6, fill: colour(to) })));
    chart.replaceChildren(svg);
    steps.replaceChildren(...tellings(shown).map(({ heard, by, to, overheard, because, said }) =>
      h("li", {}, h("b", {}, `${words("round_n", { n: heard })} `), Report.chip(by), to.length ? [" → ", to.map((who) => Report.chip(who))] : "",
        overheard.length ? [h("span", { class: "quiet" }, " ", words("heard_by"), " "), overheard.map((who) => Report.chip(who))] : "",
        said ? h("blockquote", {}, text(said)) : "",
        because ? h("div", { class: "because" }, words("because"), " ", text(because)) : "")));
    if (road.record) what.append(" ", h("button", { class: "link", onclick: () => Report.showRecord(road.record) }, words("owners_and_wordings")));
  }
  // What was said once and heard by several is one line.
  function tellings(shown) {
    const lines = new Map();
    for (const [, heard, by, to, because, via, said, meant] of shown) {
      const key = [heard, by, said].join("\n");
      if (!lines.has(key)) lines.set(key, { heard, by, to: [...meant], overheard: [], because, said });
      const line = lines.get(key);
      if (via === "overheard") line.overheard.push(to);
      else if (!line.to.includes(to)) line.to.push(to);
    }
    return [...lines.values()];
  }
  draw();
};
