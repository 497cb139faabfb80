"use strict";
// Several runs side by side: their figures in one table, their growth in one chart, what each said of the same round.
Report.panel("compare", (root) => {
  const { h, words, text, data } = Report;
  const runs = data.runs;
  const COLOURS = ["#2471a3", "#c0392b", "#1e8449", "#d68910", "#7d3c98", "#17a2a2"];
  const keys = Object.keys(runs[0].panels.growth.figures);
  root.append(h("section", { class: "card" }, h("h3", {}, words("figures")), h("div", { class: "scroll" }, h("table", { class: "figures compared" },
    h("thead", {}, h("tr", {}, h("th", {}, ""), runs.map((run) => h("th", { scope: "col" }, text(run.run))))),
    h("tbody", {}, keys.map((key) => h("tr", {}, h("th", { scope: "row" }, words(`figure_${key}`)),
      runs.map((run) => h("td", {}, text(String(Report.figure(key, run.panels.growth.figures[key]) ?? "–")))))))))));
  const chart = h("div", { class: "chart" });
  root.append(h("section", { class: "card" }, h("h3", {}, words("growth_rows")), chart));
  const grown = (run) => {
    let rows = run.panels.growth.first;
    return run.panels.growth.counts.new.map((value) => (rows += value));
  };
  Report.plot(chart, runs.map((run, place) => ({ type: "scatter", mode: "lines", name: Report.safe(run.run), y: grown(run), line: { color: COLOURS[place % COLOURS.length], width: 2.5, dash: place < 6 ? "solid" : "dot" } })),
    { xaxis: { title: { text: words("round") } }, legend: { orientation: "h", y: 1.12 } });
  const said = h("div", { class: "columns" });
  root.append(h("section", { class: "card" }, h("h3", {}, words("said_this_round")), said));
  return {
    update({ round }) {
      said.replaceChildren(...runs.map((run) => h("div", {}, h("h4", {}, text(run.run)),
        (run.panels.story ? run.panels.story.scenes : []).flatMap((scene) => scene.lines.filter((line) => line[0] === round && line[1] !== "direction")
          .map(([, , who, , paragraphs]) => h("p", {}, h("b", {}, text(who)), " ", text(paragraphs.join(" "))))))));
    },
  };
});
