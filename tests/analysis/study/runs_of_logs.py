"""A run folder around a hand-made log, for code that needs a whole run."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from agentsensus.memory.sync import Memory
from agentsensus.worlds.events.event import AnyEvent
from agentsensus.worlds.run_folder import RunFile, Segment
from agentsensus.worlds.runs.played import Played
from agentsensus.worlds.runs.run import Run
from agentsensus.worlds.scenario.scenario import Scenario
from tests.worlds.minds.mill import mill


class RunOfLog(Run):
    """A run with the given log; its memory may lag behind the log."""

    @property
    def rounds(self) -> int:
        return max((event.round for event in self.played.events), default=0)


def run_of(
    folder: Path, events: Sequence[AnyEvent], scenario: Scenario | None = None, rules: dict[str, Any] | None = None
) -> Run:
    """A run of the mill, or of another world, with this log; its memory holds the world's history."""
    world = scenario or mill()
    folder.mkdir(parents=True, exist_ok=True)
    last = max((event.round for event in events), default=0)
    described = RunFile(
        world=world.world.name,
        world_hash=world.hash,
        design="consensus",
        rules=rules or {},
        segments=(Segment(after=0, until=last, reached=last, stop="max_rounds"),),
    )
    (folder / "run.json").write_text(described.model_dump_json(), "utf-8")
    (folder / "world.json").write_text(world.model_dump_json(), "utf-8")
    lines = (event.model_copy(update={"seq": place}).model_dump_json() for place, event in enumerate(events))
    (folder / "events.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    with Memory.open(folder / "memory.db", embedder="hashing", names=world.names()) as memory:
        for event in world.events:
            memory.remember_event(list(event.owners), event.text, at=0)
    run = RunOfLog(folder, Played(world, tuple(events)))
    run.__dict__["scenario"] = world
    return run
