"""Small networks: communities by label propagation and places by springs, the same for the same network."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from agentsensus.arrays import FloatArray

__all__ = ["communities", "spread", "spring"]

_PASSES = 30
_STEPS = 120
_NAME = np.array([0.17, 0.06])
"""How much of a picture's width and height a name takes."""


def communities(nodes: Sequence[str], edges: Mapping[tuple[str, str], float]) -> dict[str, int]:
    """A number for each node, the same for those who have most to do with each other; 0 is the largest group."""
    near: dict[str, dict[str, float]] = defaultdict(dict)
    for (source, other), weight in edges.items():
        near[source][other] = near[source].get(other, 0) + weight
        near[other][source] = near[other].get(source, 0) + weight
    label = {node: node for node in nodes}
    for _ in range(_PASSES):
        changed = False
        for node in nodes:
            best = _most(label, near[node], node)
            changed |= best != label[node]
            label[node] = best
        if not changed:
            break
    sizes = Counter(label.values())
    order = sorted(sizes, key=lambda name: (-sizes[name], name))
    return {node: order.index(label[node]) for node in nodes}


def _most(label: Mapping[str, str], near: Mapping[str, float], node: str) -> str:
    pull: dict[str, float] = defaultdict(float)
    for other, weight in near.items():
        pull[label[other]] += weight
    return min(pull, key=lambda name: (-pull[name], name != label[node], name), default=label[node])


def spring(nodes: Sequence[str], edges: Mapping[tuple[str, str], float]) -> dict[str, tuple[float, float]]:
    """A place for each node: linked ones near, the others apart. It begins on a spiral, so nothing is drawn by lot."""
    count = len(nodes)
    if not count:
        return {}
    turns = np.arange(count) * 2.399963
    where: FloatArray = (np.sqrt(np.arange(count) + 0.5)[:, None] * np.stack([np.cos(turns), np.sin(turns)], 1)) / (
        np.sqrt(count)
    )
    number = {node: place for place, node in enumerate(nodes)}
    ends = np.array([[number[source], number[other]] for source, other in edges], np.int64).reshape(-1, 2)
    weights = np.log1p(np.array(list(edges.values()), float))
    ideal = 1.6 / np.sqrt(count)
    for step in range(_STEPS):
        gaps = where[:, None, :] - where[None, :, :]
        away = np.sqrt((gaps**2).sum(-1)) + 1e-3
        move = (gaps * (ideal**2 / away**2)[..., None]).sum(1)
        pulled = where[ends[:, 0]] - where[ends[:, 1]]
        force = pulled * (np.sqrt((pulled**2).sum(-1)) / ideal * np.minimum(weights, 3.0) / 3.0)[:, None]
        np.add.at(move, ends[:, 0], -force)
        np.add.at(move, ends[:, 1], force)
        move -= 0.02 * where * np.sqrt(count)
        length = np.sqrt((move**2).sum(-1, keepdims=True)) + 1e-9
        where = where + move / length * np.minimum(length, 0.12 * (1 - step / _STEPS))
    return {node: (round(float(x), 4), round(float(y), 4)) for node, (x, y) in zip(nodes, where, strict=True)}


def spread(where: Mapping[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
    """The same places between 0 and 1, moved apart until the names of few dozen nodes do not cover each other."""
    points = np.array(list(where.values()), float).reshape(-1, 2)
    if len(points) < 2:
        return dict(where)
    points = (points - points.min(0)) / np.maximum(np.ptp(points, axis=0), 1e-9)
    order = np.sign(np.arange(len(points))[:, None] - np.arange(len(points))[None, :])
    for _ in range(_STEPS):
        gaps = points[:, None, :] - points[None, :, :]
        over = _NAME - np.abs(gaps)
        covers = (over > 0).all(-1) & (order != 0)
        if not covers.any():
            break
        towards = np.where(np.abs(gaps) > 1e-9, np.sign(gaps), order[..., None])
        points = points + np.where(covers[..., None], towards * over * (0.1, 0.3), 0).sum(1)
    return {node: (round(float(x), 4), round(float(y), 4)) for node, (x, y) in zip(where, points, strict=True)}
