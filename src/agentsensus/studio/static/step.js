// Step in: inject an event, a letter, a rumour or a thing, nudge a goal, or take over a character.
import { isAtEnd, live } from "./run.js";
import { address, button, busy, dialog, field, get, post, say, select, words } from "./studio.js";

const { h, text } = Report;
const KINDS = ["event", "letter", "rumour", "thing", "goal", "take"];
const named = (ids) => ids.map((id) => [id, Report.name(id)]);

// Several people or places, each with a box to tick; typing narrows the list.
export function picker(ids, label, chosen = []) {
  const boxes = ids.map((id) => {
    const box = h("input", { type: "checkbox", value: id });
    box.checked = chosen.includes(id);
    return [id, box, h("label", { class: "pick" }, box, text(Report.name(id)))];
  });
  const node = h("fieldset", { class: "picker" }, h("legend", {}, label),
    ids.length > 9 ? h("input", { type: "search", placeholder: words("search"), "aria-label": words("search"), oninput: (event) => {
      const wanted = event.target.value.toLowerCase();
      for (const [id, , row] of boxes) row.hidden = wanted !== "" && !Report.name(id).toLowerCase().includes(wanted);
    } }) : "",
    h("div", { class: "picks" }, boxes.map(([, , row]) => row)));
  return { node, chosen: () => boxes.filter(([, box]) => box.checked).map(([id]) => id) };
}

export const canStepInHere = () => live.state.live && isAtEnd() && !(live.file.minds === "recorded");

export function stepIn(kind = "event") {
  const own = live.own;
  const here = canStepInHere();
  const round = Report.state.round;
  const body = h("div", {});
  const tabs = h("div", { role: "tablist", class: "kinds" }, KINDS.filter((each) => each !== "take" || own.playable).map((each) =>
    h("button", { type: "button", role: "tab", "data-kind": each, onclick: () => show(each) }, words(`step_${each}`))));
  const node = dialog(words("step_in"), tabs, body);
  node.id = "step-in-window";

  function show(chosen) {
    for (const tab of tabs.children) tab.setAttribute("aria-selected", tab.dataset.kind === chosen);
    const form = forms[chosen]();
    const submit = h("button", { type: "submit", class: "primary" }, words(here ? (chosen === "take" ? "take_over" : "inject_now") : "branch_with"));
    body.replaceChildren(h("form", { onsubmit: (event) => {
      event.preventDefault();
      busy(submit, async () => {
        if (chosen === "take") return takeOver(form.value(), node);
        const entries = form.entries();
        if (here) {
          await post(`/api/runs/${address(live.name)}/control`, { do: "inject", entries });
          say(words("injected_next", { n: live.own.rounds + 1 }));
        } else {
          const { run } = await post(`/api/runs/${address(live.name)}/branch`, { at: round, entries });
          location.href = `/run/${address(run)}`;
        }
        node.close();
        return undefined;
      });
    } }, h("p", { class: "quiet" }, words(`step_help_${chosen}`)), form.nodes,
    h("p", { class: "where" }, here ? words("step_here", { n: own.rounds + 1 }) : words("step_branch", { n: round })),
    h("div", { class: "actions end" }, submit)));
    body.querySelector("textarea, select, input")?.focus();
  }
  const content = (key, rows = 3) => h("textarea", { rows, required: true, id: "content", "aria-label": words(key) });
  const forms = {
    event() {
      const what = content("what_happens"), who = picker([...own.active, ...own.places], words("witnesses"));
      return { nodes: [field("what_happens", what), who.node], entries: () => [{ event: what.value, witnesses: who.chosen() }] };
    },
    letter() {
      const from = select(named(own.active), own.active[0], { id: "from" }), what = content("letter_says"), who = picker(own.active, words("letter_to"));
      return { nodes: [field("letter_from", from), who.node, field("letter_says", what)], entries: () => [{ from: from.value, to: who.chosen(), content: what.value }] };
    },
    rumour() {
      const what = content("rumour_says"), who = picker(own.active, words("rumour_to"));
      return { nodes: [field("rumour_says", what), who.node], entries: () => [{ to: who.chosen(), content: what.value }] };
    },
    thing() {
      if (!own.carriers.length) return { nodes: [h("p", { class: "problem" }, words("no_things"))], entries: () => [] };
      const thing = select(named(own.carriers), own.carriers[0], { id: "thing" }), to = select(named([...own.active, ...own.places]), own.active[0], { id: "holder" });
      return { nodes: [field("thing", thing), field("thing_with", to)], entries: () => [{ thing: thing.value, with: to.value }] };
    },
    goal() {
      const who = select(named(own.active), own.active[0], { id: "of" }), goals = h("textarea", { rows: 4, id: "goals", required: true });
      const fill = async () => { goals.value = (await get(`/api/runs/${address(live.name)}/people/${who.value}?at=${round}`)).goals.join("\n"); };
      who.addEventListener("change", fill);
      fill();
      return { nodes: [field("person", who), field("goals_list", goals, words("goals_list_help"))], entries: () => [{ of: who.value, goals: goals.value.split("\n").map((each) => each.trim()).filter(Boolean) }] };
    },
    take() {
      const who = select(named(own.active), own.active[0], { id: "as" });
      return { nodes: [field("person", who)], value: () => who.value, entries: () => [] };
    },
  };
  async function takeOver(agent, window_) {
    if (!here) {
      const { run } = await post(`/api/runs/${address(live.name)}/branch`, { at: round, play: false });
      await post(`/api/runs/${address(run)}/control`, { do: "step", rounds: 10 }).catch(() => null);
      sessionStorage.setItem(`take ${run}`, agent);
      location.href = `/run/${address(run)}`;
      return;
    }
    await post(`/api/runs/${address(live.name)}/control`, { do: "take", agent });
    say(words("taken", { who: Report.name(agent) }));
    window_.close();
  }
  show(KINDS.includes(kind) ? kind : "event");
}

