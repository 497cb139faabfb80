"""Who knows what: events by character; for players, also wrong beliefs and lies."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypeAlias

from agentsensus.analysis.knowledge.acquisitions import Acquisition, acquisitions, subject_of_record
from agentsensus.analysis.report.material import RunMaterial
from agentsensus.worlds.events.event import Remembered
from agentsensus.worlds.minds.players.claims import Claim
from agentsensus.worlds.runs.subjects import StorySubject
from agentsensus.worlds.runs.truth import Truth

__all__ = ["matrix", "since_known"]

Standing: TypeAlias = Literal["first", "knows", "wrong", "lied"]
Step: TypeAlias = tuple[int, Standing, str, str, str]
"""A change in what an agent knows of an event: the round, the state, the words, how it was learned, and from whom."""

_MOST = 80


def matrix(material: RunMaterial) -> dict[str, Any]:
    """Return rows with a text and, for each character, its state of knowledge by round."""
    truth = material.run.played.truth
    rows = list(_events(material, truth)) if truth else list(_records(material))
    ranked = sorted(rows, key=lambda row: (-_learnt(row), row["id"]))[:_MOST]
    return {"is_true": truth is not None, "rows": ranked, "left_out": max(0, len(rows) - _MOST)}


def _learnt(row: dict[str, Any]) -> int:
    return sum(1 for steps in row["people"].values() for step in steps if step[0] > 0)


def _events(material: RunMaterial, truth: Truth) -> Iterator[dict[str, Any]]:
    """Yield the events that a character learned in play, and the secrets of the world."""
    learning = material.run.played.learning
    for past in material.scenario.events:
        subject = learning.subjects.of(past.id) if past.secret or past.id in learning.events_told else None
        if subject is None:
            continue
        known = [each for each in acquisitions(material.run, subject) if each.agent in material.people]
        if past.secret or any(each.since for each in known):
            kept = _kept(material, truth, subject)
            people = {each.agent: since_known(each, kept.get(each.agent, [])) for each in known}
            yield {"id": past.id, "text": past.text, "secret": past.secret, "people": people}


def _kept(material: RunMaterial, truth: Truth, subject: StorySubject) -> dict[str, list[Step]]:
    """Return, by agent, the changes of the version that it stored."""
    steps: dict[str, list[Step]] = defaultdict(list)
    for event in material.events:
        if isinstance(event, Remembered):
            for stated in event.statements:
                fact = truth.facts.get(stated.id)
                if fact is not None and fact.part <= 1 and fact.claim.event in subject.events:
                    _step(steps[event.agent], _standing(truth, fact.claim), event, stated.text)
    return steps


def since_known(known: Acquisition, kept: Sequence[Step]) -> list[Step]:
    """Return how an agent came to know an event, then each later stored version that differs."""
    if known.how == "sediment":
        standing: Standing = "first"
    else:
        standing = "lied" if known.is_lie else "wrong" if known.version else "knows"
    steps: list[Step] = [(known.since, standing, known.wording or known.text, known.how, known.source)]
    for step in kept:
        is_same = step[1] == steps[-1][1] or (step[1] == "knows" and steps[-1][1] == "first")
        if step[0] > known.since and not is_same:
            steps.append(step)
        elif step[0] < known.since:
            steps.insert(0, step)
    return steps


def _standing(truth: Truth, claim: Claim) -> Standing:
    if truth.is_of_lies(claim):
        return "lied"
    return "knows" if truth.kind(claim) == "original" else "wrong"


def _step(steps: list[Step], standing: Standing, event: Remembered, text: str) -> None:
    if not steps or steps[-1][1] != standing:
        steps.append((event.round, standing, text, event.via, event.source))


def _records(material: RunMaterial) -> Iterator[dict[str, Any]]:
    """Yield the records that a character came to own in play, for runs without a known truth."""
    for record in material.records:
        people: dict[str, list[Step]] = {}
        known = acquisitions(material.run, subject_of_record(material.run, record)) if record.owners else ()
        for each in known:
            if each.agent in material.people and each.agent in record.owners:
                standing: Standing = "first" if each.since == 0 else "knows"
                people[each.agent] = [(each.since, standing, each.wording, each.how, each.source)]
        if any(steps[0][0] > 0 for steps in people.values()):
            yield {"id": record.id, "text": record.text, "secret": False, "people": people}
