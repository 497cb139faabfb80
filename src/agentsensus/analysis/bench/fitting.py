"""A judge's weights learned from labelled pairs, with the score of each pair by a model that has not seen its topic."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from agentsensus.analysis.bench.curves import Labels, Scores
from agentsensus.analysis.bench.logistic import Logistic, fit, left_out
from agentsensus.analysis.bench.pair_table import Table
from agentsensus.memory.judge.learned import Weights

__all__ = ["FittedModel", "fitted"]

SHRINK = 5.0


@dataclass(frozen=True, slots=True)
class FittedModel:
    """A fitted model, its scores of every pair, its operating point, and where doubt begins.

    `scores` of a training pair are by a model that has not seen its topic, `seen` by the model itself.
    """

    model: Logistic
    scores: Scores
    seen: Scores
    threshold: float = 0.5
    doubt: float = 0.25

    def weights(self) -> Weights:
        """The model as the judge reads it."""
        return Weights(
            intercept=round(self.model.intercept, 4),
            threshold=round(self.threshold, 4),
            doubt=round(self.doubt, 4),
            mean=self.model.named(self.model.mean),
            spread=self.model.named(self.model.spread),
            weight=self.model.named(self.model.weights),
        )

    def at(self, threshold: float, doubt: float) -> "FittedModel":
        """The same model with other points."""
        return FittedModel(self.model, self.scores, self.seen, threshold, doubt)


def fitted(data: Table, chosen: Labels, weight_of: Mapping[str, float]) -> FittedModel:
    """A model of the chosen pairs; a pair counts as much as its set does, 1 where it is not named."""
    weights = np.array([weight_of.get(name, 1.0) for name in data.sets[chosen].tolist()])
    model = fit(data.names, data.values[chosen], data.same[chosen], SHRINK, weights)
    seen = model.probabilities(data.values)
    scores = seen.copy()
    scores[chosen] = left_out(data.values[chosen], data.same[chosen], data.topics[chosen], SHRINK, weights)
    return FittedModel(model, scores, seen)
