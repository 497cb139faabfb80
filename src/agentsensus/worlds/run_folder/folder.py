"""A run folder: run.json, world.json, events.jsonl, memory.db, truth.jsonl, tape.jsonl, timings.jsonl."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from agentsensus.base.files import check_file, is_file, is_there, parse_json, read_bytes, reason, writing
from agentsensus.errors import InputError
from agentsensus.memory.api import AsyncMemory
from agentsensus.memory.timing import OperationTiming
from agentsensus.worlds.events.event import AnyEvent
from agentsensus.worlds.run_folder.integrity import check_store_present, committed_log
from agentsensus.worlds.run_folder.run_files import RunFiles
from agentsensus.worlds.scenario.reading.slugs import is_world_name, world_name_hint

__all__ = ["RunFolder", "new_run", "newest_run"]


@dataclass(frozen=True, slots=True)
class RunFolder(RunFiles):
    """The files of one run, for playing and for reading."""

    def open_memory(self) -> AsyncMemory:
        """Open the run's memory for reading (`async with`), also while the run is being played."""
        run = self.read()
        check_store_present(self)
        if not self.has_store():
            raise InputError(f"{self.path}: not played yet; start it with `agentsensus resume {self.path}`")
        where, space = self.store()
        return AsyncMemory.open(where, space=space, embedder=run.embedder or None, read_only=True)

    async def events(self, at: int | None = None) -> list[AnyEvent]:
        """Return all events up to the last committed round, or up to round `at`."""
        async with self.open_memory() as memory:
            return self.events_with(memory, at)

    def events_with(self, memory: AsyncMemory, at: int | None = None) -> list[AnyEvent]:
        """Return the same as `events`, using a memory that is already open."""
        return list(committed_log(self, memory, at).events)

    def time_round(self, round_: int, seconds: float, awake: int) -> None:
        """Append the duration of a round to timings.jsonl. Timings are not part of the run's state."""
        self._time({"round": round_, "seconds": round(seconds, 6), "awake": awake})

    def time_operation(self, timing: OperationTiming) -> None:
        """Append the duration of a remember or recall, by stage, to timings.jsonl."""
        row = asdict(timing)
        row |= {name: round(row[name], 6) for name in ("seconds", "queued")}
        self._time(row | {"stages": {name: round(seconds, 6) for name, seconds in timing.stages.items()}})

    def timed_rounds(self) -> int:
        """Return the last round in timings.jsonl, to follow a run's progress; 0 if there is none."""
        try:
            lines = read_bytes(self.timings).splitlines()
        except InputError:
            return 0
        rounds = (_round_of(line) for line in reversed(lines))
        return next((round_ for round_ in rounds if round_ is not None), 0)

    def _time(self, row: Mapping[str, Any]) -> None:
        if is_there(self.timings):
            check_file(self.timings)
        with writing(self.timings), self.timings.open("a", encoding="utf-8") as out:
            out.write(json.dumps(row, ensure_ascii=False) + "\n")


def new_run(name: str, out: Path | None) -> RunFolder:
    """Create an empty run folder: `out`, or runs/NAME-1, -2 and so on. Never overwrites."""
    if out is None and not is_world_name(name):
        raise InputError(world_name_hint(name))
    places = [out] if out else [Path("runs") / f"{name}-{number}" for number in range(1, 100_000)]
    for place in places:
        try:
            place.mkdir(parents=True)
            return RunFolder(place)
        except FileExistsError:
            continue
        except (OSError, ValueError) as error:
            raise InputError(f"{place}: cannot be created ({reason(error)})") from None
    raise InputError(f"{out or 'runs'}: already exists; name a new folder with --out")


def newest_run(path: Path | None) -> RunFolder:
    """Return the run at `path`, or the newest run under runs/ if `path` is None."""
    if path is not None:
        return RunFolder(path)
    described = filter(is_file, Path("runs").glob("*/run.json"))
    runs = sorted(described, key=lambda path: (path.stat().st_mtime_ns, str(path)))
    if not runs:
        raise InputError("there is no run under runs/; name a run's folder, or begin one with `agentsensus run`")
    return RunFolder(runs[-1].parent)


def _round_of(line: bytes) -> int | None:
    """Return the round of a timings line; None for other lines and incomplete ones."""
    try:
        row = parse_json(line)
    except ValueError:
        return None
    round_ = row.get("round") if isinstance(row, dict) else None
    return round_ if isinstance(round_, int) else None
