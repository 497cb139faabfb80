"""The facts of a run with their owners, the lines that agents spoke, and the leak as a type."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from agentsensus.analysis.knowledge.reception import Reception
from agentsensus.language.sentences import sentences
from agentsensus.worlds.events.event import Acted, AnyEvent, Happened, Remembered, Sent
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["ROW", "KnownFact", "Leak", "LeakGround", "LeakRoute", "SpokenLine", "facts_of", "lines_of"]


LeakGround: TypeAlias = Literal["claim", "words", "whole", "name"]
"""The evidence for a leak: an event told outright (`claim`), words of a fact that never reached the speaker, a sentence
that only one fact explains (`whole`), or a name added to a report."""


@dataclass(frozen=True, slots=True)
class LeakRoute:
    """An owner who could have told the fact, and the last round before the line in which this owner spoke to the
    speaker."""

    owner: str
    round: int


@dataclass(frozen=True, slots=True)
class Leak:
    """A line that uses a fact its speaker never received.

    `fact` is the nearest fact, `text` its wording, `owners` its owners since round `since`, and `words` the words
    shared by the line and the fact that had never reached the speaker.
    """

    round: int
    agent: str
    kind: str
    line: str
    ground: LeakGround
    fact: str
    fact_kind: str
    text: str
    owners: tuple[str, ...]
    since: int
    words: tuple[str, ...]
    routes: tuple[LeakRoute, ...]
    strength: float


ROW = "row"
"""The kind of a line that is a single stored statement, rewritten to stand alone."""

_INWARD = {"think": "text", "conclude": "text"}


@dataclass(frozen=True, slots=True)
class SpokenLine:
    """The words of an agent in one round; `hearer` is the first recipient, "" for thoughts and stored statements."""

    round: int
    agent: str
    kind: str
    text: str
    hearer: str = ""
    seq: int = -1


def lines_of(events: Sequence[AnyEvent]) -> Iterator[SpokenLine]:
    """Yield every line of a run in order, including stored statements."""
    for event in events:
        match event:
            case Sent() if event.sender:
                yield SpokenLine(event.round, event.sender, event.sort, event.content, event.recipients[0], event.seq)
            case Acted() if event.ok and event.action in _INWARD:
                text = str(event.params.get(_INWARD[event.action], ""))
                yield SpokenLine(event.round, event.agent, event.action, text, "", event.seq)
            case Remembered():
                yield SpokenLine(event.round, event.agent, "kept", event.text, "", event.seq)
                for stated in event.statements:
                    yield SpokenLine(event.round, event.agent, ROW, stated.text, "", event.seq)
            case _:
                pass


_PARTS = re.compile("[,;，；、]")


@dataclass(frozen=True, slots=True)
class KnownFact:
    """A fact: its wordings, its kind, its owners, and the round since which they have it.

    `kind` is event, happening, page (a sentence of a carrier), looks (of a person, a place or a thing), self (from a
    profile), word (a message) or row (a stored statement).
    """

    id: str
    kind: str
    texts: tuple[str, ...]
    owners: tuple[str, ...]
    since: int = 0


def facts_of(scenario: Scenario, events: Sequence[AnyEvent], reception: Reception) -> list[KnownFact]:
    """Return every fact of a run: from the world's files, and from later events and messages."""
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
    """Yield the visible features of characters, places and things, owned by the agents who saw them."""
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
