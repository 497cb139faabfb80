"""The map: how many rounds from place to place, by which way, and whether a place's doors are shut."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import heappop, heappush

__all__ = ["Map", "calls_doors_shut"]

_DOORS = re.compile(r"(?:the |main |front )*(?:doors?|gates?|entrances?)|[大城宫院山殿楼房寨]?门", re.IGNORECASE)
_SHUT = re.compile(
    r"\b(?:shut|closed|locked|barred|bolted|guarded|blocked)\b|关|锁|闭|封|把守|看守|守着", re.IGNORECASE
)
_OPEN = re.compile(r"\b(?:open|opened|ajar|not|no|never|nobody|half)\b|开|虚掩|没有|无人|未|不|半", re.IGNORECASE)


def calls_doors_shut(status: Mapping[str, object]) -> bool:
    """Whether a place's status says that its doors or gates are shut or guarded: «doors: barred», «城门: 紧闭»."""
    return any(
        _DOORS.fullmatch(key.strip().replace("_", " ")) and _SHUT.search(str(value)) and not _OPEN.search(str(value))
        for key, value in status.items()
    )


class Map:
    """Places, the ways between them, and what lies between any two that have none.

    Where `default` is a number, two places without a way of their own are that many rounds apart unless other ways
    are shorter; where it is None they are out of reach of each other unless ways lead there.

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
        """Rounds from one place to another; 0 in the same place, None when no way leads there."""
        shortest = self._from(place).get(other)
        return shortest[0] if shortest else None

    def route(self, place: str, other: str) -> tuple[str, ...] | None:
        """The shortest way, both ends included; among equals the one with fewer stops, then the first by id."""
        shortest = self._from(place).get(other)
        return shortest[1] if shortest else None

    def reachable(self, place: str) -> tuple[str, ...]:
        """Every other place one can get to, nearest first, then by id."""
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
