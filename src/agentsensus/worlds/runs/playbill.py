"""Summarise a players' run: how the story ended, how news and secrets spread, and which lies are believed."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from agentsensus.worlds.events.event import (
    Acted,
    AnyEvent,
    ArcEnded,
    Arrived,
    Departed,
    Happened,
    LifeChanged,
    Remembered,
    Sent,
    StatusSet,
)
from agentsensus.worlds.minds.players.claims import Claim
from agentsensus.worlds.minds.players.player_state import player_states
from agentsensus.worlds.runs.acquisitions import LearningHistory
from agentsensus.worlds.runs.truth import Truth, Version, truth_of
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.state.character import TRUST

__all__ = [
    "Accusation",
    "ArcEnding",
    "CaughtLie",
    "Fate",
    "HeldVersion",
    "Journey",
    "Oath",
    "Playbill",
    "SpreadEvent",
    "StoryOutcome",
    "TellingStep",
    "TrustChange",
    "VersionChange",
    "outcome_of",
    "playbill",
]


_CHANGE = 2
_FAR = 3
_OATHS = frozenset(("accept", "agree"))


@dataclass(frozen=True, slots=True)
class ArcEnding:
    """A story arc that ended: round, arc id and text of the ending."""

    round: int
    arc: str
    text: str


@dataclass(frozen=True, slots=True)
class Fate:
    """A life that changed: round, character, change (died, departed, hurt, held, freed) and its text."""

    round: int
    of: str
    change: str
    text: str


@dataclass(frozen=True, slots=True)
class Accusation:
    """The first time one character accused another of an event."""

    round: int
    by: str
    of: str
    event: str
    text: str


@dataclass(frozen=True, slots=True)
class Oath:
    """The first time one character promised another to act or to come along."""

    round: int
    by: str
    to: str
    text: str


@dataclass(frozen=True, slots=True)
class TrustChange:
    """Trust that changed by two steps or more during the run."""

    of: str
    toward: str
    was: int
    now: int


@dataclass(frozen=True, slots=True)
class Journey:
    """A journey of three rounds or more, with its start and arrival."""

    round: int
    who: str
    origin: str
    to: str
    arrived: int


@dataclass(slots=True)
class StoryOutcome:
    """The story of a run; each list is in order of time.

    `greatest` is the id of the weightiest event that any character spoke of.
    """

    endings: list[ArcEnding] = field(default_factory=list)
    fates: list[Fate] = field(default_factory=list)
    accusations: list[Accusation] = field(default_factory=list)
    oaths: list[Oath] = field(default_factory=list)
    hearts: list[TrustChange] = field(default_factory=list)
    journeys: list[Journey] = field(default_factory=list)
    greatest: str = ""


def outcome_of(scenario: Scenario, events: Iterable[AnyEvent]) -> StoryOutcome:
    """Read the story outcome from a run's log."""
    return _OutcomeReading(scenario).read(events)


