"""Whether the goals of a world's characters were reached in a run, by what their intents ask for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agentsensus.events.event import Acted, AnyEvent, Arrived, Sent, ThingMoved
from agentsensus.study.case.matter import Pair
from agentsensus.study.received import Reception
from agentsensus.study.received.claims import Understanding
from agentsensus.world.goals import (
    ConfrontIntent,
    DeceiveIntent,
    GetIntent,
    Intent,
    KeepIntent,
    LearnIntent,
    MeetIntent,
    ReachIntent,
    ReadIntent,
    TellIntent,
)
from agentsensus.world.scenario import Scenario

__all__ = ["GoalEvidence", "GoalOutcome", "goal_outcomes"]


@dataclass(frozen=True, slots=True)
class GoalOutcome:
    """One goal that says what would reach it, and whether that came about; None where a log cannot tell."""

    agent: str
    text: str
    intent: str
    is_reached: bool | None


@dataclass(frozen=True)
class GoalEvidence:
    """What a run shows of goals: who has which events, who said which to whom, who met, came, read and got."""

    scenario: Scenario
    has: dict[str, frozenset[str]]
    said: frozenset[tuple[str, str, str]]
    lied: frozenset[tuple[str, str, str]]
    met: dict[Pair, int]
    been: frozenset[tuple[str, str]]
    read: frozenset[tuple[str, str]]
    got: frozenset[tuple[str, str]]

    @classmethod
    def of(
        cls, scenario: Scenario, events: Sequence[AnyEvent], reception: Reception, met: dict[Pair, int]
    ) -> "GoalEvidence":
        """The evidence of a run."""
        understanding = Understanding(scenario)
        tellings = [
            (event.sender, hearer, claim)
            for event in events
            if isinstance(event, Sent) and event.sender
            for claim in understanding.told(event.content, event.sender, event.recipients[0])
            for hearer in event.recipients
        ]
        starts = {(agent, scenario.characters[agent].at or "") for agent in scenario.active}
        return cls(
            scenario,
            {agent: frozenset(_events(reception, understanding, agent)) for agent in scenario.active},
            frozenset((by, to, claim.event) for by, to, claim in tellings),
            frozenset(
                (by, to, claim.event) for by, to, claim in tellings if claim != understanding.original(claim.event)
            ),
            met,
            frozenset({*starts, *((event.agent, event.place) for event in events if isinstance(event, Arrived))}),
            frozenset(_read(events)),
            frozenset((event.holder, event.thing) for event in events if isinstance(event, ThingMoved)),
        )

    def reached(self, agent: str, intent: Intent) -> bool | None:
        """Whether an intent of somebody's was reached; None for those that a log cannot settle."""
        match intent:
            case LearnIntent(event=event):
                return event in self.has[agent]
            case TellIntent(event=event, whom=whom):
                return (agent, whom, event) in self.said
            case KeepIntent(event=event, whom=whom):
                return self._is_kept(event, whom)
            case MeetIntent(whom=whom):
                return self.met.get((min(agent, whom), max(agent, whom)), 0) > 0
            case ReachIntent(place=place):
                return (agent, place) in self.been
            case ReadIntent(carrier=carrier):
                return (agent, carrier) in self.read
            case DeceiveIntent(event=event, whom=whom):
                return (agent, whom, event) in self.lied
            case ConfrontIntent(event=event, whom=whom):
                return (agent, whom, event) in self.said
            case GetIntent(carrier=carrier):
                return (agent, carrier) in self.got
            case _:
                return None

    def _is_kept(self, matter: str, whom: str | None) -> bool:
        events = self.scenario.matter(matter)
        others = [whom] if whom else list(self.scenario.active)
        return not any(
            event.id in self.has.get(other, ()) for event in events for other in others if other not in event.witnesses
        )


def goal_outcomes(evidence: GoalEvidence) -> list[GoalOutcome]:
    """Every goal with an intent that the characters had at the start, with what became of it."""
    return [
        GoalOutcome(agent, goal.text, str(goal.intent), evidence.reached(agent, goal.intent))
        for agent in evidence.scenario.active
        for goal in evidence.scenario.characters[agent].goals
        if goal.intent is not None
    ]


def _events(reception: Reception, understanding: Understanding, agent: str) -> Iterator[str]:
    for receipt in reception.of(agent):
        if not receipt.is_own:
            yield receipt.id
            claims = understanding.told(receipt.text, receipt.source, agent) if receipt.source else ()
            yield from (claim.event for claim in (*claims, *understanding.written(receipt.text)))


def _read(events: Sequence[AnyEvent]) -> Iterator[tuple[str, str]]:
    for event in events:
        if isinstance(event, Acted) and event.ok and event.action == "read":
            yield event.agent, str(event.params.get("carrier", event.params.get("thing", "")))
