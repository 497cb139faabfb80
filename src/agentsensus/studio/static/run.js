// One run: the header with controls and slider, the stream of rounds, and the panel that shows them as they come.
import { peoplePanel } from "./people.js";
import { secretsPanel } from "./secrets.js";
import { branchesPanel, branchDialog } from "./branches.js";
import { SPEEDS } from "./home.js";
import { stepIn, takenOver } from "./step.js";
import { address, button, busy, dialog, field, get, post, say, select, topBar, words } from "./studio.js";

const { h, text, chip } = Report;
const OWN = ["watch", "people", "secrets", "branches"];
const OF_REPORT = ["story", "lanes", "matrix", "memory", "goals", "layers", "growth"];
const WITH_CHARTS = ["lanes", "goals", "layers", "growth"];

export const live = { name: "", state: { live: false }, file: {}, own: null, cost: null };
export const lastRound = () => live.own.rounds;
export const isAtEnd = () => Report.state.round === live.own.rounds;

export async function runView(root, name) {
  live.name = name;
  const own = await opened(root, name);
  live.own = own;
  live.file = own.file;
  live.state = own;
  document.title = `${own.title} · ${words("studio")}`;
  own.panels = { watch: { rounds: [] }, people: {}, secrets: {}, branches: {} };
  const [tab, round] = location.hash.slice(1).split("/");
  const frame = h("div", { id: "report" });
  root.replaceChildren(topBar(h("span", { class: "quiet", id: "run-name" }, text(name))), frame);
  Report.start({ runs: [own] }, {
    root: frame, header, tab, search: "secrets", pace: 1600,
    tabs: () => [...OWN, ...OF_REPORT],
    load: loadPanel,
    onRound: remember, onTab: remember,
    showRecord: (id) => { pending.record = id; Report.show("secrets"); },
  });
  if (round !== undefined && round !== "") Report.setRound(Number(round));
  // The feed stays below the header, whose height depends on the window.
  new ResizeObserver(([header_]) => document.documentElement.style.setProperty("--head", `${header_.target.offsetHeight}px`)).observe(frame.querySelector(".run-header"));
  stream(name);
}
export const pending = { record: "" };

// A run that has just been started has no round yet.
async function opened(root, name) {
  for (;;) {
    const own = await get(`/api/runs/${address(name)}/base`);
    if (own.title !== undefined) return own;
    const problem = own.error || (own.starting ? "" : words("not_played"));
    root.replaceChildren(topBar(), h("main", { class: "page" }, problem
      ? [h("p", { class: "problem", role: "alert" }, text(problem)), button("resume", async () => { await post(`/api/runs/${address(name)}/control`, { do: "play" }); location.reload(); }, { class: "primary" })]
      : h("p", { class: "starting", role: "status" }, words("starting"))));
    if (problem) return new Promise(() => {});
    await new Promise((done) => setTimeout(done, 300));
  }
}

function remember() {
  const { tab, round } = Report.state;
  history.replaceState(null, "", `#${tab}${isAtEnd() ? "" : `/${round}`}`);
  for (const paint of painters) paint();
}

let charts = null;
function loadCharts() {
  if (!charts) {
    // The charts' script adds style elements of its own, which the policy of the page allows only with its nonce.
    const { content } = document.querySelector("meta[name=style-nonce]"), make = document.createElement.bind(document);
    document.createElement = (tag, options) => {
      const node = make(tag, options);
      if (tag === "style") node.nonce = content;
      return node;
    };
  }
  charts ??= new Promise((done, failed) => document.head.append(h("script", { src: "/plotly.js", onload: () => { Report.nameButtons(); done(); }, onerror: () => failed(new Error("plotly")) })));
  return charts;
}
async function loadPanel(tab) {
  if (WITH_CHARTS.includes(tab)) await loadCharts();
  const { data } = await get(`/api/runs/${address(live.name)}/panel/${tab}`);
  live.own.byId = undefined;
  return data;
}

// --- header

const painters = new Set();
const parts = {};

