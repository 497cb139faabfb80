"""Characters stand somewhere and keep no location to themselves; carriers lie somewhere or are held."""

from agentsensus.world.reading.problems import Problems
from agentsensus.world.scenario import Scenario


def check_characters(scenario: Scenario, notes: Problems) -> None:
    """Note characters that are nowhere, reserved keys, relations to oneself and goals of the gone."""
    if not scenario.active:
        notes.error("characters", (), "nobody can act; a world needs a character who is not archived")
    for id_, character in scenario.characters.items():
        if not character.at and not character.archived and "at" not in _written(notes, "characters", id_):
            notes.error("characters", (id_,), "`at` is missing: the place where the character starts")
        if "location" in character.private:
            notes.error("characters", (id_, "private"), "'location' can never be private; leave it out")
        for part in ("relations", "trusts"):
            if id_ in getattr(character, part):
                notes.warn("characters", (id_, part, id_), "is about the character itself")
        if character.archived and character.goals:
            notes.warn("characters", (id_, "goals"), f"are never followed: {id_!r} is {character.archived}")
    for section in ("characters", "places", "carriers"):
        for id_, named in getattr(scenario, section).items():
            if "location" in named.status:
                notes.error(section, (id_, "status", "location"), "is reserved; the place is written as `at`")


def check_carriers(scenario: Scenario, notes: Problems) -> None:
    """Note carriers that are nowhere or in two places, that nobody can read, or that say nothing."""
    for id_, carrier in scenario.carriers.items():
        written = _written(notes, "carriers", id_)
        places = [key for key in ("at", "held_by") if written.get(key) is not None]
        if len(places) == 2:
            notes.error("carriers", (id_, "held_by"), "it lies somewhere (`at`) or is held (`held_by`), not both")
        elif not places:
            notes.error("carriers", (id_,), "`at` or `held_by` is missing: a place, or the character who has it")
        if carrier.held_by and carrier.portable is False:
            notes.error("carriers", (id_, "portable"), f"is off, but {carrier.held_by!r} holds it")
        if carrier.held_by and scenario.characters[carrier.held_by].archived:
            notes.warn("carriers", (id_, "held_by"), f"is {carrier.held_by!r}, who is archived: nobody can read it")


def _written(notes: Problems, section: str, id_: str) -> dict[str, object]:
    """What was written, misfits included, so that a misspelt place is not said to be missing as well."""
    value = notes.sections[section].value[id_]
    return value if isinstance(value, dict) else {}
