"""Quality scores by a model: asking it, summing its judgements, and its agreement with rules and other models."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from pathlib import Path
from typing import TypeAlias

from pydantic import BaseModel, Field

from agentsensus.analysis.study.quality.continuation import ContinuationScore, score_continuation
from agentsensus.analysis.study.quality.excerpt import DIMENSIONS, FAULTS, Dimension, Excerpts, FaultSeen, QualitySource
from agentsensus.analysis.study.quality.rules import RuleQuality, Share, score_by_rules
from agentsensus.base.loop import together, wait_for
from agentsensus.base.texts import prompt
from agentsensus.errors import ModelUnreachable
from agentsensus.models.ask import NoAnswer, ask_for
from agentsensus.models.budget import Budget
from agentsensus.models.chat import Chat, Request, TapePlace
from agentsensus.models.limits import Limits
from agentsensus.models.providers.open import ModelLike
from agentsensus.models.roles import Roles
from agentsensus.models.tape import Tape
from agentsensus.worlds.run_folder import Allowance
from agentsensus.worlds.runs.run import Run, open_run

__all__ = [
    "RULES",
    "TAPE",
    "DimensionScore",
    "JudgedQuality",
    "Judging",
    "RuleComparison",
    "RunScores",
    "ScoreReply",
    "ScoredOnce",
    "compare_judges",
    "compare_with_rules",
    "judge_run",
    "measure_run",
    "rank_correlation",
    "score_request",
    "score_runs",
    "summed",
]


@dataclass(frozen=True, slots=True)
class ScoredOnce:
    """One judgement: a score from 1 to 5, or the reason why there is none."""

    dimension: Dimension
    source: QualitySource
    prompt: str
    repeat: int
    score: int | None
    why: str


@dataclass(frozen=True, slots=True)
class DimensionScore:
    """A dimension over all prompts and repeats: mean, population standard deviation, and the mean per prompt.

    `spread` is the largest difference between prompts and `share` the mean scaled to 0–1. All are None if nothing was
    scored.
    """

    dimension: Dimension
    source: QualitySource
    mean: float | None
    deviation: float | None
    by_prompt: dict[str, float | None]
    spread: float | None
    scored: int
    unscored: int

    @property
    def share(self) -> float | None:
        """The mean on a scale from 0 to 1."""
        return None if self.mean is None else round((self.mean - 1) / 4, 4)


def summed(judgements: Sequence[ScoredOnce]) -> list[DimensionScore]:
    """The scores of each dimension and source, in the order of the questions."""
    kinds = dict.fromkeys((judgement.dimension, judgement.source) for judgement in judgements)
    return [_score(*kind, [each for each in judgements if (each.dimension, each.source) == kind]) for kind in kinds]


def _score(dimension: Dimension, source: QualitySource, judgements: Sequence[ScoredOnce]) -> DimensionScore:
    scores = [judgement.score for judgement in judgements if judgement.score is not None]
    prompts = dict.fromkeys(judgement.prompt for judgement in judgements)
    by_prompt = {prompt: _mean([each.score for each in judgements if each.prompt == prompt]) for prompt in prompts}
    means = [mean for mean in by_prompt.values() if mean is not None]
    mean = _mean(scores)
    deviation = None if mean is None else round(sqrt(sum((score - mean) ** 2 for score in scores) / len(scores)), 4)
    spread = round(max(means) - min(means), 4) if means else None
    unscored = len(judgements) - len(scores)
    return DimensionScore(dimension, source, mean, deviation, by_prompt, spread, len(scores), unscored)


def _mean(scores: Sequence[int | None]) -> float | None:
    had = [score for score in scores if score is not None]
    return round(sum(had) / len(had), 4) if had else None


def compare_judges(first: Sequence[DimensionScore], second: Sequence[DimensionScore]) -> dict[str, float | None]:
    """The difference between two judges of one run, by dimension and source; None without both scores."""
    other = {(score.dimension, score.source): score.mean for score in second}
    apart: dict[str, float | None] = {}
    for score in first:
        mean = other.get((score.dimension, score.source))
        both = score.mean is not None and mean is not None
        apart[f"{score.dimension}/{score.source}"] = round(abs((score.mean or 0) - (mean or 0)), 4) if both else None
    return apart


PURPOSE = "score"
_TEMPERATURE = 0.7
_REPLY = 160
ScoreListener: TypeAlias = Callable[[ScoredOnce], None]
"""Called with each judgement when it arrives."""


class ScoreReply(BaseModel):
    """The reply format of a judge."""

    score: int = Field(ge=1, le=5)
    why: str = ""


@dataclass(frozen=True)
class Judging:
    """How to judge a run: the model, the sources, the repeats, and whether to plant faults.

    Replies are kept on `tape`; judging again asks only for missing replies.
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
    """All judgements of a run, their summary, and the planted faults that the judge saw."""

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
    """The request to a judge: framing, question of a dimension, reference material and text."""
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


