"""Places of a world on a small grid, near ones side by side: the map of a report, the same for the same world."""

from collections.abc import Callable, Sequence
from itertools import product
from math import ceil, sqrt

__all__ = ["map_cells"]

_PASSES = 60
_WIDEST = 4
"""Places side by side: more would leave no room for names."""


def map_cells(places: Sequence[str], distance: Callable[[str, str], int | None]) -> dict[str, list[int]]:
    """By place its column and row. Two places change cells as long as that brings neighbours nearer."""
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
    """Make every exchange of two cells that shortens the ways; answers whether there was any."""
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
