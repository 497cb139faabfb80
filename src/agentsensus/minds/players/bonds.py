"""What people are to each other by the world's files: kin, friend or foe, above or below, holder of an office."""

from functools import cached_property

from agentsensus.minds.players.phrases.phrases import Bearing
from agentsensus.world.scenario import Scenario

__all__ = ["DEAR", "HATED", "Bonds"]

DEAR, HATED = 2, -2
"""From which trust on somebody counts as a friend, and below which as a foe."""
_STEP = 2


class Bonds:
    """The relations of a world; trust is what it was when the story began."""

    def __init__(self, scenario: Scenario) -> None:
        self._cast = scenario.characters

    def are_kin(self, who: str, other: str) -> bool:
        """Whether two are next of kin."""
        return who != other and (other in self._kin.get(who, ()) or who in self._kin.get(other, ()))

    def kin(self, id_: str) -> tuple[str, ...]:
        """Somebody's next of kin, by id."""
        return tuple(other for other in self._cast if self.are_kin(id_, other))

    def trust(self, who: str, other: str) -> int:
        """How far one trusted another at first."""
        character = self._cast.get(who)
        return character.trusts.get(other, 0) if character else 0

    def are_close(self, who: str, other: str) -> bool:
        """Whether one is kin or friend of another."""
        return self.are_kin(who, other) or self.trust(who, other) >= DEAR

    def has_office(self, id_: str) -> bool:
        """Whether somebody may decide for others."""
        return id_ in self._cast and bool(self._cast[id_].office)

    def bearing(self, speaker: str, hearer: str) -> Bearing:
        """How a speaker stands to a hearer by rank."""
        if hearer not in self._cast:
            return "level"
        above = self._cast[hearer].rank - self._cast[speaker].rank
        return "up" if above >= _STEP else "down" if above <= -_STEP else "level"

    @cached_property
    def _kin(self) -> dict[str, frozenset[str]]:
        return {id_: frozenset(character.kin) for id_, character in self._cast.items()}
