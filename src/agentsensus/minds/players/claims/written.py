"""What a world's files say that players can tell, and who was near each event."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from agentsensus.world.scenario import Scenario

__all__ = ["scenes_of", "sentences_of"]


def sentences_of(scenario: Scenario) -> Iterator[tuple[str, tuple[str, ...], str, bool]]:
    """Everything that is written as a sentence: events, happenings, documents, and the messages that set it going."""
    for event in scenario.events:
        yield event.id, (event.text, *event.tellings), event.place, event.secret
    for id_, happening in scenario.happenings.items():
        yield id_, (happening.text, *happening.tellings), happening.where, happening.secret
    for id_, carrier in scenario.carriers.items():
        for number, sentence in enumerate(carrier.text, 1):
            yield f"{id_}/{number}", (sentence,), carrier.at or "", False
    for number, message in enumerate(scenario.world.kickoff, 1):
        for place, wordings in enumerate(message.wordings, 1):
            yield f"kickoff/{number}/{place}", wordings, "", False


def scenes_of(scenario: Scenario) -> Mapping[str, tuple[str, ...]]:
    """Who was near each event: all witnesses of the scene it belongs to who are still there to be named instead."""
    near: dict[tuple[str, str], set[str]] = defaultdict(set)
    for event in scenario.events:
        near[event.place, event.time] |= {*event.witnesses}
    alive = {*scenario.active}
    hearers = {
        f"kickoff/{number}": tuple(sorted(message.to)) for number, message in enumerate(scenario.world.kickoff, 1)
    }
    return hearers | {event.id: tuple(sorted(near[event.place, event.time] & alive)) for event in scenario.events}
