"use strict";
// Who knows what after the round of the slider: rows of what happened, columns of people.
Report.panel("matrix", (root, matrix, run) => {
  const { h, text, words, name } = Report;
  const people = run.people;
  const filter = h("input", { type: "search", id: "matrix-search", placeholder: words("search"), "aria-label": words("search"), oninput: () => hide() });
  const head = h("tr", {}, h("th", { scope: "col", class: "what" }, words("what")), people.map((who) => h("th", { scope: "col" }, h("span", { lang: run.language }, text(name(who))))));
  const body = h("tbody");
  const standings = matrix.is_true ? ["first", "knows", "wrong", "lied"] : ["first", "knows"];
  root.append(
    h("div", { class: "bar" }, filter, h("p", { class: "legend" }, standings.map((each) => h("span", { class: "key" }, h("i", { class: `cell ${each}` }), words(`standing_${each}`))))),
    h("div", { class: "scroll" }, h("table", { class: "matrix" }, h("thead", {}, head), body)),
    matrix.left_out ? h("p", { class: "quiet" }, words("left_out", { n: matrix.left_out })) : "");
  const cells = [];
  const rows = matrix.rows.map((row) => {
    const node = h("tr", {}, h("th", { scope: "row", class: "what" }, row.secret ? h("span", { class: "tag secret" }, words("secret")) : "", text(row.text)));
    for (const who of people) {
      const steps = row.people[who] || [];
      const button = h("button", { class: "cell", onclick: () => explain(row, who, steps) });
      cells.push([button, row, who, steps]);
      node.append(h("td", {}, button));
    }
    body.append(node);
    return [node, row];
  });
  function hide() {
    const wanted = filter.value.trim().toLowerCase();
    for (const [node, row] of rows) node.hidden = wanted !== "" && !row.text.toLowerCase().includes(wanted);
  }
  function explain(row, who, steps) {
    Report.openDetail(() => {
      const past = steps.filter(([at]) => at <= Report.state.round);
      return h("article", {}, h("h3", {}, text(row.text)), h("p", {}, Report.chip(who)),
        past.length ? h("ol", { class: "history" }, past.map(([at, standing, said, via, source]) => h("li", {},
          h("i", { class: `cell ${standing}` }), " ", words(`standing_${standing}`), " · ", words("since", { n: at }), " · ", Report.how(via, source), h("p", {}, text(said)))))
          : h("p", { class: "quiet" }, words("standing_none")),
        Report.records().has(row.id) ? h("button", { onclick: () => Report.showRecord(row.id) }, words("tab_memory")) : "");
    });
  }
  return {
    update({ round }) {
      for (const [button, row, who, steps] of cells) {
        let now = null;
        for (const step of steps) if (step[0] <= round) now = step;
        if (button.step === now) continue;
        button.step = now;
        button.className = `cell ${now ? now[1] : ""}`;
        button.textContent = now && now[0] ? now[0] : "";
        button.setAttribute("aria-label", `${name(who)}: ${now ? words(`standing_${now[1]}`) : words("standing_none")}`);
      }
    },
  };
});
