"""What can be seen in a place: who came, who went and whither, and what was done there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

__all__ = ["Sighting", "Sightings"]

_REMEMBERED = 60
"""So many sightings of a place are at hand; older ones nobody has been away from long enough to miss."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """Something that whoever is in a place sees from round `since` on."""

    since: int
    kind: Literal["came", "went", "did"]
    who: str
    to: str = ""
    action: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Sightings:
    """The latest sightings of every place, oldest first."""

    by_place: dict[str, list[Sighting]] = field(default_factory=dict)

    def add(self, place: str, sighting: Sighting) -> None:
        """Let everybody in a place see something."""
        self.by_place[place] = [*self.by_place.get(place, ()), sighting][-_REMEMBERED:]

    def new_to(self, viewer: str, place: str, after: int, until: int) -> list[Sighting]:
        """What somebody who last looked in round `after` has not seen yet in round `until`, but for its own deeds."""
        return [
            sighting
            for sighting in self.by_place.get(place, ())
            if after < sighting.since <= until and sighting.who != viewer
        ]
