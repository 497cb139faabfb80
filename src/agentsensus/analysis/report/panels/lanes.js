"use strict";
// Lanes of people over rounds, coloured by place, with an arrow for every telling; a click shows the words.
Report.panel("lanes", (root, lanes, run) => {
  const { h, text, words, name, colour, safe, cut } = Report;
  const people = run.people;
  const LAST = run.rounds > 15 ? 8 : run.rounds;
  const lane = Object.fromEntries(people.map((who, place) => [who, place]));
  const only = h("select", { id: "lane", "aria-label": words("person"), onchange: () => draw() },
    h("option", { value: "" }, words("everybody")), people.map((who) => h("option", { value: who }, name(who))));
  const overhearing = h("input", { type: "checkbox", id: "overheard", onchange: () => draw() });
  const chart = h("div", { class: "chart", style: { height: `${Math.max(320, 30 * people.length + 66)}px` } });
  const words_ = h("div", { class: "card", hidden: true, "aria-live": "polite" });
  const used = [...new Set(Object.values(lanes.stays).flat().map((stay) => stay[0]))].filter(Boolean);
  const legend = h("p", { class: "legend" }, used.map((place) => Report.chip(place)), h("span", { class: "quiet" }, words(LAST < run.rounds ? "lanes_help" : "lanes_help_all", { n: LAST })));
  root.append(h("div", { class: "bar" }, h("label", {}, words("person"), " ", only), h("label", {}, overhearing, " ", words("lanes_overheard"))), legend, h("div", { class: "scroll" }, chart), words_);

  function draw() {
    const wanted = only.value;
    const told = lanes.tellings.filter(([, heard, by, to]) => (wanted ? by === wanted || to === wanted : heard <= Report.state.round && heard > Report.state.round - LAST));
    const traces = used.map((place) => {
      const stays = people.flatMap((who) => lanes.stays[who].filter((stay) => stay[0] === place).map((stay) => [who, stay]));
      return {
        type: "bar", orientation: "h", name: safe(name(place)), showlegend: false, width: 0.62,
        y: stays.map(([who]) => lane[who]), base: stays.map(([, stay]) => stay[1] - 0.5),
        x: stays.map(([, stay]) => stay[2] - stay[1] + 1), marker: { color: colour(place), opacity: 0.75 },
        hovertext: stays.map(([who, stay]) => `<b>${safe(name(who))}</b><br>${safe(name(place))} · ${stay[1]}–${stay[2]}`), hoverinfo: "text",
      };
    });
    for (const overheard of overhearing.checked ? [0, 1] : [0]) {
      const some = told.filter((telling) => telling[4] === overheard);
      traces.push({
        type: "scatter", mode: "lines+markers", showlegend: false, hoverinfo: "text",
        x: some.flatMap(([sent, heard]) => [sent, heard, null]), y: some.flatMap(([, , by, to]) => [lane[by], lane[to], null]),
        hovertext: some.flatMap(([, , by, to, , said]) => { const tip = `<b>${safe(name(by))} → ${safe(name(to))}</b><br>${safe(cut(said))}`; return [tip, tip, ""]; }),
        customdata: some.flatMap((telling) => [telling, telling, null]),
        line: { color: Report.css("--ink"), width: 1, dash: overheard ? "dot" : "solid" }, opacity: wanted ? 0.9 : overheard ? 0.25 : 0.6,
        marker: { symbol: "arrow", angleref: "previous", size: some.flatMap(() => [0, 9, 0]), color: Report.css("--ink") },
      });
    }
    Report.plot(chart, traces, {
      barmode: "overlay", bargap: 0.2, dragmode: "pan", uirevision: "stays", margin: { l: 8, r: 12, t: 6, b: 36 },
      shapes: [now()],
      xaxis: { title: { text: words("round") }, range: [-0.8, run.rounds + 0.8], dtick: run.rounds > 20 ? 5 : 1 },
      yaxis: { tickmode: "array", tickvals: people.map((_, place) => place), ticktext: people.map((who) => safe(name(who))), range: [people.length - 0.4, -0.6] },
    }, { scrollZoom: true });
    chart.removeAllListeners?.("plotly_click");
    chart.on("plotly_click", ({ points }) => {
      const telling = points.map((point) => point.customdata).find(Boolean);
      if (!telling) return;
      const [sent, heard, by, to, overheard, said] = telling;
      words_.hidden = false;
      words_.replaceChildren(h("p", {}, Report.chip(by), " → ", Report.chip(to), " ",
        h("span", { class: "quiet" }, `${words("round_n", { n: sent })} → ${heard}`, overheard ? ` · ${words("via_overheard")}` : "")), h("p", {}, text(said)));
    });
  }
  function now() {
    return { type: "line", x0: Report.state.round, x1: Report.state.round, yref: "paper", y0: 0, y1: 1, line: { color: Report.css("--accent"), width: 2 } };
  }
  draw();
  let waiting = 0;
  return {
    update() {
      Plotly.relayout(chart, { shapes: [now()] });
      clearTimeout(waiting);
      if (!only.value) waiting = setTimeout(() => root.contains(chart) && draw(), 120);
    },
  };
});
