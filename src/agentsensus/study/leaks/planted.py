"""Leaks that are known to be leaks: somebody says what never reached it, beside others who say what did."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from agentsensus.chance import pick
from agentsensus.events.event import AnyEvent
from agentsensus.study.leaks.detect import leaks_in
from agentsensus.study.leaks.lines import SpokenLine
from agentsensus.study.received import Reception, reception_of
from agentsensus.study.received.claims import Understanding
from agentsensus.world.scenario import Scenario, SceneEvent

__all__ = ["PlantedLine", "PlantedScore", "planted_lines", "planted_scores"]

PlantedKind: TypeAlias = Literal["spoken", "kept_back"]
"""In words that players speak, or in a telling that nobody ever speaks and no rule knows."""


@dataclass(frozen=True, slots=True)
class PlantedLine:
    """A line that was put into a run, and whether it is a leak."""

    line: SpokenLine
    event: str
    kind: PlantedKind
    is_leak: bool


@dataclass(frozen=True, slots=True)
class PlantedScore:
    """How planted lines of one kind were judged: leaks, those of them that were found, and others taken for leaks."""

    kind: PlantedKind
    leaks: int
    found: int
    others: int
    wrong: int

    @property
    def precision(self) -> float | None:
        """Of the lines called leaks, the share that are; None where none was."""
        return round(self.found / (self.found + self.wrong), 4) if self.found + self.wrong else None

    @property
    def recall(self) -> float | None:
        """Of the leaks, the share that was found; None where none was planted."""
        return round(self.found / self.leaks, 4) if self.leaks else None


def planted_scores(
    scenario: Scenario, rules: Mapping[str, Any], events: Sequence[AnyEvent], count: int = 60, seed: int = 1
) -> list[PlantedScore]:
    """What is found of `count` leaks of each kind, and of as many lines that are none, in one run."""
    held_out = _held_out(scenario)
    labelled, reception = reception_of(scenario, rules, events), reception_of(held_out, rules, events)
    planted = list(planted_lines(held_out, labelled, events, count, seed))
    leaks = leaks_in(held_out, events, reception, iter([line.line for line in planted]))
    called = {(leak.agent, leak.line) for leak in leaks}
    kinds: tuple[PlantedKind, ...] = ("spoken", "kept_back")
    return [_score(kind, [line for line in planted if line.kind == kind], called) for kind in kinds]


def _score(kind: PlantedKind, planted: Sequence[PlantedLine], called: set[tuple[str, str]]) -> PlantedScore:
    hits = [(line.is_leak, (line.line.agent, line.line.text) in called) for line in planted]
    leaks, others = [hit for is_leak, hit in hits if is_leak], [hit for is_leak, hit in hits if not is_leak]
    return PlantedScore(kind, len(leaks), sum(leaks), len(others), sum(others))


def _held_out(scenario: Scenario) -> Scenario:
    """A world in which some tellings are kept back: its own, or if it has none, the last one of every event."""
    if any(event.kept_back for event in scenario.events):
        return scenario
    events = tuple(
        event.model_copy(update={"tellings": event.tellings[:-1], "kept_back": event.tellings[-1:]})
        for event in scenario.events
    )
    return scenario.model_copy(update={"events": events})


def planted_lines(
    scenario: Scenario, reception: Reception, events: Sequence[AnyEvent], count: int, seed: int
) -> Iterator[PlantedLine]:
    """`count` leaks and `count` true lines of each kind, at the end of a run; each speaker says each event once."""
    last = max((event.round for event in events), default=0)
    had = {agent: _had(reception, agent) for agent in scenario.active}
    for kind in ("spoken", "kept_back"):
        worded = [event for event in scenario.events if _wordings(event, kind)]
        for is_leak in (True, False):
            pairs = [
                (agent, event)
                for agent in scenario.active
                for event in worded
                if (event.id not in had[agent]) == is_leak
            ]
            yield from _drawn(pairs, kind, is_leak, count, seed, last)


def _drawn(
    pairs: Sequence[tuple[str, SceneEvent]], kind: Any, is_leak: bool, count: int, seed: int, last: int
) -> Iterator[PlantedLine]:
    left = list(pairs)
    for number in range(min(count, len(left))):
        agent, event = pair = pick(left, seed, number, kind, f"planted {is_leak}")
        left.remove(pair)
        text = pick(list(_wordings(event, kind)), seed, number, agent, "planted wording")
        yield PlantedLine(SpokenLine(last, agent, "conclude", text), event.id, kind, is_leak)


def _wordings(event: SceneEvent, kind: str) -> tuple[str, ...]:
    return event.kept_back if kind == "kept_back" else (event.text, *event.tellings)


def _had(reception: Reception, agent: str) -> frozenset[str]:
    """The events that somebody has, from whatever source."""
    understanding = Understanding(reception.scenario)
    receipts = [receipt for receipt in reception.of(agent) if not receipt.is_own]
    told_ids = (
        claim.event
        for receipt in receipts
        for claim in (
            *understanding.written(receipt.text),
            *(understanding.told(receipt.text, receipt.source, agent) if receipt.source else ()),
        )
    )
    return frozenset((*(receipt.id for receipt in receipts), *told_ids))
