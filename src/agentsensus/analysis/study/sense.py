"""How sensible the dialogue of a run by rules is: lines that tell a hearer nothing new, and questions that got answers.

A line with several hearers counts at most once for each kind of fault. Accusing, confronting, confessing and asking are
not telling, and an answer may repeat the content of its question. What is true comes from truth.jsonl.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from agentsensus.analysis.study.drama import Spoken, noticed
from agentsensus.language.sentences import sentences
from agentsensus.worlds.events.event import Acted, AnyEvent, ArcEnded, Delivered, Happened, LifeChanged, Sent
from agentsensus.worlds.minds.players.beliefs import Matters
from agentsensus.worlds.minds.players.claims import Claim
from agentsensus.worlds.minds.players.claims.run_events import is_passing
from agentsensus.worlds.minds.players.hearing import Asked, HeardMessage
from agentsensus.worlds.minds.players.phrases import DRAMATIC, IN_VAIN
from agentsensus.worlds.minds.players.player_state import PlayerState, player_states
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["Answers", "Sense", "TurnKinds", "moves_of", "sense_of", "shared_prefix"]

AnswerKind: TypeAlias = Literal["hit", "near", "unrelated", "none"]
_NOT_TELLING = frozenset(
    ("accuse", "charge", "confront", "dispute", "confess", "deny", "denounce", "retract", "stand", "warn")
)
_REACTIONS = frozenset(
    (
        *(
            "accuse",
            "charge",
            "deny",
            "confess",
            "mourn",
            "comfort",
            "warn",
            "denounce",
            "demand",
            "break_off",
            "thank",
        ),
        *DRAMATIC,
    )
)
_SAYS_SO = frozenset((*IN_VAIN, "ask_other", "silence", "deflect", "deny", "stand", "retract"))
_EMPTY = frozenset((*IN_VAIN, "ask_other", "thank", "sought"))
_HEARSAY = frozenset(("told", "told_here", "told_afar", "overheard"))
_SPEECH = frozenset(("say", "gesture"))
_DEEDS = frozenset(("act_on", "deed", "give", "take"))
_JOURNEYS = frozenset(("move",))
_IN_TIME = 2
"""An answer counts if it comes within this many rounds after the question was heard."""


@dataclass(slots=True)
class Answers:
    """Questions by outcome: answered with the event, nearly answered (same scene, or ignorance admitted), unrelated,
    none."""

    hit: int = 0
    near: int = 0
    unrelated: int = 0
    none: int = 0

    @property
    def asked(self) -> int:
        """The number of questions."""
        return self.hit + self.near + self.unrelated + self.none


@dataclass(slots=True)
class TurnKinds:
    """Turns by kind; upkeep is every action without an effect on others."""

    speech: int = 0
    deeds: int = 0
    journeys: int = 0
    upkeep: int = 0


@dataclass(slots=True)
class Sense:
    """The figures of one run.

    empty: lines that only admit ignorance, or ask for any news or for somebody's whereabouts
    ignoring, deaths_unnoticed, unguarded: see `study/drama.py`
    """

    lines: int = 0
    told_witness: int = 0
    told_self: int = 0
    told_again: int = 0
    own_deed_hearsay: int = 0
    empty: int = 0
    ignoring: int = 0
    deaths_unnoticed: int = 0
    unguarded: int = 0
    answers: Answers = field(default_factory=Answers)
    turns: TurnKinds = field(default_factory=TurnKinds)
    reactions: int = 0
    reached: int = 0
    given_up: int = 0
    arcs_ended: int = 0
    deaths: int = 0


@dataclass(slots=True)
class _SaidLine:
    """A message and how the truth reads it."""

    sent: Sent
    heard: HeardMessage


def sense_of(scenario: Scenario, events: Iterable[AnyEvent]) -> Sense:
    """Compute the figures of a run from its log."""
    return _Reader(scenario).read(list(events))


class _Reader:
    """Reads a log once and tracks who knows what."""

    def __init__(self, scenario: Scenario) -> None:
        parts = player_states(scenario, 0)
        self._part: PlayerState = next(iter(parts.values()))
        self._script = self._part.script
        self._matters: Matters = self._part.matters
        self._witnesses: dict[str, set[str]] = defaultdict(set)
        for event in scenario.events:
            self._witnesses[event.id] |= {*event.witnesses}
        self._told: dict[tuple[str, str], int] = {}
        self._lines: dict[str, _SaidLine] = {}
        self._sense = Sense()

    def read(self, events: Sequence[AnyEvent]) -> Sense:
        for event in events:
            self._take(event)
        self._sense.answers = self._answers(events)
        seen = noticed(self._part.scenario, events, self._spoken)
        self._sense.ignoring, self._sense.unguarded = seen.ignoring, seen.unguarded
        self._sense.deaths_unnoticed = seen.deaths_unnoticed
        return self._sense

    def _spoken(self, event: Sent) -> Spoken:
        """Return the subject of a line."""
        heard = self._part.hear(event.content, event.sender, event.recipients[0])
        persons = {person for claim in heard.claims for person in self._script.named(claim)}
        if heard.asks is not None:
            named = self._script.by_name(heard.asks.text, event.sender, event.recipients[0])
            persons |= {heard.asks.person, heard.asks.where, *self._script.persons(named)}
        return Spoken("" if heard.act in _EMPTY else heard.act, frozenset(persons))

    def _take(self, event: AnyEvent) -> None:
        match event:
            case Acted():
                self._turn(event)
            case Sent() if event.sort == "say" and event.sender:
                self._line(event)
            case Sent() if not event.sender:
                self._announced(event)
            case Delivered() if event.message in self._lines:
                for claim in self._lines[event.message].heard.claims:
                    self._told.setdefault((event.recipient, claim.event), event.round)
            case Happened():
                for happened in (self._script.claim(text) for text in event.text):
                    if happened is not None:
                        self._witnesses[happened.event] |= {*event.owners}
            case ArcEnded():
                self._sense.arcs_ended += 1
            case LifeChanged() if event.change == "died":
                self._sense.deaths += 1
            case _:
                pass

    def _announced(self, event: Sent) -> None:
        """Count the recipients of an announcement as witnesses."""
        for claim in self._script.claims(event.content):
            self._witnesses[claim.event] |= {*event.recipients}

    def _turn(self, event: Acted) -> None:
        turns = self._sense.turns
        if event.action in _SPEECH:
            turns.speech += 1
        elif event.action in _DEEDS:
            turns.deeds += 1
        elif event.action in _JOURNEYS:
            turns.journeys += 1
        else:
            turns.upkeep += 1
        self._goals(event)

    def _goals(self, event: Acted) -> None:
        if event.upkeep is not None:
            given_up = len(event.upkeep.given_up)
            self._sense.given_up += given_up
            self._sense.reached += len({*event.upkeep.done, *event.upkeep.replace}) - given_up
        elif event.action in ("pop_goal", "replace_goal") and event.ok:
            self._sense.reached += event.drive == "reached"
            self._sense.given_up += event.drive != "reached"

    def _line(self, event: Sent) -> None:
        heard = self._part.hear(event.content, event.sender, event.recipients[0])
        self._lines[event.message] = _SaidLine(event, heard)
        self._sense.lines += 1
        self._sense.reactions += heard.act in _REACTIONS
        asks = heard.asks
        self._sense.empty += heard.act in _EMPTY or (asks is not None and not asks.event)
        claims = [claim for claim in heard.claims if not is_passing(claim.event)]
        if self._is_own_hearsay(event, claims):
            self._sense.own_deed_hearsay += 1
        if heard.act in _NOT_TELLING or not claims or self._is_answer(event, claims):
            return
        pairs = [(claim, hearer) for claim in claims for hearer in event.recipients]
        self._sense.told_self += any(hearer in self._doers(claim) for claim, hearer in pairs)
        self._sense.told_witness += any(hearer in self._witnesses[claim.event] for claim, hearer in pairs)
        self._sense.told_again += any(self._was_told(claim, hearer, event) for claim, hearer in pairs)

    def _doers(self, claim: Claim) -> tuple[str, ...]:
        """Return the doers of a claim: by its kind, otherwise the first person named."""
        return self._matters.of(claim).doers or self._script.named(claim)[:1]

    def _was_told(self, claim: Claim, hearer: str, event: Sent) -> bool:
        return self._told.get((hearer, claim.event), event.round + 1) <= event.round

    def _is_own_hearsay(self, event: Sent, claims: Sequence[Claim]) -> bool:
        hows = {self._script.phrases.how(sentence) for sentence in sentences(event.content)}
        return bool(hows & _HEARSAY) and any(event.sender in self._doers(claim) for claim in claims)

    def _is_answer(self, event: Sent, claims: Sequence[Claim]) -> bool:
        """Return whether one of the hearers recently asked the speaker about these claims."""
        return any(
            line.sent.sender in event.recipients
            and event.sender in line.sent.recipients
            and event.round - line.sent.round <= 2 * _IN_TIME + max(line.sent.distance.values(), default=0)
            and (line.heard.asks.event in {claim.event for claim in claims} or not line.heard.asks.event)
            for line in self._lines.values()
            if line.heard.asks is not None
        )

    # --- answers

    def _answers(self, events: Sequence[AnyEvent]) -> Answers:
        last = max((event.round for event in events), default=0)
        heard_in = {(event.message, event.recipient): event.round for event in events if isinstance(event, Delivered)}
        gone = {event.of: event.round for event in events if isinstance(event, LifeChanged) and event.change != "hurt"}
        counts: Counter[AnswerKind] = Counter()
        for line in self._lines.values():
            asks = line.heard.asks
            for other in line.sent.recipients if asks is not None else ():
                heard = heard_in.get((line.sent.message, other))
                if heard is None or heard + _IN_TIME > last or gone.get(other, last + 1) <= heard + _IN_TIME:
                    continue
                assert asks is not None
                counts[self._answer(line.sent.sender, other, heard, asks)] += 1
        return Answers(**{kind: counts[kind] for kind in ("hit", "near", "unrelated", "none")})

    def _answer(self, asker: str, other: str, heard: int, asks: Asked) -> AnswerKind:
        replies = [
            line.heard
            for line in self._lines.values()
            if line.sent.sender == other
            and asker in line.sent.recipients
            and heard <= line.sent.round <= heard + _IN_TIME
        ]
        kinds: set[AnswerKind] = {self._fit(reply, asks) for reply in replies}
        order: tuple[AnswerKind, ...] = ("hit", "near", "unrelated")
        return next((kind for kind in order if kind in kinds), "none")

    def _fit(self, reply: HeardMessage, asks: Asked) -> AnswerKind:
        events = [claim.event for claim in reply.claims]
        if asks.where:
            is_hit = any(event.split(":")[1:2] == [asks.where] for event in events)
        elif asks.person:
            is_hit = any(asks.person in self._script.named(claim) for claim in reply.claims)
        else:
            is_hit = asks.event in events if asks.event else bool(events)
        if is_hit:
            return "hit"
        if reply.act in _SAYS_SO or any(self._is_of_scene(event, asks.event) for event in events):
            return "near"
        return "unrelated"

    def _is_of_scene(self, event: str, asked: str) -> bool:
        if not asked:
            return False
        own, other = self._script.topic(event), self._script.topic(asked)
        return bool(own.near) and (own.place, own.near) == (other.place, other.near)


def moves_of(scenario: Scenario, events: Iterable[AnyEvent], rounds: int) -> dict[tuple[int, str], tuple[Any, ...]]:
    """Return the moves of the first rounds by round and agent: the action, its targets, and the claims spoken."""
    part = next(iter(player_states(scenario, 0).values()))
    moves = {}
    for event in events:
        if isinstance(event, Acted) and event.round <= rounds:
            spoken = _said(part, event) if event.action == "say" else ()
            about = tuple(sorted((key, str(value)) for key, value in event.params.items() if key in _IDS))
            moves[event.round, event.agent] = (event.action, about, spoken)
    return moves


_IDS = frozenset(("targets", "target", "destination", "thing", "deed"))


def _said(part: PlayerState, event: Acted) -> tuple[Any, ...]:
    targets = event.params.get("targets") or ()
    heard = part.hear(str(event.params.get("content", "")), event.agent, str(targets[0]) if targets else event.agent)
    asks = (heard.asks.event, heard.asks.person, heard.asks.where) if heard.asks else ()
    return heard.act, asks, tuple(claim.event for claim in heard.claims)


def shared_prefix(moves: dict[tuple[int, str], Any], others: dict[tuple[int, str], Any]) -> float:
    """Return the percentage of moves that are equal in two runs, agent by agent and round by round."""
    every = {*moves, *others}
    same = sum(key in moves and key in others and moves[key] == others[key] for key in every)
    return round(100 * same / len(every), 1) if every else 0.0
