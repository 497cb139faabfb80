"""Who and what could be taken for another: of like rank and the same camp, or the next place."""

from collections.abc import Mapping

from agentsensus.world.cast import Character
from agentsensus.world.scenario import Scenario

__all__ = ["alike_of", "neighbours_of"]

_RANKS_APART = 2
_NEXT_DOOR = 1
_NEAREST = 3


def alike_of(scenario: Scenario) -> Mapping[str, frozenset[str]]:
    """By character: those for whom it could be mistaken, being of like rank and of its camp."""
    cast = scenario.characters
    return {
        id_: frozenset(other for other in cast if other != id_ and _is_like(character, cast[other]))
        for id_, character in cast.items()
    }


def _is_like(character: Character, other: Character) -> bool:
    return abs(character.rank - other.rank) <= _RANKS_APART and _is_of_camp(character, other)


def _is_of_camp(character: Character, other: Character) -> bool:
    """Whether two belong together: by kin, by trust, or because the story begins with both in one place."""
    trusted = character.trusts.get(other.id, 0) >= 1 or other.trusts.get(character.id, 0) >= 1
    is_kin = other.id in character.kin or character.id in other.kin
    return trusted or is_kin or (character.at is not None and character.at == other.at)


def neighbours_of(scenario: Scenario) -> Mapping[str, tuple[str, ...]]:
    """By place: the nearest of those next door, for which it could be mistaken."""
    world_map = scenario.map
    return {
        place: tuple(
            other for other in world_map.reachable(place) if (world_map.distance(place, other) or 0) <= _NEXT_DOOR
        )[:_NEAREST]
        for place in scenario.places
    }
