"""A logistic regression as a judge uses it: readable weights over named features."""

import math
from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict

__all__ = ["LogisticWeights"]


class LogisticWeights(BaseModel):
    """One logistic regression: a weight for each feature, which is scaled by its mean and its spread."""

    model_config = ConfigDict(frozen=True)

    intercept: float
    threshold: float
    doubt: float = 1.0
    """From here to the threshold a pair is doubtful."""
    mean: dict[str, float]
    spread: dict[str, float]
    weight: dict[str, float]

    def probability(self, features: Mapping[str, float]) -> float:
        """The probability that a pair with these features is what the weights were trained to find."""
        total = self.intercept + sum(
            weight * (features[name] - self.mean[name]) / self.spread[name] for name, weight in self.weight.items()
        )
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
