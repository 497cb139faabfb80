// People: a card each, what they know at the round of the slider, and the interview.
import { live, pending } from "./run.js";
import { address, busy, get, post, words } from "./studio.js";

const { h, text, chip } = Report;

// Without a model, an answer is the best of the person's rows; the others are in the list below it.
const SENTENCES = 4;

export function peoplePanel() {
  Report.panel("people", (root) => {
    const list = h("ul", { class: "people-list", "aria-label": words("tab_people") });
    const card = h("div", { class: "card person-card" });
    root.append(h("div", { class: "people" }, list, card));
    let chosen = pending.person || "", shownAt = null, cards = [], asking = 0;
    pending.person = "";
    const interviews = {};

    async function draw() {
      const at = Report.state.round;
      if (shownAt === at) return;
      shownAt = at;
      const number = ++asking;
      const found = await get(`/api/runs/${address(live.name)}/people?at=${at}`);
      if (number !== asking) return;
      cards = found;
      chosen = chosen || (cards[0] && cards[0].id) || "";
      list.replaceChildren(...cards.map((each) => h("li", {}, h("button", { type: "button", class: `row ${each.id === chosen ? "chosen" : ""}`, "data-person": each.id, onclick: () => { chosen = each.id; mark(); show(); card.scrollIntoView({ block: "nearest" }); } },
        h("i", { class: "dot", style: { "--c": Report.colour(each.id) } }), h("b", { class: each.gone ? "gone" : "" }, text(Report.name(each.id))),
        h("span", { class: "quiet" }, each.gone ? words(`life_${each.gone}`) : each.place ? text(Report.name(each.place)) : words("on_the_road_to", { place: Report.name(each.to || "") }), ` · ${words("knows_n", { n: each.knows })}`)))));
      show();
    }
    function mark() {
      for (const row of list.querySelectorAll(".row")) row.classList.toggle("chosen", row.dataset.person === chosen);
    }
    async function show() {
      const at = Report.state.round, who = chosen, number = ++asking;
      if (!who) return;
      // The form of the person shown before goes at once, so that no question is typed to the wrong one.
      if (card.dataset.person !== who) card.replaceChildren(h("h2", {}, text(Report.name(who))), h("p", { class: "quiet", role: "status" }, words("loading")));
      card.dataset.person = who;
      const person = await get(`/api/runs/${address(live.name)}/people/${who}?at=${at}`);
      if (number !== asking) return;
      const focused = document.activeElement;
      const wrong = h("div", {}, h("p", { class: "quiet" }, words("loading")));
      const rows = h("ul", { class: "known" });
      const filter = h("input", { type: "search", placeholder: words("search"), "aria-label": words("search_known"), oninput: () => paintRows() });
      const paintRows = () => {
        const wanted = filter.value.toLowerCase();
        const fit = person.rows.filter((row) => !wanted || row.text.toLowerCase().includes(wanted));
        rows.replaceChildren(...fit.slice(0, 80).map((row) => h("li", { "data-record": row.record },
          h("button", { class: "link", onclick: () => Report.showRecord(row.record) }, text(row.text)),
          h("div", { class: "quiet" }, words("since", { n: row.since }), " · ", Report.how(row.via, row.source), row.owners > 1 ? ` · ${words("owned_by", { n: row.owners })}` : ""))),
        fit.length > 80 ? h("li", { class: "quiet" }, words("left_out", { n: fit.length - 80 })) : "");
      };
      paintRows();
      const status = Object.entries(person.status).filter(([key]) => key !== "location" && !key.includes(":"));
      const trusts = Object.entries(person.status).filter(([key]) => key.startsWith("trust:")).map(([key, value]) => [key.slice(6), Number(value)]);
      card.replaceChildren(
        h("div", { class: "person-top" }, h("i", { class: "face", style: { "--c": Report.colour(who) }, "aria-hidden": "true" }, [...Report.name(who)][0]),
          h("div", {}, h("h2", {}, text(Report.name(who))), h("p", { class: "quiet" }, person.gone ? words(`life_${person.gone}`) : person.place ? chip(person.place) : words("on_the_road_to", { place: Report.name(person.to || "") }),
            person.holds.map((thing) => chip(thing))))),
        h("p", { class: "profile" }, text(person.profile)),
        (interviews[who] ??= interview(who))(at),
        h("div", { class: "columns" },
          section("goals_now", person.goals.length ? h("ol", { class: "goals" }, [...person.goals].reverse().map((goal) => h("li", {}, text(goal)))) : h("p", { class: "quiet" }, words("no_goals"))),
          section("status_now", status.length ? h("dl", {}, status.map(([key, value]) => h("div", {}, h("dt", {}, text(key)), h("dd", {}, text(value))))) : h("p", { class: "quiet" }, "–"),
            trusts.length ? h("p", { class: "trusts" }, words("trusts"), " ", trusts.map(([id, value]) => chip(id, { title: String(value), class: `chip person ${value < 0 ? "distrusted" : ""}` }))) : "")),
        section("believes_wrongly", wrong),
        section("last_turns", h("ol", { class: "turns" }, person.turns.map((turn) => h("li", {}, h("b", {}, `${turn.round} `), text(turn.text), turn.ok ? "" : h("span", { class: "tag conflict" }, text(turn.refusal || words("refused"))),
          turn.because ? h("div", { class: "because" }, words("because"), " ", text(turn.because)) : "")))),
        h("details", { open: true, class: "knows" }, h("summary", {}, words("knows_now", { n: person.rows.length })), filter, rows));
      if (card.contains(focused)) focused.focus({ preventScroll: true });
      const mistaken = await get(`/api/runs/${address(live.name)}/people/${who}/mistaken?at=${at}`).catch(() => []);
      if (number !== asking) return;
      wrong.replaceChildren(mistaken.length ? h("ul", { class: "mistaken" }, mistaken.map((each) => h("li", {},
        h("i", { class: `cell ${each.standing}` }), " ", text(each.text), h("div", { class: "quiet" }, words(`standing_${each.standing}`), " · ", words("since", { n: each.since }), " · ", Report.how(each.via, each.source)),
        h("div", { class: "quiet" }, words("in_truth"), " ", text(each.truth))))) : h("p", { class: "quiet" }, words("not_mistaken")));
    }
    const section = (key, ...content) => h("section", {}, h("h3", {}, words(key)), ...content);

    // The form and the talk with a person are made once, so that a new round keeps what is typed and an answer that comes late.
    function interview(who) {
      const past = [];
      let round = 0;
      const help = h("p", { class: "quiet" });
      const talk = h("div", { class: "talk", "aria-live": "polite" });
      const question = h("input", { type: "text", id: "question", maxlength: 2000, required: true, placeholder: words("ask_placeholder", { who: Report.name(who) }), "aria-label": words("ask_placeholder", { who: Report.name(who) }) });
      const send = h("button", { type: "submit", class: "primary" }, words("ask"));
      const paint = () => talk.replaceChildren(...past.map(({ asked, answer }) => h("div", { class: "exchange" },
        h("p", { class: "question" }, text(asked)),
        answer.answer.length ? answer.answer.slice(0, answer.model ? undefined : SENTENCES).map((sentence) => h("p", { class: "answer" }, text(sentence.text), " ", sentence.cites.map((id) => h("button", { class: "cite", title: (answer.records.find((row) => row.record === id) || {}).text, "aria-label": words("cited"), onclick: () => Report.showRecord(id) }, String(answer.records.findIndex((row) => row.record === id) + 1)))))
          : h("p", { class: "answer quiet" }, words("no_answer", { who: Report.name(who) })),
        answer.records.length ? h("details", {}, h("summary", { class: "quiet" }, words("answered_from", { n: answer.records.length, at: answer.at })),
          h("ol", { class: "known" }, answer.records.map((row) => h("li", {}, h("button", { class: "link", onclick: () => Report.showRecord(row.record) }, text(row.text)), h("div", { class: "quiet" }, words("since", { n: row.since }), " · ", Report.how(row.via, row.from)))))) : "")));
      const section = h("section", { class: "interview" }, h("h3", {}, words("interview")), help, talk,
        h("form", { class: "bar", onsubmit: (event) => {
          event.preventDefault();
          busy(send, async () => {
            const asked = question.value;
            const answer = await post(`/api/runs/${address(live.name)}/ask`, { agent: who, question: asked, at: round });
            past.push({ asked, answer });
            if (question.value === asked) question.value = "";
            paint();
          });
        } }, question, send));
      return (at) => {
        round = at;
        help.textContent = words("interview_help", { n: at });
        return section;
      };
    }
    return { update: draw };
  });
}
