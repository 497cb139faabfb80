"""The data of a case study: conversations, meetings and owned rows of a run."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from agentsensus.memory.answers import Record
from agentsensus.worlds.events.event import AnyEvent, Remembered, Sent
from agentsensus.worlds.runs.run import Run
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.state.world import World

__all__ = [
    "CaseData",
    "CaseRow",
    "case_data_of",
    "conversations",
    "meetings",
    "ordered_by_blocks",
]


def ordered_by_blocks(community: Mapping[str, int], strength: Mapping[str, float]) -> list[str]:
    """Things ordered by community, the strongest first in each."""
    return sorted(community, key=lambda thing: (community[thing], -strength.get(thing, 0.0), thing))


Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A row of the memory: its text, owning characters, places of keeping, and whether it was made in play."""

    id: str
    text: str
    owners: tuple[str, ...]
    places: tuple[str, ...]
    is_sim: bool


@dataclass(frozen=True, slots=True)
class CaseData:
    """The data of one run. Pairs of agents and of rows are sorted and occur once."""

    agents: tuple[str, ...]
    spoken: Mapping[Pair, int]
    met: Mapping[Pair, int]
    rows: tuple[CaseRow, ...]
    links: tuple[Pair, ...]

    @property
    def pairs(self) -> list[Pair]:
        """Every pair of agents."""
        return list(combinations(self.agents, 2))

    def shared(self, rows: Sequence[CaseRow] | None = None) -> Counter[Pair]:
        """How many rows each pair of agents owns together."""
        counts: Counter[Pair] = Counter()
        for row in self.rows if rows is None else rows:
            counts.update(combinations(row.owners, 2))
        return counts

    @property
    def sim(self) -> list[CaseRow]:
        """The rows made in play."""
        return [row for row in self.rows if row.is_sim]


def case_data_of(run: Run) -> CaseData:
    """Read the data of a run from its log and memory."""
    scenario, events = run.scenario, run.log
    records = list(run.memory.records())
    kept_at = _places(events)
    rows = tuple(_row(record, scenario, kept_at.get(record.id, ())) for record in records)
    known = {row.id for row in rows}
    links = {
        (min(record.id, other), max(record.id, other))
        for record in records
        for other, _ in record.links
        if other in known and other != record.id
    }
    met = meetings(scenario, run.files.read().rules, events)
    return CaseData(scenario.active, conversations(scenario, events), met, rows, tuple(sorted(links)))


def _places(events: Sequence[AnyEvent]) -> dict[str, tuple[str, ...]]:
    """The places where the statements of each record were kept."""
    places: dict[str, set[str]] = defaultdict(set)
    for event in events:
        if isinstance(event, Remembered) and event.place:
            for stated in event.statements:
                places[stated.record].add(event.place)
    return {record: tuple(sorted(of_record)) for record, of_record in places.items()}


def _row(record: Record, scenario: Scenario, kept_at: Sequence[str]) -> CaseRow:
    people = tuple(sorted(owner for owner in record.owners if owner in scenario.active))
    places = tuple(sorted({*kept_at, *(owner for owner in record.owners if owner in scenario.places)}))
    return CaseRow(record.id, record.text, people, places, record.origin == "sim")


def conversations(scenario: Scenario, events: Sequence[AnyEvent]) -> Counter[Pair]:
    """The number of messages between each pair of characters in either direction, without overhearing."""
    counts: Counter[Pair] = Counter()
    for event in events:
        if isinstance(event, Sent) and event.sender in scenario.active:
            for other in event.recipients:
                if other in scenario.active and other != event.sender:
                    counts[min(event.sender, other), max(event.sender, other)] += 1
    return counts


def meetings(scenario: Scenario, rules: Mapping[str, Any], events: Sequence[AnyEvent]) -> Counter[Pair]:
    """The number of rounds in which each pair of characters was in one place at the end of the round."""
    known = {key: value for key, value in rules.items() if key in Rules.model_fields}
    world, counts, last = World(scenario, Rules.model_validate(known)), Counter[Pair](), 0
    for event in events:
        if event.round > last:
            _count_meetings(world, counts)
            last = event.round
        world.apply(event)
    _count_meetings(world, counts)
    return counts


def _count_meetings(world: World, counts: Counter[Pair]) -> None:
    for place in world.places:
        counts.update(combinations(sorted(world.present(place)), 2))
