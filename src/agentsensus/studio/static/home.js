// Home: the worlds and runs of the folder, and the form that starts a run.
import { address, button, busy, dialog, field, get, post, say, select, topBar, words } from "./studio.js";

const { h, text } = Report;
// Seconds between rounds.
export const SPEEDS = [0, 1, 3, 8];

export async function homeView(root) {
  const home = await get("/api/home");
  document.title = words("studio");
  const runs = h("div", { class: "covers" });
  root.replaceChildren(topBar(),
    h("main", { class: "page", id: "home" },
      h("header", { class: "hero" }, h("h1", {}, words("home_title")), h("p", { class: "quiet" }, words("home_lead"))),
      h("section", {}, h("h2", {}, words("runs")), home.runs.length ? runs : firstRun(home)),
      h("section", {}, h("div", { class: "heading" }, h("h2", {}, words("worlds")), button("new_world", () => newWorld(home))),
        h("div", { class: "covers" }, home.worlds.map((world) => worldCover(world, home)))),
      home.memories.length ? h("section", {}, h("h2", {}, words("memories")),
        h("ul", { class: "plain-list" }, home.memories.map((each) => h("li", {}, h("a", { href: `/memory/${address(each.memory)}` }, text(each.title)))))) : "",
      h("footer", { class: "quiet" }, text(`${home.folder} · Agentsensus ${home.version}`))));
  for (const run of home.runs) runs.append(runCover(run));
  // The figures of the memory need the store, so they follow when the page is there.
  for (const run of home.runs.slice(0, 24)) {
    if (run.error || run.rounds < 1) continue;
    const place = document.getElementById(`figures-${run.run}`);
    try {
      const figures = await get(`/api/runs/${address(run.run)}/figures`);
      place.textContent = words("cover_figures", figures);
    } catch { place.textContent = ""; }
  }
}

// An empty folder offers a story at once: a world with a recorded run needs neither a key nor a choice.
function firstRun(home) {
  const world = home.worlds.find((each) => each.recorded);
  return h("div", { class: "empty-note" }, h("p", {}, words(world ? "no_runs_yet" : "no_runs", world ? { world: world.title } : {})),
    world ? button("watch_first", async () => {
      const { run } = await post("/api/runs", { world: world.world, rounds: 12, minds: "recorded", delay: 3 });
      location.href = `/run/${address(run)}`;
    }, { class: "primary", id: "watch-first" }) : "");
}

function runCover(run) {
  if (run.error) return h("article", { class: "cover" }, h("h3", {}, text(run.run)), h("p", { class: "problem" }, text(run.error)));
  const link = `/run/${address(run.run)}`;
  const standing = run.live ? "live" : run.stop === null ? "interrupted" : run.stop === "budget" ? "budget" : "finished";
  const card = h("article", { class: "cover run", "data-run": run.run, lang: run.language },
    h("div", { class: "cover-top" }, h("h3", {}, h("a", { href: link }, text(run.title))), h("span", { class: `badge ${standing}` }, words(`standing_run_${standing}`))),
    run.stamp ? h("p", { class: "stamp" }, text(run.stamp)) : "",
    h("p", { class: "quiet" }, text(run.run), " · ", words("seed_n", { n: run.seed }), " · ", words(`minds_${run.minds}`)),
    h("div", { class: "progress", role: "img", "aria-label": words("round_of", { n: run.rounds, of: Math.max(run.until, run.rounds) }) },
      h("i", { style: { width: `${Math.min(100, (100 * run.rounds) / Math.max(1, run.until, run.rounds))}%` } })),
    h("p", { class: "facts" }, words("cover_rounds", { n: run.rounds, people: run.people }), h("span", { id: `figures-${run.run}` })),
    run.ending ? h("p", { class: "ending" }, text(run.ending)) : "",
    run.parent ? h("p", { class: "quiet" }, words("branch_of", { run: run.parent, n: run.forked_at })) : "",
    h("div", { class: "actions" },
      h("a", { class: "button primary", href: link }, words(run.live ? "watch" : "open")),
      standing === "interrupted" ? button("resume", async () => { await post(`/api/runs/${address(run.run)}/control`, { do: "play" }); location.href = link; }) : "",
      button("delete", async () => {
        if (!confirm(words("delete_sure", { run: run.run }))) return;
        const { trash } = await post(`/api/runs/${address(run.run)}/trash`);
        card.remove();
        say(words("deleted", { trash }));
      }, { class: "plain" })));
  return card;
}

