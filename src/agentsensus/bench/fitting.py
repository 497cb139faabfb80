"""A judge's weights learned from labelled pairs, with the score of each pair by a model that has not seen its topic."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agentsensus.bench.curves import Labels, Scores
from agentsensus.bench.logistic import Logistic, fit, left_out
from agentsensus.bench.pair_table import Table
from agentsensus.memory.judge import learned
from agentsensus.memory.judge.learned import Weights

__all__ = ["FittedModel", "fitted", "fitted_to_names"]

SHRINK_KNOWN = 20.0
ALIKE = 0.015
ONLY_KNOWN = ("negations_apart",)
"""Features that only the weights for known names look at."""


@dataclass(frozen=True, slots=True)
class FittedModel:
    """A fitted model, its scores of every pair, and its operating point.

    `scores` of a training pair are by a model that has not seen its topic, `seen` by the model itself.
    """

    model: Logistic
    scores: Scores
    seen: Scores
    threshold: float

    def weights(self) -> Weights:
        """The model as the judge reads it."""
        return Weights(
            intercept=round(self.model.intercept, 4),
            threshold=round(self.threshold, 4),
            mean=self.model.named(self.model.mean),
            spread=self.model.named(self.model.spread),
            weight=self.model.named(self.model.weights),
        )

    def share(self) -> Scores:
        """The factor by which the judge lowers another score of each pair where this model doubts it."""
        return np.array([learned.share(score, self.threshold) for score in self.scores.tolist()])

    def at(self, threshold: float) -> "FittedModel":
        """The same model with another operating point."""
        return FittedModel(self.model, self.scores, self.seen, threshold)


def fitted(data: Table, chosen: Labels, shrink: float, only: Sequence[str] | None = None) -> FittedModel:
    """A model of the chosen pairs, by these features or by all that need no registry."""
    names = tuple(only or (name for name in data.names if name not in ONLY_KNOWN))
    values = data.values[:, [data.names.index(name) for name in names]]
    model = fit(names, values[chosen], data.same[chosen], shrink)
    seen = model.probabilities(values)
    scores = seen.copy()
    scores[chosen] = left_out(values[chosen], data.same[chosen], data.topics[chosen], shrink)
    return FittedModel(model, scores, seen, 0.5)


def fitted_to_names(data: Table) -> FittedModel:
    """The model for statements with known names; its point passes 1.5 % of the pairs that only sound alike.

    In a world the right record is nearly always among the candidates and wins, so few of these few become merges.
    """
    model = fitted(data, data.of("world", "world_people"), SHRINK_KNOWN, data.names)
    alike = data.of("world") & ~data.same
    return model.at(float(np.quantile(np.where(data.clear, model.scores, 0.0)[alike], 1 - ALIKE)))
