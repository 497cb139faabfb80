"""A memory asked what its agents know: with links followed in each way, at equal budgets of rows and of tokens."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from agentsensus.memory.async_client import AsyncMemory
from agentsensus.memory.async_reading import engine_of
from agentsensus.memory.designs.consensus.settings import Settings
from agentsensus.memory.recall import Ask, recall
from agentsensus.memory.record import Hit, Recall
from agentsensus.study.played import Played
from agentsensus.study.usefulness.answers import ROW_BUDGETS, TOKEN_BUDGETS, AnswerRow, UsefulPoint, point, within
from agentsensus.study.usefulness.questions import HALF, WHOLE, KnownEvent, halved, questions, tellings_of
from agentsensus.study.usefulness.telling import events_of_rows, known_events
from agentsensus.world.scenario import Scenario

__all__ = ["AS_IT_IS", "WAYS", "usefulness"]

AS_IT_IS = "as it is"
WAYS = ("off", "append", "ranked")
_MOST = 20
_UNLIMITED = 1_000_000


async def usefulness(memory: AsyncMemory, scenario: Scenario, played: Played) -> tuple[list[UsefulPoint], str]:
    """The share of known events that come back, by way and budget, and with which sort of telling was asked."""
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
    """The cut that the settings themselves make."""
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
    """The same questions put to one memory, under several settings; nothing is written."""

    memory: AsyncMemory
    asked: Sequence[KnownEvent]
    told: Mapping[str, frozenset[str]]
    cue: str

    async def linked_points(self, settings: Settings) -> list[UsefulPoint | None]:
        """Links not followed, appended and ranked; without them, more hits take their place."""
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
        """A design that follows no links, asked for as many rows as each budget has."""
        own = self.memory.settings.recall_k
        by_count = {count: await self.plain_answers(count) for count in sorted({own, *ROW_BUDGETS, _MOST})}
        return [
            point((self.cue, "", AS_IT_IS), by_count[own], list),
            *(point((self.cue, "", f"{n} rows"), by_count[n], list) for n in ROW_BUDGETS),
            *(point((self.cue, "", f"{n} tokens"), by_count[_MOST], _cut_to(n)) for n in TOKEN_BUDGETS),
        ]

    async def answers(self, settings: Settings, count: int) -> list[Answered]:
        """What comes back under the consensus design with these settings."""
        engine = engine_of(self.memory)
        queries = [self.memory.names.canonical(question.text) for question in self.asked]
        vectors, view = await engine.book.vectors(queries), engine.view()
        answers: list[Answered] = []
        for question, query, vector in zip(self.asked, queries, vectors, strict=True):
            ask = Ask(question.agent, query, count, is_past=True)
            answers.append((question.event, self._rows(recall(engine, settings, view, ask, vector))))
        return answers

    async def plain_answers(self, count: int) -> list[Answered]:
        """What comes back under the memory's own design."""
        at = self.memory.round
        return [
            (question.event, self._rows(await self.memory.recall(question.agent, question.text, k=count, at=at)))
            for question in self.asked
        ]

    def _rows(self, answer: Recall) -> list[AnswerRow]:
        rows: tuple[Hit, ...] = (*answer.hits, *answer.linked)
        return [AnswerRow(hit.text, self.told.get(hit.id, frozenset())) for hit in rows]
