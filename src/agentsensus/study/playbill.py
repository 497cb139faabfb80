"""The playbill: what was known to how many at first and now, how the greatest secret travelled, who believes what."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from agentsensus.events.event import Acted, AnyEvent, Delivered, Remembered, Sent, ThreadRead
from agentsensus.minds.players.claims import Claim
from agentsensus.study.outcome import StoryOutcome, outcome_of
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
    """One difference between a version and the truth: a person, a place, a number, or whether it was done."""

    kind: str
    was: str
    said: str


@dataclass(frozen=True, slots=True)
class Alive:
    """A wrong version that somebody holds: its words, the true ones, what differs, who began it, who holds it."""

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
    """A lie that was contradicted: in which round, whose lie it was, by whom and to whom it was said, and its words."""

    round: int
    liar: str
    by: str
    to: str
    event: str
    text: str


@dataclass(frozen=True, slots=True)
class Playbill:
    """What a players' run came to. `secrets` counts the world's secrets, `characters` those who play."""

    rounds: int
    characters: int
    secrets: int
    goings: tuple[Going, ...]
    secrets_out: tuple[str, ...]
    greatest: Going | None
    way: tuple[Passed, ...]
    versions: tuple[Alive, ...]
    caught: tuple[Caught, ...]
    outcome: StoryOutcome = field(default_factory=StoryOutcome)


@dataclass(slots=True)
class _Hearings:
    """Who heard what from whom, in order; which version each character holds; and which lies were contradicted."""

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
    secrets = [going for going in goings if going.secret]
    greatest = secrets[0] if secrets else None
    return Playbill(
        rounds=max((event.round for event in log), default=0),
        characters=len(scenario.active),
        secrets=sum(event.secret for event in scenario.events),
        goings=tuple(goings),
        secrets_out=tuple(going.event for going in secrets),
        greatest=greatest,
        way=_way(heard.passed[greatest.event], first[greatest.event]) if greatest else (),
        versions=_versions(truth, heard),
        caught=tuple(heard.caught.values()),
        outcome=outcome_of(scenario, log),
    )


def _goings(scenario: Scenario, heard: _Hearings, first: Mapping[str, set[str]]) -> list[Going]:
    """The events that somebody who was not there has heard of, the most widely spread first."""
    goings = []
    for event in scenario.events:
        knew = first[event.id]
        know = knew | {step.to for step in heard.passed.get(event.id, ())}
        if len(know) > len(knew):
            goings.append(Going(event.id, event.text, event.secret, len(knew), len(know)))
    return sorted(goings, key=lambda going: (going.first - going.now, going.event))


def _hearings(truth: Truth, log: Sequence[AnyEvent]) -> _Hearings:
    heard = _Hearings()
    messages: dict[str, _ClaimedMessage] = {}
    turns: dict[tuple[int, str], Acted] = {}
    # Where words are heard whole nobody has to read them; under notices what was not read was not heard.
    is_read = any(isinstance(event, ThreadRead) for event in log)
    for event in log:
        match event:
            case Acted():
                turns[event.round, event.agent] = event
            case Sent() if event.sender and event.sort == "say":
                messages[event.message] = _claimed(truth, event, turns.get((event.round, event.sender)))
                _note_lies(truth, heard, messages[event.message])
            case ThreadRead():
                for claimed in (messages[id_] for id_ in event.messages if id_ in messages):
                    _pass_on(truth, heard, claimed, event.agent, event.round)
            case Delivered() if event.message in messages and not is_read:
                _pass_on(truth, heard, messages[event.message], event.recipient, event.round)
            case Remembered():
                facts = [truth.facts[stated.id] for stated in event.statements if stated.id in truth.facts]
                heard.holds |= {(event.agent, fact.claim.event): fact.claim for fact in facts}
            case _:
                pass
    return heard


def _pass_on(truth: Truth, heard: _Hearings, claimed: _ClaimedMessage, to: str, round_: int) -> None:
    """Note who has heard what from whom; a lie, or what became of one, is not the event."""
    step = Passed(round_, claimed.message.sender, to, claimed.drive, claimed.because)
    for claim in claimed.claims:
        if not truth.is_of_lies(claim):
            heard.passed[claim.event].append(step)


def _claimed(truth: Truth, message: Sent, turn: Acted | None) -> _ClaimedMessage:
    return _ClaimedMessage(
        message, truth.said[message.message], turn.drive if turn else "", turn.because if turn else ""
    )


def _note_lies(truth: Truth, heard: _Hearings, claimed: _ClaimedMessage) -> None:
    """Note what a message claims and whether it contradicts a lie; whoever only repeated the lie is not the liar."""
    by, to = claimed.message.sender, claimed.message.recipients[0]
    for claim in claimed.claims:
        against = heard.said.get((to, claim.event))
        if claimed.drive in _CATCHING and against and truth.kind(against) == "lie":
            liar, text = truth.versions[against].by, truth.script.wordings(against)[0]
            caught = Caught(claimed.message.round, liar, by, to, claim.event, text)
            heard.caught.setdefault((to, by, claim.event), caught)
        heard.said[by, claim.event] = claim


def _way(steps: Iterable[Passed], knew: set[str]) -> tuple[Passed, ...]:
    """The steps by which it reached those who did not know it; for each hearer only the first."""
    first: dict[str, Passed] = {}
    for step in steps:
        if step.to not in knew:
            first.setdefault(step.to, step)
    return tuple(first.values())


def _versions(truth: Truth, heard: _Hearings) -> tuple[Alive, ...]:
    """The versions that somebody holds now, the most widely held first, lies before drift."""
    holders: dict[Claim, list[str]] = defaultdict(list)
    for (agent, _), claim in sorted(heard.holds.items(), key=lambda each: each[0]):
        holders[claim].append(agent)
    alive = [_alive(truth, version, holders[claim]) for claim, version in truth.versions.items() if claim in holders]
    return tuple(sorted(alive, key=lambda each: (-len(each.holders), each.kind != "lie", each.round, each.event)))


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
