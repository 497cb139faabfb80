"""Everything that there is to be known in a run, each with those who have it and since when."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agentsensus.events.event import AnyEvent, Happened, Remembered, Sent
from agentsensus.study.received import Reception
from agentsensus.text.sentences import sentences
from agentsensus.world.scenario import Scenario

__all__ = ["KnownFact", "facts_of"]

_PARTS = re.compile("[,;，；、]")


@dataclass(frozen=True, slots=True)
class KnownFact:
    """One thing that can be known: its wordings, who has it from a round on, and what it is.

    `kind` is event, happening, page (a sentence of a carrier), looks (of a person, a place or a thing), self (of a
    profile), word (said to somebody) or row (kept by somebody).
    """

    id: str
    kind: str
    texts: tuple[str, ...]
    owners: tuple[str, ...]
    since: int = 0


def facts_of(scenario: Scenario, events: Sequence[AnyEvent], reception: Reception) -> list[KnownFact]:
    """Every fact of a run: of the world's files, and of what happened and was said since."""
    return [*_written(scenario), *_looks(scenario), *_played(events, reception)]


def _written(scenario: Scenario) -> Iterator[KnownFact]:
    for event in scenario.events:
        yield KnownFact(event.id, "event", (event.text, *event.tellings), event.witnesses)
    for id_, carrier in scenario.carriers.items():
        owners = (carrier.held_by,) if carrier.held_by else ()
        for number, sentence in enumerate(carrier.text, 1):
            yield KnownFact(f"{id_}/{number}", "page", (sentence,), owners)
    for id_, character in scenario.characters.items():
        for number, sentence in enumerate(sentences(character.profile), 1):
            yield KnownFact(f"{id_}/{number}", "self", (sentence,), (id_,))


def _looks(scenario: Scenario) -> Iterator[KnownFact]:
    """What can be seen of somebody or something, which only those who were there or looked have seen."""
    for id_, named in {**scenario.characters, **scenario.places, **scenario.carriers}.items():
        hidden = getattr(named, "private", ())
        for key, value in named.status.items():
            if isinstance(value, str) and key not in hidden:
                owners = (id_,) if id_ in scenario.characters else ()
                texts = tuple(f"{named.called[0]}: {part.strip()}" for part in _PARTS.split(value))
                yield KnownFact(f"{id_}.{key}", "looks", texts, owners)


def _played(events: Sequence[AnyEvent], reception: Reception) -> Iterator[KnownFact]:
    hearers: dict[str, list[str]] = {}
    for agent in sorted(reception.by_agent):
        for receipt in reception.of(agent):
            if receipt.id and not receipt.is_own:
                hearers.setdefault(receipt.id, []).append(agent)
    for event in events:
        match event:
            case Happened():
                texts = (*event.text, *event.tellings)
                yield KnownFact(event.id or f"happened {event.seq}", "happening", texts, event.owners, event.round)
            case Sent():
                owners = tuple(dict.fromkeys((event.sender, *hearers.get(event.message, ()))))
                for number, sentence in enumerate(sentences(event.content), 1):
                    id_ = f"{event.message}/{number}"
                    yield KnownFact(id_, "word", (sentence,), tuple(filter(None, owners)), event.round)
            case Remembered():
                for stated in event.statements:
                    yield KnownFact(stated.id, "row", (stated.text,), (event.agent,), event.round)
            case _:
                pass
