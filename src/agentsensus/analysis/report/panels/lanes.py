"""Lanes of characters over rounds, coloured by place, with an arrow for every message."""

from typing import Any

from agentsensus.analysis.report.material import RunMaterial
from agentsensus.worlds.events.event import Delivered, Sent
from agentsensus.worlds.screenplay.script import on_one_line

__all__ = ["lanes"]


def lanes(material: RunMaterial) -> dict[str, Any]:
    """Return each character's stays at places, and every message with its rounds and lanes."""
    sent = {event.message: event for event in material.events if isinstance(event, Sent) and event.sender}
    tellings = [
        [event.sent, event.round, event.sender, event.recipient, int(event.overheard), _text(sent[event.message])]
        for event in material.events
        if isinstance(event, Delivered) and event.message in sent
    ]
    people = set(material.people)
    return {
        "stays": {agent: _stretches(material, agent) for agent in material.people},
        "tellings": [telling for telling in tellings if telling[2] in people and telling[3] in people],
    }


def _text(message: Sent) -> str:
    return on_one_line(message.content)


def _stretches(material: RunMaterial, agent: str) -> list[list[Any]]:
    """Return place, first and last round of every stay; the place is "" while travelling. A lane ends with death."""
    stretches: list[list[Any]] = []
    last = material.ends.get(agent, material.run.rounds)
    for round_ in range(last + 1):
        place = material.whereabouts.of(agent, round_) or ""
        if stretches and stretches[-1][0] == place:
            stretches[-1][2] = round_
        else:
            stretches.append([place, round_, round_])
    return stretches
