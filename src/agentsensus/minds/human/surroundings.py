"""What a character perceives, in lines for a person: who is here, what is said and done, what comes to mind."""

from agentsensus.minds.human.commands import sayings
from agentsensus.minds.view import MindedRow, Person, View
from agentsensus.telling import Teller
from agentsensus.world.mail import WORLD, Letter
from agentsensus.world.sightings import Sighting
from agentsensus.world.things import SEAL

__all__ = ["heard_line", "look_of", "memory_line", "sighting_line", "thing_line"]


def look_of(person: Person, teller: Teller) -> str:
    """Somebody who is here, with what can be seen: status, and what is held."""
    patterns = sayings(teller.language)
    looks = [patterns["look_pair"].format(key=key, value=value) for key, value in person.status.items()]
    looks += [patterns["holds"].format(things=teller.names(person.holds))] if person.holds else []
    return (
        patterns["look"].format(name=person.name, looks=patterns["look_between"].join(looks)) if looks else person.name
    )


def heard_line(letter: Letter, agent: str, teller: Teller) -> str:
    """Words or a sign that reached one, with who they came from."""
    patterns, content = sayings(teller.language), " ".join(letter.content.split())
    if letter.sender == WORLD:
        return content
    kind = "overheard" if letter.overheard else "sign" if letter.kind == "gesture" else "word"
    if kind == "word":
        kind = "letter" if letter.afar else "said"
    to = teller.names([id_ for id_ in letter.recipients if id_ != agent])
    return patterns[f"hear_{kind}"].format(who=teller.name(letter.sender), to=to, content=content)


def sighting_line(sighting: Sighting, teller: Teller) -> str:
    """Somebody who came, went or did something here."""
    if sighting.kind == "did":
        return teller.turn(sighting.who, sighting.action, sighting.params)
    words = {"who": teller.name(sighting.who), "to": teller.name(sighting.to)}
    return sayings(teller.language)[f"saw_{sighting.kind}"].format(**words)


def thing_line(thing: Person, view: View, teller: Teller) -> str:
    """A thing at hand: its seal, its state, whether it can be read."""
    patterns = sayings(teller.language)
    looks = [patterns["mine"]] if thing.id in view.holds else []
    looks += [patterns[f"seal_{thing.status[SEAL]}"]] if SEAL in thing.status else []
    pairs = ((key, value) for key, value in thing.status.items() if key != SEAL)
    looks += [patterns["look_pair"].format(key=key, value=value) for key, value in pairs]
    looks += [patterns["can_read"]] if thing.id in {readable.id for readable in view.readable} else []
    return _with_looks(thing.name, looks, patterns)


def _with_looks(name: str, looks: list[str], patterns: dict[str, str]) -> str:
    return patterns["look"].format(name=name, looks=patterns["look_between"].join(looks)) if looks else name


def memory_line(row: MindedRow, teller: Teller) -> str:
    """A row of memory with how one came to know it."""
    return teller.row({"text": row.text, "via": row.via, "from": row.source})
