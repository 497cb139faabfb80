"""Sense: a telling tells of the same people and numbers as its event and needs no pronoun, and no sentence is cut."""

import re
from collections.abc import Iterator

from agentsensus.text.names import Names
from agentsensus.text.pronouns import is_unresolved
from agentsensus.text.reading import read
from agentsensus.world.reading.into_types import shown
from agentsensus.world.reading.problems import Problems, Steps
from agentsensus.world.scenario import Scenario

_ENDS = tuple(".!?。！？…\"”」』'’)）")
_SMALL = 10
"""Numbers up to this one stand in too many turns of phrase to be compared."""
_REFLEXIVE = re.compile(r"\b\w+sel(?:f|ves)\b")


def check_sense(scenario: Scenario, notes: Problems) -> None:
    """Note tellings of other people or numbers than their event's, pronouns in them, and sentences cut at a comma."""
    called = scenario.names()
    if len({names[0] for names in called.values()}) == len(called):
        _check_tellings(scenario, scenario.known_names(), notes)
    for section, path, text in _sentences(scenario):
        if not text.strip().endswith(_ENDS):
            notes.warn(
                section, path, f"ends without a full stop; a list in brackets is cut at every comma: {shown(text)}"
            )


def _check_tellings(scenario: Scenario, names: Names, notes: Problems) -> None:
    for event in scenario.events:
        people, numbers = _people(event.text, names, scenario), _numbers(event.text, names)
        for place, text in enumerate(event.tellings):
            path: Steps = (event.order, place)
            other = _people(text, names, scenario) ^ people
            if other:
                who = ", ".join(sorted(scenario.characters[id_].called[0] for id_ in other))
                notes.warn("scenes", path, f"does not name the same people as its event ({who}): {shown(text)}")
            elif _numbers(text, names) != numbers:
                notes.warn("scenes", path, f"has other numbers than its event: {shown(text)}")
            if people and is_unresolved(_REFLEXIVE.sub("", text), names):
                notes.warn("scenes", path, f"has a pronoun before it names anybody: {shown(text)}")


def _people(text: str, names: Names, scenario: Scenario) -> set[str]:
    return {id_ for id_ in names.mentioned(text) if id_ in scenario.characters}


def _numbers(text: str, names: Names) -> set[str]:
    plain = {number.split(" ")[0].removeprefix("#") for number in read(text, names).numbers}
    return {number for number in plain if number.isdigit() and int(number) > _SMALL}


def _sentences(scenario: Scenario) -> Iterator[tuple[str, Steps, str]]:
    """Everything that is written in a list of sentences, with where it stands."""
    for id_, carrier in scenario.carriers.items():
        for place, text in enumerate(carrier.text):
            yield "carriers", (id_, "text", place), text
    for id_, happening in scenario.happenings.items():
        for place, text in enumerate(happening.tellings):
            yield "happenings", (id_, "tellings", place), text
    for id_, deed in scenario.world.deeds.items():
        for place, text in enumerate(deed.tellings):
            yield "world", ("deeds", id_, "tellings", place), text
    for number, kickoff in enumerate(scenario.world.kickoff):
        for place, tellings in enumerate(kickoff.tellings):
            for other, text in enumerate(tellings):
                yield "world", ("kickoff", number, "tellings", place, other), text
