"use strict";
// The map: a grid of places with the people and things in them after a round. `map` has cells, edges, and stays by round.
Report.map = (map) => {
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
  function draw(round) {
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
      spot.replaceChildren(h("b", {}, text(name(id))), h("div", {}, here[id].map((who) => Report.chip(who, Report.isDead(who, round) ? { class: "chip person dead", title: words("dead") } : {})),
        things[id].map(([thing, by]) => Report.chip(thing, { title: by ? `${name(thing)} · ${name(by)}` : name(thing) }))));
    }
    road.replaceChildren(...(onRoad.length ? [words("on_the_road"), " ", ...onRoad.map((who) => Report.chip(who))] : []));
  }
  return { node, draw };
};
