"use strict";
// The three layers of a case study: conversation, memory, shared ownership. Pan, zoom, and click for detail.
Report.panel("layers", (root, data, run) => {
  const { h, text, words, name, safe, cut } = Report;
  const GROUPS = ["#2471a3", "#c0392b", "#1e8449", "#d68910", "#7d3c98", "#17a2a2", "#d63384", "#8a8d1b", "#5b6ee1", "#8d5a34"];
  const grey = "#9a9a9a";
  const shade = (group) => GROUPS[group] || grey;
  // All three stand there before the first is drawn: a chart takes the width that it finds.
  const [talk, memory, shared] = ["layer_talk", "layer_memory", "layer_shared"].map((title) => {
    const chart = h("div", { class: "chart square" });
    root.append(h("section", { class: "card" }, h("h3", {}, words(title)), chart));
    return chart;
  });
  const bare = { showgrid: false, zeroline: false, showticklabels: false, showline: false };
  const network = (chart, edges, nodes, scale) => {
    const where = new Map(nodes.map(([id, x, y]) => [id, [x, y]]));
    const ends = (axis) => edges.flatMap(([one, other]) => [where.get(one)[axis], where.get(other)[axis], null]);
    return { x: ends(0), y: ends(1), type: "scattergl", mode: "lines", hoverinfo: "skip", showlegend: false, line: { color: grey, width: scale }, opacity: 0.35 };
  };

  // (a) who talks with whom
  const heavy = Math.max(1, ...data.talk.edges.map((edge) => edge[2]));
  Report.plot(talk, [
    ...[0, 1, 2].map((band) => network(talk, data.talk.edges.filter((edge) => Math.min(2, Math.floor((3 * edge[2]) / (heavy + 1))) === band), data.talk.nodes, 1 + 2 * band)),
    {
      type: "scatter", mode: "markers+text", showlegend: false, x: data.talk.nodes.map((node) => node[1]), y: data.talk.nodes.map((node) => node[2]),
      text: data.talk.nodes.map((node) => safe(name(node[0]))), textposition: "top center", customdata: data.talk.nodes.map((node) => node[0]),
      marker: { size: data.talk.nodes.map((node) => 10 + 2 * node[4]), color: data.talk.nodes.map((node) => shade(node[3])), line: { color: Report.css("--card"), width: 1 } },
      hovertext: data.talk.nodes.map((node) => `${safe(name(node[0]))} · ${words("talks_with", { n: node[4] })}`), hoverinfo: "text",
    },
  ], { dragmode: "pan", xaxis: bare, yaxis: bare, margin: { l: 10, r: 10, t: 10, b: 10 } }, { scrollZoom: true });
  talk.on("plotly_click", ({ points }) => {
    const who = points.map((point) => point.customdata).find(Boolean);
    const with_ = data.talk.edges.filter((edge) => edge[0] === who || edge[1] === who).sort((a, b) => b[2] - a[2]);
    if (who) Report.openDetail(() => h("article", {}, h("h3", {}, text(name(who))), h("ul", {}, with_.map(([one, other, count]) => h("li", {}, Report.chip(one === who ? other : one), ` × ${count}`)))));
  });

  // (b) how records hang together
  const records = Report.records();
  Report.plot(memory, [
    network(memory, data.memory.edges, data.memory.nodes, 1),
    {
      type: "scattergl", mode: "markers", showlegend: false, x: data.memory.nodes.map((node) => node[1]), y: data.memory.nodes.map((node) => node[2]), customdata: data.memory.nodes.map((node) => node[0]),
      marker: { size: data.memory.nodes.map((node) => 6 + 2 * Math.min(8, node[4])), color: data.memory.nodes.map((node) => shade(node[3])), line: { color: Report.css("--card"), width: 0.5 } },
      hovertext: data.memory.nodes.map((node) => `${safe(cut(records.get(node[0]).text, 90))}<br>${words("owned_by", { n: node[4] })}`), hoverinfo: "text",
    },
  ], { dragmode: "pan", xaxis: bare, yaxis: bare, margin: { l: 10, r: 10, t: 10, b: 10 } }, { scrollZoom: true });
  memory.on("plotly_click", ({ points }) => {
    const id = points.map((point) => point.customdata).find(Boolean);
    if (id) Report.showRecord(id);
  });
  if (data.memory.left_out > 0) memory.after(h("p", { class: "quiet" }, words("left_out", { n: data.memory.left_out })));

  // (c) who owns what in common
  const names = data.shared.people.map((who) => safe(name(who)));
  Report.plot(shared, [{
    type: "heatmap", x: names.map((_, n) => n), y: names.map((_, n) => n), z: data.shared.cells.map((row) => row.map((count) => Math.log10(1 + count))), colorscale: "Viridis", showscale: false,
    hovertext: data.shared.cells.map((row, i) => row.map((count, j) => `${names[i]} · ${names[j]}<br>${words("shared_records", { n: count })}`)), hoverinfo: "text", xgap: 1, ygap: 1,
  }], {
    dragmode: "pan", margin: { l: 8, r: 8, t: 10, b: 8 },
    xaxis: { tickmode: "array", tickvals: names.map((_, n) => n), ticktext: names, tickangle: -60, constrain: "domain" },
    yaxis: { tickmode: "array", tickvals: names.map((_, n) => n), ticktext: names, autorange: "reversed", scaleanchor: "x", constrain: "domain" },
  });
  shared.on("plotly_click", ({ points }) => {
    const [one, other] = [data.shared.people[points[0].y], data.shared.people[points[0].x]];
    const both = Report.knownBy(one, Report.state.round).filter((record) => Report.ownersAt(record, Report.state.round).some((row) => row[0] === other));
    Report.openDetail(() => h("article", {}, h("h3", {}, Report.chip(one), " ", Report.chip(other)), h("ul", { class: "links" }, both.slice(0, 60).map((record) => h("li", {}, h("button", { class: "link", onclick: () => Report.showRecord(record.id) }, text(record.text)))))));
  });
});
