"""Logistic regression with an L2 penalty, and cross-validation that leaves one topic out."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Labels = npt.NDArray[np.bool_]
FOLDS = 8


@dataclass(frozen=True, slots=True)
class Logistic:
    """Weights of standardised features and an intercept."""

    names: tuple[str, ...]
    intercept: float
    weights: Floats
    mean: Floats
    spread: Floats

    def probabilities(self, values: Floats) -> Floats:
        """Return the probability that each pair is the same."""
        probabilities: Floats = 1 / (
            1 + np.exp(-(self.intercept + ((values - self.mean) / self.spread) @ self.weights))
        )
        return probabilities

    def named(self, values: Floats) -> dict[str, float]:
        """Return the values keyed by feature name."""
        return {name: round(value, 4) for name, value in zip(self.names, values.tolist(), strict=True)}


def fit(names: Sequence[str], values: Floats, same: Labels, penalty: float, counts: Floats | None = None) -> Logistic:
    """Fit a model by Newton's method; `counts` weights the pairs."""
    counts = np.ones(len(values)) if counts is None else counts
    mean, spread = values.mean(axis=0), values.std(axis=0)
    spread[spread < 1e-9] = 1.0
    scaled = np.hstack([np.ones((len(values), 1)), (values - mean) / spread])
    ridge = np.diag([1e-6, *[penalty] * values.shape[1]])
    weights = np.zeros(scaled.shape[1])
    for _ in range(40):
        chance = 1 / (1 + np.exp(-scaled @ weights))
        slope = scaled.T @ (counts * (chance - same)) + ridge @ weights
        bend = (scaled * (counts * chance * (1 - chance))[:, None]).T @ scaled + ridge
        step = np.linalg.solve(bend, slope)
        weights -= step
        if np.abs(step).max() < 1e-8:
            break
    return Logistic(tuple(names), float(weights[0]), weights[1:], mean, spread)


def left_out(
    values: Floats, same: Labels, topics: npt.NDArray[np.str_], penalty: float, counts: Floats | None = None
) -> Floats:
    """Return, for each pair, the probability given by a model fitted without the pair's topic."""
    counts = np.ones(len(values)) if counts is None else counts
    known = sorted(set(topics.tolist()))
    order = np.random.default_rng(1).permutation(len(known))
    fold = {known[place]: n % FOLDS for n, place in enumerate(order.tolist())}
    folds = np.array([fold[topic] for topic in topics.tolist()])
    scores = np.zeros(len(values))
    for number in range(FOLDS):
        outside = folds == number
        if outside.any():
            model = fit(("",) * values.shape[1], values[~outside], same[~outside], penalty, counts[~outside])
            scores[outside] = model.probabilities(values[outside])
    return scores
