"""Logistic regression with readable weights over named features."""

import math
from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict

__all__ = ["LogisticWeights"]


class LogisticWeights(BaseModel):
    """One logistic regression: a weight per feature, and the mean and spread that scale the feature."""

    model_config = ConfigDict(frozen=True)

    intercept: float
    threshold: float
    doubt: float = 1.0
    """Scores from here to the threshold are doubtful."""
    mean: dict[str, float]
    spread: dict[str, float]
    weight: dict[str, float]

    def probability(self, features: Mapping[str, float]) -> float:
        """Return the probability that a pair with these features is of the kind that the weights were trained to
        find.
        """
        total = self.intercept + sum(
            weight * (features[name] - self.mean[name]) / self.spread[name] for name, weight in self.weight.items()
        )
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