function worldCover(world, home) {
  return h("article", { class: "cover world", "data-world": world.world, lang: world.language },
    h("div", { class: "cover-top" }, h("h3", {}, text(world.title)), world.recorded ? h("span", { class: "badge", title: words("minds_help_recorded") }, words("minds_recorded")) : ""),
    world.stamp ? h("p", { class: "stamp" }, text(world.stamp)) : "",
    h("p", {}, text(world.about)),
    world.people ? h("p", { class: "facts" }, words("cover_world", world)) : "",
    h("div", { class: "actions" },
      button("start_run", () => startRun(world, home), { class: "primary" }),
      world.shipped ? button("copy_to_edit", () => newWorld(home, world)) : h("a", { class: "button", href: `/world/${address(world.world)}` }, words("edit"))));
}

export function startRun(world, home) {
  const minds = [...(world.recorded ? ["recorded"] : []), "players", "model"];
  const form = {
    seed: h("input", { type: "number", id: "seed", min: 0 }),
    speed: select(SPEEDS.map((delay) => [String(delay), words(`speed_${delay}`)]), "1", { id: "start-speed" }),
    rounds: h("input", { type: "number", id: "rounds", min: 1, max: 100000, value: world.recorded ? 12 : 20 }),
    minds: select(minds.map((each) => [each, words(`minds_${each}`)]), minds[0], { id: "minds" }),
    model: h("input", { type: "text", id: "model", placeholder: "openai:gpt-4o-mini", value: home.model }),
    calls: h("input", { type: "number", id: "budget-calls", min: 1 }),
    money: h("input", { type: "number", id: "budget-money", min: 0, step: "0.01" }),
  };
  const number = (input) => (input.value === "" ? null : Number(input.value));
  const asked = () => ({ world: world.world, seed: number(form.seed), rounds: number(form.rounds) || 1, minds: form.minds.value,
    model: form.minds.value === "model" ? form.model.value : "", calls: number(form.calls), money: number(form.money), delay: Number(form.speed.value) });
  const estimate = h("p", { class: "quiet", role: "status" });
  const help = h("p", { class: "quiet" });
  const ofModel = h("div", {}, h("div", { class: "fields" }, field("model", form.model), field("budget_calls", form.calls), field("budget_money", form.money)), estimate);
  let asking = 0;
  // The estimate follows what is typed; a wrong model is named at once.
  async function price() {
    const mine = ++asking;
    estimate.className = "quiet";
    if (form.minds.value !== "model" || !form.model.value.trim()) { estimate.textContent = ""; return; }
    estimate.textContent = words("estimating");
    let told;
    try {
      const found = await post("/api/estimate", { ...asked(), delay: 0 });
      told = words("estimated", { calls: found.calls.toLocaleString(), input: found.input.toLocaleString(), output: found.output.toLocaleString(), money: found.money === null ? words("price_unknown") : `$${found.money.toFixed(2)}` });
    } catch (error) { told = error.message; }
    if (mine === asking) estimate.textContent = told;
  }
  const show = () => {
    ofModel.hidden = form.minds.value !== "model";
    form.model.required = form.minds.value === "model";
    form.seed.placeholder = form.minds.value === "recorded" ? words("seed_recorded") : "0";
    help.textContent = words(`minds_help_${form.minds.value}`);
    price();
  };
  form.minds.addEventListener("change", show);
  for (const each of [form.model, form.rounds]) each.addEventListener("change", price);
  show();
  const begin = h("button", { type: "submit", class: "primary" }, words("begin"));
  const node = dialog(words("start_of", { world: world.title }),
    h("form", { onsubmit: (event) => {
      event.preventDefault();
      busy(begin, async () => {
        const { run } = await post("/api/runs", asked());
        location.href = `/run/${address(run)}`;
      });
    } }, h("div", { class: "fields" }, field("minds", form.minds), field("rounds", form.rounds), field("seed", form.seed, words("seed_help")), field("speed", form.speed)), help, ofModel,
    h("div", { class: "actions end" }, begin)));
  return node;
}

function newWorld(home, source = null) {
  const name = h("input", { type: "text", id: "world-name", required: true, pattern: "[a-z0-9_]+", value: source ? `my_${source.world.split("/").pop()}` : "" });
  const language = select([["en", "English"], ["zh", "中文"]], Report.data.language, { id: "world-language" });
  const make = h("button", { type: "submit", class: "primary" }, words("create"));
  dialog(words(source ? "copy_to_edit" : "new_world"),
    h("form", { onsubmit: (event) => {
      event.preventDefault();
      busy(make, async () => {
        const { world } = await post("/api/worlds", { name: name.value, language: language.value, copy_of: source ? source.world : "" });
        location.href = `/world/${address(world)}`;
      });
    } }, h("div", { class: "fields" }, field("world_name", name, words("world_name_help")), source ? "" : field("language_of", language)),
    h("div", { class: "actions end" }, make)));
}
