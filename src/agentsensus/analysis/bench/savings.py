"""How many rows merging saves, by word overlap between witnesses and by number of witnesses."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from agentsensus.base.loop import wait_for
from agentsensus.errors import InputError, UnknownName, did_you_mean
from agentsensus.language.names import Names
from agentsensus.memory.api import AsyncMemory
from agentsensus.memory.inputs import DepositInput
from agentsensus.worlds.minds.players.claims import script_of
from agentsensus.worlds.runs.merge_truth import BINS, bin_name, overlap_of
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["EVENTS", "JUDGES", "Saving", "Savings", "bench_savings"]

EVENTS = 60
JUDGES: dict[str, dict[str, Any]] = {
    "learned": {"judge": "learned"},
    "rule": {"judge": "rule"},
    "cosine": {"settings": {"merging": "cosine"}},
}


class Saving(BaseModel):
    """The rows left after this many witnesses told each event; `wrong` counts rows that mix several events."""

    judge: str
    overlap: str
    witnesses: int
    events: int
    statements: int
    records: int
    wrong: int
    saved: float
    possible: float


class Savings(BaseModel):
    """The savings of a world by judge, word overlap and number of witnesses."""

    world: str
    stamp: str = ""
    embedder: str
    savings: list[Saving]


@dataclass(frozen=True, slots=True)
class _ToldEvent:
    """An event, the words of its first witness, and other tellings whose word overlap lies in one bin."""

    event: str
    first: str
    others: tuple[str, ...]

    def by(self, witness: int) -> str:
        """Return the telling of witness number `witness`. Tellings repeat if there are more witnesses than tellings."""
        return self.first if witness == 1 else self.others[(witness - 2) % len(self.others)]


def bench_savings(
    scenario: Scenario,
    witnesses: int = 8,
    embedder: str = "universal",
    judges: Sequence[str] = tuple(JUDGES),
    events: int = EVENTS,
    heard: Callable[[str], None] = lambda _: None,
) -> Savings:
    """Let witnesses tell the events of a world one after the other, and count the rows.

    Takes at most `events` events per bin, spread evenly over the bin.
    """
    for judge in judges:
        if judge not in JUDGES:
            raise UnknownName(f"no judge is called {judge!r}{did_you_mean(judge, JUDGES)}")
    names, bins = (
        scenario.known_names(),
        {overlap: _evenly(told_events, events) for overlap, told_events in _binned(scenario)},
    )
    if not bins:
        raise InputError(f"{scenario.world.name}: no event of this world has another telling; write some, with ~")
    savings: list[Saving] = []
    for judge in judges:
        for overlap, told_events in bins.items():
            heard(f"{judge}, overlap {overlap}, {len(told_events)} events")
            savings += wait_for(_counted(judge, overlap, told_events, witnesses, embedder, names))
    return Savings(world=scenario.world.name, stamp=scenario.world.stamp, embedder=embedder, savings=savings)


def _binned(scenario: Scenario) -> Iterator[tuple[str, list[_ToldEvent]]]:
    script, names = script_of(scenario), scenario.known_names()
    wordings = {event.id: script.wordings(script.original(event.id)) for event in scenario.events}
    for low, high in BINS:
        events = []
        for event, (first, *others) in wordings.items():
            alike = tuple(other for other in others if low <= overlap_of(first, other, names) < high)
            if alike:
                events.append(_ToldEvent(event, first, alike))
        if events:
            yield bin_name(low, high), events


def _evenly(events: list[_ToldEvent], most: int) -> list[_ToldEvent]:
    return events if len(events) <= most else [events[place * len(events) // most] for place in range(most)]


async def _counted(
    judge: str, overlap: str, told_events: Sequence[_ToldEvent], witnesses: int, embedder: str, names: Names
) -> list[Saving]:
    """Count rows after each witness. One memory hears all events, one witness per round."""
    savings: list[Saving] = []
    events: dict[str, str] = {}
    statements = 0
    async with AsyncMemory.open(embedder=embedder, names=names, **JUDGES[judge]) as memory:
        for witness in range(1, witnesses + 1):
            saids = [
                DepositInput(f"witness{witness}", each.by(witness), number=number)
                for number, each in enumerate(told_events)
            ]
            deposits = await memory.remember_many(saids, at=witness)
            for each, deposit in zip(told_events, deposits, strict=True):
                events |= {stated.id: each.event for stated in deposit.statements}
                statements += len(deposit.statements)
            records = await memory.records()
            wrong = sum(
                len({events[wording.id] for wording in record.wordings if wording.id in events}) > 1
                for record in records
            )
            savings.append(
                Saving(
                    judge=judge,
                    overlap=overlap,
                    witnesses=witness,
                    events=len(told_events),
                    statements=statements,
                    records=len(records),
                    wrong=wrong,
                    saved=round(1 - len(records) / statements, 4),
                    possible=round(1 - 1 / witness, 4),
                )
            )
    return savings