class _OutcomeReading:
    """Collects the story outcome in one pass over a log."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._part = next(iter(player_states(scenario, 0).values()))
        self._outcome = StoryOutcome()
        self._trust: dict[tuple[str, str], int] = {}
        self._set_out: dict[str, Departed] = {}
        self._accused: set[tuple[str, str, str]] = set()
        self._sworn: set[tuple[str, str]] = set()
        self._weights: dict[str, int] = {}

    def read(self, events: Iterable[AnyEvent]) -> StoryOutcome:
        log = list(events)
        texts = {
            (event.round, victim): event.text[0]
            for event in log
            if isinstance(event, Happened)
            for victim in event.victims
        }
        for event in log:
            self._take(event, texts)
        cast = self._scenario.characters
        for (of, toward), now in sorted(self._trust.items()):
            was = cast[of].trusts.get(toward, 0)
            if abs(now - was) >= _CHANGE:
                self._outcome.hearts.append(TrustChange(of, toward, was, now))
        heaviest = max(sorted(self._weights), key=lambda id_: self._weights[id_], default="")
        self._outcome.greatest = heaviest
        return self._outcome

    def _take(self, event: AnyEvent, texts: dict[tuple[int, str], str]) -> None:
        outcome = self._outcome
        match event:
            case ArcEnded():
                outcome.endings.append(ArcEnding(event.round, event.arc, event.ending))
            case LifeChanged():
                outcome.fates.append(Fate(event.round, event.of, event.change, texts.get((event.round, event.of), "")))
            case StatusSet() if event.key.startswith(TRUST) and isinstance(event.value, int):
                self._trust[event.of, event.key.removeprefix(TRUST)] = event.value
            case Departed() if event.arrives - event.round >= _FAR:
                self._set_out[event.agent] = event
            case Arrived() if (start := self._set_out.pop(event.agent, None)) is not None:
                outcome.journeys.append(Journey(start.round, event.agent, start.origin, event.place, event.round))
            case Sent() if event.sender and event.sort == "say":
                self._line(event)
            case _:
                pass

    def _line(self, event: Sent) -> None:
        heard = self._part.hear(event.content, event.sender, event.recipients[0])
        for claim in heard.claims:
            weight = self._part.matters.of(claim).weight
            if self._scenario.event(claim.event) is not None:
                self._weights[claim.event] = max(weight, self._weights.get(claim.event, 0))
        if heard.act in _OATHS and (event.sender, event.recipients[0]) not in self._sworn:
            self._sworn.add((event.sender, event.recipients[0]))
            self._outcome.oaths.append(Oath(event.round, event.sender, event.recipients[0], event.content))
        if heard.act != "accuse" or not heard.claims:
            return
        event_id = heard.claims[0].event
        key = (event.sender, event.recipients[0], event_id)
        if key not in self._accused:
            self._accused.add(key)
            text = self._part.script.wordings(heard.claims[0])[0]
            self._outcome.accusations.append(Accusation(event.round, event.sender, event.recipients[0], event_id, text))


_CATCHING = frozenset(("confront", "dispute"))


@dataclass(frozen=True, slots=True)
class SpreadEvent:
    """An event that spread: how many characters knew it at first and how many heard of it.

    Hearing only a lie about the event, or a retelling of that lie, does not count.
    """

    event: str
    text: str
    secret: bool
    first: int
    now: int


@dataclass(frozen=True, slots=True)
class TellingStep:
    """One step of a piece of news: the round of hearing, the speaker, the hearer, the speaker's drive and reason.

    `message` is the message that brought it.
    """

    round: int
    by: str
    to: str
    drive: str
    because: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class VersionChange:
    """One difference between a version and the truth: a person, a place, a number, or whether it was done."""

    kind: str
    was: str
    said: str


@dataclass(frozen=True, slots=True)
class HeldVersion:
    """A wrong version that characters believe: its text, the true text, the differences, its origin and its holders."""

    event: str
    text: str
    truth: str
    changes: tuple[VersionChange, ...]
    kind: Literal["drift", "lie"]
    by: str
    round: int
    holders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CaughtLie:
    """A lie that was contradicted: the round, the liar, the speaker who contradicted it, the hearer, and its text."""

    round: int
    liar: str
    by: str
    to: str
    event: str
    text: str


@dataclass(frozen=True, slots=True)
class Playbill:
    """The summary of a players' run. `secrets` counts the world's secrets, `characters` the active characters."""

    rounds: int
    characters: int
    secrets: int
    goings: tuple[SpreadEvent, ...]
    secrets_out: tuple[str, ...]
    greatest: SpreadEvent | None
    way: tuple[TellingStep, ...]
    versions: tuple[HeldVersion, ...]
    caught: tuple[CaughtLie, ...]
    outcome: StoryOutcome = field(default_factory=StoryOutcome)


@dataclass(slots=True)
class _Hearings:
    """The version that each character holds, and the lies that were contradicted."""

    holds: dict[tuple[str, str], Claim] = field(default_factory=dict)
    said: dict[tuple[str, str], Claim] = field(default_factory=dict)
    caught: dict[tuple[str, str, str], CaughtLie] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _ClaimedMessage:
    """A message with its claims and the drive of the turn in which it was said."""

    message: Sent
    claims: tuple[Claim, ...]
    drive: str


def playbill(
    scenario: Scenario,
    events: Iterable[AnyEvent],
    truth: Truth | None = None,
    learning: LearningHistory | None = None,
) -> Playbill:
    """Build the playbill of a players' run from its log. Pass `truth` and `learning` if they are already computed."""
    log = list(events)
    truth = truth or truth_of(scenario, log)
    learning = learning or LearningHistory(scenario, log, truth)
    heard = _hearings(truth, log)
    goings = _spread_events(scenario, learning)
    secrets = [going for going in goings if going.secret]
    greatest = secrets[0] if secrets else None
    return Playbill(
        rounds=max((event.round for event in log), default=0),
        characters=len(scenario.active),
        secrets=sum(event.secret for event in scenario.events),
        goings=tuple(goings),
        secrets_out=tuple(going.event for going in secrets),
        greatest=greatest,
        way=_way(learning, log, greatest.event) if greatest else (),
        versions=_versions(truth, heard),
        caught=tuple(heard.caught.values()),
        outcome=outcome_of(scenario, log),
    )