function header(given, own) {
  painters.clear();
  const file = live.file;
  const speed = select(SPEEDS.map((delay) => [String(delay), words(`speed_${delay}`)]), "0",
    { id: "speed", "aria-label": words("speed"), onchange: () => live.state.live && control({ do: "speed", delay: Number(speed.value) }) });
  parts.play = h("button", { type: "button", id: "play", class: "primary", onclick: () => busy(parts.play, playOrPause) });
  parts.step = button("step", () => control({ do: "step", rounds: live.state.live ? null : more() }), { id: "step" });
  parts.more = h("input", { type: "number", id: "more", min: 1, max: 10000, value: 6, "aria-label": words("more_rounds") });
  parts.moreField = h("label", { class: "more" }, parts.more, h("span", {}, words("rounds_after")));
  parts.badge = h("span", { class: "badge", id: "standing" });
  parts.speed = speed;
  parts.branch = button("branch_here", () => branchDialog([]), { id: "branch" });
  parts.toEnd = h("button", { type: "button", class: "plain", id: "to-end", onclick: () => Report.setRound(lastRound()) }, words("to_end"));
  given.play.setAttribute("aria-label", words("replay"));
  given.play.title = words("replay");
  const stale = h("button", { type: "button", class: "stale", hidden: true, onclick: () => { own.panels = { ...onlyOwn() }; own.byId = undefined; Report.refresh(); paint(); } });
  parts.stale = stale;
  painters.add(paint);
  return h("header", { class: "run-header" },
    h("div", { class: "top" },
      h("div", { class: "title" }, h("h1", {}, text(own.title), " ", parts.badge),
        h("p", { class: "quiet" }, own.stamp ? [h("strong", { class: "stamp" }, text(own.stamp)), " · "] : "",
          words("seed_n", { n: file.seed }), " · ", words(`minds_${file.minds}`), file.parent ? [" · ", words("branch_of", { run: file.parent, n: file.forked_at })] : "")),
      h("div", { class: "transport", role: "group", "aria-label": words("controls") }, parts.play, parts.moreField, parts.step, speed, h("span", { class: "gap" }), button("step_in", () => stepIn(), { id: "step-in" }), parts.branch)),
    given.tabs,
    h("div", { class: "time" }, given.play, given.slider, given.count, parts.toEnd, stale));
}
const onlyOwn = () => Object.fromEntries(OWN.map((tab) => [tab, live.own.panels[tab]]));
const more = () => Math.max(1, Number(parts.more.value) || 1);

function paint() {
  const { state, file } = live;
  const standing = state.live ? (state.playing ? "live" : "paused") : file.stop === null ? "interrupted" : file.stop === "budget" ? "budget" : "finished";
  parts.badge.className = `badge ${standing}`;
  parts.badge.textContent = words(`standing_run_${standing}`);
  parts.play.textContent = words(state.live ? (state.playing ? "pause" : "play_run") : standing === "interrupted" ? "resume" : "play_on");
  parts.moreField.hidden = state.live || standing === "interrupted";
  parts.speed.value = SPEEDS.includes(state.delay) ? String(state.delay) : parts.speed.value;
  const isPast = !isAtEnd(), n = Report.state.round;
  parts.toEnd.hidden = !isPast;
  parts.branch.textContent = words("branch_at", { n });
  parts.branch.classList.toggle("inviting", isPast);
  const seen = live.own.seen || {};
  const tab = Report.state.tab;
  const isStale = !OWN.includes(tab) && live.own.panels[tab] !== undefined && (seen[tab] ??= lastRound()) !== lastRound();
  if (live.own.panels[tab] === undefined) delete seen[tab];
  live.own.seen = seen;
  parts.stale.hidden = !isStale;
  parts.stale.textContent = words("stale", { n: lastRound() });
}

