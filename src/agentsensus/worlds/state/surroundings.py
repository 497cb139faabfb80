"""What characters can see in a place: things, and recent arrivals, departures and actions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from agentsensus.worlds.events.event import StatusSet, StatusValue, ThingMoved
from agentsensus.worlds.scenario.cast import Carrier

__all__ = ["HIDDEN", "LAID", "SEAL", "SEAL_BROKEN", "SEAL_WHOLE", "Sighting", "Sightings", "Things"]

HIDDEN, SEAL = "hidden", "seal"
"""Status keys of a thing: who hid it (empty if unknown), and the state of its seal."""

SEAL_WHOLE, SEAL_BROKEN = "whole", "broken"

LAID = "laid"
"""Key of an action's `becomes`: the thing is laid down in the place. No thing has it as a status."""


@dataclass(slots=True)
class Things:
    """Holder and status of every carrier. Only events change them."""

    holders: dict[str, str] = field(default_factory=dict)
    status: dict[str, dict[str, StatusValue]] = field(default_factory=dict)

    @classmethod
    def at_start(cls, carriers: Mapping[str, Carrier]) -> "Things":
        """Return the things as they are before round 1."""
        things = cls()
        for carrier in carriers.values():
            things.add(carrier)
        return things

    def add(self, carrier: Carrier) -> None:
        """Add a thing as its author wrote it."""
        self.holders[carrier.id] = carrier.held_by or carrier.at or ""
        self.status[carrier.id] = dict(carrier.status)
        if carrier.sealed:
            self.status[carrier.id][SEAL] = SEAL_WHOLE
        if carrier.hidden:
            self.status[carrier.id][HIDDEN] = carrier.held_by or ""

    def move(self, event: ThingMoved) -> None:
        """Change the holder of a thing and make it visible."""
        self.holders[event.thing] = event.holder
        self.status[event.thing].pop(HIDDEN, None)

    def set_status(self, event: StatusSet) -> None:
        """Set or remove a status key of a thing."""
        if event.value is None:
            self.status[event.of].pop(event.key, None)
        else:
            self.status[event.of][event.key] = event.value

    def held_by(self, holder: str) -> list[str]:
        """Return the ids of all things of a character or place, including hidden ones."""
        return [thing for thing, other in self.holders.items() if other == holder]

    def seen_with(self, holder: str, viewer: str) -> list[str]:
        """Return the things of a character or place that `viewer` can see."""
        return [thing for thing in self.held_by(holder) if holder == viewer or not self.is_hidden_from(thing, viewer)]

    def is_hidden_from(self, thing: str, viewer: str) -> bool:
        """Return whether `viewer` cannot see the thing. The character who hid it always can."""
        hider = self.status[thing].get(HIDDEN)
        return hider is not None and hider != viewer

    def looks(self, thing: str) -> dict[str, StatusValue]:
        """Return the visible status of a thing."""
        return {key: value for key, value in sorted(self.status[thing].items()) if key != HIDDEN}


_REMEMBERED = 60
"""Number of sightings kept for each place. Nobody is away long enough to miss more."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """Something visible in a place from round `since` on."""

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
        """Add a sighting to a place."""
        self.by_place[place] = [*self.by_place.get(place, ()), sighting][-_REMEMBERED:]

    def new_to(self, viewer: str, place: str, after: int, until: int) -> list[Sighting]:
        """Return the sightings after round `after` up to round `until`, without the viewer's own actions."""
        return [
            sighting
            for sighting in self.by_place.get(place, ())
            if after < sighting.since <= until and sighting.who != viewer
        ]
