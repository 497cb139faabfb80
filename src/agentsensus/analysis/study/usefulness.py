"""How useful recall is: the share of known events that are found by a question in words the memory does not contain."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from agentsensus.analysis.study.metrics.statistics import mean
from agentsensus.base.chance import draw, pick
from agentsensus.language.languages import language, rules_of
from agentsensus.memory.answers import Hit, Recall, Record
from agentsensus.memory.api import AsyncMemory, engine_of
from agentsensus.memory.core.ranking import Ask
from agentsensus.memory.core.vector_book import APPLICATION
from agentsensus.memory.designs.consensus.recall import recall
from agentsensus.memory.designs.consensus.settings import Settings
from agentsensus.models.tokens import tokens
from agentsensus.worlds.events.event import AnyEvent, Happened
from agentsensus.worlds.minds.players.claims import script_of
from agentsensus.worlds.runs.played import Played
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = [
    "AS_IT_IS",
    "HALF",
    "KEPT_BACK",
    "MOST_QUESTIONS",
    "ROW_BUDGETS",
    "TOKEN_BUDGETS",
    "UNUSED",
    "WAYS",
    "WHOLE",
    "AnswerRow",
    "KnownEvent",
    "Tellings",
    "UsefulPoint",
    "events_of_rows",
    "halved",
    "known_events",
    "point",
    "questions",
    "tellings_of",
    "usefulness",
    "within",
]


ROW_BUDGETS = (5, 10)
TOKEN_BUDGETS = (50, 100, 200, 400)
_BULLET = 2
"""Tokens of the bullet before a row in a prompt."""


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """A returned row: its text, and the events it tells."""

    text: str
    events: frozenset[str]

    @property
    def tokens(self) -> int:
        """The number of tokens the row takes in a prompt."""
        return tokens(self.text) + _BULLET


@dataclass(frozen=True, slots=True)
class UsefulPoint:
    """The percentage of questions answered, and the mean tokens and rows of an answer.

    `cue` is the part of a telling used as the question. `way` is how linked rows join the hits (off, append, ranked;
    empty for a design without links). `budget` is `as it is`, `5 rows`, `200 tokens` and so on.
    """

    cue: str
    way: str
    budget: str
    questions: int
    answered: float
    tokens: float
    rows: float


def within(rows: Sequence[AnswerRow], budget: int) -> list[AnswerRow]:
    """Return the first rows that fit a token budget; always at least one row."""
    spent = 0
    fitting: list[AnswerRow] = []
    for row in rows:
        spent += row.tokens
        if spent > budget and fitting:
            break
        fitting.append(row)
    return fitting


def point(
    which: tuple[str, str, str],
    asked: Sequence[tuple[str, Sequence[AnswerRow]]],
    cut: Callable[[Sequence[AnswerRow]], Sequence[AnswerRow]],
) -> UsefulPoint | None:
    """Return the result for questions (each an event and the returned rows) after a cut; None without questions.

    `which` is cue, way and budget.
    """
    if not asked:
        return None
    answers = [(event, cut(rows)) for event, rows in asked]
    right = [any(event in row.events for row in rows) for event, rows in answers]
    return UsefulPoint(
        *which,
        len(asked),
        100 * sum(right) / len(right),
        mean([sum(row.tokens for row in rows) for _, rows in answers]) or 0.0,
        mean([len(rows) for _, rows in answers]) or 0.0,
    )


WHOLE, HALF = "whole", "first half"
"""The part of a telling used as the question."""
KEPT_BACK = "kept back"
UNUSED = "unused"
MOST_QUESTIONS = 100
"""The most questions per run, drawn at random from all."""


_WORDS = 4
"""A text with fewer words than this counts as written without spaces."""


@dataclass(frozen=True, slots=True)
class KnownEvent:
    """A question to an agent about an event that the agent knows."""

    agent: str
    event: str
    text: str


@dataclass(frozen=True, slots=True)
class Tellings:
    """The tellings to ask with for each event, and whether they were held out or merely never used."""

    sort: str
    by_event: Mapping[str, tuple[str, ...]]


def tellings_of(scenario: Scenario, events: Iterable[AnyEvent], used: set[str]) -> Tellings:
    """Return the held-out tellings of a world or, if it has none, the tellings that no row of the memory contains."""
    happened = [event for event in events if isinstance(event, Happened) and event.id]
    kept_back = {event.id: event.kept_back for event in scenario.events if event.kept_back}
    kept_back |= {id_: each.kept_back for id_, each in scenario.happenings.items() if each.kept_back}
    if kept_back:
        return Tellings(KEPT_BACK, kept_back)
    tellings = {event.id: event.tellings for event in scenario.events} | {
        event.id: event.tellings for event in happened
    }
    unused = {id_: tuple(text for text in texts if text not in used) for id_, texts in tellings.items()}
    return Tellings(UNUSED, {id_: texts for id_, texts in unused.items() if texts})


def questions(known: Mapping[str, Iterable[str]], tellings: Tellings, seed: int) -> list[KnownEvent]:
    """Return one question per agent and known event, ordered by agent and event; at most `MOST_QUESTIONS`."""
    every = [
        KnownEvent(agent, event, pick(tellings.by_event[event], seed, 0, agent, f"ask {event}"))
        for agent, events in sorted(known.items())
        for event in sorted(events)
        if event in tellings.by_event
    ]
    return _drawn(every, seed)


def halved(question: KnownEvent) -> KnownEvent:
    """Return the question cut to the first half of its words, or of its characters in text without spaces."""
    words = question.text.split()
    if len(words) >= _WORDS:
        return replace(question, text=" ".join(words[: (len(words) + 1) // 2]))
    return replace(question, text=question.text[: (len(question.text) + 1) // 2])


def _drawn(every: Sequence[KnownEvent], seed: int) -> list[KnownEvent]:
    lots = sorted(every, key=lambda known: draw(seed, 0, known.agent, f"question {known.event}"))
    chosen = set(lots[:MOST_QUESTIONS])
    return [question for question in every if question in chosen]


_EVIDENCE = "derived_from"
_HALF = 0.5


def events_of_rows(scenario: Scenario, played: Played, records: Iterable[Record]) -> dict[str, frozenset[str]]:
    """Return the events that each wording tells, by wording id and by record id.

    A by-product of a design tells an event if it contains at least half of the words of the event's evidence.
    """
    every = list(records)
    events_told = _told(scenario, played, [record for record in every if not record.kind])
    texts = {wording.id: wording.text for record in every for wording in record.wordings}
    for record in every:
        if record.kind:
            cited = [id_ for id_, kind in record.links if kind == _EVIDENCE]
            events_told[record.id] = _through(record.text, cited, texts, events_told)
    return events_told


def known_events(
    records: Iterable[Record], events_told: Mapping[str, frozenset[str]], agents: Iterable[str]
) -> dict[str, set[str]]:
    """Return, for each agent, the events told by the rows it owns; by-products of a design do not count."""
    known: dict[str, set[str]] = {agent: set() for agent in agents}
    for record in records:
        for wording in record.wordings if not record.kind else ():
            for owner in wording.owners:
                if owner in known:
                    known[owner] |= events_told.get(wording.id, frozenset())
    return known


def _told(scenario: Scenario, played: Played, records: Sequence[Record]) -> dict[str, frozenset[str]]:
    script, facts = script_of(scenario), played.truth.facts if played.truth else {}
    events_told: dict[str, frozenset[str]] = {}
    for record in records:
        of_record: set[str] = set()
        for wording in record.wordings:
            fact = facts.get(wording.id)
            claim = fact.claim if fact else script.claim(wording.text)
            events_told[wording.id] = frozenset([claim.event] if claim else [])
            of_record |= events_told[wording.id]
        events_told[record.id] = events_told.get(record.id, frozenset()) | of_record
    return events_told


def _through(
    text: str, cited: Iterable[str], texts: Mapping[str, str], events_told: Mapping[str, frozenset[str]]
) -> frozenset[str]:
    words, events = _words(text), set[str]()
    for id_ in cited:
        evidence = _words(texts.get(id_, ""))
        if evidence and len(evidence & words) >= _HALF * len(evidence):
            events |= events_told.get(id_, frozenset())
    return frozenset(events)


def _words(text: str) -> set[str]:
    return rules_of(language(text)).comparing.rough_words(text)


AS_IT_IS = "as it is"
WAYS = ("off", "append", "ranked")
_MOST = 20
_UNLIMITED = 1_000_000


async def usefulness(memory: AsyncMemory, scenario: Scenario, played: Played) -> tuple[list[UsefulPoint], str]:
    """Return the share of known events found, by way and budget, and the sort of tellings used as questions."""
    records = await memory.records()
    used = {wording.text for record in records for wording in record.wordings}
    tellings = tellings_of(scenario, played.events, used)
    events_told = events_of_rows(scenario, played, records)
    asked = questions(known_events(records, events_told, scenario.active), tellings, seed=0)
    if not asked:
        return [], tellings.sort
    points: list[UsefulPoint | None] = []
    for cue, put in ((WHOLE, asked), (HALF, [halved(question) for question in asked])):
        asking = _Asking(memory, put, events_told, cue)
        settings = memory.settings
        points += await (asking.linked_points(settings) if isinstance(settings, Settings) else asking.plain_points())
    return [each for each in points if each is not None], tellings.sort


def _as_it_is(way: str, settings: Settings) -> Callable[[Sequence[AnswerRow]], Sequence[AnswerRow]]:
    """Return the function that cuts an answer as the run's settings do."""
    if way == "off":
        return _first(settings.recall_k)
    if way == "append":
        return list
    return lambda rows: within(rows[: settings.expansion_rows], settings.expansion_tokens)


