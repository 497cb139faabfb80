"use strict";
// The three layers of a case study up to the round of the slider: conversation, memory, shared ownership. Pan, zoom, and click for detail.
Report.panel("layers", (root, data, run) => {
  const { h, text, words, name, safe, cut, state } = Report;
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
  const span = (values, pad) => {
    const low = Math.min(...values), high = Math.max(...values), more = Math.max(0.05, pad * (high - low));
    return [low - more, high + more];
  };
  // Room beside the outermost nodes, so that no name is cut off.
  const layout = (nodes, pad) => ({
    dragmode: "pan", uirevision: "stays", margin: { l: 4, r: 4, t: 4, b: 4 }, hovermode: "closest",
    xaxis: { ...bare, range: span(nodes.map((node) => node[1]), pad) }, yaxis: { ...bare, range: span(nodes.map((node) => node[2]), 0.09) },
  });
  const network = (edges, nodes, width) => {
    const where = new Map(nodes.map(([id, x, y]) => [id, [x, y]]));
    const ends = (axis) => edges.flatMap(([one, other]) => [where.get(one)[axis], where.get(other)[axis], null]);
    return { x: ends(0), y: ends(1), type: "scatter", mode: "lines", hoverinfo: "skip", showlegend: false, line: { color: grey, width }, opacity: 0.35 };
  };
  const count = (rounds) => rounds.filter((at) => at <= state.round).length;

  // (a) who talks with whom
  const heavy = Math.max(1, ...data.talk.edges.map((edge) => edge[2].length));
  function drawTalk() {
    const edges = data.talk.edges.map(([one, other, rounds]) => [one, other, count(rounds)]).filter((edge) => edge[2]);
    const band = (edge) => Math.min(2, Math.floor((3 * edge[2]) / (heavy + 1)));
    const degree = (id) => edges.filter((edge) => edge[0] === id || edge[1] === id).length;
    const nodes = data.talk.nodes;
    Report.plot(talk, [
      ...[0, 1, 2].map((each) => network(edges.filter((edge) => band(edge) === each), nodes, 1 + 2 * each)),
      {
        type: "scatter", mode: "markers+text", showlegend: false, x: nodes.map((node) => node[1]), y: nodes.map((node) => node[2]),
        text: nodes.map((node) => safe(name(node[0]))), textposition: "top center", textfont: { size: 12 }, customdata: nodes.map((node) => node[0]),
        marker: { size: nodes.map((node) => 8 + Math.min(16, degree(node[0]))), color: nodes.map((node) => shade(node[3])), line: { color: Report.css("--card"), width: 1 } },
        hovertext: nodes.map((node) => `${safe(name(node[0]))} · ${words("talks_with", { n: degree(node[0]) })}`), hoverinfo: "text",
      },
    ], layout(nodes, 0.16), { scrollZoom: true });
  }

  // (b) how records hang together: what is not known yet is a shadow
  const records = Report.records();
  const drawn = network(data.memory.edges, data.memory.nodes, 1);
  function drawMemory() {
    const nodes = data.memory.nodes;
    const owners = nodes.map((node) => Report.ownersAt(records.get(node[0]), state.round).length);
    Report.plot(memory, [
      drawn,
      {
        type: "scatter", mode: "markers", showlegend: false, x: nodes.map((node) => node[1]), y: nodes.map((node) => node[2]), customdata: nodes.map((node) => node[0]),
        marker: { size: owners.map((n) => 6 + 2 * Math.min(8, n)), opacity: owners.map((n) => (n ? 0.9 : 0.12)), color: nodes.map((node) => shade(node[3])), line: { color: Report.css("--card"), width: 0.5 } },
        hovertext: nodes.map((node, place) => `${safe(cut(records.get(node[0]).text, 90))}<br>${words("owned_by", { n: owners[place] })}`), hoverinfo: "text",
      },
    ], layout(nodes, 0.04), { scrollZoom: true });
  }

  // (c) who owns what in common
  const people = data.shared.people;
  const names = people.map((who) => safe(name(who)));
  const place = new Map(people.map((who, number) => [who, number]));
  function drawShared() {
    const cells = people.map(() => people.map(() => 0));
    for (const record of records.values()) {
      const own = Report.ownersAt(record, state.round).map((row) => place.get(row[0])).filter((number) => number !== undefined);
      for (const one of own) for (const other of own) if (one !== other) cells[one][other] += 1;
    }
    const ticks = { tickmode: "array", tickvals: names.map((_, n) => n), ticktext: names, tickfont: { size: Math.max(7, Math.min(11, 260 / names.length)) }, constrain: "domain", showgrid: false };
    Report.plot(shared, [{
      type: "heatmap", x: names.map((_, n) => n), y: names.map((_, n) => n), z: cells.map((row) => row.map((n) => Math.log10(1 + n))), colorscale: "Viridis", showscale: false,
      hovertext: cells.map((row, i) => row.map((n, j) => `${names[i]} · ${names[j]}<br>${words("shared_records", { n })}`)), hoverinfo: "text", xgap: 1, ygap: 1,
    }], {
      dragmode: "pan", uirevision: "stays", margin: { l: 4, r: 4, t: 4, b: 4 },
      xaxis: { ...ticks, tickangle: -60 }, yaxis: { ...ticks, autorange: "reversed", scaleanchor: "x" },
    }, { scrollZoom: true });
  }

  const draw = () => [drawTalk, drawMemory, drawShared].forEach((each) => each());
  draw();
  if (data.memory.left_out > 0) memory.after(h("p", { class: "quiet" }, words("left_out", { n: data.memory.left_out })));
  talk.on("plotly_click", ({ points }) => {
    const who = points.map((point) => point.customdata).find(Boolean);
    if (!who) return;
    Report.openDetail(() => {
      const with_ = data.talk.edges.filter((edge) => edge[0] === who || edge[1] === who).map(([one, other, rounds]) => [one === who ? other : one, count(rounds)]);
      return h("article", {}, h("h3", {}, text(name(who))), h("ul", {}, with_.filter(([, n]) => n).sort((a, b) => b[1] - a[1]).map(([other, n]) => h("li", {}, Report.chip(other), ` × ${n}`))));
    });
  });
  memory.on("plotly_click", ({ points }) => {
    const id = points.map((point) => point.customdata).find(Boolean);
    if (id) Report.showRecord(id);
  });
  shared.on("plotly_click", ({ points }) => {
    const [one, other] = [people[points[0].y], people[points[0].x]];
    const both = () => Report.knownBy(one, state.round).filter((record) => Report.ownersAt(record, state.round).some((row) => row[0] === other));
    Report.openDetail(() => h("article", {}, h("h3", {}, Report.chip(one), " ", Report.chip(other)), h("p", { class: "quiet" }, words("shared_records", { n: both().length })),
      h("ul", { class: "links" }, both().slice(0, 60).map((record) => h("li", {}, h("button", { class: "link", onclick: () => Report.showRecord(record.id) }, text(record.text)))))));
  });
  // Three charts are too much for every step of a slider that is being drawn along: they follow when it rests.
  let waiting = 0;
  return {
    update() {
      clearTimeout(waiting);
      waiting = setTimeout(() => root.contains(talk) && draw(), 120);
    },
  };
});
