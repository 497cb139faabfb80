"""Layout for the report's map and networks: grid cells and node positions. Deterministic."""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import ceil, sqrt

import numpy as np

from agentsensus.base.arrays import FloatArray

__all__ = ["map_cells", "spread", "spring"]


_PASSES = 60
_WIDEST = 4
"""Most places in one row; more would leave no room for names."""


def map_cells(places: Sequence[str], distance: Callable[[str, str], int | None]) -> dict[str, list[int]]:
    """The column and row of each place on a small grid. Swaps cells as long as that brings neighbours closer."""
    columns = max(1, min(_WIDEST, ceil(sqrt(len(places)))))
    rows = max(1, ceil(len(places) / columns))
    cells = list(product(range(rows), range(columns)))
    names: list[str | None] = [*places, *([None] * (len(cells) - len(places)))]
    near = {(place, other): _pull(distance(place, other)) for place in places for other in places if place != other}
    for _ in range(_PASSES):
        if not _improved(names, cells, near):
            break
    return {name: [cell[1], cell[0]] for name, cell in zip(names, cells, strict=True) if name is not None}


def _pull(rounds: int | None) -> float:
    return 1 / rounds**2 if rounds else 0.0


def _improved(names: list[str | None], cells: Sequence[tuple[int, int]], near: dict[tuple[str, str], float]) -> bool:
    """Swap every two cells where that shortens the paths; return whether any were swapped."""
    is_better = False
    for a in range(len(names)):
        for b in range(a + 1, len(names)):
            if names[a] == names[b]:
                continue
            before = _strain(names, cells, near, (a, b))
            names[a], names[b] = names[b], names[a]
            if _strain(names, cells, near, (a, b)) < before - 1e-9:
                is_better = True
            else:
                names[a], names[b] = names[b], names[a]
    return is_better


def _strain(
    names: Sequence[str | None],
    cells: Sequence[tuple[int, int]],
    near: dict[tuple[str, str], float],
    moved: tuple[int, int],
) -> float:
    total = 0.0
    for place in moved:
        name = names[place]
        if name is None:
            continue
        for other, cell in zip(names, cells, strict=True):
            if other is not None and other != name:
                away = (cell[0] - cells[place][0]) ** 2 + (cell[1] - cells[place][1]) ** 2
                total += near[name, other] * away
    return total


_STEPS = 120
_NAME = np.array([0.17, 0.06])
"""The share of the picture's width and height that a name takes."""


def spring(nodes: Sequence[str], edges: Mapping[tuple[str, str], float]) -> dict[str, tuple[float, float]]:
    """A position for each node: linked nodes close, others apart. Starts on a spiral, so nothing is random."""
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
    """Scale positions to 0–1 and move nodes apart until their names do not overlap (for a few dozen nodes)."""
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
