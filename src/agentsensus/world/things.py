"""Things in play: who or what place has each, what can be seen of it, and who can see it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from agentsensus.events.event import StatusSet, StatusValue, ThingMoved
from agentsensus.world.cast import Carrier

__all__ = ["HIDDEN", "SEAL", "SEAL_BROKEN", "SEAL_WHOLE", "Things"]

HIDDEN, SEAL = "hidden", "seal"
"""Keys of a thing's status: who has hidden it (nobody known: an empty text), and whether its seal is whole."""

SEAL_WHOLE, SEAL_BROKEN = "whole", "broken"


@dataclass(slots=True)
class Things:
    """All carriers of a world; only events change where they are and what they look like."""

    holders: dict[str, str] = field(default_factory=dict)
    status: dict[str, dict[str, StatusValue]] = field(default_factory=dict)

    @classmethod
    def at_start(cls, carriers: Mapping[str, Carrier]) -> "Things":
        """Where everything is before round 1."""
        things = cls()
        for id_, carrier in carriers.items():
            things.holders[id_] = carrier.held_by or carrier.at or ""
            things.status[id_] = dict(carrier.status)
            if carrier.sealed:
                things.status[id_][SEAL] = SEAL_WHOLE
            if carrier.hidden:
                things.status[id_][HIDDEN] = carrier.held_by or ""
        return things

    def move(self, event: ThingMoved) -> None:
        """Let a thing be somewhere else; whoever gets it sees it, and so does everybody there."""
        self.holders[event.thing] = event.holder
        self.status[event.thing].pop(HIDDEN, None)

    def set_status(self, event: StatusSet) -> None:
        """Set or remove a key of a thing's status."""
        if event.value is None:
            self.status[event.of].pop(event.key, None)
        else:
            self.status[event.of][event.key] = event.value

    def held_by(self, holder: str) -> list[str]:
        """What a character or a place has, by id, hidden things too."""
        return [thing for thing, other in self.holders.items() if other == holder]

    def seen_with(self, holder: str, viewer: str) -> list[str]:
        """What somebody sees of the things of a character or a place: all of its own, of others what is not hidden."""
        return [thing for thing in self.held_by(holder) if holder == viewer or not self.is_hidden_from(thing, viewer)]

    def is_hidden_from(self, thing: str, viewer: str) -> bool:
        """Whether somebody cannot see a thing where it is; whoever hid it can."""
        hider = self.status[thing].get(HIDDEN)
        return hider is not None and hider != viewer

    def looks(self, thing: str) -> dict[str, StatusValue]:
        """What can be seen of a thing, key by key."""
        return {key: value for key, value in sorted(self.status[thing].items()) if key != HIDDEN}
