"""What learned weights are worth: a line of figures for each set of pairs, and one for each kind of near miss."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from agentsensus.bench.curves import Labels, Scores, auc
from agentsensus.bench.pair_table import Table
from training.train import Outer

__all__ = ["by_kind", "interval", "report"]

Figure: TypeAlias = Callable[[npt.NDArray[np.intp]], float]


def report(data: Table, estimate: Outer, name: str) -> str:
    """One line of figures for a set; intervals come from drawing whole topics with replacement."""
    chosen = data.of(name)
    same, merged, topics = data.same[chosen], estimate.merged[chosen], data.topics[chosen].tolist()
    scores = estimate.scores[chosen]
    line = f"{name:22} n {len(same):5}  merged {int(merged.sum()):4}  of different {_share(merged[~same]):.4f}"
    if not same.any():
        return line
    cosines = data.column("cosine")[chosen]
    precision = _interval(lambda rows: _share(same[rows][merged[rows]]), topics)
    recall = _interval(lambda rows: _share(merged[rows][same[rows]]), topics)
    gain = _interval(lambda rows: auc(scores[rows], same[rows]) - auc(cosines[rows], same[rows]), topics)
    return (
        f"{line}  precision {_share(same[merged]):.3f} {precision}  recall {_share(merged[same]):.3f} {recall}  "
        f"area {auc(scores, same):.3f} cosine {auc(cosines, same):.3f} gain {gain}"
    )


def by_kind(data: Table, estimate: Outer, name: str) -> str:
    """The share of each kind of different pairs that merges."""
    chosen = data.of(name) & ~data.same
    kinds = sorted(set(data.kinds[chosen].tolist()))
    shares = {kind: _share(estimate.merged[chosen & (data.kinds == kind)]) for kind in kinds}
    return f"{name:22} " + "  ".join(f"{kind} {share:.3f}" for kind, share in shares.items())


def interval(scores: Scores, same: Labels, topics: Sequence[str]) -> tuple[float, float]:
    """The 95 % interval of the area under the curve, by drawing whole topics with replacement."""
    return _bounds(lambda rows: auc(scores[rows], same[rows]), topics)


def _interval(figure: Figure, topics: Sequence[str]) -> str:
    low, high = _bounds(figure, topics)
    return f"[{low:.3f}, {high:.3f}]"


def _bounds(figure: Figure, topics: Sequence[str], draws: int = 300) -> tuple[float, float]:
    values = [value for value in _drawn(figure, np.array(topics), draws) if value == value] or [float("nan")]
    return float(np.quantile(values, 0.025)), float(np.quantile(values, 0.975))


def _drawn(figure: Figure, topics: npt.NDArray[np.str_], draws: int) -> Iterator[float]:
    groups = [np.flatnonzero(topics == topic) for topic in sorted(set(topics.tolist()))]
    chance = np.random.default_rng(3)
    for _ in range(draws):
        yield figure(np.concatenate([groups[number] for number in chance.integers(0, len(groups), len(groups))]))


def _share(labels: Labels) -> float:
    return float(labels.mean()) if len(labels) else float("nan")
