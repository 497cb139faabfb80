"""A transcript per character: round by round what reached it, what it did and why, and what it remembers."""

import re
from collections.abc import Iterable

from agentsensus.events.event import (
    Acted,
    Altered,
    AnyEvent,
    Arrived,
    Byproduct,
    Delivered,
    Happened,
    Remembered,
    Sent,
    TurnFailed,
)
from agentsensus.telling.teller import Teller
from agentsensus.world.scenario import Scenario

__all__ = ["transcripts"]

_MARKS = re.compile(r"([\\`*_<\[])")


def transcripts(scenario: Scenario, events: Iterable[AnyEvent]) -> dict[str, str]:
    """What each active character lived through, as Markdown by id, from the events of a log in order."""
    teller = Teller(scenario)
    sent: dict[tuple[str, str], Sent] = {}
    pages: dict[str, dict[int, list[str]]] = {agent: {} for agent in scenario.active}
    for event in events:
        match event:
            case Sent():
                sent |= {(recipient, event.message): event for recipient in event.recipients}
            case Altered(content=str(content)):
                for key in ((recipient, event.message) for recipient in event.recipients):
                    sent[key] = sent[key].model_copy(update={"content": content})
        whose, lines = _lines(teller, event, sent)
        for agent in whose:
            if lines and agent in pages:
                pages[agent].setdefault(event.round, []).extend(lines)
    return {agent: _page(scenario, teller, agent, rounds) for agent, rounds in pages.items()}


def _lines(teller: Teller, event: AnyEvent, sent: dict[tuple[str, str], Sent]) -> tuple[tuple[str, ...], list[str]]:
    """Whose transcripts an event belongs to, and its lines there."""
    match event:
        case Delivered():
            return (event.recipient,), [f"- {_safe(teller.came(event, sent[event.recipient, event.message]))}"]
        case Happened():
            return event.owners, [f"- {_safe(teller.phrase('happens', text=' '.join(event.text)))}"]
        case Arrived():
            return (event.agent,), [f"- {_safe(teller.phrase('arrived', place=teller.name(event.place)))}"]
        case Acted():
            return (event.agent,), _acted(teller, event)
        case TurnFailed():
            return (event.agent,), [f"- {_safe(teller.phrase('failed', problem=event.problem))}"]
        case Remembered():
            return (event.agent,), [f"  - {_safe(line)}" for line in teller.kept(event)]
        case Byproduct():
            return (event.agent,), [f"- {_safe(teller.phrase('made', text=event.text))}"]
        case _:
            return (), []


def _acted(teller: Teller, event: Acted) -> list[str]:
    done = f"- {_safe(teller.turn(event.agent, event.action, event.params))}"
    came = teller.came_of(event.action, event.ok, event.data if event.ok else event.refusal)
    why = f" — *{_safe(event.because)}*" if event.because.strip() else ""
    return [done + why, *(f"  - {_safe(line)}" for line in came)]


def _page(scenario: Scenario, teller: Teller, agent: str, rounds: dict[int, list[str]]) -> str:
    character, world = scenario.characters[agent], scenario.world
    parts = [
        f"# {_safe(teller.name(agent))}",
        _safe(world.title or world.name),
        _safe(world.stamp),
        _safe(character.profile),
    ]
    for round_, lines in rounds.items():
        heading = teller.phrase("round", n=round_) if round_ else teller.phrase("before")
        parts += [f"## {heading}", "\n".join(lines)]
    if not rounds:
        parts.append(teller.phrase("idle"))
    return "\n\n".join(part for part in parts if part) + "\n"


def _safe(text: str) -> str:
    """A text that Markdown shows as it is, on one line."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))
