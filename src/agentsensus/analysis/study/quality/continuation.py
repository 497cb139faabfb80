"""The paper's four measures of a continuation, scored by a model: grounding, trajectory, narrative and goal pursuit.

Grounding is the share of the run's own events that are consistent with canon, judged event by event. Trajectory is the
agreement of the principals' arcs with the held-out span, arc by arc. Goal pursuit is the share of the logged actions
that serve a goal which the agent itself had pushed. Narrative is a rubric from 1 to 5. The model reads the whole
screenplay in passages; everything is scored several times.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal

from pydantic import BaseModel, Field

from agentsensus.analysis.study.quality.excerpt import DIMENSIONS, Dimension, Excerpts
from agentsensus.base.loop import together
from agentsensus.base.texts import prompt
from agentsensus.errors import ModelUnreachable
from agentsensus.models.ask import NoAnswer, ask_for
from agentsensus.models.chat import Chat, Request, TapePlace
from agentsensus.models.tokens import tokens
from agentsensus.worlds.events.event import Acted, GoalsSet
from agentsensus.worlds.runs.run import Run
from agentsensus.worlds.scenario.scenario import Arc, LaterEvent
from agentsensus.worlds.screenplay import markdown, produce
from agentsensus.worlds.telling import Teller

__all__ = ["Continuation", "ContinuationScore", "Principal", "score_continuation"]

PURPOSE = "score"
PRINCIPALS = 10
_TEMPERATURE = 0.7
_ACTIONS_PER_CALL = 20
_REPLY = {"grounding": 1_600, "trajectory": 200, "narrative": 200, "goals": 400}
_UPKEEP = frozenset({"push_goal", "pop_goal", "replace_goal"})
"""Actions that only keep the list of goals: they are not counted."""


class _JudgedEvent(BaseModel):
    event: str = ""
    verdict: Literal["consistent", "contradicts", "unverifiable"]


class _Events(BaseModel):
    events: list[_JudgedEvent]


class _Arc(BaseModel):
    agreement: Literal["agrees", "partly", "differs"]
    why: str = ""


class _Rubric(BaseModel):
    score: int = Field(ge=1, le=5)
    why: str = ""


class _Serving(BaseModel):
    serving: list[int]


_SHAPES: dict[Dimension, type[BaseModel]] = {
    "grounding": _Events,
    "trajectory": _Arc,
    "narrative": _Rubric,
    "goals": _Serving,
}
_AGREEMENT = {"agrees": 1.0, "partly": 0.5, "differs": 0.0}


@dataclass(frozen=True, slots=True)
class ContinuationScore:
    """One measure over several scorings; a scoring without any usable reply is None.

    `unscored` counts replies that could not be used. Narrative is from 1 to 5, the others are shares.
    """

    dimension: Dimension
    values: tuple[float | None, ...]
    unscored: int = 0

    @property
    def mean(self) -> float | None:
        """The mean over the scorings."""
        had = [value for value in self.values if value is not None]
        return round(sum(had) / len(had), 4) if had else None

    @property
    def deviation(self) -> float | None:
        """The population standard deviation over the scorings."""
        had = [value for value in self.values if value is not None]
        if not had:
            return None
        mean = sum(had) / len(had)
        return round(sqrt(sum((value - mean) ** 2 for value in had) / len(had)), 4)

    @property
    def share(self) -> float | None:
        """The mean on a scale from 0 to 1."""
        if self.mean is None or self.dimension != "narrative":
            return self.mean
        return round((self.mean - 1) / 4, 4)


@dataclass(frozen=True, slots=True)
class Principal:
    """A principal: the arcs of the held-out span that concern it, and what it does in the run."""

    id: str
    name: str
    held_out: tuple[str, ...]
    played: str


@dataclass(frozen=True, slots=True)
class _Asked:
    """One question to the model; `of` is the number of actions or events it asks about, if that is known."""

    dimension: Dimension
    label: str
    prompt: str
    of: int = 0


@dataclass(frozen=True)
class Continuation:
    """What a model is asked about one run; `room` is the number of tokens of the run in one call."""

    run: Run
    room: int = 1_100

    def passages(self) -> list[str]:
        """The whole screenplay in passages of at most `room` tokens."""
        play = markdown(produce(self.run.scenario, self.run.log).plain(), marks=False)
        passages: list[list[str]] = [[]]
        size = 0
        for line in (line for line in play.splitlines() if line.strip()):
            length = tokens(line) + 1
            if passages[-1] and size + length > self.room:
                passages.append([])
                size = 0
            passages[-1].append(line)
            size += length
        return ["\n".join(lines) for lines in passages if lines]

    def principals(self) -> list[Principal]:
        """The (at most ten) active characters with the most rows at the start who occur in the held-out span."""
        scenario = self.run.scenario
        told: list[Arc | LaterEvent] = [*scenario.reference.arcs, *scenario.reference.events]
        owned = {
            agent: sum(agent in event.witnesses for event in scenario.events)
            for agent in scenario.active
            if any(agent in arc.characters for arc in told)
        }
        chosen = sorted(owned, key=lambda agent: (-owned[agent], agent))[:PRINCIPALS]
        excerpts = Excerpts(self.run, self.room)
        return [
            Principal(
                agent,
                scenario.characters[agent].called[0],
                tuple(arc.text for arc in told if agent in arc.characters),
                excerpts.text("log", [line for line in excerpts.lines() if agent in (line.agent, line.hearer)]),
            )
            for agent in chosen
        ]

    def pursuits(self) -> dict[str, list[tuple[Acted, tuple[str, ...]]]]:
        """By agent: its actions, each with the goals on its stack that it had itself pushed."""
        scenario = self.run.scenario
        given = {agent: {goal.text for goal in scenario.characters[agent].goals} for agent in scenario.active}
        stack: dict[str, tuple[str, ...]] = dict.fromkeys(scenario.active, ())
        found: dict[str, list[tuple[Acted, tuple[str, ...]]]] = {agent: [] for agent in scenario.active}
        for event in self.run.log:
            if isinstance(event, GoalsSet) and event.agent in stack:
                stack[event.agent] = tuple(goal for goal in event.goals if goal not in given[event.agent])
            elif isinstance(event, Acted) and event.agent in stack and event.action not in _UPKEEP:
                found[event.agent].append((event, stack[event.agent]))
        return {agent: turns for agent, turns in found.items() if turns}

    def questions(self) -> Iterator[_Asked]:
        """Every question of one scoring."""
        excerpts, passages = Excerpts(self.run, self.room), self.passages()
        for number, passage in enumerate(passages, 1):
            canon = excerpts.beside("grounding", passage)
            yield _Asked("grounding", f"{number}", self._prompt("grounding", passage=passage, canon=canon))
            yield _Asked("narrative", f"{number}", self._prompt("narrative", passage=passage))
        for principal in self.principals():
            held_out = "\n".join(f"- {text}" for text in principal.held_out)
            parts = {"who": principal.name, "played": principal.played or "-", "held_out": held_out}
            yield _Asked("trajectory", principal.id, self._prompt("trajectory", **parts))
        teller = Teller(self.run.scenario)
        for agent, turns in self.pursuits().items():
            asked = [(event, goals) for event, goals in turns if goals]
            for first in range(0, len(asked), _ACTIONS_PER_CALL):
                part = asked[first : first + _ACTIONS_PER_CALL]
                lines = [
                    f"{number}. {teller.turn(agent, event.action, event.params)[:400]} [{'; '.join(goals)}]"
                    for number, (event, goals) in enumerate(part, 1)
                ]
                text = self._prompt("goal_pursuit", who=teller.name(agent), actions="\n".join(lines))
                yield _Asked("goals", f"{agent} {first}", text, len(part))

    def estimate(self, repeats: int = 3) -> tuple[int, int]:
        """The calls of all scorings, and their tokens in."""
        questions = list(self.questions())
        return len(questions) * repeats, sum(tokens(question.prompt) for question in questions) * repeats

    def _prompt(self, name: str, **parts: str) -> str:
        return prompt(__package__, name, self.run.scenario.world.language, **parts)


async def score_continuation(run: Run, chat: Chat, repeats: int = 3, room: int = 1_100) -> list[ContinuationScore]:
    """The four measures of a run. Raises ModelUnreachable if a reply fails; replies before it stay on a tape."""
    continuation = Continuation(run, room)
    questions = list(continuation.questions())
    actions = sum(len(turns) for turns in continuation.pursuits().values())
    by_dimension: dict[Dimension, list[float | None]] = {dimension: [] for dimension in DIMENSIONS}
    unscored = dict.fromkeys(DIMENSIONS, 0)
    for repeat in range(repeats):
        answers = await together([_reply(run, chat, question, repeat) for question in questions])
        for dimension in DIMENSIONS:
            pairs = [(q, a) for q, a in zip(questions, answers, strict=True) if q.dimension == dimension]
            usable = [(question, answer) for question, answer in pairs if answer is not None]
            unscored[dimension] += len(pairs) - len(usable)
            by_dimension[dimension].append(_value(dimension, usable, actions))
    return [
        ContinuationScore(dimension, tuple(values), unscored[dimension]) for dimension, values in by_dimension.items()
    ]


async def _reply(run: Run, chat: Chat, question: _Asked, repeat: int) -> BaseModel | None:
    request = Request(
        purpose=PURPOSE,
        prompt=question.prompt,
        language=run.scenario.world.language,
        max_tokens=_REPLY[question.dimension],
        temperature=_TEMPERATURE,
    )
    place = TapePlace(0, f"continuation {question.dimension} {question.label}", repeat)
    answer = await ask_for(chat, request, _SHAPES[question.dimension], tape_place=place)
    if isinstance(answer, NoAnswer):
        if answer.why == "unreachable":
            raise ModelUnreachable(f"{question.dimension} could not be scored: {answer.reason}")
        return None
    return answer.value


def _value(dimension: Dimension, usable: Sequence[tuple[_Asked, BaseModel]], actions: int) -> float | None:
    """The measure of one scoring, from the replies that could be used."""
    answers = [answer for _, answer in usable]
    match dimension:
        case "grounding":
            events = [event for each in answers if isinstance(each, _Events) for event in each.events]
            return _share(sum(event.verdict == "consistent" for event in events), len(events))
        case "trajectory":
            arcs = [_AGREEMENT[each.agreement] for each in answers if isinstance(each, _Arc)]
            return _share(sum(arcs), len(arcs))
        case "narrative":
            scores = [each.score for each in answers if isinstance(each, _Rubric)]
            return _share(sum(scores), len(scores))
        case "goals":
            serving = sum(
                len({number for number in answer.serving if 1 <= number <= question.of})
                for question, answer in usable
                if isinstance(answer, _Serving)
            )
            return _share(serving, actions)  # an action without such a goal serves none


def _share(count: float, of: int) -> float | None:
    return round(count / of, 4) if of else None
