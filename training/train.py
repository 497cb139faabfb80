"""The learned judge, one model a language, fitted to labelled pairs; all is chosen inside the training topics."""

from dataclasses import dataclass

import numpy as np

from agentsensus.bench.curves import Labels
from agentsensus.bench.fitting import FittedModel, fitted
from agentsensus.bench.logistic import Floats
from agentsensus.bench.pair_table import Table
from agentsensus.memory.judge.learned import LONG, LONG_COUNTS, PLAIN, LearnedWeights

__all__ = ["FOLDS", "Outer", "outer", "train"]

PRECISION = 0.95
OF_A_KIND = 0.02
"""The share of near misses of any one kind that may merge."""
DOUBTFUL = 0.1
FOLDS = 6
COUNTS = {
    "work_en": 3.0,
    "work_zh": 3.0,
    "hand_en": 2.0,
    "hand_zh": 2.0,
    "paws_en": 0.3,
    "paws_zh": 0.3,
    "ecb_train": 2.0,
}
MADE = ("work+_en", "work+_zh", "hand+_en", "hand+_zh")
"""Contrasts made by rule: they are measured, and taught the reading; the weights learn from natural pairs."""
ALIKE = (("work",), ("ecb",), ("russia-ukraine", "three-kingdoms", "red-chamber"))
"""Families of sets in each of which merges must be right."""


def train(data: Table, leave_out: tuple[str, ...] = ()) -> LearnedWeights:
    """The weights of every language; sets left out are not looked at."""
    languages = sorted(set(data.languages.tolist()))
    models = {language: model_of(data, language, (*MADE, *leave_out)) for language in languages}
    worlds = sorted({name.removesuffix("_world").replace("-", "_") for name in data.sets.tolist() if "_world" in name})
    left_out = {name.removesuffix("_world") for name in leave_out}
    return LearnedWeights(
        embedder="universal-0.2.1",
        languages={language: model.weights() for language, model in models.items()},
        worlds=tuple(world for world in worlds if world not in left_out),
    )


def model_of(data: Table, language: str, leave_out: tuple[str, ...] = ()) -> FittedModel:
    """The model of one language, with its points: the operating point is right in every family of sets."""
    chosen = (data.languages == language) & ~data.of(*leave_out)
    model = fitted(data, chosen, COUNTS)
    families = np.array([name.split("_")[0].removesuffix("+") for name in data.sets.tolist()])
    scores = np.where(data.column("length") > LONG, model.scores * LONG_COUNTS, model.scores)
    scores = np.where(data.column("plain") > 0, np.maximum(scores, PLAIN), scores)
    points = []
    for family in ALIKE:
        here = chosen & data.clear & np.isin(families, family)
        if here.any():
            points.append(_point(scores[here], data.same[here]))
    near_misses = chosen & (families == "work") & ~data.same
    for kind in sorted(set(data.kinds[near_misses].tolist())):
        of_kind = near_misses & (data.kinds == kind)
        points.append(_passes(scores[of_kind & data.clear], OF_A_KIND * of_kind.sum()))
    threshold = min(max(points), PLAIN)
    work = chosen & data.clear & (families == "work") & data.same
    doubt = float(np.quantile(scores[work], DOUBTFUL)) if work.any() else threshold / 2
    return model.at(threshold, min(doubt, threshold))


def _point(scores: Floats, same: Labels) -> float:
    """The lowest score from which on nearly all pairs are the same, one mistake forgiven."""
    order = np.argsort(-scores, kind="stable")
    wrong = np.maximum(np.cumsum(~same[order]) - 1, 0)
    precision = 1 - wrong / (np.arange(len(order)) + 1)
    good = np.flatnonzero(precision >= PRECISION)
    return float(scores[order[good[-1]]]) if len(good) else 1.0


def _passes(scores: Floats, count: float) -> float:
    """A score that at most so many of these reach."""
    ordered = np.sort(scores)[::-1]
    return float(np.nextafter(ordered[int(count)], 2.0)) if int(count) < len(ordered) else 0.0


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
            scores[here] = [weights.score(row) for row in rows]
            merged[here] = data.clear[here] & (scores[here] >= weights.threshold)
    return Outer(scores, merged)
