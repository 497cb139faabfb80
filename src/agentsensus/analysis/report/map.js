"use strict";
// The map: a grid of places with the people and things in them after a round. `map` has cells, edges, and stays by round.
// People who change their place glide there. With `choose`, a click on somebody calls it.
Report.map = (map, choose = null) => {
  const { h, s, text, words, name, colour } = Report;
  const since = (stays, round) => {
    let place = "";
    for (const [from, where] of stays) if (from <= round) place = where;
    return place;
  };

  const cells = Object.entries(map.cells);
  const columns = Math.max(...cells.map(([, [x]]) => x)) + 1;
  const rows = Math.max(...cells.map(([, [, y]]) => y)) + 1;
  const places = Object.fromEntries(cells.map(([id, [x, y]]) => [id,
    h("div", { class: "place", style: { "grid-column": x + 1, "grid-row": y + 1, "--c": colour(id) } })]));
  const centre = (id) => map.cells[id].map((value, axis) => (100 * (value + 0.5)) / (axis ? rows : columns));
  const ways = s("svg", { class: "ways", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
    map.edges.map(([one, other, rounds]) => {
      const [x1, y1] = centre(one), [x2, y2] = centre(other);
      return s("line", { x1, y1, x2, y2, "stroke-dasharray": rounds > 3 ? "1 3" : null, "vector-effect": "non-scaling-stroke" });
    }));
  const road = h("p", { class: "quiet road" });
  const node = h("section", { class: "card map", "aria-label": words("map") },
    h("div", { class: "grid", style: { "grid-template-columns": `repeat(${columns}, minmax(0, 1fr))` } }, ways, Object.values(places)), road);
  const chips = {};
  const chipOf = (who) => (chips[who] ??= choose
    ? h("button", { type: "button", class: "chip person", style: { "--c": colour(who) }, "data-who": who, onclick: () => choose(who) }, text(name(who)))
    : Report.chip(who, { "data-who": who }));
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const spots = () => Object.fromEntries(Object.entries(chips).filter(([, chip]) => chip.isConnected).map(([who, chip]) => [who, chip.getBoundingClientRect()]));
  function glide(before) {
    const after = spots();
    for (const [who, to] of Object.entries(after)) {
      const from = before[who];
      if (!from || (Math.abs(from.left - to.left) < 2 && Math.abs(from.top - to.top) < 2)) continue;
      chips[who].animate([{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)`, zIndex: 3 }, { transform: "none", zIndex: 3 }], { duration: 600, easing: "ease-in-out" });
    }
  }
  // `said` has the words of those who speak in this round.
  function draw(round, said = {}) {
    const before = isCalm ? {} : spots();
    const here = Object.fromEntries(cells.map(([id]) => [id, []]));
    const onRoad = [];
    const holder = {};
    for (const [who, stays] of Object.entries(map.people)) {
      const place = since(stays, round);
      if (here[place]) here[place].push(who);
      else onRoad.push(who);
      holder[who] = place;
    }
    const things = Object.fromEntries(cells.map(([id]) => [id, []]));
    for (const [thing, stays] of Object.entries(map.things)) {
      const by = since(stays, round);
      const place = here[by] ? by : holder[by];
      if (things[place]) things[place].push([thing, here[by] ? "" : by]);
    }
    for (const [id, spot] of Object.entries(places)) {
      spot.classList.toggle("empty", !here[id].length && !things[id].length);
      spot.replaceChildren(h("b", {}, text(name(id))), h("div", {}, here[id].map((who) => dressed(who)),
        things[id].map(([thing, by]) => Report.chip(thing, { title: by ? `${name(thing)} · ${name(by)}` : name(thing) }))));
    }
    const goal = (who) => since((map.roads || {})[who] || [], round);
    road.replaceChildren(...(onRoad.length ? [words("on_the_road"), " ", ...onRoad.flatMap((who) => [dressed(who), goal(who) ? h("span", { class: "to" }, "→ ", text(name(goal(who))), " ") : ""])] : []));
    if (!isCalm) glide(before);

    function dressed(who) {
      const chip = chipOf(who), isDead = Report.isDead(who, round);
      chip.classList.toggle("dead", isDead);
      chip.classList.toggle("speaks", who in said);
      chip.title = isDead ? words("dead") : said[who] || "";
      return chip;
    }
  }
  return { node, draw };
};
