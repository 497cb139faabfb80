"""Fit a judge's weights to labelled pairs. Each pair is scored by a model that has not seen the pair's topic."""

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
    """A fitted model, its scores of every pair, its threshold, and the score from which pairs are in doubt.

    `scores` of a training pair come from a model that has not seen the pair's topic; `seen` come from the model itself.
    """

    model: Logistic
    scores: Scores
    seen: Scores
    threshold: float = 0.5
    doubt: float = 0.25

    def weights(self) -> Weights:
        """Return the model's weights in the format that the judge loads."""
        return Weights(
            intercept=round(self.model.intercept, 4),
            threshold=round(self.threshold, 4),
            doubt=round(self.doubt, 4),
            mean=self.model.named(self.model.mean),
            spread=self.model.named(self.model.spread),
            weight=self.model.named(self.model.weights),
        )

    def at(self, threshold: float, doubt: float) -> "FittedModel":
        """Return the same model with another threshold and another start of doubt."""
        return FittedModel(self.model, self.scores, self.seen, threshold, doubt)


def fitted(data: Table, chosen: Labels, weight_of: Mapping[str, float]) -> FittedModel:
    """Fit a model to the chosen pairs. A pair has the weight of its set in `weight_of` (default 1)."""
    weights = np.array([weight_of.get(name, 1.0) for name in data.sets[chosen].tolist()])
    model = fit(data.names, data.values[chosen], data.same[chosen], SHRINK, weights)
    seen = model.probabilities(data.values)
    scores = seen.copy()
    scores[chosen] = left_out(data.values[chosen], data.same[chosen], data.topics[chosen], SHRINK, weights)
    return FittedModel(model, scores, seen)
