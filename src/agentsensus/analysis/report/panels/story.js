"use strict";
// The story up to the round of the slider: playbill, map with people and things, scenes with each line's reason.
Report.panel("story", (root, story, run) => {
  const { h, text, words } = Report;
  const isNarrow = root.clientWidth < 800;
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

  const { node: map, draw: drawMap } = Report.map(story.map);

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
