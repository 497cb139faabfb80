"""What of a run's quality can be scored without a model, each score with what it is of."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agentsensus.events.event import Acted, AnyEvent, ArcEnded, Happened, Remembered
from agentsensus.memory.judge import Relation as JudgedRelation
from agentsensus.study.case.matter import meetings
from agentsensus.study.leaks import SpokenLine, leaks_in, lines_of
from agentsensus.study.leaks.lines import ROW
from agentsensus.study.quality.goals import GoalEvidence, GoalOutcome, goal_outcomes
from agentsensus.study.received import Reception, WorldWords, reception_of
from agentsensus.study.run import Run
from agentsensus.text.sentences import sentences

__all__ = ["PlainQuality", "Share", "plain_quality", "repeats"]

_ALIKE = 0.8
_SUPPORTED, _LEAST = 0.5, 3
_NEAR = 3
_BOOKKEEPING = frozenset(("push_goal", "pop_goal", "replace_goal"))


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many; `value` is None where there is nothing to count."""

    count: int
    of: int

    @property
    def value(self) -> float | None:
        """The share, rounded to four places."""
        return round(self.count / self.of, 4) if self.of else None


@dataclass(frozen=True, slots=True)
class PlainQuality:
    """Scores of a run that rules can give.

    `grounded`: sentences that something received explains, of these and the leaks. `contradicting`: sentences that the
    judge finds in conflict with what their own speaker has, of those that have something near. `repeated`: lines that
    say what the speaker has said already. `goals`: goals reached, of those whose intent a log can settle. `goalless`:
    turns without a goal. `arcs`: arcs that ended. `reference`: later events of the source that the judge finds here.
    """

    grounded: Share
    contradicting: Share
    repeated: Share
    goals: Share
    goalless: Share
    arcs: Share
    reference: Share
    outcomes: tuple[GoalOutcome, ...]


def plain_quality(run: Run) -> PlainQuality:
    """Score a run without a model."""
    scenario, events, rules = run.scenario, run.log, run.files.read().rules
    reception, lexicon = reception_of(scenario, rules, events), WorldWords.of(scenario)
    lines = [line for line in lines_of(events) if line.kind != ROW]
    leaks = leaks_in(scenario, events, reception, iter(lines))
    supports = list(_supports(lines, reception, lexicon))
    outcomes = goal_outcomes(GoalEvidence.of(scenario, events, reception, dict(meetings(scenario, rules, events))))
    settled = [outcome for outcome in outcomes if outcome.is_reached is not None]
    turns = [event for event in events if isinstance(event, Acted) and event.action not in _BOOKKEEPING]
    return PlainQuality(
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
    """Sentences beside the text received that explains most of each, where one explains enough."""
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
    """For each line whether its speaker has said as good as the same to the same hearer before."""
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
    """Whether one of the three rows of the run nearest to a later event tells the same by the judge."""
    words = lexicon.names_and_words(later)
    scored = sorted((-_share(words, text, lexicon), text) for text in _made(events))[:_NEAR]
    return any(share and run.memory.why(later, text).relation is JudgedRelation.SAME for share, text in scored)


def _made(events: Sequence[AnyEvent]) -> list[str]:
    """What happened and was kept in a run, each text once."""
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
