"""Texts are in the language the world declares."""

from collections.abc import Iterator

from agentsensus.text.language import language
from agentsensus.text.languages import rules_of
from agentsensus.world.reading.into_types import shown
from agentsensus.world.reading.problems import Problems, Steps
from agentsensus.world.scenario import Scenario


def check_texts(scenario: Scenario, notes: Problems) -> None:
    """Note every text that is in another language than the world's."""
    wanted = scenario.world.language
    for section, path, text in (*_of_world(scenario), *_of_cast(scenario), *_of_scenes(scenario)):
        if text and language(text) != wanted:
            message = f"is not {rules_of(wanted).name}, which world.yaml declares: {shown(text)}"
            notes.warn(section, path, message)


def _of_world(scenario: Scenario) -> Iterator[tuple[str, Steps, str]]:
    for place, kickoff in enumerate(scenario.world.kickoff):
        yield "world", ("kickoff", place, "content"), kickoff.content
        for number, tellings in enumerate(kickoff.tellings):
            for telling in tellings:
                yield "world", ("kickoff", place, "tellings", number), telling
    for part in ("arcs", "events"):
        for place, entry in enumerate(getattr(scenario.reference, part)):
            yield "reference", (part, place, "text"), entry.text


def _of_cast(scenario: Scenario) -> Iterator[tuple[str, Steps, str]]:
    for section in ("characters", "places", "carriers"):
        for id_, named in getattr(scenario, section).items():
            yield section, (id_, "profile"), named.profile
    for id_, character in scenario.characters.items():
        yield "characters", (id_, "voice"), character.voice.manner
        for place, goal in enumerate(character.goals):
            yield "characters", (id_, "goals", place), goal.text
    for id_, carrier in scenario.carriers.items():
        for place, sentence in enumerate(carrier.text):
            yield "carriers", (id_, "text", place), sentence


def _of_scenes(scenario: Scenario) -> Iterator[tuple[str, Steps, str]]:
    for event in scenario.events:
        yield "scenes", (event.order,), event.text
        for place, telling in enumerate(event.tellings):
            yield "scenes", (event.order, place), telling
        for place, telling in enumerate(event.kept_back):
            yield "scenes", (event.order, "kept_back", place), telling
    for id_, happening in scenario.happenings.items():
        for telling in (happening.text, *happening.tellings, *happening.kept_back):
            yield "happenings", (id_, "text"), telling
