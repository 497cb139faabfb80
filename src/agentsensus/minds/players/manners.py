"""How one addresses others: by what one calls them, by kin, by rank, and politely to those above."""

from collections.abc import Sequence

from agentsensus.minds.players.part import Part
from agentsensus.minds.players.phrases.phrases import Bearing

__all__ = ["addresses", "bearing", "politely", "spoken_of"]


def bearing(part: Part, hearer: str) -> Bearing:
    """How one stands to a hearer: by rank, but nobody looks up to a younger brother or a nephew."""
    by_rank = part.bonds.bearing(part.id, hearer)
    calls = part.character.voice.calls.get(hearer, ())
    return "level" if by_rank == "up" and any(map(part.phrases.is_for_younger, calls)) else by_rank


def addresses(part: Part, hearers: Sequence[str]) -> list[str]:
    """Forms of address that fit: one's own for somebody, else the name, and what fits anybody who is not above one."""
    own = part.character.voice
    if part.scenario.world.manner == "office" and own.epithets and hearers[0] not in own.calls:
        return [*own.epithets] if len(hearers) == 1 else [part.phrases.text("address", "all")]
    if len(hearers) > 1:
        return [_to_all(part, hearers)]
    hearer, voice = hearers[0], part.character.voice
    if calls := voice.calls.get(hearer):
        return [*calls]
    name = part.name(hearer).removeprefix("the ").removeprefix("The ")
    if bearing(part, hearer) != "up":
        return [name, *voice.epithets]
    if part.bonds.has_office(hearer) and part.phrases.has("address", "office"):
        return [part.phrases.text("address", "office")]
    return [name]


def _to_all(part: Part, hearers: Sequence[str]) -> str:
    """One word for several hearers; where the language wants it, whoever among them is above one comes first."""
    phrases, calls = part.phrases, part.character.voice.calls
    above = [hearer for hearer in hearers if bearing(part, hearer) == "up" and calls.get(hearer)]
    if not above or not phrases.has("address", "chief"):
        return phrases.text("address", "all")
    chief = max(above, key=lambda hearer: part.scenario.characters[hearer].rank)
    return phrases.text("address", "chief", chief=calls[chief][0])


def politely(line: str, part: Part, hearers: Sequence[str]) -> str:
    """A line with the polite form for somebody above; where a language has none, the line as it is."""
    if len(hearers) == 1 and bearing(part, hearers[0]) == "up":
        return part.phrases.politely(line)
    return line


def spoken_of(part: Part, person: str) -> str:
    """How one speaks of somebody: by name, or by what one calls them, where the language does so."""
    return part.script.calling.of(part.id, person) or part.script.place(person)