const control = (command) => post(`/api/runs/${address(live.name)}/control`, command);
async function playOrPause() {
  if (live.state.live) return control({ do: live.state.playing ? "pause" : "play" });
  const command = { do: "play", rounds: live.file.stop === null ? null : more(), delay: Number(parts.speed.value) };
  return live.file.stop === "budget" ? raiseBudget(command) : control(command);
}
// A run that has spent its budget goes on with a higher limit.
function raiseBudget(command) {
  const budget = live.cost?.budget || {};
  const inputs = Object.fromEntries(["calls", "money"].filter((key) => budget[key]).map((key) => [key, h("input", { type: "number", id: `raise-${key}`, min: budget[key], step: key === "money" ? "0.01" : 1, value: 2 * budget[key], required: true })]));
  const go = h("button", { type: "submit", class: "primary" }, words("play_on"));
  const node = dialog(words("raise_budget"), h("form", { onsubmit: (event) => {
    event.preventDefault();
    busy(go, async () => {
      await control({ ...command, ...Object.fromEntries(Object.entries(inputs).map(([key, input]) => [key, Number(input.value)])) });
      node.close();
    });
  } }, h("p", { class: "quiet" }, words("raise_help")), h("div", { class: "fields" }, Object.entries(inputs).map(([key, input]) => field(`budget_${key}`, input))), h("div", { class: "actions end" }, go)));
}

// --- the stream

function stream(name) {
  const source = new EventSource(`/api/runs/${address(name)}/stream?after=-1`);
  source.addEventListener("rounds", (event) => {
    const data = JSON.parse(event.data);
    live.cost = { usage: data.usage || {}, budget: data.budget || {} };
    take(data.rounds);
  });
  source.addEventListener("state", (event) => {
    const before = live.state.live;
    live.state = JSON.parse(event.data);
    if (before && !live.state.live) ended();
    paint();
    for (const draw of watchers) draw();
  });
  addEventListener("pagehide", () => source.close());
}
async function ended() {
  if (live.state.error) say(live.state.error, true);
  const home = await get("/api/home").catch(() => null);
  const file = home && home.runs.find((run) => run.run === live.name);
  if (file) live.file = file;
  paint();
  for (const draw of watchers) draw();
}
// Every round is taken once, in order, however often the stream is opened again.
function take(rounds) {
  const known = live.own.panels.watch.rounds;
  const fresh = rounds.filter((each) => each.round > (known.length ? known[known.length - 1].round : -1));
  if (!fresh.length) return;
  known.push(...fresh);
  for (const each of fresh) for (const who of each.ends) live.own.ends[who] ??= each.round;
  for (const draw of watchers) draw();
  Report.grow(Math.max(live.own.rounds, known[known.length - 1].round));
}

// --- the panel that shows rounds as they come

const watchers = new Set();