// The card of a character whom the person plays: what it sees, suggestions, a line to type, and the way back.
let shownTurn = "";
export function takenOver(card) {
  const waiting = sessionStorage.getItem(`take ${live.name}`);
  if (waiting && live.state.live) {
    sessionStorage.removeItem(`take ${live.name}`);
    post(`/api/runs/${address(live.name)}/control`, { do: "take", agent: waiting }).then(() => post(`/api/runs/${address(live.name)}/control`, { do: "play" })).catch((error) => say(error.message, true));
  }
  const taken = live.state.taken || [];
  card.hidden = !taken.length;
  const asked = (live.state.asked || [])[0];
  const now = JSON.stringify([taken, asked]);
  if (now === shownTurn && card.childElementCount) return;
  shownTurn = now;
  if (!taken.length) return card.replaceChildren();
  const agent = asked ? asked.agent : taken[0];
  const send = (line) => post(`/api/runs/${address(live.name)}/control`, { do: "line", agent, line });
  const typed = h("input", { type: "text", id: "line", autocomplete: "off", placeholder: words("type_line"), "aria-label": words("type_line") });
  const go = h("button", { type: "submit" }, words("do_it"));
  card.replaceChildren(h("h3", {}, words("you_are", { who: Report.name(agent) })),
    ...asked ? [h("pre", { class: "turn-text" }, text(asked.text)),
      h("div", { class: "choices" }, asked.choices.map((choice) => {
        const node = h("button", { type: "button", class: choice.sort === "own" ? "own" : "", onclick: () => busy(node, () => send(choice.line)) }, choice.sort === "own" ? [words("would_do"), " "] : "", text(choice.label));
        return node;
      })),
      h("form", { class: "bar", onsubmit: (event) => { event.preventDefault(); busy(go, () => send(typed.value)); } }, typed, go)]
      : [h("p", { class: "quiet" }, words(live.state.playing ? "turn_comes" : "turn_paused"))],
    h("div", { class: "actions end" }, button("hand_back", () => post(`/api/runs/${address(live.name)}/control`, { do: "release", agent }), { id: "hand-back" })));
  if (asked) typed.focus();
  return undefined;
}
