"""How the greatest secrets, or the most widely learned records, passed from agent to agent."""

from collections.abc import Sequence
from typing import Any

from agentsensus.analysis.knowledge.acquisitions import Acquisition, acquisitions, subject_of_record
from agentsensus.analysis.report.material import RunMaterial
from agentsensus.worlds.events.event import Sent
from agentsensus.worlds.screenplay.script import on_one_line

__all__ = ["road", "road_steps"]

_ROADS = 12


def road(material: RunMaterial) -> dict[str, Any] | None:
    """The roads worth showing, greatest first: the first knowers, and every step with its reason."""
    secrets = _secrets(material)
    shown = {path["text"] for path in secrets}
    roads = [*secrets, *(path for path in _records(material) if path["text"] not in shown)][:_ROADS]
    return {"roads": roads} if roads else None


def _secrets(material: RunMaterial) -> list[dict[str, Any]]:
    """The road of the greatest secret of a players' run."""
    bill = material.run.playbill
    subject = material.run.played.learning.subjects.of(bill.greatest.event) if bill and bill.greatest else None
    if bill is None or subject is None:
        return []
    known = [each for each in acquisitions(material.run, subject) if not each.is_lie]
    return [{"text": subject.text, "secret": True, **road_steps(material, known)}]


def road_steps(material: RunMaterial, known: Sequence[Acquisition]) -> dict[str, Any]:
    """The characters who knew without being told, with the round, and every step by word with its reason."""
    known = [each for each in known if each.agent in material.people]
    steps = []
    for each in known:
        if each.is_by_word:
            because = material.reasons.get((each.said, each.source), "")
            words = _words(material.run.played.learning.sent.get(each.message))
            steps.append([each.said, each.since, each.source, each.agent, because, each.how, *words])
    steps.sort(key=lambda step: (step[1], step[0], step[3]))
    return {"first": [[each.agent, each.since] for each in known if not each.is_by_word], "steps": steps}


def _words(message: Sent | None) -> tuple[str, list[str]]:
    """The words of a step and their recipients; the recipients may have known the fact already."""
    return (on_one_line(message.content), [*message.recipients]) if message else ("", [])


def _records(material: RunMaterial) -> list[dict[str, Any]]:
    """The paths of the facts whose records most agents came to own in play."""
    people = set(material.people)
    gained = {
        record.id: sum(1 for wording in record.wordings if wording.at > 0 and {*wording.owners} & people)
        for record in material.records
        if len({*record.owners} & people) > 1
    }
    widest = sorted((id_ for id_ in gained if gained[id_]), key=lambda id_: (-gained[id_], id_))[:_ROADS]
    roads: dict[str, dict[str, Any]] = {}
    for id_ in widest:
        subject = subject_of_record(material.run, material.run.memory.get(id_))
        if subject.key not in roads:
            path = road_steps(material, acquisitions(material.run, subject))
            roads[subject.key] = {"text": subject.text, "secret": False, "record": id_, **path}
    return [path for path in roads.values() if path["steps"]]
