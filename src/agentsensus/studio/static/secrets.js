// Follow a secret: search, pick a record, see its road, wordings, owners and the judge's reasons, and correct them.
import { live, pending } from "./run.js";
import { address, busy, get, post, say, words } from "./studio.js";

const { h, text, chip } = Report;

const loading = () => h("li", { class: "quiet" }, h("span", { role: "status" }, words("loading")));

export function secretsPanel() {
  Report.panel("secrets", (root) => {
    const search = h("input", { type: "search", id: "search", placeholder: words("search_secret"), "aria-label": words("search_secret"), oninput: () => later() });
    const list = h("ul", { class: "records", id: "found" }, loading());
    const detail = h("div", { class: "card detail", id: "record" }, h("p", { class: "quiet" }, words("click_record")));
    root.append(h("div", { class: "bar" }, search), h("div", { class: "two secrets" }, list, detail));
    let chosen = pending.record, timer = 0, number = 0, shownAt = null;
    pending.record = "";
    const later = () => { clearTimeout(timer); timer = setTimeout(find, 40); };

    async function find() {
      const mine = ++number, at = Report.state.round;
      const slow = setTimeout(() => { if (mine === number) list.replaceChildren(loading()); }, 400);
      const found = await get(`/api/runs/${address(live.name)}/search?at=${at}&q=${encodeURIComponent(search.value)}`).finally(() => clearTimeout(slow));
      if (mine !== number) return;
      if (!chosen && found[0]) chosen = found[0].record;
      list.replaceChildren(...found.map((row) => h("li", {}, h("button", { type: "button", class: `row ${row.record === chosen ? "chosen" : ""}`, "data-record": row.record, onclick: () => pick(row.record) },
        row.secret ? h("span", { class: "tag secret" }, words("secret")) : "", text(row.text), h("span", { class: "quiet" }, `${words("round_n", { n: row.at })} · ${words("owned_by", { n: row.owners.length })}`)))),
      found.length ? "" : h("li", { class: "quiet" }, words("nothing_found")));
      if (chosen) show();
    }
    function pick(id) {
      chosen = id;
      for (const row of list.querySelectorAll(".row")) row.classList.toggle("chosen", row.dataset.record === id);
      show().then(() => { if (root.clientWidth < 860) detail.scrollIntoView(); });
    }
    async function show() {
      const at = Report.state.round;
      let record;
      try {
        record = await get(`/api/runs/${address(live.name)}/record/${chosen}?at=${at}`);
      } catch (error) {
        detail.replaceChildren(h("p", { class: "quiet" }, error.message));
        return;
      }
      const road = h("section", { class: "road-of" });
      detail.replaceChildren(road, conflicts(record), wordings(record), Report.recordDetail(record));
      Report.drawRoad(road, record.road, live.own);
      if (!record.road.steps.length) road.append(h("p", { class: "quiet" }, words("no_road")));
      detail.scrollTop = 0;
    }
    function conflicts(record) {
      if (!record.conflicts.length) return "";
      return h("section", { class: "conflicts" }, h("h3", {}, words("conflicts")), record.conflicts.map((each) => h("div", { class: "conflict-card" },
        [0, 1].map((side) => h("div", {}, h("p", {}, text(each.texts[side])), h("p", { class: "quiet" }, each.owners[side].map((who) => chip(who))),
          editButton("keep_this", { edit: "resolve", record: each.id, other: each.records[side] }))),
        h("div", { class: "actions" }, editButton("dismiss", { edit: "dismiss", record: each.id }), editButton("merge_both", { edit: "merge", record: each.records[0], other: each.records[1] })))));
    }
    function wordings(record) {
      if (record.wordings.length < 2) return "";
      return h("section", { class: "merged" }, h("h3", {}, words("merged_wordings", { n: record.wordings.length })), h("ul", { class: "known" }, record.wordings.map((wording, place) => h("li", {},
        text(wording.text), h("div", { class: "quiet" }, wording.owners.map((who) => chip(who)), ` ${words("round_n", { n: wording.at })}`),
        place ? h("div", { class: "actions" }, editButton("undo_merge", { edit: "split", record: record.id, other: wording.id }), whyButton(record, wording)) : ""))));
    }
    function whyButton(record, wording) {
      const reason = h("p", { class: "quiet", role: "status" });
      const node = h("button", { type: "button", class: "plain", onclick: () => busy(node, async () => {
        const { why } = await get(`/api/runs/${address(live.name)}/why?a=${encodeURIComponent(record.wordings[0].text)}&b=${encodeURIComponent(wording.text)}`);
        reason.textContent = why;
      }) }, words("why_merged"));
      return [node, reason];
    }
    // A finished run is edited in place; one that goes on, or a past round, in a branch that logs the edit.
    function editButton(key, change) {
      const node = h("button", { type: "button", "data-edit": change.edit, onclick: () => busy(node, async () => {
        const inPlace = !live.state.live && live.file.stop !== null && Report.state.round === live.own.rounds;
        if (inPlace) {
          await post(`/api/runs/${address(live.name)}/edit`, change);
          say(words("edited"));
          await find();
          return;
        }
        const { run } = await post(`/api/runs/${address(live.name)}/branch`, { at: Report.state.round, entries: [change] });
        location.href = `/run/${address(run)}#secrets`;
      }) }, words(key));
      return node;
    }
    return { update() {
      if (shownAt === Report.state.round) return;
      shownAt = Report.state.round;
      find();
    } };
  });
}
