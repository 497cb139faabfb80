"""What a model's scores come to: mean and spread of each dimension, by prompt; what could not be had is counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from agentsensus.study.quality.excerpt import Dimension, QualitySource

__all__ = ["DimensionScore", "ScoredOnce", "judges_agree", "summed"]


@dataclass(frozen=True, slots=True)
class ScoredOnce:
    """One judgement: a score from 1 to 5, or why there is none."""

    dimension: Dimension
    source: QualitySource
    prompt: str
    repeat: int
    score: int | None
    why: str


@dataclass(frozen=True, slots=True)
class DimensionScore:
    """A dimension over all prompts and repeats: mean and population standard deviation, and the mean of each prompt.

    `spread` is how far apart the prompts are; all are None where nothing could be scored. `share` puts the mean between
    0 and 1.
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
    """The scores of each dimension and source, in the order in which they were asked for."""
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


def judges_agree(first: Sequence[DimensionScore], second: Sequence[DimensionScore]) -> dict[str, float | None]:
    """How far two judges of one run are apart, by dimension and source; None where one of them has no score."""
    other = {(score.dimension, score.source): score.mean for score in second}
    apart: dict[str, float | None] = {}
    for score in first:
        mean = other.get((score.dimension, score.source))
        both = score.mean is not None and mean is not None
        apart[f"{score.dimension}/{score.source}"] = round(abs((score.mean or 0) - (mean or 0)), 4) if both else None
    return apart
