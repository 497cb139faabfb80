"use strict";
// Growth, merges, cost and quality.
Report.panel("growth", (root, data, run) => {
  const { h, words, text } = Report;
  const rounds = data.counts.new.map((_, round) => round);
  const sum = (values, first = 0) => values.reduce((all, value) => [...all, (all.length ? all[all.length - 1] : first) + value], []);
  const box = (title) => {
    const chart = h("div", { class: "chart" });
    root.append(h("section", { class: "card" }, h("h3", {}, words(title)), chart));
    return chart;
  };
  const now = () => ({ type: "line", x0: Report.state.round, x1: Report.state.round, yref: "paper", y0: 0, y1: 1, line: { color: Report.css("--accent"), width: 2 } });
  const line = (key, y, colour) => ({ type: "scatter", mode: "lines", name: words(key), x: rounds, y, line: { color: colour, width: 2.5 } });
  const layout = { xaxis: { title: { text: words("round") } }, yaxis: { rangemode: "tozero" }, legend: { orientation: "h", y: -0.38, yanchor: "top" }, margin: { l: 8, r: 12, t: 12, b: 36 } };
  const grown = box("growth_rows"), merged = box("growth_merges");
  const table = (rows, head) => h("div", { class: "scroll" }, h("table", { class: "figures" }, head ? h("thead", {}, h("tr", {}, head.map((cell) => h("th", {}, cell)))) : "",
    h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell, place) => h(place ? "td" : "th", {}, cell === null || cell === undefined ? "–" : text(String(cell)))))))));
  const spent = (purpose) => { const key = `purpose_${purpose.split(".")[0]}`; return words(key) === key ? purpose : words(key); };
  const usage = Object.entries(data.usage);
  root.append(h("section", { class: "card" }, h("h3", {}, words("cost")), usage.length
    ? table(usage.map(([purpose, use]) => [spent(purpose), use.calls, use.input, use.output, use.money || null]), ["", words("calls"), words("tokens_in"), words("tokens_out"), "$"])
    : h("p", { class: "quiet" }, words("no_model"))));
  root.append(h("section", { class: "card" }, h("h3", {}, words("figures")), table(Object.entries(data.figures).map(([key, value]) => [words(`figure_${key}`), Report.figure(key, value)]))));
  // The cards share the width among them, so the charts are drawn when all are there.
  Report.plot(grown, [line("rows", sum(data.counts.new, data.first), "#2471a3"), line("rows_unmerged", sum(rounds.map((round) => data.counts.new[round] + data.counts.merged[round] + data.counts.known[round]), data.first), "#c0392b")],
    { ...layout, yaxis: {}, shapes: [now()] });
  Report.plot(merged, [["outcome_new", data.counts.new, "#2471a3"], ["outcome_merged", data.counts.merged, "#1e8449"], ["outcome_known", data.counts.known, "#d68910"], ["said", data.counts.said, "#9a9a9a"], ["recalls", data.counts.recalls, "#7d3c98"]]
    .map(([key, y, colour]) => line(key, y, colour)), { ...layout, shapes: [now()] });
  return { update: () => [grown, merged].forEach((chart) => Plotly.relayout(chart, { shapes: [now()] })) };
});
