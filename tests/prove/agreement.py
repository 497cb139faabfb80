"""Play worlds and check that all answers about who knew what, when and from whom agree with each other and the log."""

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from agentsensus import Run, open_run, play
from agentsensus.analysis.knowledge import Acquisition, acquisitions, ask, knows, trace
from agentsensus.analysis.knowledge.acquisitions import subject_of_record, subject_records
from agentsensus.analysis.knowledge.road import road_of
from agentsensus.analysis.report.material import RunMaterial
from agentsensus.analysis.report.panels.matrix import matrix
from agentsensus.analysis.report.panels.road import road
from agentsensus.cli.demo import LastScreen
from agentsensus.worlds.events.event import Acted, Delivered, Sent
from agentsensus.worlds.runs.subjects import StorySubject
from agentsensus.worlds.telling import Teller
from tests.prove.campaign import Tally

__all__ = ["WORLDS", "check_agreement", "disagreements"]

WORLDS = ("hamlet", "red_chamber", "three_kingdoms")
ROUNDS = 10
_SUBJECTS = 6
_ASKED = 3


def check_agreement(count: int, seed: int) -> Tally:
    """Play `count` runs, one world after the other, and collect what disagrees."""
    tally = Tally("answers agree")
    for number in range(count):
        world, own_seed = WORLDS[number % len(WORLDS)], seed + number // len(WORLDS)
        with tempfile.TemporaryDirectory() as folder:
            played = play(world, ROUNDS, seed=own_seed, embedder="hashing", out=Path(folder) / world)
            with open_run(played.folder) as run:
                tally.violations += [f"{world} seed {own_seed}: {wrong}" for wrong in disagreements(run)]
                tally.count("facts", len(run.played.learning.events_told))
        tally.attempts += 1
    return tally


def disagreements(run: Run) -> list[str]:
    """Check a run: every told fact against the log, the most widely told ones in every command and page."""
    log = _Log(run)
    wrong = [line for subject in _told(run) for line in _against_log(run, subject, log)]
    panel = {row["text"]: row["people"] for row in matrix(RunMaterial(run))["rows"]}
    wrong += [line for subject in _widest(run) for line in _among_answers(run, subject, panel)]
    return [*wrong, *_playbill(run), *_report(run, log), *_demo(run, log)]


class _Log:
    """What was sent, and what reached whom in which round."""

    def __init__(self, run: Run) -> None:
        self.sent = {event.message: event for event in run.log if isinstance(event, Sent)}
        self.delivered = {(event.recipient, event.message): event for event in run.log if isinstance(event, Delivered)}
        self.read = {(event.agent, event.round) for event in run.log if isinstance(event, Acted)}

    def has_hop(self, round_: int, by: str, to: str, message: str) -> bool:
        arrival = self.delivered.get((to, message))
        return arrival is not None and (arrival.round, arrival.sender) == (round_, by) and message in self.sent


def _told(run: Run) -> Iterator[StorySubject]:
    subjects = run.played.learning.subjects
    return filter(None, (subjects.of(event) for event in sorted(run.played.learning.events_told)))


def _widest(run: Run) -> list[StorySubject]:
    """The facts that most characters were told."""
    told = [(sum(each.is_by_word for each in acquisitions(run, subject)), subject) for subject in _told(run)]
    order = sorted(told, key=lambda each: (-each[0], each[1].key))
    return [subject for count, subject in order[:_SUBJECTS] if count]


