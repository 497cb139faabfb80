"use strict";
// Goals as bars: who pursued what from which round to which.
Report.panel("goals", (root, data, run) => {
  const { h, words, name, safe, colour } = Report;
  const people = run.people.filter((who) => data.people[who]);
  const pick = h("select", { id: "goals-of", "aria-label": words("person"), onchange: () => draw() },
    h("option", { value: "" }, words("everybody")), people.map((who) => h("option", { value: who }, name(who))));
  const chart = h("div", { class: "chart" });
  root.append(h("div", { class: "bar" }, pick, h("span", { class: "quiet" }, words("goals_help"))), h("div", { class: "scroll" }, chart));
  const now = () => ({ type: "line", x0: Report.state.round, x1: Report.state.round, yref: "paper", y0: 0, y1: 1, line: { color: Report.css("--accent"), width: 2 } });

  // The words begin with their bar, or end with it where they would run out of the picture.
  const label = (rows, isEarly, narrow) => ({
    type: "scatter", mode: "text", showlegend: false, hoverinfo: "skip", cliponaxis: false,
    x: rows.map(([row]) => (isEarly ? row[2] - 0.4 : row[3] + 0.4)), y: rows.map(([, place]) => place),
    text: rows.map(([row]) => safe(Report.cut(row[1], narrow ? 40 : 90))), textposition: isEarly ? "middle right" : "middle left", textfont: { color: Report.css("--ink"), size: 12 },
  });

  function draw() {
    const shown = pick.value ? [pick.value] : people;
    const rows = shown.flatMap((who) => data.people[who].map((goal) => [who, ...goal]));
    chart.style.height = `${Math.max(220, 24 * rows.length + 70)}px`;
    const narrow = root.clientWidth < 640;
    Report.plot(chart, [{
      type: "bar", orientation: "h", showlegend: false,
      y: rows.map((_, place) => place), base: rows.map((row) => row[2] - 0.4), x: rows.map((row) => row[3] - row[2] + 0.8),
      marker: { color: rows.map((row) => colour(row[0])), opacity: rows.map((row) => (row[4] ? 0.28 : 0.55)), line: { color: Report.css("--ink"), width: rows.map((row) => (row[4] ? 0 : 1)) } },
      hovertext: rows.map((row) => `<b>${safe(name(row[0]))}</b><br>${safe(row[1])}<br>${row[2]}–${row[3]} · ${words(row[4] ? "goal_ended" : "goal_open")}`), hoverinfo: "text",
    }, ...[true, false].map((isEarly) => label(rows.map((row, place) => [row, place]).filter(([row]) => isEarly === row[2] < run.rounds * 0.55), isEarly, narrow))], {
      bargap: 0.25, dragmode: "pan", shapes: [now()], margin: { l: 8, r: 12, t: 10, b: 36 },
      xaxis: { title: { text: words("round") }, range: [-0.8, run.rounds + 0.8] },
      yaxis: { showgrid: false, tickmode: "array", tickvals: rows.map((_, place) => place), ticktext: rows.map((row, place) => (place && rows[place - 1][0] === row[0] ? "" : safe(name(row[0])))), range: [rows.length - 0.4, -0.6] },
    });
  }
  draw();
  return { update: () => Plotly.relayout(chart, { shapes: [now()] }) };
});