def _spread_events(scenario: Scenario, learning: LearningHistory) -> list[SpreadEvent]:
    """Return the events that were told to characters who did not know them, most widely spread first."""
    goings = []
    for event in scenario.events:
        subject = learning.subjects.of(event.id) if event.id in learning.events_told else None
        if subject is None:
            continue
        known = [found for found in learning.acquisitions(subject).values() if not found.is_lie]
        told = sum(found.is_by_word for found in known)
        if told:
            first = sum(found.since == 0 for found in known)
            goings.append(SpreadEvent(event.id, event.text, event.secret, first, first + told))
    return sorted(goings, key=lambda going: (going.first - going.now, going.event))


def _way(learning: LearningHistory, log: Iterable[AnyEvent], event: str) -> tuple[TellingStep, ...]:
    """Return the step by which an event reached each character who was told of it."""
    subject = learning.subjects.of(event)
    turns = {(turn.round, turn.agent): turn for turn in log if isinstance(turn, Acted)}
    steps = []
    for found in learning.acquisitions(subject).values() if subject else ():
        if found.is_by_word and not found.is_lie:
            turn = turns.get((found.said, found.source))
            drive, because = (turn.drive, turn.because) if turn else ("", "")
            steps.append(TellingStep(found.since, found.source, found.agent, drive, because, found.message))
    return tuple(steps)


def _hearings(truth: Truth, log: Sequence[AnyEvent]) -> _Hearings:
    heard = _Hearings()
    turns: dict[tuple[int, str], Acted] = {}
    for event in log:
        match event:
            case Acted():
                turns[event.round, event.agent] = event
            case Sent() if event.sender and event.sort == "say":
                _note_lies(truth, heard, _claimed(truth, event, turns.get((event.round, event.sender))))
            case Remembered():
                facts = [truth.facts[stated.id] for stated in event.statements if stated.id in truth.facts]
                heard.holds |= {(event.agent, fact.claim.event): fact.claim for fact in facts}
            case _:
                pass
    return heard


def _claimed(truth: Truth, message: Sent, turn: Acted | None) -> _ClaimedMessage:
    return _ClaimedMessage(message, truth.said[message.message], turn.drive if turn else "")


def _note_lies(truth: Truth, heard: _Hearings, claimed: _ClaimedMessage) -> None:
    """Record the claims of a message and the lies it contradicts.

    The liar is the character who began the lie, not one who repeated it.
    """
    by, to = claimed.message.sender, claimed.message.recipients[0]
    for claim in claimed.claims:
        against = heard.said.get((to, claim.event))
        if claimed.drive in _CATCHING and against and truth.kind(against) == "lie":
            liar, text = truth.versions[against].by, truth.script.wordings(against)[0]
            caught = CaughtLie(claimed.message.round, liar, by, to, claim.event, text)
            heard.caught.setdefault((to, by, claim.event), caught)
        heard.said[by, claim.event] = claim


def _versions(truth: Truth, heard: _Hearings) -> tuple[HeldVersion, ...]:
    """Return the wrong versions that characters hold now, most widely held first. Lies come before errors."""
    holders: dict[Claim, list[str]] = defaultdict(list)
    for (agent, _), claim in sorted(heard.holds.items(), key=lambda each: each[0]):
        holders[claim].append(agent)
    alive = [_held(truth, version, holders[claim]) for claim, version in truth.versions.items() if claim in holders]
    return tuple(sorted(alive, key=lambda each: (-len(each.holders), each.kind != "lie", each.round, each.event)))


def _held(truth: Truth, version: Version, holders: Sequence[str]) -> HeldVersion:
    claim, script = version.claim, truth.script
    original = script.original(claim.event)
    return HeldVersion(
        event=claim.event,
        text=script.wordings(claim)[0],
        truth=script.wordings(original)[0],
        changes=tuple(VersionChange(*change) for change in script.changed(original, claim)),
        kind=version.kind,
        by=version.by,
        round=version.round,
        holders=tuple(holders),
    )
