"use strict";
// The road of one thing: rounds across, a line a person, an arrow for every telling, and its reason below.
Report.panel("road", (root, data, run) => {
  const { h, s, text, words, name, colour, state } = Report;
  const pick = h("select", { id: "road-of", "aria-label": words("road_of"), onchange: () => draw() },
    data.roads.map((road, place) => h("option", { value: place }, (road.secret ? `★ ${words("secret")}: ` : "") + Report.cut(road.text, 90))));
  const chart = h("div", { class: "scroll" });
  const steps = h("ol", { class: "steps" });
  const what = h("h3", {});
  root.append(h("div", { class: "bar" }, pick), what, chart, steps);

  function draw() {
    const road = data.roads[pick.value || 0];
    what.replaceChildren(text(road.text));
    const people = [...new Set([...road.first.map(([who]) => who), ...road.steps.flatMap((step) => [step[2], step[3]])])];
    const left = 150, width = 720, lane = 34, top = 16, height = top + lane * people.length + 24;
    const x = (round) => left + 10 + ((width - 20) * round) / Math.max(1, run.rounds);
    const y = (who) => top + lane * people.indexOf(who) + lane / 2;
    const tick = run.rounds > 20 ? 5 : run.rounds > 8 ? 2 : 1;
    const svg = s("svg", { viewBox: `0 0 ${left + width + 10} ${height}`, class: "road-map", role: "img", "aria-label": road.text },
      s("defs", {}, s("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" }, s("path", { d: "M0 0L8 4L0 8z", class: "tip" }))),
      Array.from({ length: Math.floor(run.rounds / tick) + 1 }, (_, n) => s("text", { x: x(n * tick), y: height - 6, class: "small", "text-anchor": "middle" }, n * tick)),
      people.map((who) => [s("line", { x1: left, x2: left + width, y1: y(who), y2: y(who), class: "lane" }),
        s("text", { x: left - 10, y: y(who) + 5, "text-anchor": "end" }, name(who))]),
      s("line", { x1: x(state.round), x2: x(state.round), y1: 0, y2: height - 20, class: "now" }),
      road.first.filter(([, at]) => at <= state.round).map(([who, at]) => s("circle", { cx: x(at), cy: y(who), r: 6, fill: colour(who), class: "first" })),
      road.steps.filter((step) => step[1] <= state.round).map(([said, heard, by, to, , via]) => [
        s("path", { d: `M${x(said)} ${y(by)}Q${(x(said) + x(heard)) / 2 + 12} ${y(by)} ${x(heard)} ${y(to) + (y(to) > y(by) ? -7 : 7)}`, class: `telling ${via}`, "marker-end": "url(#tip)" }),
        s("circle", { cx: x(heard), cy: y(to), r: 6, fill: colour(to) })]));
    chart.replaceChildren(svg);
    steps.replaceChildren(...road.steps.filter((step) => step[1] <= state.round).map(([said, heard, by, to, because, via]) =>
      h("li", {}, h("b", {}, `${words("round")} ${heard} `), Report.chip(by), " → ", Report.chip(to), via === "overheard" ? ` ${words("via_overheard")}` : "",
        because ? h("span", { class: "because" }, " ", words("because"), " ", text(because)) : "")));
    if (road.record) what.append(" ", h("button", { class: "link", onclick: () => Report.showRecord(road.record) }, words("tab_memory")));
  }
  return { update: draw };
});