Report.panel("watch", (root, feed, own) => {
  watchers.clear();
  const isNarrow = root.clientWidth < 800;
  const mapPlace = h("div", { class: "map-place" });
  const counters = h("dl", { class: "card counters", id: "counters" });
  const cost = h("section", { class: "card cost", id: "cost", hidden: true });
  const turn = h("section", { class: "card turn", id: "turn", hidden: true, "aria-live": "polite" });
  const script = h("div", { class: "feed-lines", id: "feed", tabindex: 0, role: "log", "aria-label": words("tab_watch"), "aria-live": "off" });
  const followed = select([["", words("follow_everybody")], ...own.people.map((who) => [who, Report.name(who)])], kept.follow, { id: "follow", "aria-label": words("follow"), onchange: () => { kept.follow = followed.value; for (const [, node] of sections) filter(node); draw(); } });
  const reasons = h("input", { type: "checkbox", id: "reasons", onchange: () => { localStorage.setItem("studio-reasons", reasons.checked ? "on" : ""); script.classList.toggle("plain-story", !reasons.checked); } });
  reasons.checked = Boolean(localStorage.getItem("studio-reasons"));
  script.classList.toggle("plain-story", !reasons.checked);
  root.append(h("div", { class: "story" }, h("div", { class: "side" }, tips(), turn, mapPlace, counters, cost),
    h("div", { class: "script feed" }, h("div", { class: "feed-top" }, followed, h("label", { class: "pick" }, reasons, words("show_reasons"))), script)));
  const sections = [];
  const map = { cells: {}, edges: [], people: {}, things: {}, roads: {} };
  let drawn = null;

  function add(round) {
    for (const [who, place] of Object.entries(round.people)) if (own.people.includes(who)) (map.people[who] ??= []).push([round.round, place]);
    for (const [who, place] of Object.entries(round.roads)) (map.roads[who] ??= []).push([round.round, place]);
    for (const [thing, place] of Object.entries(round.things)) (map.things[thing] ??= []).push([round.round, place]);
    if (round.cells) {
      Object.assign(map, { cells: round.cells, edges: round.edges });
      drawn = null;
    }
    const node = h("section", { class: "scene", "data-round": round.round },
      h("h3", {}, h("button", { class: "link round-link", onclick: () => Report.setRound(round.round) }, words(round.round ? "round_n" : "before_play", { n: round.round }))),
      groups(round).map(([place, items]) => h("div", { class: "at-place" }, place ? h("h4", { style: { "--c": Report.colour(place) } }, text(Report.name(place))) : "", items.map((item) => line(item, round.round)))));
    node.hidden = true;
    sections.push([round, node]);
    filter(node);
    script.append(node);
  }
  function groups(round) {
    const found = [];
    for (const item of round.items) {
      if (!found.length || found[found.length - 1][0] !== (item.place || "")) found.push([item.place || "", []]);
      found[found.length - 1][1].push(item);
    }
    return found;
  }
  // Who follows one person sees what that person does, says, hears and lives through.
  function filter(node) {
    const who = kept.follow;
    for (const each of node.querySelectorAll(".line")) each.hidden = who !== "" && !each.dataset.who.split(" ").includes(who);
    for (const group of node.querySelectorAll(".at-place")) group.hidden = !group.querySelector(".line:not([hidden])");
    node.dataset.empty = !node.querySelector(".line:not([hidden])");
  }
  function draw() {
    const isLow = script.scrollTop + script.clientHeight > script.scrollHeight - 80;
    for (const round of feed.rounds.slice(sections.length)) add(round);
    const at = Report.state.round;
    let now = null;
    for (const [round, node] of sections) {
      node.hidden = round.round > at || (node.dataset.empty === "true" && round.round !== at);
      node.classList.toggle("now", round.round === at);
      if (round.round <= at) now = [round, node];
    }
    if (!drawn && Object.keys(map.cells).length) {
      drawn = Report.map(map, openPerson);
      mapPlace.replaceChildren(drawn.node);
    }
    if (drawn) drawn.draw(at, now && now[0].round === at ? spoken(now[0]) : {});
    if (now) {
      count(now[0]);
      if (!isNarrow && (isLow || !isAtEnd() || !draw.was)) follow(now[1]);
      else if (isNarrow && draw.was && !isAtEnd()) now[1].scrollIntoView({ block: "start" });
      draw.was = true;
    }
    paintCost();
    takenOver(turn);
  }
  const spoken = (round) => Object.fromEntries(round.items.filter((item) => item.sort === "speech" || item.sort === "letter").map((item) => [item.who, item.text]));
  // Sections that were never in sight have an estimated height, so the first scrolls may miss.
  let following = null;
  function follow(node) {
    const scroll = () => { script.scrollTop = isAtEnd() && node.offsetHeight < script.clientHeight ? script.scrollHeight : node.offsetTop - 8; };
    let left = 10;
    const again = () => { if (following === node && left-- > 0) { scroll(); requestAnimationFrame(again); } };
    following = node;
    again();
  }
  function count(round) {
    const counts = round.counts;
    const rows = [["count_records", own.first + (counts.new || 0)], ["count_new", counts.new || 0], ["count_merged", counts.merged || 0], ["count_known", counts.known || 0], ["count_said", counts.said || 0], ["count_recalls", counts.recalls || 0]];
    counters.replaceChildren(...rows.map(([key, value]) => h("div", { title: words(`${key}_help`) }, h("dt", {}, words(key)), h("dd", {}, value.toLocaleString()))));
  }
  function paintCost() {
    const usage = Object.values(live.cost?.usage || {});
    cost.hidden = !usage.length;
    if (!usage.length) return;
    const sum = (key) => usage.reduce((all, each) => all + (each[key] || 0), 0);
    const budget = live.cost.budget;
    const rows = [["calls", sum("calls"), budget.calls], ["tokens", sum("input") + sum("output"), budget.tokens], ["money", sum("money"), budget.money]];
    cost.replaceChildren(h("h3", {}, words("cost_so_far")), ...rows.map(([key, value, limit]) => h("p", {},
      words(`cost_${key}`, { n: key === "money" ? value.toFixed(4) : value.toLocaleString() }), limit ? [" ", words("cost_of", { n: limit.toLocaleString() }), h("div", { class: "progress" }, h("i", { style: { width: `${Math.min(100, (100 * value) / limit)}%` } }))] : "")));
  }
  function line(item, round) {
    const because = item.because ? h("p", { class: "because" }, words("because"), " ", text(item.because)) : "";
    const to = (item.to || []).filter((who) => who !== item.who);
    const names = to.slice(0, 6).map((who, place) => [place ? words("comma") : "", text(Report.name(who))]);
    const more = to.length > 6 ? ` +${to.length - 6}` : "";
    const whom = to.length ? h("span", { class: "how" }, " → ", names, more) : "";
    const tagged = (key, sort = "") => [h("span", { class: `tag ${sort}` }, words(key)), " "];
    const body = {
      speech: () => [h("p", { class: "who" }, person(item.who), whom), h("p", {}, text(item.text)), because],
      letter: () => [h("p", { class: "who" }, person(item.who), whom, h("span", { class: "tag" }, words("by_letter"))), h("p", {}, text(item.text)), because],
      gesture: () => [h("p", {}, person(item.who), whom, " ", text(item.text)), because],
      direction: () => [h("p", {}, person(item.who), " ", text(item.text)), because],
      announced: () => [h("p", { class: "who" }, h("span", { class: "tag" }, words("announced")), whom), h("p", {}, text(item.text))],
      happening: () => [h("p", {}, tagged("happening"), text(item.text))],
      injected: () => [h("p", {}, tagged("injected", "secret"), text(item.text))],
      ending: () => [h("p", {}, tagged("ending"), text(item.text))],
      life: () => [h("p", {}, person(item.who), " ", words(`life_${item.change}`))],
      failed: () => [h("p", { class: "because" }, text(Report.name(item.who)), words("failed_turn"), " ", text(item.text))],
      authored: () => [h("p", {}, tagged("injected", "secret"), words(`edit_${item.edit}`), item.text ? [" — ", text(item.text)] : "")],
    }[item.sort];
    return h("div", { class: `line ${item.sort}`, "data-seq": item.seq, "data-round": round, "data-who": [item.who, ...(item.to || [])].join(" ") }, h("i", { class: "dot", style: { "--c": item.who ? Report.colour(item.who) : "transparent" } }), h("div", {}, body()));
  }
  const person = (who) => h("button", { class: "link person-link", onclick: () => openPerson(who) }, text(Report.name(who)));
  watchers.add(draw);
  return { update: draw };
});
// What the page remembers while it is open.
const kept = { follow: "" };
function openPerson(who) {
  pending.person = who;
  Report.show("people");
}
// What can be done here, until it is closed once.
function tips() {
  if (localStorage.getItem("studio-tips")) return "";
  const node = h("section", { class: "card tips", id: "tips" },
    h("button", { type: "button", class: "icon close", "aria-label": words("close"), onclick: () => { localStorage.setItem("studio-tips", "seen"); node.remove(); } }, "×"),
    h("ul", {}, ["tip_slider", "tip_branch", "tip_person"].map((key) => h("li", {}, words(key)))));
  return node;
}

peoplePanel();
secretsPanel();
branchesPanel();
