"""What a run came to as a story: endings, lives that changed, accusations, oaths, changes of heart, journeys."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from agentsensus.events.event import AnyEvent, ArcEnded, Arrived, Departed, Happened, LifeChanged, Sent, StatusSet
from agentsensus.minds.players.part import parts_of
from agentsensus.world.character import TRUST
from agentsensus.world.scenario import Scenario

__all__ = ["Accused", "Ended", "Fate", "Heart", "Journey", "Oath", "StoryOutcome", "outcome_of"]

_CHANGE = 2
_FAR = 3
_OATHS = frozenset(("accept", "agree"))


@dataclass(frozen=True, slots=True)
class Ended:
    """A thread of the story that is over: in which round, which, and how."""

    round: int
    arc: str
    text: str


@dataclass(frozen=True, slots=True)
class Fate:
    """A life that changed: in which round, whose, how (died, departed, hurt, held, freed), and in which words."""

    round: int
    of: str
    change: str
    text: str


@dataclass(frozen=True, slots=True)
class Accused:
    """Somebody accused somebody for the first time: in which round, by whom, of which event."""

    round: int
    by: str
    of: str
    event: str
    text: str


@dataclass(frozen=True, slots=True)
class Oath:
    """Somebody gave another a word for the first time, to act or to come along: in which round, and in which words."""

    round: int
    by: str
    to: str
    text: str


@dataclass(frozen=True, slots=True)
class Heart:
    """Trust that changed by two steps or more in the run: whose, in whom, from and to."""

    of: str
    toward: str
    was: int
    now: int


@dataclass(frozen=True, slots=True)
class Journey:
    """A journey of three rounds or more: who set out when, from where, and where it arrived when."""

    round: int
    who: str
    origin: str
    to: str
    arrived: int


@dataclass(slots=True)
class StoryOutcome:
    """The story of a run, each list in order of time; `greatest` is the weightiest matter that anybody spoke of."""

    endings: list[Ended] = field(default_factory=list)
    fates: list[Fate] = field(default_factory=list)
    accusations: list[Accused] = field(default_factory=list)
    oaths: list[Oath] = field(default_factory=list)
    hearts: list[Heart] = field(default_factory=list)
    journeys: list[Journey] = field(default_factory=list)
    greatest: str = ""


def outcome_of(scenario: Scenario, events: Iterable[AnyEvent]) -> StoryOutcome:
    """What a run came to, from its log."""
    return _OutcomeReading(scenario).read(events)


class _OutcomeReading:
    """Reads a log once."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._part = next(iter(parts_of(scenario, 0).values()))
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
                self._outcome.hearts.append(Heart(of, toward, was, now))
        heaviest = max(sorted(self._weights), key=lambda id_: self._weights[id_], default="")
        self._outcome.greatest = heaviest
        return self._outcome

    def _take(self, event: AnyEvent, texts: dict[tuple[int, str], str]) -> None:
        outcome = self._outcome
        match event:
            case ArcEnded():
                outcome.endings.append(Ended(event.round, event.arc, event.ending))
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
            self._outcome.accusations.append(Accused(event.round, event.sender, event.recipients[0], event_id, text))
