"""How well scores separate same from different pairs: area under the curve, precision and recall."""

import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.float64]
Labels = npt.NDArray[np.bool_]


def auc(scores: Scores, same: Labels) -> float:
    """Return the probability that a random same pair scores above a random different pair; ties count half."""
    order = np.argsort(scores, kind="stable")
    ranks = np.empty(len(scores))
    ranks[order] = np.arange(1, len(scores) + 1)
    for value in np.unique(scores):
        ties = scores == value
        ranks[ties] = ranks[ties].mean()
    positives = int(same.sum())
    return float((ranks[same].sum() - positives * (positives + 1) / 2) / (positives * (len(same) - positives)))


def curve(scores: Scores, same: Labels) -> tuple[Scores, Scores, Scores]:
    """Return precision, recall and threshold at every threshold, highest first."""
    order = np.argsort(-scores, kind="stable")
    hits = np.cumsum(same[order])
    last = np.append(np.flatnonzero(np.diff(scores[order])), len(order) - 1)
    return hits[last] / (last + 1), hits[last] / same.sum(), scores[order][last]


def recall_at(scores: Scores, same: Labels, precision: float) -> tuple[float, float]:
    """Return the highest recall at the given precision, and its threshold; (0, 1) if the precision is never reached."""
    precisions, recalls, thresholds = curve(scores, same)
    enough = np.flatnonzero(precisions >= precision)
    return (float(recalls[enough[-1]]), float(thresholds[enough[-1]])) if len(enough) else (0.0, 1.0)
