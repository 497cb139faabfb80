"""knows, trace, road, ask, playbill, report and demo give one answer to who knew what, when and from whom."""

from pathlib import Path

import pytest

from agentsensus import Run, open_run, play
from agentsensus.analysis.knowledge import acquisitions, ask, knows, trace
from agentsensus.analysis.knowledge.acquisitions import subject_of_record, subject_records
from agentsensus.analysis.knowledge.road import road_of
from agentsensus.analysis.report.material import RunMaterial
from agentsensus.analysis.report.panels.matrix import matrix
from agentsensus.analysis.report.panels.road import road
from agentsensus.cli.demo import LastScreen
from agentsensus.worlds.events.event import Delivered, Sent
from agentsensus.worlds.telling import Teller

WORLDS = ("hamlet", "red_chamber", "three_kingdoms")
_SUBJECTS = 6


def disagreements(run: Run) -> list[str]:
    """Check the most widely told events of a run; return what disagrees."""
    bill = run.playbill
    assert bill is not None
    delivered = {(event.recipient, event.message): event for event in run.log if isinstance(event, Delivered)}
    sent = {event.message: event for event in run.log if isinstance(event, Sent)}
    panel = {row["id"]: row["people"] for row in matrix(RunMaterial(run))["rows"]}
    wrong: list[str] = []
    for going in bill.goings[:_SUBJECTS]:
        subject = run.played.learning.subjects.of(going.event)
        assert subject is not None
        known = {each.agent: each for each in acquisitions(run, subject)}
        people = {agent: each for agent, each in known.items() if agent in run.scenario.active}
        for each in known.values():
            if each.is_by_word:
                arrival = delivered.get((each.agent, each.message))
                if arrival is None or (arrival.round, arrival.sender) != (each.since, each.source):
                    wrong.append(f"log: {each}")
                if sent[each.message].round != each.said:
                    wrong.append(f"said: {each}")
        told = {entry.agent: entry for entry in knows(run, subject.text, heard=True) if entry.fact == subject.text}
        for agent, entry in told.items():
            if (entry.since, entry.via, entry.source, entry.message) != _whence(known[agent]):
                wrong.append(f"knows: {entry} {known[agent]}")
        nodes = {node.agent: node.known for node in trace(run, subject.text).nodes}
        if nodes != known:
            wrong.append(f"trace: {subject.text} {nodes} {known}")
        lanes = {lane.agent: (lane.since, lane.source) for lane in road_of(run, subject.text).lanes}
        if lanes != {agent: (each.since, each.source if each.is_by_word else "") for agent, each in people.items()}:
            wrong.append(f"road: {subject.text} {lanes} {people}")
        own = {id_ for id_ in subject_records(run, subject) if _key(run, id_) == subject.key}
        for agent in list(people)[:3]:
            for row in ask(run, agent, subject.text).records:
                if row.record in own and (row.since, row.via, row.source, row.detail) != _whence(known[agent]):
                    wrong.append(f"ask: {row} {known[agent]}")
        for agent, steps in panel.get(going.event, {}).items():
            if not any((step[0], step[3], step[4]) == _whence(known[agent])[:3] for step in steps):
                wrong.append(f"matrix: {agent} {steps} {known[agent]}")
        spread = sum(each.is_by_word and not each.is_lie for each in people.values())
        if spread != going.now - going.first:
            wrong.append(f"playbill: {going} {spread}")
    return wrong + _greatest(run, sent)


def _key(run: Run, record: str) -> str:
    return subject_of_record(run, run.memory.get(record)).key


def _whence(known: object) -> tuple[object, ...]:
    return tuple(getattr(known, name) for name in ("since", "how", "source", "message"))


def _greatest(run: Run, sent: dict[str, Sent]) -> list[str]:
    """Check playbill, report and demo page for the greatest secret."""
    bill = run.playbill
    if bill is None or bill.greatest is None:
        return []
    subject = run.played.learning.subjects.of(bill.greatest.event)
    assert subject is not None
    known = [each for each in acquisitions(run, subject) if each.is_by_word and not each.is_lie]
    steps = {(each.since, each.source, each.agent, each.message) for each in known}
    wrong = []
    if {(step.round, step.by, step.to, step.message) for step in bill.way} != steps:
        wrong.append(f"way: {bill.way} {steps}")
    panel = road(RunMaterial(run))
    assert panel
    if {(step[1], step[2], step[3]) for step in panel["roads"][0]["steps"]} != {step[:3] for step in steps}:
        wrong.append(f"report: {panel['roads'][0]} {steps}")
    name = Teller(run.scenario).name
    for round_, telling in LastScreen(run).tellings():
        fits = [
            step
            for step in steps
            if step[0] == round_
            and name(step[1]).casefold() in telling.casefold()
            and all(name(to).casefold() in telling.casefold() for to in sent[step[3]].recipients)
        ]
        if not fits:
            wrong.append(f"demo: {round_} {telling} {steps}")
    return wrong


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("world", WORLDS)
def test_every_answer_agrees_with_the_others_and_with_the_log(world: str, seed: int, tmp_path: Path) -> None:
    with open_run(play(world, 10, seed=seed, embedder="hashing", out=tmp_path / world).folder) as run:
        assert disagreements(run) == []


def test_the_front_page_of_the_demo_tells_what_the_log_tells(run: Run) -> None:
    """Every line names the sender and the recipients of one message, in a round in which it was heard."""
    sent = {event.message: event for event in run.log if isinstance(event, Sent)}
    heard = {(event.round, event.message) for event in run.log if isinstance(event, Delivered)}
    name = Teller(run.scenario).name
    for round_, telling in LastScreen(run).tellings():
        said = [
            sent[message]
            for at, message in heard
            if at == round_ and sent[message].sender and name(sent[message].sender).casefold() in telling.casefold()
        ]
        assert any(all(name(to).casefold() in telling.casefold() for to in each.recipients) for each in said)


def test_the_answers_of_a_run_agree(run: Run) -> None:
    assert disagreements(run) == []
