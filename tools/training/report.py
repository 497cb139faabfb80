"""Print the accuracy of learned weights: one line per set of pairs, and one per kind of near miss."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from agentsensus.analysis.bench.curves import Labels, Scores, auc
from agentsensus.analysis.bench.pair_table import ReadPair
from tools.training.outer import Outer

__all__ = ["by_kind", "interval", "report"]

Figure: TypeAlias = Callable[[npt.NDArray[np.intp]], float]


def report(pairs: Sequence[ReadPair], estimate: Outer, *names: str) -> str:
    """Return one line with precision, recall and area under the curve of the named sets together. Intervals are
    bootstrapped by topic.
    """
    places = [place for place, pair in enumerate(pairs) if pair.set in names]
    same = np.array([pairs[place].label.same for place in places])
    topics = [pairs[place].label.topic for place in places]
    merged, scores = estimate.merged[places], estimate.scores[places]
    cosines = np.array([pairs[place].cosine for place in places])
    name = "+".join(names)
    line = f"{name:22} n {len(same):5}  merged {int(merged.sum()):4}  of different {_share(merged[~same]):.4f}"
    if not same.any():
        return line
    precision = _interval(lambda rows: _share(same[rows][merged[rows]]), topics)
    recall = _interval(lambda rows: _share(merged[rows][same[rows]]), topics)
    gain = _interval(lambda rows: auc(scores[rows], same[rows]) - auc(cosines[rows], same[rows]), topics)
    return (
        f"{line}  precision {_share(same[merged]):.3f} {precision}  recall {_share(merged[same]):.3f} {recall}  "
        f"area {auc(scores, same):.3f} cosine {auc(cosines, same):.3f} gain {gain}"
    )


def by_kind(pairs: Sequence[ReadPair], estimate: Outer, name: str) -> str:
    """Return one line: for each kind of different pairs in the set, how many were wrongly merged."""
    merged: dict[str, list[bool]] = {}
    for pair, merges in zip(pairs, estimate.merged.tolist(), strict=True):
        if pair.set == name and not pair.label.same:
            merged.setdefault(pair.label.kind, []).append(merges)
    return f"{name:22} " + "  ".join(f"{kind} {sum(of)} of {len(of)}" for kind, of in sorted(merged.items()))


def interval(scores: Scores, same: Labels, topics: Sequence[str]) -> tuple[float, float]:
    """Return the 95 % interval of the area under the curve, bootstrapped by topic."""
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
