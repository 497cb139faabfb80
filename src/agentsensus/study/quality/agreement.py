"""How far a model's scores agree with what rules find in the same run, and with another model's."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from agentsensus.study.quality.excerpt import Dimension
from agentsensus.study.quality.judged import DimensionScore
from agentsensus.study.quality.plain import PlainQuality, Share

__all__ = ["RULES", "RuleBeside", "beside_rules", "rank_correlation"]

_FEWEST = 4
"""Runs from which a correlation of ranks is told."""


def _unrepeated(plain: PlainQuality) -> Share:
    return Share(plain.repeated.of - plain.repeated.count, plain.repeated.of)


RULES: Mapping[Dimension, tuple[str, Callable[[PlainQuality], Share]]] = {
    "grounding": ("grounded sentences", lambda plain: plain.grounded),
    "trajectory": ("events of the reference met", lambda plain: plain.reference),
    "narrative": ("lines not said before", _unrepeated),
    "goals": ("goals reached", lambda plain: plain.goals),
}
"""By dimension: the share that rules give which is nearest to what the model is asked, by name."""


@dataclass(frozen=True, slots=True)
class RuleBeside:
    """A model's score of a dimension and the rules' share, both from 0 to 1, and how far they are apart."""

    dimension: Dimension
    rule: str
    model: float | None
    rules: float | None

    @property
    def apart(self) -> float | None:
        """The distance of the two; None where one of them is missing."""
        if self.model is None or self.rules is None:
            return None
        return round(abs(self.model - self.rules), 4)


def beside_rules(plain: PlainQuality, scores: Sequence[DimensionScore]) -> list[RuleBeside]:
    """Each score of a model with the rules' share beside it."""
    pairs = [(score, *RULES[score.dimension]) for score in scores]
    return [RuleBeside(score.dimension, name, score.share, of(plain).value) for score, name, of in pairs]


def rank_correlation(pairs: Sequence[tuple[float | None, float | None]]) -> float | None:
    """Spearman's correlation of the pairs that are whole; None with fewer than four, or where one side never varies."""
    whole = [(first, second) for first, second in pairs if first is not None and second is not None]
    if len(whole) < _FEWEST:
        return None
    first, second = _ranks([pair[0] for pair in whole]), _ranks([pair[1] for pair in whole])
    middle = (len(whole) + 1) / 2
    products = sum((a - middle) * (b - middle) for a, b in zip(first, second, strict=True))
    squares = sum((a - middle) ** 2 for a in first) * sum((b - middle) ** 2 for b in second)
    return round(products / squares**0.5, 4) if squares else None


def _ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value from 1 on; equal values share the mean of their ranks."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) + 1) / 2 for value in values]
