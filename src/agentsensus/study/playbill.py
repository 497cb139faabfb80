"""The playbill: what was known to how many at first and now, how the greatest secret travelled, who believes what."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from agentsensus.events.event import Acted, AnyEvent, Remembered, Sent, ThreadRead
from agentsensus.minds.players.claims import Claim
from agentsensus.study.truth import Truth, Version, truth_of
from agentsensus.world.scenario import Scenario

__all__ = ["Alive", "Caught", "Going", "Passed", "Playbill", "VersionChange", "playbill"]

_CATCHING = frozenset(("confront", "dispute"))


@dataclass(frozen=True, slots=True)
class Going:
    """An event that went round: how many characters knew it at first and how many have heard of it now.

    Whoever was told a lie about it, or what became of one, has not heard of it.
    """

    event: str
    text: str
    secret: bool
    first: int
    now: int


@dataclass(frozen=True, slots=True)
class Passed:
    """One step of a piece of news: when it was heard, who told whom, by which drive and why."""

    round: int
    by: str
    to: str
    drive: str
    because: str = ""


@dataclass(frozen=True, slots=True)
class VersionChange:
    """One thing that a version has otherwise: a person, a place, a number, or whether it was done."""

    kind: str
    was: str
    said: str


@dataclass(frozen=True, slots=True)
class Alive:
    """A version that somebody holds now: in words, as it was, what differs, who brought it up, and who holds it."""

    event: str
    text: str
    truth: str
    changes: tuple[VersionChange, ...]
    kind: Literal["drift", "lie"]
    by: str
    round: int
    holders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Caught:
    """A lie that was contradicted: when, by whom, to whom who had told it, whose lie it was, and in which words."""

    round: int
    liar: str
    by: str
    to: str
    event: str
    text: str


@dataclass(frozen=True, slots=True)
class Playbill:
    """What a run came to. `secrets` is how many there were in a company of so many `characters`."""

    rounds: int
    characters: int
    secrets: int
    goings: tuple[Going, ...]
    secrets_out: tuple[str, ...]
    greatest: Going | None
    way: tuple[Passed, ...]
    versions: tuple[Alive, ...]
    caught: tuple[Caught, ...]

    @property
    def alive(self) -> int:
        """How many events are alive in a version that is not as it was."""
        return len({version.event for version in self.versions})

    @property
    def mistaken(self) -> tuple[str, ...]:
        """Who holds a version that is not as it was."""
        return tuple(sorted({holder for version in self.versions for holder in version.holders}))


@dataclass(slots=True)
class _Hearings:
    """Who has heard what from whom, in order, in which version each holds it now, and whose lies came to light."""

    passed: dict[str, list[Passed]] = field(default_factory=lambda: defaultdict(list))
    holds: dict[tuple[str, str], Claim] = field(default_factory=dict)
    said: dict[tuple[str, str], Claim] = field(default_factory=dict)
    caught: dict[tuple[str, str, str], Caught] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _ClaimedMessage:
    """A message with what it claims and the turn in which it was said."""

    message: Sent
    claims: tuple[Claim, ...]
    drive: str
    because: str


def playbill(scenario: Scenario, events: Iterable[AnyEvent], truth: Truth | None = None) -> Playbill:
    """The playbill of a players' run, from its log and, if it is known already, its truth."""
    log = list(events)
    truth = truth or truth_of(scenario, log)
    heard = _hearings(truth, log)
    first = {event.id: {*event.witnesses} & {*scenario.active} for event in scenario.events}
    goings = _goings(scenario, heard, first)
    secrets = [one for one in goings if one.secret]
    greatest = secrets[0] if secrets else None
    return Playbill(
        rounds=max((event.round for event in log), default=0),
        characters=len(scenario.active),
        secrets=sum(event.secret for event in scenario.events),
        goings=tuple(goings),
        secrets_out=tuple(one.event for one in secrets),
        greatest=greatest,
        way=_way(heard.passed[greatest.event], first[greatest.event]) if greatest else (),
        versions=_versions(truth, heard),
        caught=tuple(heard.caught.values()),
    )


