"""The playbill: what was known to how many at first and now, how the greatest secret travelled, who believes what."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agentsensus.events.event import Acted, AnyEvent, Remembered, Sent, ThreadRead
from agentsensus.minds.claims import Claim
from agentsensus.minds.hearing import Questions, listen
from agentsensus.study.truth import Truth, truth_of
from agentsensus.world.scenario import Scenario

__all__ = ["Going", "Passed", "Playbill", "playbill"]

_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Going:
    """An event that went round: how many characters knew it at first and how many have heard of it now."""

    event: str
    text: str
    secret: bool
    first: int
    now: int


@dataclass(frozen=True, slots=True)
class Passed:
    """One step of a piece of news: who told whom, and when it was read."""

    round: int
    by: str
    to: str
    drive: str


@dataclass(frozen=True, slots=True)
class Playbill:
    """What a run came to."""

    goings: tuple[Going, ...]
    secrets_out: tuple[str, ...]
    greatest: Going | None
    way: tuple[Passed, ...]
    versions: tuple[tuple[str, str, str, int], ...]
    mistaken: tuple[tuple[str, str], ...]
    caught: tuple[tuple[int, str, str], ...]

    @property
    def alive(self) -> int:
        """How many claims are alive in more than one version."""
        return len({event for _, event, _, _ in self.versions})


@dataclass(slots=True)
class _Hearings:
    """Who has heard what from whom, in order, and in which version each holds it now."""

    passed: dict[str, list[Passed]]
    holds: dict[tuple[str, str], Claim]
    caught: list[tuple[int, str, str]]


def playbill(scenario: Scenario, events: Iterable[AnyEvent]) -> Playbill:
    """The playbill of a players' run, from its log."""
    log = list(events)
    truth = truth_of(scenario, log)
    heard = _hearings(truth, log)
    first = {event.id: {*event.witnesses} & {*scenario.active} for event in scenario.events}
    goings = []
    for id_, steps in heard.passed.items():
        if id_ in first:
            event = scenario.event(id_)
            assert event is not None
            now = first[id_] | {step.to for step in steps}
            goings.append(Going(id_, event.text, event.secret, len(first[id_]), len(now)))
    goings.sort(key=lambda one: (one.first - one.now, one.event))
    secrets = [one for one in goings if one.secret and one.now > one.first]
    greatest = secrets[0] if secrets else None
    way = (
        tuple(step for step in heard.passed[greatest.event] if step.to not in first[greatest.event]) if greatest else ()
    )
    return Playbill(
        goings=tuple(one for one in goings if one.now > one.first),
        secrets_out=tuple(one.event for one in secrets),
        greatest=greatest,
        way=_first_time(way),
        versions=_versions(truth, heard),
        mistaken=_mistaken(truth, heard, first),
        caught=tuple(heard.caught),
    )


def _hearings(truth: Truth, log: Sequence[AnyEvent]) -> _Hearings:
    heard = _Hearings(defaultdict(list), {}, [])
    sent: dict[str, tuple[Sent, tuple[Claim, ...]]] = {}
    drives: dict[tuple[int, str], str] = {}
    said: dict[tuple[str, str], Claim] = {}
    for event in log:
        match event:
            case Acted():
                drives[event.round, event.agent] = event.drive
            case Sent() if event.sender and event.sort == "say":
                claims = listen(event.content, event.sender, event.recipients[0], truth.script, Questions({})).claims
                sent[event.message] = (event, claims)
                drive = drives.get((event.round, event.sender), "")
                for claim in claims:
                    against = said.get((event.recipients[0], claim.event))
                    if drive in ("confront", "dispute") and against and truth.kind(against) == "lie":
                        heard.caught.append((event.round, truth.versions[against].by, claim.event))
                    said[event.sender, claim.event] = claim
            case ThreadRead():
                for message in event.messages:
                    if message in sent:
                        _hear(heard, event, *sent[message], drives)
            case Remembered():
                for stated in event.statements:
                    fact = truth.facts.get(stated.id)
                    if fact is not None:
                        heard.holds[event.agent, fact.claim.event] = fact.claim
            case _:
                pass
    return heard


def _hear(
    heard: _Hearings, read: ThreadRead, message: Sent, claims: tuple[Claim, ...], drives: dict[tuple[int, str], str]
) -> None:
    drive = drives.get((message.round, message.sender), "")
    for claim in claims:
        heard.passed[claim.event].append(Passed(read.round, message.sender, read.agent, drive))


def _first_time(steps: Iterable[Passed]) -> tuple[Passed, ...]:
    """Of each hearer only the first time."""
    kept: dict[str, Passed] = {}
    for step in steps:
        kept.setdefault(step.to, step)
    return tuple(kept.values())


def _versions(truth: Truth, heard: _Hearings) -> tuple[tuple[str, str, str, int], ...]:
    """Versions that somebody holds now: its words, the event, whether drift or lie, and by how many it is held."""
    found = []
    for claim, version in truth.versions.items():
        holders = sum(held == claim for held in heard.holds.values())
        if holders:
            found.append((truth.script.wordings(claim)[0], claim.event, version.kind, holders))
    return tuple(sorted(found, key=lambda one: (-one[3], one[1])))


def _mistaken(truth: Truth, heard: _Hearings, first: dict[str, set[str]]) -> tuple[tuple[str, str], ...]:
    """Who keeps a version that is not as it was: character and event."""
    return tuple(
        sorted((agent, event) for (agent, event), claim in heard.holds.items() if truth.kind(claim) != "original")
    )
