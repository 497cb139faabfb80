"""The road of one thing: how the greatest secret, or what most came to know, went from mouth to mouth."""

from typing import Any

from agentsensus.events.event import Delivered, Remembered, Sent
from agentsensus.knowledge import Trace, trace
from agentsensus.report.material import RunMaterial
from agentsensus.screenplay.script import on_one_line

__all__ = ["road"]

_ROADS = 12


def road(material: RunMaterial) -> dict[str, Any] | None:
    """The roads worth showing, the greatest first: who knew at first, and every step with its reason."""
    roads = [*_secrets(material), *_records(material)][:_ROADS]
    return {"roads": roads} if roads else None


def _secrets(material: RunMaterial) -> list[dict[str, Any]]:
    """The way of the greatest secret, where players tell what is known of it."""
    bill = material.run.playbill
    if bill is None or bill.greatest is None:
        return []
    event = material.scenario.event(bill.greatest.event)
    first = [[who, 0] for who in event.witnesses if who in material.people] if event else []
    knew = {step.to: step.round for step in bill.way} | {who: 0 for who, _ in first}
    finders = _finders(material, bill.greatest.event)
    first += [[who, at] for who, at in finders if who not in knew or at < knew[who]]
    spoken = _spoken(material)
    steps = []
    for step in bill.way:
        delivered, message = spoken.get((step.round, step.by, step.to), (None, None))
        said_at = delivered.sent if delivered else step.round - 1
        via = "overheard" if delivered and delivered.overheard else "told"
        steps.append([said_at, step.round, step.by, step.to, step.because, via, *_words(message)])
    return [{"text": bill.greatest.text, "secret": True, "first": first, "steps": steps}]


def _words(message: Sent | None) -> tuple[str, list[str]]:
    """What was said, and to whom, as a step has it; those it was meant for may have known it already."""
    return (on_one_line(message.content), [*message.recipients]) if message else ("", [])


def _spoken(material: RunMaterial) -> dict[tuple[int, str, str], tuple[Delivered, Sent | None]]:
    """By round, speaker and hearer: what came to the hearer, and the message."""
    sent = {event.message: event for event in material.events if isinstance(event, Sent)}
    return {
        (event.round, event.sender, event.recipient): (event, sent.get(event.message))
        for event in material.events
        if isinstance(event, Delivered)
    }


def _finders(material: RunMaterial, event: str) -> list[list[Any]]:
    """Those who came to know an event in play by their own eyes: who read it, or saw a trace of it."""
    truth = material.run.played.truth
    finders: dict[str, int] = {}
    for entry in material.events:
        if truth and isinstance(entry, Remembered) and entry.via in ("read", "witnessed", "inferred"):
            facts = (truth.facts.get(stated.id) for stated in entry.statements)
            if any(fact and fact.claim.event == event for fact in facts):
                finders.setdefault(entry.agent, entry.round)
    return [[agent, round_] for agent, round_ in finders.items()]


def _records(material: RunMaterial) -> list[dict[str, Any]]:
    """The paths of the records that most people came to own in play."""
    sent = {event.message: event for event in material.events if isinstance(event, Sent)}
    people = set(material.people)
    gained = {
        record.id: sum(1 for wording in record.wordings if wording.at > 0 and {*wording.owners} & people)
        for record in material.records
        if len({*record.owners} & people) > 1
    }
    widest = sorted((id_ for id_ in gained if gained[id_]), key=lambda id_: (-gained[id_], id_))[:_ROADS]
    paths = [_road(material, trace(material.run, id_), sent) for id_ in widest]
    return [path for path in paths if path["steps"]]


def _road(material: RunMaterial, path: Trace, sent: dict[str, Sent]) -> dict[str, Any]:
    people = set(material.people)
    first, steps = [], []
    for node in path.nodes:
        if node.knower is not None and node.agent in people and node.knower.via not in ("told", "overheard"):
            first.append([node.agent, node.knower.since])
        for below in node.to:
            assert below.knower is not None
            message = sent.get(below.knower.detail)
            said_at = message.round if message else max(0, below.knower.since - 1)
            because = material.reasons.get((said_at, node.agent), "")
            how = (because, below.knower.via, *_words(message))
            steps.append([said_at, below.knower.since, node.agent, below.agent, *how])
    steps.sort(key=lambda step: (step[1], step[0], step[3]))
    return {"text": path.record.text, "secret": False, "record": path.record.id, "first": first, "steps": steps}
