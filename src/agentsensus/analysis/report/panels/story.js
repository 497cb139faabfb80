"use strict";
// The story up to the round of the slider: playbill, map with people and things, scenes with each line's reason.
Report.panel("story", (root, story, run) => {
  const { h, s, text, words, name, colour } = Report;
  const isNarrow = root.clientWidth < 800;
  const since = (stays, round) => {
    let place = "";
    for (const [from, where] of stays) if (from <= round) place = where;
    return place;
  };

  // --- playbill and persons
  const playbill = story.playbill.length
    ? h("details", { class: "card playbill", open: !isNarrow },
        h("summary", {}, text(story.playbill[0].heading)),
        story.playbill.map(({ heading, rows }, place) => h("section", {},
          place ? h("h3", {}, text(heading)) : "",
          h("dl", {}, rows.map(([label, line, below]) => h("div", {},
            h("dt", {}, text(label)), h("dd", {}, text(line), below ? h("small", {}, text(below)) : "")))))))
    : "";
  const persons = h("details", { class: "card" }, h("summary", {}, words("persons")),
    h("dl", { class: "persons" }, story.persons.map(([who, about]) => h("div", {}, h("dt", {}, text(who)), h("dd", {}, text(about))))));
  const prologue = story.prologue.length
    ? h("details", { class: "card" }, h("summary", {}, words("prologue")),
        story.prologue.map(([who, lines]) => h("p", {}, h("b", {}, text(who)), " ", lines.map((line) => [text(line), " "]))))
    : "";

  // --- map
  const cells = Object.entries(story.map.cells);
  const columns = Math.max(...cells.map(([, [x]]) => x)) + 1;
  const rows = Math.max(...cells.map(([, [, y]]) => y)) + 1;
  const places = Object.fromEntries(cells.map(([id, [x, y]]) => [id,
    h("div", { class: "place", style: { "grid-column": x + 1, "grid-row": y + 1, "--c": colour(id) } })]));
  const centre = (id) => story.map.cells[id].map((value, axis) => (100 * (value + 0.5)) / (axis ? rows : columns));
  const ways = s("svg", { class: "ways", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
    story.map.edges.map(([one, other, rounds]) => {
      const [x1, y1] = centre(one), [x2, y2] = centre(other);
      return s("line", { x1, y1, x2, y2, "stroke-dasharray": rounds > 3 ? "1 3" : null, "vector-effect": "non-scaling-stroke" });
    }));
  const road = h("p", { class: "quiet road" });
  const map = h("section", { class: "card map", "aria-label": words("map") },
    h("div", { class: "grid", style: { "grid-template-columns": `repeat(${columns}, minmax(0, 1fr))` } }, ways, Object.values(places)), road);
  function drawMap(round) {
    const here = Object.fromEntries(cells.map(([id]) => [id, []]));
    const onRoad = [];
    const holder = {};
    for (const [who, stays] of Object.entries(story.map.people)) {
      const place = since(stays, round);
      if (here[place]) here[place].push(who);
      else onRoad.push(who);
      holder[who] = place;
    }
    const things = Object.fromEntries(cells.map(([id]) => [id, []]));
    for (const [thing, stays] of Object.entries(story.map.things)) {
      const by = since(stays, round);
      const place = here[by] ? by : holder[by];
      if (things[place]) things[place].push([thing, here[by] ? "" : by]);
    }
    for (const [id, node] of Object.entries(places)) {
      node.classList.toggle("empty", !here[id].length && !things[id].length);
      node.replaceChildren(h("b", {}, text(name(id))), h("div", {}, here[id].map((who) => Report.chip(who, Report.isDead(who, round) ? { class: "chip person dead", title: words("dead") } : {})),
        things[id].map(([thing, by]) => Report.chip(thing, { title: by ? `${name(thing)} · ${name(by)}` : name(thing) }))));
    }
    road.replaceChildren(...(onRoad.length ? [words("on_the_road"), " ", ...onRoad.map((who) => Report.chip(who))] : []));
  }

  // --- scenes
  const [before, after] = story.brackets.split("{}");
  const lines = [];
  const scenes = story.scenes.map((scene) => {
    const node = h("section", { class: "scene" }, h("h3", {}, text(scene.heading)));
    for (const [round, sort, who, how, paragraphs, because] of scene.lines) {
      const body = paragraphs.map((paragraph) => h("p", {}, sort === "direction" ? [before, text(paragraph), after] : text(paragraph)));
      const line = h("div", { class: `line ${sort}`, "data-round": round },
        h("button", { class: "at", onclick: () => Report.setRound(round), "aria-label": words("round_n", { n: round }) }, round),
        h("div", {}, who ? h("p", { class: "who" }, text(who), how ? h("span", { class: "how" }, " ", before, text(how), after) : "") : "",
          body, because ? h("p", { class: "because" }, words("because"), " ", text(because)) : ""));
      lines.push([round, line]);
      node.append(line);
    }
    return [scene, node];
  });
  const script = h("div", { class: "script" }, scenes.map(([, node]) => node));
  root.append(h("div", { class: "story" }, h("div", { class: "side" }, map, playbill, persons, prologue), script));

  let last = -1;
  return {
    update({ round }) {
      drawMap(round);
      for (const [scene, node] of scenes) node.hidden = scene.first > round;
      let current = null;
      for (const [at, line] of lines) {
        if (line.hidden !== at > round) line.hidden = at > round;
        if (at === round || at === last) line.classList.toggle("now", at === round);
        if (at === round && !current) current = line;
      }
      // On a narrow screen the map stays in sight as long as it is what is looked at.
      const isRead = !isNarrow || script.getBoundingClientRect().top < innerHeight / 2;
      if (current && last !== -1 && isRead) current.scrollIntoView({ block: "center", behavior: "auto" });
      last = round;
    },
  };
});
