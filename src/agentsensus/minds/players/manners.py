"""How one addresses others: by what one calls them, by kin, by rank, and politely to those above."""

from collections.abc import Sequence

from agentsensus.minds.players.part import Part

__all__ = ["addresses", "politely", "spoken_of"]


def addresses(part: Part, hearers: Sequence[str]) -> list[str]:
    """Forms of address that fit: one's own for somebody, else the name, and what fits anybody who is not above one."""
    own = part.character.voice
    if part.scenario.world.manner == "office" and own.epithets and hearers[0] not in own.calls:
        return [*own.epithets] if len(hearers) == 1 else [part.phrases.text("address", "all")]
    if len(hearers) > 1:
        return [part.phrases.text("address", "all")]
    hearer, voice = hearers[0], part.character.voice
    if calls := voice.calls.get(hearer):
        return [*calls]
    if part.bonds.bearing(part.id, hearer) != "up":
        return [part.name(hearer), *voice.epithets]
    if part.bonds.has_office(hearer) and part.phrases.has("address", "office"):
        return [part.phrases.text("address", "office")]
    return [part.name(hearer)]


def politely(line: str, part: Part, hearers: Sequence[str]) -> str:
    """A line with the polite form for somebody above; where a language has none, the line as it is."""
    if len(hearers) == 1 and part.bonds.bearing(part.id, hearers[0]) == "up":
        return part.phrases.politely(line)
    return line


def spoken_of(part: Part, person: str) -> str:
    """How one speaks of somebody: by name, or by what one calls kin and those above, where the language does so."""
    calls = part.character.voice.calls.get(person, ())
    is_near = part.bonds.are_kin(part.id, person) or part.bonds.bearing(part.id, person) == "up"
    if calls and is_near and part.phrases.names_kin_by_call and part.find(calls[0], part.id) == person:
        return calls[0]
    return part.script.place(person)
