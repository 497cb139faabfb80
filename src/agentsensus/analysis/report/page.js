"use strict";
// The page itself: data, state, tabs, the slider over rounds, light and dark, both languages, and what all panels use.
// A report is started with all data inside the page; the studio starts it with a header of its own and loads panels when they are shown.
// Text of a world only ever becomes a text node (`h`), or is made harmless for plotly (`safe`).
const Report = (() => {
  const data = { words: {}, language: "", runs: [] };
  const panels = {};
  const state = { run: 0, round: 0, tab: "", language: "" };
  let options = {};
  let shown = null;
  let player = null;
  const parts = {};

  const words = (key, values = {}) => {
    const text = data.words[state.language][key] ?? key;
    return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  };
  const run = () => data.runs[state.run];
  const name = (id) => (run().named[id] ? run().named[id][0] : id || words("nobody"));
  const kind = (id) => (run().named[id] ? run().named[id][1] : "");
  const colour = (id) => run().colours[id] || "#8a8a8a";
  const safe = (text) => String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const cut = (text, length = 110) => (text.length > length ? text.slice(0, length - 1) + "…" : text);

  function fill(node, props, children) {
    for (const [key, value] of Object.entries(props || {})) {
      if (value === null || value === undefined || value === false) continue;
      if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
      else if (key === "style") for (const [k, v] of Object.entries(value)) node.style.setProperty(k, v);
      else node.setAttribute(key, value === true ? "" : value);
    }
    for (const child of children.flat(Infinity)) {
      if (child !== null && child !== undefined && child !== false) node.append(child);
    }
    return node;
  }
  const h = (tag, props, ...children) => fill(document.createElement(tag), props, children);
  const s = (tag, props, ...children) => fill(document.createElementNS("http://www.w3.org/2000/svg", tag), props, children);
  const text = (value) => h("bdi", {}, value);
  const isDead = (id, round) => id in run().ends && run().ends[id] <= round;
  const chip = (id, props = {}) =>
    h("span", { class: `chip ${kind(id)}`, style: { "--c": colour(id) }, ...props }, text(name(id)));

  function figure(key, value) {
    if (key === "design") return words(`design_${value}`);
    const isShare = key === "merge_precision" || key === "merge_recall";
    return isShare && typeof value === "number" ? `${Math.round(value * 1000) / 10} %` : value;
  }
  function how(via, source) {
    const told = words(`via_${via || "unknown"}`);
    return source && !source.startsWith("@") ? h("span", {}, told, " ", text(name(source).replace(/^The /, "the "))) : h("span", {}, told);
  }

  // --- charts

  // What plotly writes on its own buttons, in the languages of the page.
  function nameButtons() {
    for (const [language, own] of Object.entries(data.words)) {
      const dictionary = { Pan: own.chart_pan, "Zoom in": own.chart_in, "Zoom out": own.chart_out, "Reset axes": own.chart_reset, "Download plot as a PNG": own.chart_image };
      Plotly.register({ moduleType: "locale", name: language, dictionary, format: {} });
    }
  }

  function css(variable) {
    return getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
  }
  function plot(node, traces, layout, config = {}) {
    const axis = { gridcolor: css("--line"), zerolinecolor: css("--line"), linecolor: css("--line"), automargin: true };
    const dressed = (own = {}) => ({ ...axis, ...own, ...(own.title ? { title: { font: { size: 13 }, ...own.title } } : {}) });
    const whole = {
      paper_bgcolor: "rgba(0,0,0,0)",
      plot_bgcolor: "rgba(0,0,0,0)",
      font: { family: css("--font"), color: css("--ink"), size: 13 },
      margin: { l: 8, r: 12, t: 28, b: 36 },
      hoverlabel: { align: "left", bgcolor: css("--card"), bordercolor: css("--line"), font: { color: css("--ink") } },
      ...layout,
      xaxis: dressed(layout.xaxis),
      yaxis: dressed(layout.yaxis),
    };
    const buttons = [["pan2d", "zoomIn2d", "zoomOut2d", "resetScale2d", "toImage"]];
    const options = { displaylogo: false, responsive: true, scrollZoom: false, modeBarButtons: buttons, locale: state.language, ...config };
    return Plotly.react(node, traces, whole, options);
  }

  // --- detail of a record, for every panel that has records to click on

  function records() {
    const own = run();
    if (!own.panels.memory) return new Map();
    if (!own.byId) own.byId = new Map(own.panels.memory.records.map((record) => [record.id, record]));
    return own.byId;
  }
  const holds = (row, round) => row[1] <= round && (row[5] === null || row[5] > round);
  function ownersAt(record, round) {
    const owners = new Map();
    for (const row of record.held) if (holds(row, round) && !owners.has(row[0])) owners.set(row[0], row);
    return [...owners.values()];
  }
  function knownBy(agent, round) {
    return run().panels.memory.records.filter((record) => record.held.some((row) => row[0] === agent && holds(row, round)));
  }
  function ownWords(record, agent, round) {
    const own = record.held.filter((row) => row[0] === agent && holds(row, round));
    return own.length ? own[own.length - 1][2] : record.text;
  }

  const relation = (value) => (value ? words(`relation_${value.replace(" ", "_")}`) : "");
  function recordDetail(record) {
    const owners = ownersAt(record, state.round);
    const said = new Map();
    for (const row of record.held) {
      if (row[1] > state.round) continue;
      if (!said.has(row[2])) said.set(row[2], []);
      said.get(row[2]).push(row);
    }
    const link = ([id, sort]) => {
      const other = records().get(id) || (record.linked && record.linked[id] ? { text: record.linked[id] } : null);
      return h("li", { class: sort === "conflicts_with" ? "conflict" : "" },
        h("span", { class: "tag" }, words(`link_${sort}`)), " ",
        other ? h("button", { class: "link", onclick: () => showRecord(id) }, text(other.text)) : id);
    };
    const conflicts = record.links.filter((each) => each[1] === "conflicts_with");
    const links = record.links.filter((each) => each[1] !== "conflicts_with");
    const section = (title, items, list) => items.length ? [h("h4", {}, `${words(title)} (${items.length})`), list] : [];
    return h("article", { class: "record", "data-record": record.id },
      h("h3", {}, text(record.text)),
      h("p", { class: "quiet" }, `${words("round_n", { n: record.at })} ${record.origin ? ` · ${words(`origin_${record.origin}`)}` : ""} · ${record.id}`),
      section("owners", owners, h("ul", { class: "owners" }, owners.map((row) =>
        h("li", {}, chip(row[0]), " ", h("span", { class: "quiet" }, words("since", { n: row[1] }), " · ", how(row[3], row[4])))))),
      section("wordings", [...said], h("ul", { class: "wordings" }, [...said].map(([wording, rows]) =>
        h("li", {}, text(wording), h("div", { class: "quiet" }, [...new Set(rows.map((row) => row[0]))].map((who, place) =>
          [place ? words("comma") : "", text(name(who))]), ` · ${words("round_n", { n: rows[0][1] })}`))))),
      section("conflicts", conflicts, h("ul", { class: "links" }, conflicts.map(link))),
      section("links", links, h("ul", { class: "links" }, links.slice(0, 20).map(link))),
      section("history", record.history, h("ol", { class: "history" }, record.history.map(([at, what, who, said_, of, candidates]) =>
        h("li", {}, h("b", {}, `${at} `), words(`change_${what}`), of ? [" · ", text(what === "judged" ? relation(of) : cut(of, 160))] : "",
          h("div", { class: "quiet" }, text(cut(said_, 160))),
          candidates.length ? h("ul", {}, candidates.map(([other, score, said, vetoes]) =>
            h("li", { class: "quiet" }, `${relation(said)} ${score ?? ""} `, text(cut(other, 140)),
              vetoes.length ? [" — ", text(vetoes.join(words("semicolon")))] : ""))) : "")))));
  }
  function showRecord(id) {
    if (options.showRecord) return options.showRecord(id);
    const record = records().get(id);
    if (record) openDetail(() => recordDetail(record));
  }
  let detail = null;
  function openDetail(make) {
    detail = make;
    parts.detail.replaceChildren(h("button", { class: "close", onclick: closeDetail, "aria-label": words("close") }, "×"), make());
    parts.detail.hidden = false;
    parts.detail.scrollTop = 0;
  }
  function closeDetail() {
    detail = null;
    parts.detail.hidden = true;
  }

  // --- state

  function setRound(round) {
    state.round = Math.max(0, Math.min(run().rounds, Number(round)));
    parts.slider.value = state.round;
    parts.count.textContent = words("round_of", { n: state.round, of: run().rounds });
    if (shown && shown.update) shown.update(state);
    if (detail) openDetail(detail);
    if (options.onRound) options.onRound(state.round);
  }
  // More rounds were played. Who looks at the last round goes on to the new one.
  function grow(rounds) {
    const follows = state.round === run().rounds;
    run().rounds = rounds;
    parts.slider.max = rounds;
    setRound(follows ? rounds : state.round);
  }
  function setRun(number) {
    state.run = Number(number);
    state.round = Math.min(state.round, run().rounds);
    build();
  }
  function setLanguage(language) {
    state.language = language;
    build();
  }
  function setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    if (parts.body) show(state.tab);
  }
  const isDark = () => {
    const own = document.documentElement.dataset.theme;
    return own ? own === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  };
  function play() {
    if (player) {
      clearInterval(player);
      player = null;
    } else {
      if (state.round === run().rounds) setRound(0);
      player = setInterval(() => (state.round < run().rounds ? setRound(state.round + 1) : play()), options.pace || 900);
    }
    parts.play.textContent = player ? "❚❚" : "▶";
  }

  // --- the page

  const tabs = () => options.tabs ? options.tabs() : [...Object.keys(run().panels).filter((each) => panels[each]), ...(data.runs.length > 1 ? ["compare"] : [])];

  function show(tab) {
    state.tab = tabs().includes(tab) ? tab : tabs()[0];
    for (const button of parts.tabs.children) {
      const on = button.dataset.tab === state.tab;
      button.setAttribute("aria-selected", on);
      button.tabIndex = on ? 0 : -1;
    }
    parts.body.dataset.panel = state.tab;
    parts.body.replaceChildren();
    shown = null;
    if (options.onTab) options.onTab(state.tab);
    const own = run(), tab_ = state.tab;
    if (!options.load || tab_ in own.panels) return draw(tab_);
    parts.body.append(h("p", { class: "quiet loading", role: "status" }, words("loading")));
    options.load(tab_).then((loaded) => {
      own.panels[tab_] = loaded;
      if (own === run() && state.tab === tab_ && parts.body) draw(tab_);
    }).catch((error) => parts.body.replaceChildren(h("p", { class: "problem", role: "alert" }, error.message)));
  }
  function draw(tab) {
    parts.body.replaceChildren();
    if (run().panels[tab] === null) {
      parts.body.append(h("p", { class: "quiet" }, words("nothing_here")));
      return;
    }
    shown = panels[tab](parts.body, run().panels[tab], run()) || {};
    if (shown.update) shown.update(state);
  }

  function header() {
    const own = run();
    const others = Object.keys(data.words).filter((each) => each !== state.language);
    parts.slider = h("input", { type: "range", min: 0, max: own.rounds, step: 1, id: "round", "aria-label": words("round"),
      oninput: (event) => setRound(event.target.value) });
    parts.count = h("output", { for: "round" });
    parts.play = h("button", { onclick: play, "aria-label": words("play"), class: "icon" }, "▶");
    parts.tabs = h("nav", { role: "tablist" }, tabs().map((tab) =>
      h("button", { role: "tab", "data-tab": tab, "data-label": words(`tab_${tab}`), onclick: () => show(tab) }, words(`tab_${tab}`))));
    parts.tabs.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.stopPropagation();
      const all = tabs();
      show(all[(all.indexOf(state.tab) + step + all.length) % all.length]);
      parts.tabs.querySelector("[aria-selected=true]").focus();
    });
    if (options.header) return options.header(parts, own);
    return h("header", {},
      h("div", { class: "top" },
        h("div", { class: "title" }, h("h1", {}, text(own.title)),
          h("p", { class: "quiet" }, own.stamp ? [h("strong", { class: "stamp" }, text(own.stamp)), " · "] : "", text(own.about))),
        h("div", { class: "tools" },
          data.runs.length > 1 ? h("select", { id: "run", "aria-label": words("run"), onchange: (event) => setRun(event.target.value) },
            data.runs.map((each, place) => h("option", { value: place, selected: place === state.run }, each.run))) : "",
          others.map((each) => h("button", { onclick: () => setLanguage(each), lang: each }, data.words[each].language)),
          h("button", { class: "icon", onclick: () => setTheme(isDark() ? "light" : "dark"), "aria-label": words("theme") }, "◐"))),
      parts.tabs,
      h("div", { class: "time" }, parts.play, parts.slider, parts.count));
  }

  function build() {
    document.documentElement.lang = data.words[state.language].tag;
    parts.body = h("main", { id: "panel", role: "tabpanel" });
    parts.detail = h("aside", { id: "detail", hidden: true });
    detail = null;
    (options.root || document.getElementById("report")).replaceChildren(header(), parts.body, parts.detail,
      h("footer", { class: "quiet" }, words("keys")));
    shown = null;
    setRound(state.round);
    show(state.tab);
  }

  function start(given, chosen = {}) {
    Object.assign(data, given);
    options = chosen;
    Object.assign(state, { run: 0, round: data.runs.length ? data.runs[0].rounds : 0, tab: chosen.tab || "", language: data.language });
    if (window.Plotly) nameButtons();
    if (data.runs.length && !chosen.bare) build();
  }
  // Leave the page to another view.
  function stop() {
    if (player) play();
    data.runs = [];
    options = {};
    shown = parts.body = null;
  }

  document.addEventListener("keydown", (event) => {
    if (!parts.body) return;
    if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowRight") setRound(state.round + 1);
    else if (event.key === "ArrowLeft") setRound(state.round - 1);
    else if (event.key === "Escape") closeDetail();
    else if (event.key === "t") setTheme(isDark() ? "light" : "dark");
    else if (event.key === "/" && tabs().includes(options.search || "memory")) {
      event.preventDefault();
      show(options.search || "memory");
      document.getElementById("search")?.focus();
    } else if (/^[1-9]$/.test(event.key) && tabs()[event.key - 1]) show(tabs()[event.key - 1]);
  });

  return {
    data, state, words, run, name, kind, colour, safe, cut, h, s, text, chip, isDead, figure, how, plot, css, records, ownersAt, knownBy,
    ownWords, showRecord, openDetail, closeDetail, recordDetail, setRound, show, grow, fill, nameButtons, setTheme, isDark, start, stop,
    panel: (tab, draw) => { panels[tab] = draw; },
    refresh: () => show(state.tab),
  };
})();
