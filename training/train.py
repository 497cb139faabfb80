"""The learned judge, one model a language, fitted to labelled pairs; everything is chosen inside the training topics."""

from dataclasses import dataclass

import numpy as np

from agentsensus.bench.curves import Labels
from agentsensus.bench.fitting import FittedModel, fitted
from agentsensus.bench.logistic import Floats
from agentsensus.bench.pair_table import Table
from agentsensus.memory.judge.learned import LearnedWeights

__all__ = ["FOLDS", "Outer", "outer", "train"]

PRECISION = 0.97
SWAPPED = 0.008
DOUBTFUL = 0.1
FOLDS = 6
COUNTS = {"work_en": 3.0, "work_zh": 3.0, "hand_en": 2.0, "hand_zh": 2.0, "paws_en": 0.5, "paws_zh": 0.5}
ALIKE = ("work", "hand", "ecb")
"""Families of sets in each of which merges must be right."""


def train(data: Table, leave_out: tuple[str, ...] = ()) -> LearnedWeights:
    """The weights of every language, learned from what no veto settles; sets left out are not looked at."""
    languages = sorted(set(data.languages.tolist()))
    models = {language: model_of(data, language, leave_out) for language in languages}
    return LearnedWeights(
        embedder="universal-0.2.1", languages={language: model.weights() for language, model in models.items()}
    )


def model_of(data: Table, language: str, leave_out: tuple[str, ...] = ()) -> FittedModel:
    """The model of one language, with its points."""
    chosen = (data.languages == language) & data.clear & ~data.of(*leave_out)
    model = fitted(data, chosen, COUNTS)
    families = np.array([name.split("_")[0].removesuffix("+") for name in data.sets.tolist()])
    points = [_point(model.scores[here], data.same[here]) for family in ALIKE if (here := chosen & (families == family)).any()]
    swapped = chosen & (families == "paws")
    all_swapped = (data.languages == language) & (families == "paws") & ~data.same & ~data.of(*leave_out)
    if swapped.any():
        points.append(_passes(model.scores[swapped & ~data.same], SWAPPED * all_swapped.sum()))
    threshold = max(points)
    work = chosen & (families == "work") & data.same
    doubt = float(np.quantile(model.scores[work], DOUBTFUL)) if work.any() else threshold / 2
    return model.at(threshold, min(doubt, threshold))


def _point(scores: Floats, same: Labels) -> float:
    """The lowest score from which on nearly all pairs are the same, the single mistakes at the top apart."""
    order = np.argsort(-scores, kind="stable")
    right = np.cumsum(same[order])
    precision = (right + 1) / (np.arange(len(order)) + 1 + 1)
    good = np.flatnonzero(precision >= PRECISION)
    return float(scores[order[good[-1]]]) if len(good) else 1.0


def _passes(scores: Floats, count: float) -> float:
    """The lowest score that at most so many of these exceed."""
    ordered = np.sort(scores)[::-1]
    allowed = int(count)
    return float(np.nextafter(ordered[allowed], 2.0)) if allowed < len(ordered) else 0.0


@dataclass(frozen=True, slots=True)
class Outer:
    """The score of every pair, and whether it merges, by weights whose choice never saw its topic."""

    scores: Floats
    merged: Labels


def outer(data: Table, leave_out: tuple[str, ...] = ()) -> Outer:
    """Everything is fitted and chosen without a sixth of the topics, and only that sixth is scored, six times."""
    topics = sorted(set(data.topics.tolist()))
    order = np.random.default_rng(5).permutation(len(topics))
    fold_of = {topics[place]: number % FOLDS for number, place in enumerate(order.tolist())}
    folds = np.array([fold_of[topic] for topic in data.topics.tolist()])
    scores, merged = np.zeros(len(data.same)), np.zeros(len(data.same), bool)
    for fold in range(FOLDS):
        outside, learned = folds == fold, train(data.rows(folds != fold), leave_out)
        for language, weights in learned.languages.items():
            here = np.flatnonzero(outside & (data.languages == language))
            rows = [dict(zip(data.names, row, strict=True)) for row in data.values[here].tolist()]
            scores[here] = [weights.probability(row) for row in rows]
            merged[here] = data.clear[here] & (scores[here] >= weights.threshold)
    return Outer(scores, merged)
