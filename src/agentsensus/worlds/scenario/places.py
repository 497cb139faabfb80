"""The map: distances in rounds, routes, and doors that are shut."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import heappop, heappush

from agentsensus.language.languages import either_language

__all__ = ["Map", "calls_doors_shut"]

_DOORS = re.compile(either_language(lambda words: words.doors), re.IGNORECASE)
_SHUT = re.compile(either_language(lambda words: words.shut), re.IGNORECASE)
_OPEN = re.compile(either_language(lambda words: words.not_shut), re.IGNORECASE)


def calls_doors_shut(status: Mapping[str, object]) -> bool:
    """Return whether a place's status says that its doors are shut or guarded.

    Examples: «doors: barred», «stairs: gate barred from above», «城门: 紧闭».
    """
    for key, value in status.items():
        text = str(value)
        names_doors = _DOORS.fullmatch(key.strip().replace("_", " ")) or _DOORS.match(text.strip())
        if names_doors and _SHUT.search(text) and not _OPEN.search(text):
            return True
    return False


class Map:
    """Places and the ways between them.

    `default` is the distance in rounds between places without a way; with None, such places are connected only by
    the given ways.

    >>> elsinore = Map(["hall", "tower", "coast"], [("hall", "tower", 1), ("tower", "coast", 2)], default=20)
    >>> elsinore.distance("hall", "coast"), elsinore.route("hall", "coast")
    (3, ('hall', 'tower', 'coast'))
    """

    def __init__(self, places: Iterable[str], ways: Iterable[tuple[str, str, int]], default: int | None) -> None:
        self.places = tuple(sorted(places))
        self._default = default
        self._ways: dict[str, dict[str, int]] = defaultdict(dict)
        for place, other, rounds in ways:
            self._ways[place][other] = self._ways[other][place] = rounds
        self._from = lru_cache(maxsize=None)(self._search)

    def distance(self, place: str, other: str) -> int | None:
        """Return the rounds between two places; 0 for the same place, None if unreachable."""
        shortest = self._from(place).get(other)
        return shortest[0] if shortest else None

    def route(self, place: str, other: str) -> tuple[str, ...] | None:
        """Return the shortest route including both ends; ties go to fewer stops, then to the smaller id."""
        shortest = self._from(place).get(other)
        return shortest[1] if shortest else None

    def reachable(self, place: str) -> tuple[str, ...]:
        """Return every other reachable place, nearest first, then by id."""
        shortest = self._from(place)
        return tuple(
            sorted((other for other in shortest if other != place), key=lambda other: (shortest[other][0], other))
        )

    def _steps(self, place: str) -> dict[str, int]:
        if self._default is None:
            return self._ways[place]
        return dict.fromkeys(self.places, self._default) | self._ways[place]

    def _search(self, start: str) -> dict[str, tuple[int, tuple[str, ...]]]:
        if start not in self.places:
            return {}
        shortest: dict[str, tuple[int, tuple[str, ...]]] = {}
        waiting: list[tuple[int, int, tuple[str, ...]]] = [(0, 0, (start,))]
        seen: dict[str, tuple[int, int]] = {}
        while waiting:
            rounds, stops, way = heappop(waiting)
            if way[-1] in shortest:
                continue
            shortest[way[-1]] = (rounds, way)
            for place, step in self._steps(way[-1]).items():
                length = (rounds + step, stops + 1)
                if place not in shortest and length <= seen.get(place, length):
                    seen[place] = length
                    heappush(waiting, (*length, (*way, place)))
        return shortest
