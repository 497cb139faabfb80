"""Plain reading, one model a language, fitted to labelled pairs; all is chosen inside the training topics."""

import numpy as np

from agentsensus.analysis.bench.curves import Labels
from agentsensus.analysis.bench.fitting import FittedModel, fitted
from agentsensus.analysis.bench.logistic import Floats
from agentsensus.analysis.bench.pair_table import Table
from agentsensus.memory.judge.learned import LONG, LONG_COUNTS, PLAIN, Weights

__all__ = ["train"]

PRECISION = 0.95
OF_A_KIND = 0.02
"""The share of near misses of any one kind that may merge."""
DOUBTFUL = 0.1
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


def train(data: Table) -> dict[str, Weights]:
    """The weights of plain reading in every language."""
    languages = sorted(set(data.languages.tolist()))
    return {language: model_of(data, language, MADE).weights() for language in languages}


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