def _goings(scenario: Scenario, heard: _Hearings, first: Mapping[str, set[str]]) -> list[Going]:
    """The events that somebody has heard of who was not there, the widest spread first."""
    found = []
    for event in scenario.events:
        knew = first[event.id]
        know = knew | {step.to for step in heard.passed.get(event.id, ())}
        if len(know) > len(knew):
            found.append(Going(event.id, event.text, event.secret, len(knew), len(know)))
    return sorted(found, key=lambda one: (one.first - one.now, one.event))


def _hearings(truth: Truth, log: Sequence[AnyEvent]) -> _Hearings:
    heard = _Hearings()
    told: dict[str, _ClaimedMessage] = {}
    turns: dict[tuple[int, str], Acted] = {}
    for event in log:
        match event:
            case Acted():
                turns[event.round, event.agent] = event
            case Sent() if event.sender and event.sort == "say":
                told[event.message] = _told(truth, event, turns.get((event.round, event.sender)))
                _note_lies(truth, heard, told[event.message])
            case ThreadRead():
                for one in (told[message] for message in event.messages if message in told):
                    step = Passed(event.round, one.message.sender, event.agent, one.drive, one.because)
                    for claim in one.claims:
                        if not truth.is_of_lies(claim):
                            heard.passed[claim.event].append(step)
            case Remembered():
                facts = [truth.facts[stated.id] for stated in event.statements if stated.id in truth.facts]
                heard.holds |= {(event.agent, fact.claim.event): fact.claim for fact in facts}
            case _:
                pass
    return heard


def _told(truth: Truth, message: Sent, turn: Acted | None) -> _ClaimedMessage:
    return _ClaimedMessage(
        message, truth.said[message.message], turn.drive if turn else "", turn.because if turn else ""
    )


def _note_lies(truth: Truth, heard: _Hearings, told: _ClaimedMessage) -> None:
    """Keep in mind who said what last, and whether this message answers a lie; whoever repeats one is not the liar."""
    by, to = told.message.sender, told.message.recipients[0]
    for claim in told.claims:
        against = heard.said.get((to, claim.event))
        if told.drive in _CATCHING and against and truth.kind(against) == "lie":
            liar, text = truth.versions[against].by, truth.script.wordings(against)[0]
            caught = Caught(told.message.round, liar, by, to, claim.event, text)
            heard.caught.setdefault((to, by, claim.event), caught)
        heard.said[by, claim.event] = claim


def _way(steps: Iterable[Passed], knew: set[str]) -> tuple[Passed, ...]:
    """How it came to those who did not know it; of each hearer only the first time."""
    kept: dict[str, Passed] = {}
    for step in steps:
        if step.to not in knew:
            kept.setdefault(step.to, step)
    return tuple(kept.values())


def _versions(truth: Truth, heard: _Hearings) -> tuple[Alive, ...]:
    """The versions that somebody holds now, the most widely held first, lies before drift."""
    holders: dict[Claim, list[str]] = defaultdict(list)
    for (agent, _), claim in sorted(heard.holds.items(), key=lambda one: one[0]):
        holders[claim].append(agent)
    found = [_alive(truth, version, holders[claim]) for claim, version in truth.versions.items() if claim in holders]
    return tuple(sorted(found, key=lambda one: (-len(one.holders), one.kind != "lie", one.round, one.event)))


def _alive(truth: Truth, version: Version, holders: Sequence[str]) -> Alive:
    claim, script = version.claim, truth.script
    original = script.original(claim.event)
    return Alive(
        event=claim.event,
        text=script.wordings(claim)[0],
        truth=script.wordings(original)[0],
        changes=tuple(VersionChange(*change) for change in script.changed(original, claim)),
        kind=version.kind,
        by=version.by,
        round=version.round,
        holders=tuple(holders),
    )
