// The memory of a program: agents, records, who knows what, and what waits for a decision of the author.
import { address, busy, get, post, say, select, topBar, words } from "./studio.js";

const { h, text, chip } = Report;
const COLOURS = ["#2471a3", "#c0392b", "#1e8449", "#b9770e", "#7d3c98", "#148f8f", "#a04060", "#5d6d7e"];

export async function memoryView(root, name) {
  const url = `/api/memories/${address(name)}`;
  const params = new URLSearchParams(location.search);
  const space = params.get("space") || "";
  const ask = (what, more = {}) => get(`${url}/ask/${what}?${new URLSearchParams({ space, ...more })}`);
  const overview = await ask("overview");
  document.title = `${overview.title} · ${words("studio")}`;
  const agents = overview.agents.map((agent) => agent.id);
  const colours = Object.fromEntries(agents.map((id, place) => [id, COLOURS[place % COLOURS.length]]));
  Report.start({ runs: [{ named: {}, colours, ends: {}, people: agents, rounds: overview.round, panels: {} }] },
    { bare: true, showRecord: (id) => open(id) });

  const search = h("input", { type: "search", id: "search", placeholder: words("search"), "aria-label": words("search"), oninput: () => later() });
  const agent = select([["", words("everybody")], ...overview.agents.map((each) => [each.id, each.records ? `${each.id} (${each.records})` : each.id])], "", { id: "agent", "aria-label": words("knower"), onchange: () => find() });
  const at = h("input", { type: "range", min: 0, max: overview.round, value: overview.round, id: "round", "aria-label": words("round"), oninput: () => { count.textContent = words("round_of", { n: at.value, of: overview.round }); Report.state.round = Number(at.value); later(); } });
  const count = h("output", { for: "round" }, words("round_of", { n: overview.round, of: overview.round }));
  const list = h("ul", { class: "records", id: "found" }), detail = h("div", { class: "card detail", id: "record" }, h("p", { class: "quiet" }, words("click_record")));
  const tabs = ["records", "knows", "decide"];
  const bar = h("div", { role: "tablist", class: "kinds" }, tabs.map((tab) => h("button", { type: "button", role: "tab", "data-tab": tab, onclick: () => show(tab) }, words(`memory_${tab}`))));
  let tab = "records", timer = 0, number = 0;
  const figures = [["count_records", overview.figures.total], ["memory_shared", overview.figures.shared], ["memory_merges", overview.figures.merges], ["memory_conflicts", overview.figures.conflicts]];
  root.replaceChildren(topBar(), h("main", { class: "page wide" },
    h("header", { class: "hero small" }, h("h1", {}, text(overview.title)),
      overview.spaces.length > 1 ? select(overview.spaces.map((each) => [each, each]), overview.space, { "aria-label": words("space"), onchange: (event) => { location.search = new URLSearchParams({ space: event.target.value }); } }) : ""),
    h("dl", { class: "counters card" }, figures.map(([key, value]) => h("div", {}, h("dt", {}, words(key)), h("dd", {}, String(value)))), h("div", {}, h("dt", {}, words("agents")), h("dd", {}, String(agents.length)))),
    bar, h("div", { class: "bar" }, search, agent, overview.round ? [at, count] : ""), h("div", { class: "two" }, list, detail)));
  Report.state.round = overview.round;
  const later = () => { clearTimeout(timer); timer = setTimeout(find, 40); };

  function show(chosen) {
    tab = chosen;
    for (const each of bar.children) each.setAttribute("aria-selected", each.dataset.tab === tab);
    agent.hidden = tab !== "records";
    search.hidden = at.hidden = count.hidden = tab === "decide";
    find();
  }
  async function find() {
    const mine = ++number, more = { q: search.value, agent: agent.value, at: at.value };
    if (tab === "decide") return decide(mine);
    if (tab === "knows") {
      const found = search.value.trim() ? await ask("knows", more) : [];
      if (mine !== number) return undefined;
      list.replaceChildren(...found.map((row) => h("li", {}, h("button", { type: "button", class: "row", "data-record": row.record, onclick: () => open(row.record) }, chip(row.agent), " ", text(row.text),
        h("span", { class: "quiet" }, words("since", { n: row.since }), " · ", Report.how(row.via, row.source))))), found.length ? "" : h("li", { class: "quiet" }, words(search.value.trim() ? "nothing_found" : "knows_help")));
      return undefined;
    }
    const found = await ask("records", more);
    if (mine !== number) return undefined;
    list.replaceChildren(...found.rows.map((row) => h("li", {}, h("button", { type: "button", class: "row", "data-record": row.record, onclick: () => open(row.record) }, text(row.text),
      h("span", { class: "quiet" }, row.owners.map((who) => chip(who)), words("round_n", { n: row.at }))))),
    found.rows.length ? "" : h("li", { class: "quiet" }, words("nothing_found")), found.more ? h("li", { class: "quiet" }, words("left_out", { n: found.more })) : "");
    return undefined;
  }
  async function decide(mine) {
    const found = await ask("decisions");
    if (mine !== number) return;
    const both = (each) => [0, 1].map((side) => h("div", {}, h("p", {}, text(each.texts[side])), h("p", { class: "quiet" }, each.owners[side].map((who) => chip(who))), edit("keep_this", { edit: "resolve", record: each.id, other: each.records[side] })));
    list.replaceChildren(
      h("li", {}, h("h3", {}, words("conflicts_open", { n: found.conflicts.length }))),
      ...found.conflicts.map((each) => h("li", { class: "conflict-card" }, both(each), h("div", { class: "actions" }, edit("dismiss", { edit: "dismiss", record: each.id }), edit("merge_both", { edit: "merge", record: each.records[0], other: each.records[1] })))),
      h("li", {}, h("h3", {}, words("reviews_open", { n: found.reviews.length }))),
      ...found.reviews.map((each) => h("li", { class: "conflict-card" }, h("div", {}, h("p", {}, text(each.text))), h("div", {}, h("p", {}, text(each.other_text))),
        h("p", { class: "quiet" }, words(each.together ? "was_merged" : "was_kept_apart"), ` · ${each.score} / ${each.threshold}`),
        h("div", { class: "actions" }, review(each.together ? "same_event" : "merge_them", each, true), review(each.together ? "split_them" : "different_event", each, false)))));
  }
  const done = async () => { say(words("edited")); await find(); };
  function edit(key, change) {
    const node = h("button", { type: "button", "data-edit": change.edit, onclick: () => busy(node, async () => { await post(`${url}/edit`, { ...change, space }); await done(); if (change.edit === "split") await open(change.record); }) }, words(key));
    return node;
  }
  function review(key, call, same) {
    const node = h("button", { type: "button", "data-same": String(same), onclick: () => busy(node, async () => { await post(`${url}/review`, { wording: call.wording, other: call.other, same, space }); await done(); }) }, words(key));
    return node;
  }
  async function open(id) {
    for (const row of list.querySelectorAll(".row")) row.classList.toggle("chosen", row.dataset.record === id);
    const record = await get(`${url}/ask/record?${new URLSearchParams({ space, id, at: at.value })}`);
    detail.replaceChildren(Report.recordDetail(record), record.wordings.length > 1 ? h("section", {}, h("h4", {}, words("undo_merge")), h("ul", { class: "known" }, record.wordings.slice(1).map((wording) => h("li", {}, text(wording.text), " ", edit("undo_merge", { edit: "split", record: record.id, other: wording.id }))))) : "");
    if (root.clientWidth < 860) detail.scrollIntoView();
  }
  show("records");
}
