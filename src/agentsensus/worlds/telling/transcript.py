"""Transcripts: for each character and round, messages received, actions with reasons, and new memories."""

import re
from collections.abc import Iterable

from agentsensus.worlds.events.event import (
    Acted,
    Altered,
    AnyEvent,
    Arrived,
    Byproduct,
    Delivered,
    Happened,
    LifeChanged,
    Remembered,
    Sent,
    TurnFailed,
)
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.state.mail import WORLD
from agentsensus.worlds.telling.teller import Teller

__all__ = ["transcripts"]

_MARKS = re.compile(r"([\\`*_<\[])")


def transcripts(scenario: Scenario, events: Iterable[AnyEvent]) -> dict[str, str]:
    """Return the transcript of each active character as Markdown, by id."""
    teller = Teller(scenario)
    sent: dict[tuple[str, str], Sent] = {}
    pages: dict[str, dict[int, list[str]]] = {agent: {} for agent in scenario.active}
    shown: set[tuple[str, str]] = set()
    for event in events:
        match event:
            case Sent():
                sent |= {(hearer, event.message): event for hearer in (*event.recipients, *event.bystanders)}
            case Altered(content=str(content)):
                for key in ((recipient, event.message) for recipient in event.recipients):
                    sent[key] = sent[key].model_copy(update={"content": content})
        whose, lines = _lines(teller, event, sent)
        news = _news(event, sent)
        for agent in whose:
            if lines and agent in pages and not (news and (agent, news) in shown):
                pages[agent].setdefault(event.round, []).extend(lines)
            shown.add((agent, news))
    return {agent: _page(scenario, teller, agent, rounds) for agent, rounds in pages.items()}


def _news(event: AnyEvent, sent: dict[tuple[str, str], Sent]) -> str:
    """Return the text of a happening, whether seen or announced, so that a transcript shows it once.

    Empty for other events.
    """
    if isinstance(event, Happened):
        return " ".join(event.text)
    message = sent[event.recipient, event.message] if isinstance(event, Delivered) else None
    return message.content if message is not None and message.sender in ("", WORLD) else ""


def _lines(teller: Teller, event: AnyEvent, sent: dict[tuple[str, str], Sent]) -> tuple[tuple[str, ...], list[str]]:
    """Return the characters with this event in their transcript, and its lines."""
    match event:
        case Delivered():
            return (event.recipient,), [f"- {_safe(teller.came(event, sent[event.recipient, event.message]))}"]
        case Happened():
            return event.owners, [f"- {_safe(teller.phrase('happens', text=' '.join(event.text)))}"]
        case LifeChanged():
            return (event.of,), [f"- {_safe(teller.phrase(event.change))}"]
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
    """Return the text on one line with Markdown characters escaped."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))
