// Branches: the tree of runs of this world, and two of them side by side.
import { live } from "./run.js";
import { address, button, busy, dialog, field, get, post, select, words } from "./studio.js";

const { h, text, chip } = Report;

export function branchDialog(entries) {
  const round = Report.state.round;
  const rounds = h("input", { type: "number", id: "branch-rounds", min: 1, max: 10000, value: 6 });
  const make = h("button", { type: "submit", class: "primary" }, words("branch_here"));
  dialog(words("branch_after", { n: round }), h("form", { onsubmit: (event) => {
    event.preventDefault();
    busy(make, async () => {
      const { run } = await post(`/api/runs/${address(live.name)}/branch`, { at: round, entries, rounds: Number(rounds.value) || 1 });
      location.href = `/run/${address(run)}`;
    });
  } }, h("p", { class: "quiet" }, words("branch_help")), h("div", { class: "fields" }, field("more_rounds", rounds)), h("div", { class: "actions end" }, make)));
}

export function branchesPanel() {
  Report.panel("branches", (root) => {
    const tree = h("div", { class: "card" }), result = h("div", { id: "compared" });
    root.append(tree, result);
    async function draw() {
      const runs = (await get("/api/home")).runs.filter((run) => run.world === live.file.world && !run.error);
      const short = (run) => run.run.split("/").pop();
      const inside = new Set();
      const below = (parent) => runs.filter((run) => run.parent && run.parent === short(parent) && run.run !== parent.run);
      const item = (run) => {
        inside.add(run.run);
        return h("li", { "data-run": run.run }, h("span", { class: `branch ${run.run === live.name ? "chosen" : ""}` }, run.run === live.name ? h("b", {}, text(short(run))) : h("a", { href: `/run/${address(run.run)}#branches` }, text(short(run))),
          h("span", { class: "quiet" }, " ", run.parent ? `${words("from_round", { n: run.forked_at })} · ` : "", words("cover_rounds_short", { n: run.rounds }), run.injected ? ` · ${words("changes_n", { n: run.injected })}` : ""), run.change ? h("q", { class: "change" }, text(Report.cut(run.change, 120))) : ""),
        ((kids) => kids.length ? h("ul", {}, kids.map(item)) : "")(below(run).filter((each) => !inside.has(each.run))));
      };
      const names = new Set(runs.map(short));
      const roots = runs.filter((run) => !run.parent || !names.has(run.parent));
      const others = runs.filter((run) => run.run !== live.name);
      const near = others.find((run) => run.parent === short({ run: live.name })) || others.find((run) => short(run) === live.file.parent) || others[0];
      const other = select(others.map((run) => [run.run, short(run)]), near && near.run, { id: "other", "aria-label": words("compare_with") });
      tree.replaceChildren(h("h2", {}, words("branches_of", { world: live.own.title })), h("ul", { class: "tree" }, roots.map(item)),
        others.length ? h("div", { class: "bar" }, h("label", {}, words("compare_with"), " ", other), button("compare", () => compare(other.value), { class: "primary", id: "compare" })) : h("p", { class: "quiet" }, words("no_branches")));
    }
    async function compare(other) {
      const found = await get(`/api/compare?a=${encodeURIComponent(live.name)}&b=${encodeURIComponent(other)}`);
      const short = (name) => name.split("/").pop();
      const sides = [live.name, other];
      const held = (rows) => rows.length ? h("ul", { class: "known" }, rows.slice(0, 12).map((row) => h("li", {}, text(row.text), h("div", { class: "quiet" }, words("since", { n: row.since }), " · ", Report.how(row.via, row.source)))), rows.length > 12 ? h("li", { class: "quiet" }, words("left_out", { n: rows.length - 12 })) : "") : h("p", { class: "quiet" }, "–");
      const said = (lines) => h("ul", { class: "known" }, lines.slice(0, 25).map((line) => h("li", {}, h("b", {}, `${line.round} `), text(Report.name(line.sender)), line.recipients.length ? [" → ", line.recipients.slice(0, 4).map((who, place) => [place ? words("comma") : "", text(Report.name(who))])] : "", h("blockquote", {}, text(line.content)))), lines.length > 25 ? h("li", { class: "quiet" }, words("left_out", { n: lines.length - 25 })) : "");
      const heads = () => sides.map((name) => h("h4", {}, text(short(name))));
      result.replaceChildren(
        h("section", { class: "card" }, h("h2", {}, words("compared_to", { n: found.at })),
          found.parted ? [h("p", {}, words("parted_at", { n: found.parted.round })), h("div", { class: "pair" }, ...heads(), ...found.parted.turns.map((turn) => turn ? h("p", { class: "part" }, h("b", {}, `${turn.round} `), chip(turn.who), text(turn.text), turn.because ? h("span", { class: "because" }, " ", words("because"), " ", text(turn.because)) : "") : h("p", { class: "quiet" }, "–")))] : h("p", {}, words("not_parted"))),
        h("section", { class: "card" }, h("h2", {}, words("known_in_one")), found.agents.length ? found.agents.map((agent) => h("details", { class: "pair-of", open: found.agents.length < 4 }, h("summary", {}, text(Report.name(agent.agent)), h("span", { class: "quiet" }, ` ${agent.first.length} · ${agent.second.length}`)),
          h("div", { class: "pair" }, ...heads(), held(agent.first), held(agent.second)))) : h("p", { class: "quiet" }, words("known_alike"))),
        h("section", { class: "card" }, h("h2", {}, words("said_in_one")), h("div", { class: "pair" }, ...heads(), said(found.said_first), said(found.said_second))));
      result.scrollIntoView({ block: "start" });
    }
    draw();
    return {};
  });
}
