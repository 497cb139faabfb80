"""Quality scores by rules: grounding, contradiction, repetition, goals, arcs and the reference."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agentsensus.analysis.knowledge.leaks import SpokenLine, leaks_in, lines_of
from agentsensus.analysis.knowledge.leaks.facts import ROW
from agentsensus.analysis.knowledge.reception import Reception, reception_of
from agentsensus.analysis.study.case.data import Pair, meetings
from agentsensus.language.sentences import sentences
from agentsensus.memory.judge import Relation as JudgedRelation
from agentsensus.worlds.events.event import Acted, AnyEvent, ArcEnded, Arrived, Happened, Remembered, Sent, ThingMoved
from agentsensus.worlds.runs.run import Run
from agentsensus.worlds.runs.subjects import Understanding, WorldWords
from agentsensus.worlds.scenario.goals import (
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
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["GoalEvidence", "GoalOutcome", "RuleQuality", "Share", "goal_outcomes", "repeats", "score_by_rules"]


@dataclass(frozen=True, slots=True)
class GoalOutcome:
    """A goal with an intent, and whether it was reached; None if the log cannot tell."""

    agent: str
    text: str
    intent: str
    is_reached: bool | None


@dataclass(frozen=True)
class GoalEvidence:
    """The evidence in a run that goals were reached: known events, tellings, meetings, arrivals, readings and
    possessions."""

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
        """Collect the evidence of a run."""
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
            frozenset(carriers_read(events)),
            frozenset((event.holder, event.thing) for event in events if isinstance(event, ThingMoved)),
        )

    def reached(self, agent: str, intent: Intent) -> bool | None:
        """Return whether an agent's intent was reached; None if the log cannot tell."""
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
    """Return every initial goal with an intent, and its outcome."""
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


def carriers_read(events: Sequence[AnyEvent]) -> Iterator[tuple[str, str]]:
    """Yield who read which carrier."""
    for event in events:
        if isinstance(event, Acted) and event.ok and event.action == "read":
            yield event.agent, str(event.params.get("target", ""))


_ALIKE = 0.8
_SUPPORTED, _LEAST = 0.5, 3
_NEAR = 3
_BOOKKEEPING = frozenset(("push_goal", "pop_goal", "replace_goal"))


@dataclass(frozen=True, slots=True)
class Share:
    """A count out of a total; `value` is None if the total is 0."""

    count: int
    of: int

    @property
    def value(self) -> float | None:
        """The share, rounded to four places; None if the total is 0."""
        return round(self.count / self.of, 4) if self.of else None


@dataclass(frozen=True, slots=True)
class RuleQuality:
    """The scores of a run by rules.

    `grounded`: sentences explained by a received text, out of these and the leaks. `contradicting`: sentences that the
    judge finds in conflict with the speaker's own records, out of those with a near record. `repeated`: lines that
    repeat an earlier line of the speaker. `goals`: goals reached, out of those a log can decide. `goalless`: turns
    without a goal. `arcs`: arcs that ended. `reference`: later events of the source that the judge finds in the run.
    """

    grounded: Share
    contradicting: Share
    repeated: Share
    goals: Share
    goalless: Share
    arcs: Share
    reference: Share
    outcomes: tuple[GoalOutcome, ...]


def score_by_rules(run: Run) -> RuleQuality:
    """Score a run by rules, without a model."""
    scenario, events, rules = run.scenario, run.log, run.files.read().rules
    reception, lexicon = reception_of(scenario, rules, events), WorldWords.of(scenario)
    lines = [line for line in lines_of(events) if line.kind != ROW]
    leaks = leaks_in(scenario, events, reception, iter(lines))
    supports = list(_supports(lines, reception, lexicon))
    outcomes = goal_outcomes(GoalEvidence.of(scenario, events, reception, dict(meetings(scenario, rules, events))))
    settled = [outcome for outcome in outcomes if outcome.is_reached is not None]
    turns = [event for event in events if isinstance(event, Acted) and event.action not in _BOOKKEEPING]
    return RuleQuality(
        Share(len(supports), len(supports) + len(leaks)),
        Share(sum(_conflicts(run, sentence, text) for sentence, text in supports), len(supports)),
        Share(sum(repeats(lines, lexicon)), len(lines)),
        Share(sum(bool(outcome.is_reached) for outcome in settled), len(settled)),
        Share(sum(not turn.goals for turn in turns), len(turns)),
        Share(len({event.arc for event in events if isinstance(event, ArcEnded)}), len(scenario.world.arcs)),
        Share(sum(_is_met(run, later.text, events, lexicon) for later in scenario.reference.events), _later(run)),
        tuple(outcomes),
    )


def _later(run: Run) -> int:
    return len(run.scenario.reference.events)


def _supports(lines: Sequence[SpokenLine], reception: Reception, lexicon: WorldWords) -> Iterator[tuple[str, str]]:
    """Yield sentences, each with the received text that explains most of it, if that explains enough."""
    for line in lines:
        received = [receipt.text for receipt in reception.of(line.agent, line.round) if not receipt.is_own]
        for sentence in sentences(line.text):
            words = lexicon.names_and_words(sentence)
            best = max(((_share(words, text, lexicon), text) for text in received), default=(0.0, ""))
            if len(words) >= _LEAST and best[0] >= _SUPPORTED:
                yield sentence, best[1]


def _share(words: frozenset[str], text: str, lexicon: WorldWords) -> float:
    common = words & lexicon.names_and_words(text)
    return round(lexicon.weight(common) / (lexicon.weight(words) or 1), 6) if len(common) >= _LEAST else 0.0


def repeats(lines: Sequence[SpokenLine], lexicon: WorldWords) -> list[bool]:
    """Return, for each line, whether its speaker said nearly the same to the same hearer before."""
    earlier: dict[tuple[str, str, str], list[frozenset[str]]] = {}
    flags = []
    for line in lines:
        words, before = lexicon.names_and_words(line.text), earlier.setdefault((line.agent, line.kind, line.hearer), [])
        flags.append(bool(words) and any(len(words & other) / len(words | other) >= _ALIKE for other in before))
        before.append(words)
    return flags


def _conflicts(run: Run, sentence: str, text: str) -> bool:
    return sentence != text and run.memory.why(sentence, text).relation is JudgedRelation.CONFLICTING


def _is_met(run: Run, later: str, events: Sequence[AnyEvent], lexicon: WorldWords) -> bool:
    """Return whether the judge finds a later event the same as one of the three nearest rows of the run."""
    words = lexicon.names_and_words(later)
    scored = sorted((-_share(words, text, lexicon), text) for text in _made(events))[:_NEAR]
    return any(share and run.memory.why(later, text).relation is JudgedRelation.SAME for share, text in scored)


def _made(events: Sequence[AnyEvent]) -> list[str]:
    """Return the texts of a run's happenings and stored statements, without repeats."""
    texts: dict[str, None] = {}
    for event in events:
        match event:
            case Happened():
                texts |= dict.fromkeys((*event.text, *event.tellings))
            case Remembered():
                texts |= dict.fromkeys(stated.text for stated in event.statements)
            case _:
                pass
    return list(texts)
