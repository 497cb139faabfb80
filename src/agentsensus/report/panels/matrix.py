"""Who knows what: what happened by people; with players, also who believes it wrongly or was lied to."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

from agentsensus.events.event import Remembered
from agentsensus.minds.players.claims import Claim
from agentsensus.report.material import RunMaterial
from agentsensus.study.truth import Truth

__all__ = ["matrix", "since_first"]

Standing: TypeAlias = Literal["first", "knows", "wrong", "lied"]
Step: TypeAlias = tuple[int, Standing, str, str, str]
"""From which round on somebody stands how to an event: the words, how it was learnt, and from whom."""

_MOST = 80


def matrix(material: RunMaterial) -> dict[str, Any]:
    """Rows with a text and, for each person, how it stands to it from which round on."""
    truth = material.run.played.truth
    rows = list(_events(material, truth)) if truth else list(_records(material))
    ranked = sorted(rows, key=lambda row: (-_learnt(row), row["id"]))[:_MOST]
    return {"is_true": truth is not None, "rows": ranked, "left_out": max(0, len(rows) - _MOST)}


def _learnt(row: dict[str, Any]) -> int:
    return sum(1 for steps in row["people"].values() for step in steps if step[0] > 0)


def _events(material: RunMaterial, truth: Truth) -> Iterator[dict[str, Any]]:
    """The events of the world that somebody came to know in play, and its secrets."""
    steps: dict[str, dict[str, list[Step]]] = defaultdict(lambda: defaultdict(list))
    for event in material.events:
        if not isinstance(event, Remembered):
            continue
        for stated in event.statements:
            fact = truth.facts.get(stated.id)
            if fact is not None and fact.part <= 1:
                _step(steps[fact.claim.event][event.agent], _standing(truth, fact.claim), event, stated.text)
    for past in material.scenario.events:
        learnt = steps.get(past.id, {})
        if not learnt and not past.secret:
            continue
        first: dict[str, list[Step]] = {
            who: [(0, "first", past.text, "sediment", "")] for who in past.witnesses if who in material.people
        }
        people = {who: since_first(first.get(who, []), learnt.get(who, [])) for who in {**first, **learnt}}
        yield {"id": past.id, "text": past.text, "secret": past.secret, "people": people}


def since_first(first: list[Step], learnt: list[Step]) -> list[Step]:
    """Steps from the start on; whoever was there and hears of it as it was learns nothing new."""
    is_news = not (first and learnt and learnt[0][1] == "knows")
    return [*first, *(learnt if is_news else learnt[1:])]


def _standing(truth: Truth, claim: Claim) -> Standing:
    if truth.is_of_lies(claim):
        return "lied"
    return "knows" if truth.kind(claim) == "original" else "wrong"


def _step(steps: list[Step], standing: Standing, event: Remembered, text: str) -> None:
    if not steps or steps[-1][1] != standing:
        steps.append((event.round, standing, text, event.via, event.source))


def _records(material: RunMaterial) -> Iterator[dict[str, Any]]:
    """The records that somebody came to own in play, where nothing is known of their truth."""
    for record in material.records:
        people: dict[str, list[Step]] = {}
        for knower in material.run.memory.knowers(record.id) if record.owners else ():
            if knower.agent in material.people:
                standing: Standing = "first" if knower.since == 0 else "knows"
                people[knower.agent] = [(knower.since, standing, knower.text, knower.via, knower.source)]
        if any(steps[0][0] > 0 for steps in people.values()):
            yield {"id": record.id, "text": record.text, "secret": False, "people": people}
