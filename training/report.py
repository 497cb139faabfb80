"""What learned weights are worth: one line of figures for each set of pairs."""

from collections.abc import Sequence

import numpy as np

from agentsensus.bench.curves import Labels, Scores, auc, recall_at
from agentsensus.bench.pair_table import Table
from training.train import PRECISION, Trained

__all__ = ["interval", "report"]


def report(data: Table, trained: Trained, name: str) -> str:
    """One line of figures for a set."""
    chosen = data.of(name)
    same, score, merged = data.same[chosen], trained.scores[chosen], trained.merged[chosen]
    wrong = f"{name:12} n {len(same):5}  merged of different {float(merged[~same].mean()):.4f}"
    if not same.any():
        return wrong
    ranked = score - ~data.clear[chosen]
    cosines = data.column("cosine")[chosen]
    low, high = interval(score, same, data.topics[chosen].tolist())
    precision = float(same[merged].mean()) if merged.any() else float("nan")
    return (
        f"{wrong}  precision {precision:.3f}  recall {float(merged[same].mean()):.3f}  "
        f"auc {auc(score, same):.3f} [{low:.3f}, {high:.3f}] cosine {auc(cosines, same):.3f}  "
        f"R@P95 {recall_at(ranked, same, PRECISION)[0]:.3f} cosine {recall_at(cosines, same, PRECISION)[0]:.3f}"
    )


def interval(scores: Scores, same: Labels, topics: Sequence[str], draws: int = 400) -> tuple[float, float]:
    """The 95 % interval of the area under the curve, by drawing whole topics with replacement."""
    groups = [np.flatnonzero(np.array(topics) == topic) for topic in sorted(set(topics))]
    chance = np.random.default_rng(3)
    areas = []
    for _ in range(draws):
        drawn = np.concatenate([groups[n] for n in chance.integers(0, len(groups), len(groups))])
        if 0 < same[drawn].sum() < len(drawn):
            areas.append(auc(scores[drawn], same[drawn]))
    return float(np.quantile(areas, 0.025)), float(np.quantile(areas, 0.975))
