"""Measure the leak detector with planted lines of known kind."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from agentsensus.analysis.knowledge.leaks.detect import leaks_in
from agentsensus.analysis.knowledge.leaks.facts import SpokenLine
from agentsensus.analysis.knowledge.reception import Reception, reception_of
from agentsensus.base.chance import pick
from agentsensus.worlds.events.event import AnyEvent
from agentsensus.worlds.runs.subjects import Understanding
from agentsensus.worlds.scenario.scenario import Scenario, SceneEvent

__all__ = ["PlantedLine", "PlantedScore", "planted_lines", "planted_scores"]


PlantedKind: TypeAlias = Literal["spoken", "kept_back"]
"""Whether the line uses sentences that players speak, or a held-out telling unknown to the rules."""


@dataclass(frozen=True, slots=True)
class PlantedLine:
    """A line added to a run, and whether it is a leak."""

    line: SpokenLine
    event: str
    kind: PlantedKind
    is_leak: bool


@dataclass(frozen=True, slots=True)
class PlantedScore:
    """Counts for planted lines of one kind: leaks, leaks found, and false alarms."""

    kind: PlantedKind
    leaks: int
    found: int
    others: int
    wrong: int

    @property
    def precision(self) -> float | None:
        """The share of reported lines that are leaks; None if no line was reported."""
        return round(self.found / (self.found + self.wrong), 4) if self.found + self.wrong else None

    @property
    def recall(self) -> float | None:
        """The share of leaks that were found; None if no leak was planted."""
        return round(self.found / self.leaks, 4) if self.leaks else None


def planted_scores(
    scenario: Scenario, rules: Mapping[str, Any], events: Sequence[AnyEvent], count: int = 60, seed: int = 1
) -> list[PlantedScore]:
    """Plant `count` leaks and `count` innocent lines of each kind in one run, and count the detections."""
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
    """Return the world with some tellings held out: its own held-out tellings or, without any, the last of every
    event."""
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
    """Yield `count` leaks and `count` innocent lines of each kind, at the end of a run; a speaker tells an event
    once."""
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
    """Return the events that an agent has from any source."""
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
