"""Relations between characters from the world's files: kin, trust, rank and office."""

from functools import cached_property

from agentsensus.worlds.minds.players.phrases import Bearing
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["DEAR", "HATED", "Bonds"]

DEAR, HATED = 2, -2
"""Minimum trust at which another character counts as a friend, and maximum trust at which it counts as an enemy."""
_STEP = 2


class Bonds:
    """The relations in a world, as they are before round 1."""

    def __init__(self, scenario: Scenario) -> None:
        self._cast = scenario.characters

    def are_kin(self, who: str, other: str) -> bool:
        """Return whether two characters are next of kin."""
        return who != other and (other in self._kin.get(who, ()) or who in self._kin.get(other, ()))

    def kin(self, id_: str) -> tuple[str, ...]:
        """Return the next of kin of a character."""
        return tuple(other for other in self._cast if self.are_kin(id_, other))

    def trust(self, who: str, other: str) -> int:
        """Return the trust of `who` in `other` before round 1."""
        character = self._cast.get(who)
        return character.trusts.get(other, 0) if character else 0

    def are_close(self, who: str, other: str) -> bool:
        """Return whether `other` is kin or a friend of `who`."""
        return self.are_kin(who, other) or self.trust(who, other) >= DEAR

    def are_opposed(self, who: str, other: str) -> bool:
        """Return whether two characters stand on opposite sides: neither trusts the other, and one of them is an
        enemy of the other or of a friend of the other.
        """
        if self.are_kin(who, other) or max(self.trust(who, other), self.trust(other, who)) > 0:
            return False
        return other in self._opponents(who) or who in self._opponents(other)

    def _opponents(self, who: str) -> frozenset[str]:
        """Return the enemies of a character and of its friends, and everyone who hates it or one of its friends."""
        if who not in self._opposed:
            side = {who, *self._friends.get(who, ())}
            hated = {other for friend in side for other in self._hated.get(friend, ())}
            haters = {other for friend in side for other in self._haters.get(friend, ())}
            self._opposed[who] = frozenset((hated | haters) - side)
        return self._opposed[who]

    @cached_property
    def _opposed(self) -> dict[str, frozenset[str]]:
        return {}

    @cached_property
    def _friends(self) -> dict[str, tuple[str, ...]]:
        return {
            id_: tuple(other for other, trust in character.trusts.items() if trust >= DEAR)
            for id_, character in self._cast.items()
        }

    @cached_property
    def _hated(self) -> dict[str, tuple[str, ...]]:
        return {
            id_: tuple(other for other, trust in character.trusts.items() if trust <= HATED)
            for id_, character in self._cast.items()
        }

    @cached_property
    def _haters(self) -> dict[str, list[str]]:
        haters: dict[str, list[str]] = {}
        for id_, others in self._hated.items():
            for other in others:
                haters.setdefault(other, []).append(id_)
        return haters

    def has_office(self, id_: str) -> bool:
        """Return whether a character holds an office that lets it judge others."""
        return id_ in self._cast and bool(self._cast[id_].office)

    def bearing(self, speaker: str, hearer: str) -> Bearing:
        """Return the speaker's rank relative to the hearer."""
        if hearer not in self._cast:
            return "level"
        above = self._cast[hearer].rank - self._cast[speaker].rank
        return "up" if above >= _STEP else "down" if above <= -_STEP else "level"

    @cached_property
    def _kin(self) -> dict[str, frozenset[str]]:
        return {id_: frozenset(character.kin) for id_, character in self._cast.items()}