async def measure_run(run: Run, judging: Judging) -> list[ContinuationScore]:
    """The paper's measures of a run. Raises ModelUnreachable if a reply fails; earlier replies stay on the tape."""
    allowance = judging.allowance
    budget = Budget(allowance.calls, allowance.tokens, allowance.money)
    tape = Tape(judging.tape, keeps_failures=False)
    roles = Roles(scoring=judging.model, budget=budget, limits=judging.limits, tape=tape)
    try:
        return await score_continuation(run, roles.of("scoring"), judging.repeats, judging.room)
    finally:
        await roles.close()


async def judge_run(run: Run, judging: Judging, listener: ScoreListener | None = None) -> JudgedQuality:
    """Judge a run. Raises ModelUnreachable if a reply fails; earlier replies stay on the tape."""
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
        """Every dimension, source and prompt, repeated as requested."""
        for source in judging.sources:
            text = self.excerpts.text(source)
            for dimension in DIMENSIONS:
                for framing in self.excerpts.words["framings"]:
                    for repeat in range(judging.repeats):
                        yield _Question(dimension, source, str(framing), repeat, text)

    async def score(self, question: _Question) -> ScoredOnce:
        """One judgement; after a failure it has no score but a reason."""
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
        """The scores of the same lines with and without a fault, over all prompts."""
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
"""The number of lines a fault is put into: few, so that two versions of the text fit."""


TAPE = "quality.tape"
"""The file in a run folder that keeps a judge's replies."""


@dataclass(frozen=True, slots=True)
class RunScores:
    """The quality of one run: by rules, and the paper's measures as a model scores them (empty without a model)."""

    plain: RuleQuality
    continuation: tuple[ContinuationScore, ...] = ()


def score_runs(
    folders: Sequence[Path], judging: Judging | None, done: Callable[[Path], None] = lambda _: None
) -> list[RunScores]:
    """The quality of each run, in order; with `judging` a model scores too, with a tape in each run folder.

    Replies on a tape are not asked again. Raises ModelUnreachable if a reply fails.
    """
    scored = []
    for folder in folders:
        with open_run(folder) as run:
            plain = score_by_rules(run)
            asked = None if judging is None else replace(judging, tape=folder / TAPE)
            continuation = () if asked is None else tuple(wait_for(measure_run(run, asked)))
        scored.append(RunScores(plain, continuation))
        done(folder)
    return scored


_FEWEST = 4
"""The least number of runs for a rank correlation."""


def _unrepeated(plain: RuleQuality) -> Share:
    return Share(plain.repeated.of - plain.repeated.count, plain.repeated.of)


RULES: Mapping[Dimension, tuple[str, Callable[[RuleQuality], Share]]] = {
    "grounding": ("grounded sentences", lambda plain: plain.grounded),
    "trajectory": ("events of the reference met", lambda plain: plain.reference),
    "narrative": ("lines not said before", _unrepeated),
    "goals": ("goals reached", lambda plain: plain.goals),
}
"""By dimension: the name of the rule score closest to the model's question."""


@dataclass(frozen=True, slots=True)
class RuleComparison:
    """A model's score and the rule score of a dimension, both from 0 to 1, and their difference."""

    dimension: Dimension
    rule: str
    model: float | None
    rules: float | None

    @property
    def apart(self) -> float | None:
        """The difference of the two, or None without both."""
        if self.model is None or self.rules is None:
            return None
        return round(abs(self.model - self.rules), 4)


def compare_with_rules(
    plain: RuleQuality, scores: Sequence[DimensionScore] | Sequence[ContinuationScore]
) -> list[RuleComparison]:
    """Each score of a model with the matching rule score."""
    pairs = [(score, *RULES[score.dimension]) for score in scores]
    return [RuleComparison(score.dimension, name, score.share, of(plain).value) for score, name, of in pairs]


def rank_correlation(pairs: Sequence[tuple[float | None, float | None]]) -> float | None:
    """Spearman's correlation of the complete pairs; None with fewer than four, or if one side is constant."""
    whole = [(first, second) for first, second in pairs if first is not None and second is not None]
    if len(whole) < _FEWEST:
        return None
    first, second = _ranks([pair[0] for pair in whole]), _ranks([pair[1] for pair in whole])
    middle = (len(whole) + 1) / 2
    products = sum((a - middle) * (b - middle) for a, b in zip(first, second, strict=True))
    squares = sum((a - middle) ** 2 for a in first) * sum((b - middle) ** 2 for b in second)
    return round(products / squares**0.5, 4) if squares else None


def _ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value from 1; equal values share the mean of their ranks."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) + 1) / 2 for value in values]