def _against_log(run: Run, subject: StorySubject, log: _Log) -> Iterator[str]:
    """Every hop has its message, which had reached the hearer; and what was known halfway is not rewritten later."""
    known = {each.agent: each for each in acquisitions(run, subject)}
    for each in known.values():
        if each.is_by_word or each.how == "announced":
            if not log.has_hop(each.since, each.source, each.agent, each.message):
                yield f"log: no such hop: {each}"
            elif log.sent[each.message].round != each.said or each.said > each.since:
                yield f"log: said in another round: {each}"
        elif each.how == "read" and (each.agent, each.since) not in log.read:
            yield f"log: nothing was read: {each}"
        elif each.message and each.how != "inferred":
            yield f"log: a message that brought nothing: {each}"
    for each in acquisitions(run, subject, at=run.rounds // 2):
        if not each.is_lie and _whence(each) != _whence(known.get(each.agent)):
            yield f"past: {each} became {known.get(each.agent)}"


def _among_answers(run: Run, subject: StorySubject, panel: Mapping[str, Any]) -> Iterator[str]:
    """knows, trace, road, ask and the report's table (`panel`) tell the same of one fact."""
    known = {each.agent: each for each in acquisitions(run, subject)}
    people = {agent: each for agent, each in known.items() if agent in run.scenario.active}
    told = {entry.agent: entry for entry in knows(run, subject.text, heard=True) if entry.fact == subject.text}
    if set(told) != {agent for agent, each in known.items() if each.is_kept or each.is_only_heard}:
        yield f"knows: {subject.text} {sorted(told)} {known}"
    for agent, entry in told.items():
        if (entry.since, entry.via, entry.source, entry.message) != _whence(known.get(agent)):
            yield f"knows: {entry} {known.get(agent)}"
    nodes = {node.agent: node.known for node in trace(run, subject.text).nodes if node.known is not None}
    if nodes != known:
        yield f"trace: {subject.text} {nodes} {known}"
    lanes = {lane.agent: (lane.since, lane.source) for lane in road_of(run, subject.text).lanes}
    if lanes != {agent: (each.since, each.source if each.is_by_word else "") for agent, each in people.items()}:
        yield f"road: {subject.text} {lanes} {people}"
    own = {id_ for id_ in subject_records(run, subject) if _key(run, id_) == subject.key}
    for agent in list(people)[:_ASKED]:
        for row in ask(run, agent, subject.text).records:
            if row.record in own and (row.since, row.via, row.source, row.detail) != _whence(known[agent]):
                yield f"ask: {row} {known[agent]}"
    for agent, steps in panel.get(subject.text, {}).items():
        if not any((step[0], step[3], step[4]) == _whence(known.get(agent))[:3] for step in steps):
            yield f"matrix: {agent} {steps} {known.get(agent)}"


def _key(run: Run, record: str) -> str:
    return subject_of_record(run, run.memory.get(record)).key


def _whence(known: Acquisition | None) -> tuple[object, ...]:
    return () if known is None else (known.since, known.how, known.source, known.message)


def _playbill(run: Run) -> Iterator[str]:
    """The counts of the playbill, and the way of the greatest secret."""
    bill, subjects = run.playbill, run.played.learning.subjects
    for going in bill.goings if bill else ():
        subject = subjects.of(going.event)
        known = acquisitions(run, subject) if subject else ()
        told = sum(each.is_by_word and not each.is_lie and each.agent in run.scenario.active for each in known)
        if told != going.now - going.first:
            yield f"playbill: {going} {told}"
    if bill and bill.greatest and {(step.round, step.by, step.to, step.message) for step in bill.way} != _way(run):
        yield f"way: {bill.way} {_way(run)}"


def _way(run: Run) -> set[tuple[int, str, str, str]]:
    """The steps of the greatest secret."""
    bill = run.playbill
    subject = run.played.learning.subjects.of(bill.greatest.event) if bill and bill.greatest else None
    known = acquisitions(run, subject) if subject else ()
    return {
        (each.since, each.source, each.agent, each.message) for each in known if each.is_by_word and not each.is_lie
    }


def _report(run: Run, log: _Log) -> Iterator[str]:
    """Every step of every road in the report is a message that reached its hearer in that round."""
    panel = road(RunMaterial(run))
    arrived = {(event.round, event.sender, event.recipient) for event in log.delivered.values()}
    for path in panel["roads"] if panel else ():
        for said, since, by, to, *_ in path["steps"]:
            if said > since or (since, by, to) not in arrived:
                yield f"report: {path['text']} {said} {since} {by} {to}"
        steps = {(step[1], step[2], step[3]) for step in path["steps"]}
        if path["secret"] and steps != {step[:3] for step in _way(run)}:
            yield f"report: {path} {_way(run)}"


def _demo(run: Run, log: _Log) -> Iterator[str]:
    """Every line of the demo's page names sender and recipients of one message that was heard in that round."""
    name = Teller(run.scenario).name
    heard = {(event.round, event.message) for event in log.delivered.values()}
    for round_, telling in LastScreen(run).tellings():
        line = telling.casefold()
        said = [log.sent[message] for at, message in heard if at == round_ and log.sent[message].sender]
        if not any(all(name(who).casefold() in line for who in (each.sender, *each.recipients)) for each in said):
            yield f"demo: {round_} {telling}"
