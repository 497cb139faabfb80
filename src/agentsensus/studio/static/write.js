// Write: the files of a world as forms and as text side by side, checked while they are typed.
import { address, button, busy, field, get, post, say, select, topBar, words } from "./studio.js";

const { h, s, text } = Report;
const PARTS = [["world", "world.yaml"], ["characters", "characters.yaml"], ["places", "places.yaml"], ["carriers", "carriers.yaml"], ["scenes", "scenes.md"], ["happenings", "happenings.yaml"]];

export async function writeView(root, name) {
  const world = await get(`/api/worlds/${address(name)}/files`);
  document.title = `${name} · ${words("studio")}`;
  const files = { ...world.files };
  let layout = world.layout, part = location.hash.slice(1) || "characters", chosen = "", forms = null, changed = false, timer = 0, number = 0;
  if (!PARTS.some(([each]) => each === part)) part = "characters";

  const title = h("span", {}, text(name));
  const standing = h("span", { class: "badge", id: "check", role: "status" });
  const save = button("save", async () => { await keep(); say(words("saved")); }, { id: "save" });
  const attempt = button("try_rounds", async () => {
    if (world.own) await keep();
    const { run } = await post("/api/runs", { world: name, rounds: 10 });
    location.href = `/run/${address(run)}`;
  }, { class: "primary", id: "try" });
  const tabs = h("div", { role: "tablist", class: "kinds" }, PARTS.map(([each]) => h("button", { type: "button", role: "tab", "data-part": each, onclick: () => show(each) }, words(`part_${each}`))));
  const form = h("div", { class: "card form", id: "form" });
  const editor = h("textarea", { id: "text", spellcheck: "false", wrap: "off", "aria-label": words("text_of_file"), readonly: !world.own, oninput: () => { files[fileOf(part)] = editor.value; changed = true; later(); } });
  const gutter = h("pre", { class: "gutter", "aria-hidden": "true" });
  editor.addEventListener("scroll", () => { gutter.scrollTop = editor.scrollTop; });
  const fileName = h("span", {});
  const problems = h("ul", { class: "problems", id: "problems", "aria-live": "polite" });
  root.replaceChildren(topBar(h("span", { class: "quiet" }, text(name))), h("main", { class: "page wide", id: "write" },
    h("header", { class: "hero small" }, h("h1", {}, title, " ", standing), h("div", { class: "actions" }, world.own ? save : h("span", { class: "quiet" }, words("shipped_readonly")), attempt)),
    tabs, h("div", { class: "write" }, form, h("div", { class: "card text-side" }, h("h3", {}, fileName), h("div", { class: "editor" }, gutter, editor), problems))));
  addEventListener("beforeunload", (event) => { if (changed) event.preventDefault(); });
  document.addEventListener("keydown", (event) => { if ((event.ctrlKey || event.metaKey) && event.key === "s") { event.preventDefault(); save.click(); } });

  const fileOf = (each) => PARTS.find(([id]) => id === each)[1];
  const later = () => { clearTimeout(timer); timer = setTimeout(() => check(true), 350); numberLines(); };
  const numberLines = () => { gutter.textContent = editor.value.split("\n").map((_, line) => line + 1).join("\n"); };
  async function keep() {
    await post(`/api/worlds/${address(name)}/save`, { files, layout });
    changed = false;
  }
  async function check(redraw) {
    const mine = ++number;
    let found;
    try {
      found = await post("/api/check", { files });
    } catch (error) {
      found = { ok: false, problems: [{ severity: "error", file: "", problem: error.message, line: null }], forms };
    }
    if (mine !== number) return;
    forms = found.forms || forms;
    const errors = found.problems.filter((each) => each.severity === "error").length;
    standing.className = `badge ${found.ok ? "finished" : "interrupted"}`;
    standing.textContent = found.ok ? words(found.problems.length ? "check_hints" : "check_ok", { n: found.problems.length }) : words("check_wrong", { n: errors });
    title.replaceChildren(text(forms?.world?.title || name));
    problems.replaceChildren(...found.problems.map((each) => h("li", { class: each.severity }, h("button", { type: "button", class: "link", onclick: () => goTo(each) },
      h("b", {}, text(`${each.file}${each.line ? `:${each.line}` : ""}`)), " ", text(each.path ? `${each.path}: ` : ""), text(each.problem)))));
    if (redraw) draw();
  }
  function goTo(problem) {
    const place = PARTS.find(([, file]) => file === problem.file);
    if (place && place[0] !== part) show(place[0]);
    if (!problem.line) return;
    const before = editor.value.split("\n").slice(0, problem.line - 1).join("\n").length + (problem.line > 1 ? 1 : 0);
    editor.focus();
    editor.setSelectionRange(before, before + (editor.value.slice(before).split("\n")[0] || "").length);
    editor.scrollTop = (problem.line - 5) * 19;
  }
  function show(each) {
    part = each;
    chosen = "";
    history.replaceState(null, "", `#${part}`);
    for (const tab of tabs.children) tab.setAttribute("aria-selected", tab.dataset.part === part);
    setText();
    draw();
  }
  function setText() {
    fileName.textContent = fileOf(part);
    if (editor.value !== (files[fileOf(part)] || "")) editor.value = files[fileOf(part)] || "";
    numberLines();
  }
  // Change one entry of a file; the rest of the file, and its comments, stay as they are.
  async function change(file, key, value) {
    if (!world.own) return say(words("shipped_readonly"), true);
    files[file] = (await post("/api/entry", { text: files[file] || "", key, value })).text;
    changed = true;
    setText();
    await check(false);
    return undefined;
  }
  async function changeScene(order, value) {
    if (!world.own) return say(words("shipped_readonly"), true);
    files["scenes.md"] = (await post("/api/entry", { text: files["scenes.md"] || "", scene: true, order, value })).text;
    changed = true;
    setText();
    await check(true);
    return undefined;
  }
  const safely = (work) => (event) => work(event).catch((error) => say(error.message, true));
  const nameOf = (kind, id) => (forms[kind]?.[id]?.name) || id.replaceAll("_", " ");
  const ids = (kind) => Object.keys(forms[kind] || {});
  const lines = (value) => (value === undefined || value === null ? "" : Array.isArray(value) ? value.map((each) => (typeof each === "object" ? each.text : each)).join("\n") : String(value));
  const several = (value) => value.split("\n").map((each) => each.trim()).filter(Boolean);

  // --- forms

  function input(entry, key, label, save_, kind = "text") {
    const current = kind === "list" || kind === "area" ? lines(entry[key]) : entry[key] ?? "";
    const node = kind === "area" || kind === "list" ? h("textarea", { rows: kind === "list" ? 3 : 4 }) : h("input", { type: kind });
    node.value = current;
    node.dataset.key = key;
    node.addEventListener("change", safely(() => save_(key, kind === "list" ? several(node.value) : kind === "number" ? Number(node.value) : node.value)));
    return field(label, node);
  }
  function choice(entry, key, label, options, save_) {
    const node = select([["", "–"], ...options], entry[key] ?? "", { "data-key": key });
    node.addEventListener("change", safely(() => save_(key, node.value || null)));
    return field(label, node);
  }
  function entries(kind, fields) {
    const file = `${kind}.yaml`;
    const all = ids(kind);
    chosen = all.includes(chosen) ? chosen : all[0] || "";
    const entry = forms[kind]?.[chosen] || {};
    const put = async (key, value) => {
      const next = { ...(forms[kind]?.[chosen] || {}) };
      if (value === null || value === "" || (Array.isArray(value) && !value.length)) delete next[key];
      else next[key] = value;
      await change(file, chosen, next);
    };
    const fresh = h("input", { type: "text", placeholder: words(`new_${kind}`), "aria-label": words(`new_${kind}`) });
    const add = h("form", { class: "bar", onsubmit: (event) => { event.preventDefault(); safely(async () => { const called = fresh.value.trim(); if (!called) return; chosen = freshId(kind, called); await change(file, chosen, starter(kind, called)); draw(); })(); } }, fresh, h("button", { type: "submit" }, words("add")));
    return h("div", { class: "entries" },
      h("ul", { class: "entry-list" }, all.map((id) => h("li", {}, h("button", { type: "button", class: `row ${id === chosen ? "chosen" : ""}`, "data-entry": id, onclick: () => { chosen = id; draw(); } }, text(nameOf(kind, id))))), h("li", {}, add)),
      chosen ? h("div", { class: "entry" }, fields(entry, put), h("div", { class: "actions end" }, button("remove", async () => { const id = chosen; chosen = ""; await change(file, id, null); draw(); }, { class: "plain" }))) : "");
  }
  // The id of a new entry: its name in small letters, or a number where the name has no Latin letters.
  function freshId(kind, called) {
    const stem = called.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "") || kind.replace(/s$/, "");
    let id = stem;
    for (let n = 2; ids(kind).includes(id); n += 1) id = `${stem}_${n}`;
    return id;
  }
  const starter = (kind, called) => ({ name: called, ...(kind === "characters" ? { profile: "", at: ids("places")[0] || "" } : kind === "carriers" ? { at: ids("places")[0] || "", text: ["…"] } : kind === "happenings" ? { when: { round: 2 }, where: ids("places")[0] || "", witnesses: "present", text: "…" } : { profile: "" }), ...(kind === "happenings" ? { name: undefined } : {}) });
  const places = () => ids("places").map((id) => [id, nameOf("places", id)]);
  const people = () => ids("characters").map((id) => [id, nameOf("characters", id)]);

  const draws = {
    world() {
      const entry = forms.world || {};
      const put = (key, value) => change("world.yaml", key, value);
      return h("div", { class: "entry" }, input(entry, "title", "world_title", put), input(entry, "about", "world_about", put, "area"), input(entry, "rounds", "rounds", put, "number"),
        h("p", { class: "quiet" }, words("kickoff_help")), h("ul", { class: "known" }, (entry.kickoff || []).map((each) => h("li", {}, text(lines(each.content))))));
    },
    characters: () => entries("characters", (entry, put) => [input(entry, "name", "name", put), choice(entry, "at", "starts_at", places(), put), input(entry, "profile", "profile", put, "area"),
      goalsField(entry, put), input({ voice: typeof entry.voice === "object" && entry.voice ? entry.voice.manner : entry.voice }, "voice", "voice", (key, value) => put("voice", typeof entry.voice === "object" && entry.voice ? { ...entry.voice, manner: value } : value), "area"), input(entry, "aliases", "aliases", put, "list")]),
    places: () => h("div", {}, map(), entries("places", (entry, put) => [input(entry, "name", "name", put), input(entry, "profile", "profile", put, "area"), ways()])),
    carriers: () => entries("carriers", (entry, put) => [input(entry, "name", "name", put), choice(entry, "at", "lies_at", places(), put), choice(entry, "held_by", "held_by", people(), put), input(entry, "text", "letter_says", put, "list")]),
    happenings: () => entries("happenings", (entry, put) => [input(entry, "text", "what_happens", put, "area"), choice(entry, "where", "where", places(), put),
      input({ round: entry.when?.round }, "round", "from_round_on", (_, value) => put("when", { ...(entry.when || {}), round: value }), "number"), input(entry, "tellings", "other_tellings", put, "list")]),
    scenes() {
      return h("div", {}, h("ol", { class: "scene-list" }, forms.scenes.map((event) => {
        const what = h("textarea", { rows: 2, "aria-label": words("what_happened") });
        what.value = event.text;
        const who = h("input", { type: "text", "aria-label": words("witnesses") });
        who.value = event.witnesses.join(", ");
        const secret = h("input", { type: "checkbox" });
        secret.checked = event.secret;
        const told = h("textarea", { rows: 2 });
        told.value = event.tellings.join("\n");
        const put = safely(() => changeScene(event.order, { ...event, text: what.value, witnesses: who.value.split(/[,，、]/).map((each) => each.trim()).filter(Boolean), secret: secret.checked, tellings: several(told.value) }));
        for (const node of [what, who, secret, told]) node.addEventListener("change", put);
        return h("li", { "data-event": event.id }, h("p", { class: "quiet" }, text([event.place, event.time].filter(Boolean).join(" · ")), event.id && !/^e\d{4}_*$/.test(event.id) ? [" ", h("span", { class: "tag" }, text(`#${event.id}`))] : ""), what,
          h("div", { class: "fields" }, field("witnesses", who), h("label", { class: "pick" }, secret, words("secret"))), h("details", { class: "small" }, h("summary", {}, words("other_tellings")), told));
      })), newScene());
    },
  };
  function goalsField(entry, put) {
    const goals = Array.isArray(entry.goals) ? entry.goals : entry.goals ? [entry.goals] : [];
    const rows = goals.map((goal) => (typeof goal === "object" ? goal : { text: goal }));
    const store = safely(() => put("goals", rows.filter((goal) => goal.text)));
    return h("fieldset", { class: "picker" }, h("legend", {}, words("goals_of")), rows.map((goal) => {
      const what = h("input", { type: "text", "aria-label": words("goals_of"), onchange: () => { goal.text = what.value; store(); } });
      what.value = goal.text || "";
      const intent = h("input", { type: "text", "aria-label": words("intent"), placeholder: words("intent"), onchange: () => { if (intent.value) goal.intent = intent.value; else delete goal.intent; store(); } });
      intent.value = goal.intent || "";
      return h("div", { class: "goal-row" }, what, intent);
    }), h("button", { type: "button", onclick: safely(async () => { await put("goals", [...rows, { text: "…" }]); draw(); }) }, words("add_goal")));
  }
  function newScene() {
    const where = select(places(), "", { "aria-label": words("where") }), when = h("input", { type: "text" }), who = h("input", { type: "text", required: true }), what = h("textarea", { rows: 2, required: true, id: "new-event" }), secret = h("input", { type: "checkbox" });
    return h("form", { class: "new-scene", onsubmit: (event) => { event.preventDefault(); safely(() => changeScene(null, { place: nameOf("places", where.value), time: when.value, witnesses: who.value.split(/[,，、]/).map((each) => each.trim()).filter(Boolean), text: what.value, secret: secret.checked, tellings: [] }))(); } },
      h("h3", {}, words("add_event")), h("div", { class: "fields" }, field("where", where), field("when", when), field("witnesses", who, words("witnesses_help"))), field("what_happened", what), h("label", { class: "pick" }, secret, words("secret")), h("div", { class: "actions end" }, h("button", { type: "submit" }, words("add"))));
  }
  // --- the map: places can be dragged, or moved with the arrow keys; the ways between them are in world.yaml
  const edges = () => (Array.isArray(forms.world?.map?.edges) ? forms.world.map.edges : []).filter((edge) => Array.isArray(edge) && edge.length === 3);
  const idOf = (called) => (forms.places?.[called] ? called : ids("places").find((id) => nameOf("places", id) === called || (forms.places[id].aliases || []).includes(called))) || called;
  function spots() {
    const all = ids("places"), size = Math.ceil(Math.sqrt(all.length));
    return Object.fromEntries(all.map((id, place) => [id, layout[id] || [((place % size) + 0.5) * (100 / size), (Math.floor(place / size) + 0.5) * (100 / Math.ceil(all.length / size))]]));
  }
  function map() {
    const at = spots(), box = h("div", { class: "drag-map", id: "map", role: "group", "aria-label": words("map_help") }), ways_ = s("svg", { class: "ways", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" });
    const paint = () => ways_.replaceChildren(...edges().map(([one, other]) => [at[idOf(one)], at[idOf(other)]]).filter(([a, b]) => a && b).map(([a, b]) => s("line", { x1: a[0], y1: a[1], x2: b[0], y2: b[1], "vector-effect": "non-scaling-stroke" })));
    const put = (node, id, x, y) => {
      at[id] = [Math.max(8, Math.min(92, x)), Math.max(8, Math.min(92, y))];
      node.style.setProperty("left", `${at[id][0]}%`);
      node.style.setProperty("top", `${at[id][1]}%`);
      layout = { ...at };
      paint();
    };
    box.append(ways_, ...Object.entries(at).map(([id, [x, y]]) => {
      const node = h("button", { type: "button", class: `spot ${id === chosen ? "chosen" : ""}`, "data-place": id, onclick: () => { if (!node.moved) { chosen = id; draw(); } } }, text(nameOf("places", id)));
      node.style.setProperty("left", `${x}%`);
      node.style.setProperty("top", `${y}%`);
      node.addEventListener("pointerdown", (event) => { node.setPointerCapture(event.pointerId); node.moved = false; node.held = true; });
      node.addEventListener("pointermove", (event) => {
        if (!node.held || !event.buttons) return;
        const room = box.getBoundingClientRect();
        node.moved = changed = true;
        put(node, id, ((event.clientX - room.left) / room.width) * 100, ((event.clientY - room.top) / room.height) * 100);
      });
      node.addEventListener("pointerup", () => { node.held = false; });
      node.addEventListener("keydown", (event) => {
        const step = { ArrowLeft: [-2, 0], ArrowRight: [2, 0], ArrowUp: [0, -2], ArrowDown: [0, 2] }[event.key];
        if (!step) return;
        event.preventDefault();
        changed = true;
        put(node, id, at[id][0] + step[0], at[id][1] + step[1]);
      });
      return node;
    }));
    paint();
    return h("div", {}, box, h("p", { class: "quiet" }, words("map_help")));
  }
  function ways() {
    const mine = edges().filter(([one, other]) => [idOf(one), idOf(other)].includes(chosen));
    const put = (all) => change("world.yaml", "map", { ...(forms.world.map || {}), edges: all }).then(() => draw());
    const to = select(places().filter(([id]) => id !== chosen), "", { "aria-label": words("way_to") }), rounds = h("input", { type: "number", min: 1, value: 1, "aria-label": words("way_rounds") });
    return h("fieldset", { class: "picker" }, h("legend", {}, words("ways")), mine.map((edge) => {
      const other = idOf(edge[0]) === chosen ? idOf(edge[1]) : idOf(edge[0]);
      const length = h("input", { type: "number", min: 1, "aria-label": words("way_rounds"), onchange: safely(() => put(edges().map((each) => (each[0] === edge[0] && each[1] === edge[1] ? [each[0], each[1], Number(length.value) || 1] : each)))) });
      length.value = edge[2];
      return h("div", { class: "bar" }, text(nameOf("places", other)), length, h("span", { class: "quiet" }, words("way_rounds")), h("button", { type: "button", class: "plain", onclick: safely(() => put(edges().filter((each) => !(each[0] === edge[0] && each[1] === edge[1])))) }, words("remove")));
    }), h("div", { class: "bar" }, to, rounds, h("button", { type: "button", id: "add-way", onclick: safely(() => put([...edges(), [chosen, to.value, Number(rounds.value) || 1]])) }, words("add_way"))));
  }
  function draw() {
    if (!forms) return form.replaceChildren(h("p", { class: "quiet" }, words("loading")));
    const focus = document.activeElement;
    if (form.contains(focus) && focus.matches("textarea, input[type=text]") && focus.closest(".entry") && !draw.forced) { /* a field being typed in is not replaced */ }
    form.replaceChildren(draws[part]());
    return undefined;
  }
  await check(false);
  show(part);
}