def _first(count: int) -> Callable[[Sequence[AnswerRow]], Sequence[AnswerRow]]:
    return lambda rows: rows[:count]


def _cut_to(budget: int) -> Callable[[Sequence[AnswerRow]], list[AnswerRow]]:
    return lambda rows: within(rows, budget)


Answered = tuple[str, Sequence[AnswerRow]]


@dataclass(frozen=True, slots=True)
class _Asking:
    """Asks one memory the same questions under several settings. Writes nothing."""

    memory: AsyncMemory
    asked: Sequence[KnownEvent]
    told: Mapping[str, frozenset[str]]
    cue: str

    async def linked_points(self, settings: Settings) -> list[UsefulPoint | None]:
        """Return the points with links off, appended and ranked; without links, more hits take the place of linked
        rows."""
        points: list[UsefulPoint | None] = []
        for way in WAYS:
            widest = {"expansion": way, "expansion_rows": _UNLIMITED, "expansion_tokens": _UNLIMITED}
            count = _MOST if way == "off" else settings.recall_k
            answers = await self.answers(settings.model_copy(update=widest), count)
            points.append(point((self.cue, way, AS_IT_IS), answers, _as_it_is(way, settings)))
            points += [point((self.cue, way, f"{n} rows"), answers, _first(n)) for n in ROW_BUDGETS]
            points += [point((self.cue, way, f"{n} tokens"), answers, _cut_to(n)) for n in TOKEN_BUDGETS]
        return points

    async def plain_points(self) -> list[UsefulPoint | None]:
        """Return the points of a design without links, asked for as many rows as each budget allows."""
        own = self.memory.settings.recall_k
        by_count = {count: await self.plain_answers(count) for count in sorted({own, *ROW_BUDGETS, _MOST})}
        return [
            point((self.cue, "", AS_IT_IS), by_count[own], list),
            *(point((self.cue, "", f"{n} rows"), by_count[n], list) for n in ROW_BUDGETS),
            *(point((self.cue, "", f"{n} tokens"), by_count[_MOST], _cut_to(n)) for n in TOKEN_BUDGETS),
        ]

    async def answers(self, settings: Settings, count: int) -> list[Answered]:
        """Return the answers of the consensus design with these settings."""
        engine = engine_of(self.memory)
        queries = [self.memory.names.canonical(question.text) for question in self.asked]
        vectors = await engine.book.query_vectors((APPLICATION, query) for query in queries)
        view = engine.view()
        answers: list[Answered] = []
        for question, query, vector in zip(self.asked, queries, vectors, strict=True):
            ask = Ask(question.agent, query, count, is_past=True)
            answers.append((question.event, self._rows(recall(engine, settings, view, ask, vector))))
        return answers

    async def plain_answers(self, count: int) -> list[Answered]:
        """Return the answers of the memory's own design."""
        at = self.memory.round
        return [
            (question.event, self._rows(await self.memory.recall(question.agent, question.text, k=count, at=at)))
            for question in self.asked
        ]

    def _rows(self, answer: Recall) -> list[AnswerRow]:
        rows: tuple[Hit, ...] = (*answer.hits, *answer.linked)
        return [AnswerRow(hit.text, self.told.get(hit.id, frozenset())) for hit in rows]
