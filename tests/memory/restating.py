"""How many statements of a strong model's run meet what was known at round 0, and how often a merge is wrong.

`python -m tests.memory.restating` prints the figures and every miss; `--pairs FILE` writes what was missed (label 1)
and what was merged wrongly (label 0) as pairs.
"""

import argparse
import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from agentsensus import Memory
from agentsensus.language.sentences import sentences
from agentsensus.memory.answers import Record, Wording
from agentsensus.memory.write.history import PastEvent
from agentsensus.worlds.scenario.scenario import Scenario
from tests.paths import DATA, SHARED

LABELS = DATA / "understanding" / "hamlet_strong.jsonl"
WORLD = SHARED / "runs" / "hamlet-strong" / "world.json"


@dataclass(frozen=True, slots=True)
class Met:
    """One statement of the run and the record it ended in: the events of round 0 and the statements that it met."""

    label: Mapping[str, Any]
    text: str
    events: frozenset[str]
    statements: frozenset[int]
    owners: int

    @property
    def restated(self) -> frozenset[str]:
        """The events of round 0 that this statement tells again."""
        return frozenset(filter(None, (self.label["restates"], *self.label.get("restates_also", ()))))


@dataclass(frozen=True)
class Restating:
    """What became of every statement of the run."""

    met: Sequence[Met]
    round_0: Mapping[str, str] = field(repr=False)

    @cached_property
    def same(self) -> frozenset[frozenset[int]]:
        """Pairs of statements that tell the same, by the labels."""
        return frozenset(frozenset((met.label["index"], other)) for met in self.met for other in met.label["same_as"])

    def of(self, *classes: str) -> list[Met]:
        """Those of some classes that restate something known at round 0."""
        return [met for met in self.met if met.restated and met.label["class"] in classes]

    def found(self, met: Iterable[Met]) -> list[Met]:
        """Those that are in the record of what they restate."""
        return [one for one in met if one.restated & one.events]

    def wrong(self) -> list[tuple[str, str]]:
        """Merges that should not be: with another event of round 0, or with another statement."""
        texts = {met.label["index"]: met.text for met in self.met}
        pairs = [
            (met.text, self.round_0[event])
            for met in self.met
            if not met.events & met.restated
            for event in sorted(met.events)[:1]
        ]
        pairs += [
            (met.text, texts[other])
            for met in self.met
            for other in sorted(met.statements)
            if other < met.label["index"] and not self._may_be_one(met.label["index"], other)
        ]
        return pairs

    def right(self) -> int:
        """Merges that should be."""
        events = sum(bool(met.events & met.restated) for met in self.met)
        among = sum(
            bool(other < met.label["index"] and self._may_be_one(met.label["index"], other))
            for met in self.met
            for other in met.statements
        )
        return events + among

    @property
    def precision(self) -> float:
        """The share of merges that are right; 1 where there are none."""
        wrong = len(self.wrong())
        return self.right() / (self.right() + wrong) if self.right() + wrong else 1.0

    @property
    def shared(self) -> float:
        """The share of statements in a record with several owners."""
        return sum(met.owners > 1 for met in self.met) / len(self.met)

    def _may_be_one(self, a: int, b: int) -> bool:
        restated = {met.label["index"]: met.restated for met in self.met}
        return frozenset((a, b)) in self.same or bool(restated[a] & restated[b])


def labels() -> list[dict[str, Any]]:
    """Every statement of the run with what a person says of it, in order."""
    return [json.loads(line) for line in LABELS.read_text("utf-8").splitlines()]


def measure(world: Path = WORLD, *, reports: str = "content") -> Restating:
    """The run's statements laid into a memory that knows what was known at round 0; no model is asked."""
    scenario = Scenario.model_validate_json(world.read_text("utf-8"))
    past, kickoffs = _authored(scenario), _kickoffs(scenario)
    rows = labels()
    with Memory.open(names=scenario.known_names(), settings={"reports": reports}) as memory:
        memory.remember_history(past, at=0)
        for kickoff in kickoffs:
            for agent in kickoff.owners:
                memory.remember(agent, str(kickoff.statements[0]), at=0, metadata=kickoff.metadata)
        for row in rows:
            memory.remember(row["depositor"], row["statement"], at=row["round"], metadata={"index": row["index"]})
        records = memory.records()
    met = [_met(row, records) for row in rows]
    return Restating(met, {str(event.metadata["event"]): str(event.statements[0]) for event in (*past, *kickoffs)})


def _authored(scenario: Scenario) -> list[PastEvent]:
    return [PastEvent(event.owners, [event.text], {"event": event.id}) for event in scenario.events]


def _kickoffs(scenario: Scenario) -> list[PastEvent]:
    """What reached somebody as the play began, sentence by sentence; it is kept as anybody keeps what is heard."""
    return [
        PastEvent(kickoff.to, [sentence], {"event": f"kickoff:{number}:{place}"})
        for number, kickoff in enumerate(scenario.world.kickoff)
        for place, sentence in enumerate(sentences(kickoff.content))
    ]


def _met(row: Mapping[str, Any], records: Sequence[Record]) -> Met:
    """The record or records that one statement of the run is in; a telling that is a deed may be in two."""
    own = [(record, wording) for record in records for wording in record.wordings if _index(wording) == row["index"]]
    others = [wording for record, _ in own for wording in record.wordings]
    return Met(
        row,
        own[-1][1].text,
        frozenset(str(wording.metadata["event"]) for wording in others if "event" in wording.metadata),
        frozenset(index for wording in others if (index := _index(wording)) not in (None, row["index"])),
        max(len(record.owners) for record, _ in own),
    )


def _index(wording: Wording) -> int | None:
    return wording.metadata.get("index")


def _missed(measured: Restating) -> list[tuple[str, str]]:
    found = measured.found(measured.met)
    return [
        (met.text, measured.round_0[met.label["restates"]]) for met in measured.met if met.restated and met not in found
    ]


def main() -> None:
    """Print the figures; write the pairs if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=Path)
    pairs_file = parser.parse_args().pairs
    whole, opened = measure(reports="whole"), measure()
    for name, measured in (("whole", whole), ("content", opened)):
        reports, every = measured.of("report"), measured.of("report", "deed", "event", "own_telling")
        print(
            f"{name}: {len(measured.found(reports))} of {len(reports)} reports and {len(measured.found(every))} of "
            f"{len(every)} statements that restate something are in its record; precision {measured.precision:.3f} of "
            f"{measured.right() + len(measured.wrong())} merges; {measured.shared:.0%} have several owners"
        )
    for label, pairs in ((1, _missed(opened)), (0, opened.wrong())):
        for pair in pairs:
            print(label, *pair, sep="\t")
    if pairs_file:
        with pairs_file.open("w", encoding="utf-8", newline="") as file:
            table = csv.writer(file, delimiter="\t", quoting=csv.QUOTE_NONE, quotechar=None)
            table.writerow(("label", "text_a", "text_b"))
            table.writerows(
                (label, *pair) for label, pairs in ((1, _missed(opened)), (0, opened.wrong())) for pair in pairs
            )


if __name__ == "__main__":
    main()
