"""Reflection: ask questions about the latest rows, recall rows that answer them, and write thoughts that cite these
rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel, ConfigDict

from agentsensus.base.arrays import FloatArray
from agentsensus.base.loop import together
from agentsensus.base.texts import prompt
from agentsensus.language.languages import language
from agentsensus.memory.core.drafts import DraftStatement
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.designs.extracts import drafts_of, extract, unusable
from agentsensus.memory.designs.generative_agents.ratings import Rater, Rating
from agentsensus.memory.designs.generative_agents.settings import GenerativeAgentsSettings
from agentsensus.memory.designs.generative_agents.stream import Stream, StreamRow
from agentsensus.memory.designs.private_rows import Ref
from agentsensus.memory.designs.subjects import generalised, subjects
from agentsensus.models.ask import NoAnswer, ask_for
from agentsensus.models.chat import Chat, Request, TapePlace


@dataclass(frozen=True, slots=True)
class Thought:
    """One thought with the rows it cites. Its depth is one more than that of the deepest cited row."""

    draft: DraftStatement
    rating: Rating
    depth: int
    evidence: tuple[Ref, ...]


@dataclass(slots=True)
class Reflected:
    """The thoughts of one reflection, the number of model calls, and error messages."""

    thoughts: list[Thought] = field(default_factory=list)
    calls: int = 0
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Insight:
    text: str
    evidence: tuple[StreamRow, ...]


class _Questions(BaseModel):
    model_config = ConfigDict(extra="ignore")

    questions: list[str]


class _Cited(BaseModel):
    model_config = ConfigDict(extra="ignore")

    text: str
    because: list[int]


class _Insights(BaseModel):
    model_config = ConfigDict(extra="ignore")

    insights: list[_Cited]


class Reflector:
    """Reflects on a stream with a model. Without a model, or if it fails, thoughts are joined from clauses of
    the rows.
    """

    def __init__(self, engine: Engine, settings: GenerativeAgentsSettings, rater: Rater, model: Chat | None) -> None:
        self._engine = engine
        self._settings = settings
        self._rater = rater
        self._model = model

    async def reflect(self, agent: str, stream: Stream, now: int) -> Reflected:
        """Return new thoughts about a stream, and add them to the stream."""
        reflected = Reflected()
        latest = stream.latest(self._settings.focal_rows)
        questions = await self._questions(agent, latest, reflected, now)
        focal = [(question, stream.recalled(vector, now)) for question, vector in questions]
        answers = await together([self._insights(agent, (question, rows), reflected, now) for question, rows in focal])
        insights = [insight for answer in answers for insight in answer]
        if not questions:
            insights = self._by_rule(stream, latest, now)
        await self._add(stream, insights, reflected)
        return reflected

    def _by_rule(self, stream: Stream, latest: Sequence[StreamRow], now: int) -> list[_Insight]:
        """Return a thought for each of the most important rows, joined from it and from rows it recalls. Each row is
        cited once.
        """
        insights: list[_Insight] = []
        for row in _most_important(latest, self._settings.questions):
            cited = {other.text for insight in insights for other in insight.evidence}
            recalled = [other for other in stream.recalled(stream.vector(row), now) if other.text != row.text]
            if row.text not in cited:
                related = [row, *(other for other in recalled if other.text not in cited)]
                insights += self._in_common(related) if self._settings.reflect == "subjects" else self._extract(related)
        return insights

    async def _questions(
        self, agent: str, latest: Sequence[StreamRow], reflected: Reflected, now: int
    ) -> list[tuple[str, FloatArray]]:
        """Return a model's questions about the latest rows, with their vectors; empty without a model or a usable
        reply.
        """
        if self._model is None:
            return []
        text = prompt(
            __package__,
            "questions",
            language(latest[-1].text),
            agent=self._engine.names.display(agent),
            rows=_numbered(latest),
            count=str(self._settings.questions),
        )
        request = Request(purpose="questions", prompt=text, language=language(latest[-1].text))
        answer = await ask_for(self._model, request, _Questions, _wrong_questions, TapePlace(now, agent))
        reflected.calls += answer.calls
        if isinstance(answer, NoAnswer):
            reflected.notes.append(f"{answer.reason}; reflected by rule")
            return []
        questions = [self._engine.names.canonical(q) for q in answer.value.questions[: self._settings.questions]]
        vectors = await self._engine.book.query_vectors((agent, question) for question in questions)
        return list(zip(questions, vectors, strict=True))

    async def _insights(
        self, agent: str, focal: tuple[str, Sequence[StreamRow]], reflected: Reflected, now: int
    ) -> list[_Insight]:
        assert self._model is not None
        question, rows = focal
        text = prompt(
            __package__,
            "insights",
            language(rows[0].text),
            agent=self._engine.names.display(agent),
            question=question,
            rows=_numbered(rows),
            count=str(self._settings.insights),
            cap=str(self._settings.token_cap),
        )
        request = Request(purpose="insights", prompt=text, language=language(rows[0].text))
        answer = await ask_for(
            self._model, request, _Insights, lambda reply: _wrong_insights(reply, len(rows)), TapePlace(now, agent)
        )
        reflected.calls += answer.calls
        if isinstance(answer, NoAnswer):
            reflected.notes.append(f"{answer.reason}; reflected by rule")
            return self._extract(rows)
        cited = answer.value.insights[: self._settings.insights]
        return [
            _Insight(insight.text.strip(), tuple(rows[number - 1] for number in dict.fromkeys(insight.because)))
            for insight in cited
        ]

    def _in_common(self, rows: Sequence[StreamRow]) -> list[_Insight]:
        """Return a thought about a person, place or theme that the first row shares with most others; empty if there is
        none.
        """
        readings = [self._engine.reading(row.text) for row in rows]
        names, cap = self._engine.names, self._settings.token_cap
        for subject in subjects(readings, names):
            text = generalised(subject, readings, names, cap) if 0 in subject.of else ""
            if text:
                return [_Insight(text, tuple(rows[number] for number in subject.of))]
        return []

    def _extract(self, rows: Sequence[StreamRow]) -> list[_Insight]:
        """Return a thought joined from the first row and the other rows that name one of the same persons."""
        persons = set(self._engine.reading(rows[0].text).persons)
        related = [row for row in rows[1:] if not persons or persons & set(self._engine.reading(row.text).persons)]
        parts = [rows[0], *related]
        text, used = extract([row.text for row in parts], self._settings.token_cap)
        return [_Insight(text, tuple(parts[place] for place in used))] if used else []

    async def _add(self, stream: Stream, insights: Sequence[_Insight], reflected: Reflected) -> None:
        new = list({insight.text: insight for insight in insights}.values())
        drafts = await drafts_of(self._engine, [insight.text for insight in new])
        rated = await self._rater.rate(drafts)
        reflected.calls += sum(rated.calls.values())
        reflected.notes += [note for note in rated.notes.values() if note]
        for insight, draft in zip(new, drafts, strict=True):
            depth = 1 + max(row.depth for row in insight.evidence)
            rating = rated.ratings[draft.key]
            stream.add(draft, rating.value, depth)
            reflected.thoughts.append(Thought(draft, rating, depth, tuple(row.ref for row in insight.evidence)))


def _most_important(rows: Sequence[StreamRow], count: int) -> list[StreamRow]:
    """Return the most important rows with different texts; among equals, the newest first."""
    order = sorted(range(len(rows)), key=lambda place: (-rows[place].importance, -place))
    distinct = {rows[place].text: rows[place] for place in reversed(order)}
    return [row for place in order if (row := rows[place]) is distinct[row.text]][:count]


def _numbered(rows: Sequence[StreamRow]) -> str:
    return "\n".join(f"{number}. {row.text}" for number, row in enumerate(rows, 1))


def _wrong_questions(reply: _Questions) -> str | None:
    if not reply.questions:
        return "there is no question in it"
    return next((wrong for question in reply.questions if (wrong := unusable(question))), None)


def _wrong_insights(reply: _Insights, rows: int) -> str | None:
    for number, insight in enumerate(reply.insights, 1):
        if wrong := unusable(insight.text):
            return f"insight {number}: {wrong}"
        if not insight.because or not all(1 <= cited <= rows for cited in insight.because):
            return f"insight {number} must cite memories from 1 to {rows}"
    return None if reply.insights else "there is no insight in it"
