"""Scoring a run with a model: each dimension by several prompts, several times each, on a tape and within a budget."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from pydantic import BaseModel, Field

from agentsensus.errors import ModelUnreachable
from agentsensus.loop import together
from agentsensus.models.ask import NoAnswer, ask_for
from agentsensus.models.budget import Budget
from agentsensus.models.chat import Chat
from agentsensus.models.limits import Limits
from agentsensus.models.providers.opening import ModelLike
from agentsensus.models.request import Request, TapePlace
from agentsensus.models.roles import Roles
from agentsensus.models.tape import Tape
from agentsensus.run_folder import Allowance
from agentsensus.study.quality.excerpt import DIMENSIONS, Dimension, Excerpts, QualitySource
from agentsensus.study.quality.faults import FAULTS, FaultSeen
from agentsensus.study.quality.judged import DimensionScore, ScoredOnce, summed
from agentsensus.study.run import Run
from agentsensus.texts import prompt

__all__ = ["JudgedQuality", "Judging", "ScoreReply", "judge_run", "score_request"]

PURPOSE = "score"
_TEMPERATURE = 0.7
_REPLY = 160
ScoreListener: TypeAlias = Callable[[ScoredOnce], None]
"""Is called with each judgement as soon as it is there."""


class ScoreReply(BaseModel):
    """What a judge answers."""

    score: int = Field(ge=1, le=5)
    why: str = ""


@dataclass(frozen=True)
class Judging:
    """How a run is to be judged: by which model, from what, how often, and whether faults are planted.

    Replies are kept on `tape`; the same judging asked for again goes on with what is not there yet.
    """

    model: ModelLike
    tape: Path
    sources: tuple[QualitySource, ...] = ("log",)
    repeats: int = 3
    room: int = 1_100
    with_faults: bool = False
    allowance: Allowance = field(default_factory=Allowance)
    limits: Limits | None = None


@dataclass(frozen=True, slots=True)
class JudgedQuality:
    """All judgements of a run, what they come to, and which planted faults the judge saw."""

    judgements: tuple[ScoredOnce, ...]
    scores: tuple[DimensionScore, ...]
    faults: tuple[FaultSeen, ...]


@dataclass(frozen=True)
class _Question:
    dimension: Dimension
    source: QualitySource
    framing: str
    repeat: int
    text: str
    label: str = ""


def score_request(excerpts: Excerpts, dimension: Dimension, framing: str, text: str) -> Request:
    """What a judge is asked: a framing, the question of a dimension, what to hold it against, and the text."""
    language, words = excerpts.run.scenario.world.language, excerpts.words
    asked = prompt(
        __package__,
        "score",
        language,
        framing=str(words["framings"][framing]),
        question=str(words["questions"][dimension]),
        beside=excerpts.beside(dimension, text),
        excerpt=text,
    )
    return Request(purpose=PURPOSE, prompt=asked, language=language, max_tokens=_REPLY, temperature=_TEMPERATURE)


async def judge_run(run: Run, judging: Judging, listener: ScoreListener | None = None) -> JudgedQuality:
    """Judge a run; ModelUnreachable where no reply could be had: what was answered until then is on the tape."""
    allowance = judging.allowance
    budget = Budget(allowance.calls, allowance.tokens, allowance.money)
    tape = Tape(judging.tape, keeps_failures=False)
    roles = Roles(scoring=judging.model, budget=budget, limits=judging.limits, tape=tape)
    scorer = _Scorer(roles.of("scoring"), Excerpts(run, judging.room), listener)
    try:
        judgements = await together([scorer.score(question) for question in scorer.questions(judging)])
        faults = [await scorer.fault(number, judging.repeats) for number in _fault_numbers(judging)]
    finally:
        await roles.close()
    return JudgedQuality(tuple(judgements), tuple(summed(judgements)), tuple(faults))


def _fault_numbers(judging: Judging) -> range:
    return range(len(FAULTS) if judging.with_faults else 0)


@dataclass(frozen=True)
class _Scorer:
    chat: Chat
    excerpts: Excerpts
    listener: ScoreListener | None

    def questions(self, judging: Judging) -> Iterator[_Question]:
        """Every dimension from every source by every prompt, as often as asked for."""
        for source in judging.sources:
            text = self.excerpts.text(source)
            for dimension in DIMENSIONS:
                for framing in self.excerpts.words["framings"]:
                    for repeat in range(judging.repeats):
                        yield _Question(dimension, source, str(framing), repeat, text)

    async def score(self, question: _Question) -> ScoredOnce:
        """One judgement; what could not be had is unscored, with the reason."""
        request = score_request(self.excerpts, question.dimension, question.framing, question.text)
        who = f"{question.dimension} {question.source} {question.framing} {question.label}".strip()
        answer = await ask_for(self.chat, request, ScoreReply, tape_place=TapePlace(0, who, question.repeat))
        if isinstance(answer, NoAnswer):
            if answer.why == "unreachable":
                raise ModelUnreachable(f"{question.dimension} could not be scored: {answer.reason}")
            judgement = self._judgement(question, None, answer.reason)
        else:
            judgement = self._judgement(question, answer.value.score, answer.value.why)
        if self.listener is not None:
            self.listener(judgement)
        return judgement

    async def fault(self, number: int, repeats: int) -> FaultSeen:
        """The same lines with a fault and without, by every prompt."""
        fault = FAULTS[number]
        lines = self.excerpts.lines()[: _LINES[fault.name]]
        clean = await self._mean(fault.dimension, self.excerpts.text("log", lines), f"clean {number}", repeats)
        planted = fault.plant(self.excerpts, lines)
        faulty = await self._mean(fault.dimension, self.excerpts.text("log", planted), f"fault {number}", repeats)
        return FaultSeen(fault.name, fault.dimension, clean, faulty)

    async def _mean(self, dimension: Dimension, text: str, label: str, repeats: int) -> float | None:
        questions = [
            _Question(dimension, "log", str(framing), repeat, text, label)
            for framing in self.excerpts.words["framings"]
            for repeat in range(repeats)
        ]
        judgements: Sequence[ScoredOnce] = await together([self.score(question) for question in questions])
        return summed(judgements)[0].mean

    def _judgement(self, question: _Question, score: int | None, why: str) -> ScoredOnce:
        return ScoredOnce(question.dimension, question.source, question.framing, question.repeat, score, why)


_LINES = {fault.name: 8 for fault in FAULTS}
"""How many lines a fault is put into: few, so that the text told twice fits as well."""
