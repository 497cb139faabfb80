"""The questions: for every agent and event that it came to know, a telling of the event that nobody has used."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from agentsensus.chance import draw, pick
from agentsensus.events.event import AnyEvent, Happened
from agentsensus.world.scenario import Scenario

__all__ = [
    "HALF",
    "KEPT_BACK",
    "MOST_QUESTIONS",
    "UNUSED",
    "WHOLE",
    "KnownEvent",
    "Tellings",
    "halved",
    "questions",
    "tellings_of",
]

WHOLE, HALF = "whole", "first half"
"""How much of a telling is asked with."""
KEPT_BACK = "kept back"
UNUSED = "unused"
MOST_QUESTIONS = 100
"""Of one run so many questions are asked at most, drawn from all of them."""


_WORDS = 4
"""A text of fewer words than this is taken to set none apart."""


@dataclass(frozen=True, slots=True)
class KnownEvent:
    """A question: an agent is asked about an event that it knows, in these words."""

    agent: str
    event: str
    text: str


@dataclass(frozen=True, slots=True)
class Tellings:
    """For each event the tellings to ask with, and whether they were kept back for this or merely never used."""

    sort: str
    by_event: Mapping[str, tuple[str, ...]]


def tellings_of(scenario: Scenario, events: Iterable[AnyEvent], used: set[str]) -> Tellings:
    """The tellings kept back by a world; of a world that keeps none back, those that no row of the memory has."""
    happened = [event for event in events if isinstance(event, Happened) and event.id]
    kept_back = {event.id: event.kept_back for event in scenario.events if event.kept_back}
    kept_back |= {id_: each.kept_back for id_, each in scenario.happenings.items() if each.kept_back}
    if kept_back:
        return Tellings(KEPT_BACK, kept_back)
    tellings = {event.id: event.tellings for event in scenario.events} | {
        event.id: event.tellings for event in happened
    }
    unused = {id_: tuple(text for text in texts if text not in used) for id_, texts in tellings.items()}
    return Tellings(UNUSED, {id_: texts for id_, texts in unused.items() if texts})


def questions(known: Mapping[str, Iterable[str]], tellings: Tellings, seed: int) -> list[KnownEvent]:
    """A question for every agent and event that it knows, but at most `MOST_QUESTIONS`; ordered by agent and event."""
    every = [
        KnownEvent(agent, event, pick(tellings.by_event[event], seed, 0, agent, f"ask {event}"))
        for agent, events in sorted(known.items())
        for event in sorted(events)
        if event in tellings.by_event
    ]
    return _drawn(every, seed)


def halved(question: KnownEvent) -> KnownEvent:
    """The same question with the first half of its words (of its characters, where words are not set apart)."""
    words = question.text.split()
    if len(words) >= _WORDS:
        return replace(question, text=" ".join(words[: (len(words) + 1) // 2]))
    return replace(question, text=question.text[: (len(question.text) + 1) // 2])


def _drawn(every: Sequence[KnownEvent], seed: int) -> list[KnownEvent]:
    lots = sorted(every, key=lambda known: draw(seed, 0, known.agent, f"question {known.event}"))
    chosen = set(lots[:MOST_QUESTIONS])
    return [question for question in every if question in chosen]
