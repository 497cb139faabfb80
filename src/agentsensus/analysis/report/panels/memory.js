"use strict";
// The memory: search, an agent's knowledge after the round of the slider, and a record in full.
Report.panel("memory", (root, memory, run) => {
  const { h, text, words, name, state } = Report;
  const MOST = 150;
  const search = h("input", { type: "search", id: "search", placeholder: words("search"), "aria-label": words("search"), oninput: () => draw() });
  const owners = [...new Set(memory.records.flatMap((record) => record.held.map((row) => row[0])))]
    .sort((a, b) => (run.people.indexOf(b) >= 0) - (run.people.indexOf(a) >= 0) || name(a).localeCompare(name(b)));
  const agent = h("select", { id: "agent", "aria-label": words("knower"), onchange: () => draw() },
    h("option", { value: "" }, words("everybody")), owners.map((who) => h("option", { value: who }, name(who))));
  const sort = h("select", { id: "sort", "aria-label": words("order"), onchange: () => draw() },
    ["newest", "owners", "oldest"].map((each) => h("option", { value: each }, words(`order_${each}`))));
  const count = h("p", { class: "quiet", id: "count", "aria-live": "polite" });
  const list = h("ul", { class: "records" });
  const detail = h("div", { class: "card detail" }, h("p", { class: "quiet" }, words("click_record")));
  root.append(h("div", { class: "bar" }, search, agent, sort), count, h("div", { class: "two" }, list, detail));
  let open = null;
  const isNarrow = root.clientWidth < 860;

  const parts = (value) => value.toLowerCase().split(/[\s，。、；：]+/).filter(Boolean);
  function fits(record, wanted) {
    if (!wanted.length) return true;
    record.all = record.all || [record.text, ...record.held.map((row) => row[2]), ...record.held.map((row) => name(row[0]))].join("\n").toLowerCase();
    return wanted.every((word) => record.all.includes(word));
  }
  function draw() {
    const round = state.round, who = agent.value, wanted = parts(search.value);
    const known = who ? Report.knownBy(who, round) : memory.records.filter((record) => Report.ownersAt(record, round).length);
    const near = known.filter((record) => fits(record, wanted));
    const size = (record) => Report.ownersAt(record, round).length;
    const order = { newest: (a, b) => b.at - a.at, oldest: (a, b) => a.at - b.at, owners: (a, b) => size(b) - size(a) }[sort.value];
    near.sort(order);
    count.textContent = who ? words("knew", { who: name(who), n: known.length, round }) + (wanted.length ? ` · ${words("matches", { n: near.length })}` : "")
      : words("there_were", { n: known.length, round }) + (wanted.length ? ` · ${words("matches", { n: near.length })}` : "");
    list.replaceChildren(...near.slice(0, MOST).map((record) => item(record, who, round)),
      near.length > MOST ? h("li", { class: "quiet" }, words("left_out", { n: near.length - MOST })) : "");
    const chosen = open || (isNarrow ? null : near[0]);
    if (chosen) detail.replaceChildren(Report.recordDetail(chosen));
    for (const row of list.querySelectorAll(".row")) row.classList.toggle("chosen", chosen !== null && row.dataset.record === chosen?.id);
  }
  function choose(record) {
    if (isNarrow) return Report.showRecord(record.id);
    open = record;
    draw();
  }
  function item(record, who, round) {
    const people = Report.ownersAt(record, round);
    const shown = who ? Report.ownWords(record, who, round) : record.text;
    return h("li", {}, h("button", { class: "row", "data-record": record.id, onclick: () => choose(record) },
      text(shown), h("span", { class: "quiet" }, `${words("round_n", { n: record.at })} · ${words("owned_by", { n: people.length })}`,
        record.links.some((link) => link[1] === "conflicts_with") ? h("span", { class: "tag conflict" }, words("conflicts")) : "")));
  }
  return { update: draw };
});
