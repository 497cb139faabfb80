"""A run folder: run.json, world.json, events.jsonl, memory.db, truth.jsonl, tape.jsonl, timings.jsonl."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, ValidationError

from agentsensus.errors import InputError
from agentsensus.events.event import AnyEvent
from agentsensus.events.log import read_log
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.memory.timing import OperationTiming
from agentsensus.run_folder.injected import AnyInjected
from agentsensus.world.scenario import Scenario

__all__ = [
    "FORMAT",
    "Allowance",
    "MadeWith",
    "RunFile",
    "RunFolder",
    "Segment",
    "Stop",
    "new_run",
    "newest_run",
    "replace_text",
]

FORMAT = 1
Stop: TypeAlias = Literal["max_rounds", "wall_time", "quiescent", "budget", "person", "ending"]


class _RunFile(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Segment(_RunFile):
    """One sitting: from which round to which it was to play, how far it got, and why it stopped (None: it was cut)."""

    after: int
    until: int
    reached: int | None = None
    stop: Stop | None = None


class Allowance(_RunFile):
    """What the models of a run may take, all sittings together; None is no limit."""

    calls: int | None = None
    tokens: int | None = None
    money: float | None = None


class MadeWith(_RunFile):
    """What a run was begun with that no setting says: versions and weights, which another version may not have.

    `judge` is the offline judge of a memory that has one, and `judge_sha256` the hash of its packaged weights (of the
    rule judge: of its thresholds); a model judge falls back on it.
    """

    version: str
    embedder: str
    judge: str | None = None
    judge_sha256: str | None = None


class RunFile(_RunFile):
    """What a run is made of: everything needed to go on with it, and how it went so far.

    `settings` and `rules` are complete, whatever the defaults of the version that reads them; in runs of version 0.1.0
    `settings` holds only what differs from the preset. `models` are ids by role as they were given, `asked` the models
    that did each work; `usage` is what they took, by purpose. `stamp` is the world's.
    """

    format: int = FORMAT
    world: str
    stamp: str = ""
    world_hash: str
    design: str
    preset: str | None = None
    settings: dict[str, Any] = {}
    rules: dict[str, Any] = {}
    seed: int = 0
    embedder: str = ""
    made_with: MadeWith | None = None
    company: str | None = None
    person: str = ""
    injected: tuple[AnyInjected, ...] = ()
    forked_from: dict[str, Any] | None = None
    models: dict[str, str] = {}
    asked: dict[str, tuple[str, ...]] = {}
    budget: Allowance = Allowance()
    segments: tuple[Segment, ...] = ()
    usage: dict[str, Any] = {}

    @property
    def reached(self) -> int:
        """The last round that a sitting ended with, rounds in which nothing happened included."""
        return max((segment.reached for segment in self.segments if segment.reached is not None), default=0)

    @property
    def stop(self) -> Stop | None:
        """Why the last sitting stopped; None where it was broken off, or none was begun."""
        return self.segments[-1].stop if self.segments else None


@dataclass(frozen=True, slots=True)
class RunFolder:
    """The files of one run."""

    path: Path

    @property
    def log(self) -> Path:
        return self.path / "events.jsonl"

    @property
    def memory(self) -> Path:
        return self.path / "memory.db"

    @property
    def truth(self) -> Path:
        return self.path / "truth.jsonl"

    @property
    def tape(self) -> Path:
        return self.path / "tape.jsonl"

    def is_run(self) -> bool:
        """Whether a run was begun here."""
        return (self.path / "run.json").is_file()

    def read(self) -> RunFile:
        """What run.json says; an error of one line if it cannot be read."""
        text = self._text("run.json")
        try:
            described = json.loads(text)
            if (
                isinstance(described, dict)
                and isinstance(described.get("format"), int)
                and described["format"] > FORMAT
            ):
                raise InputError(
                    f"{self.path}: made by a newer version (format {described['format']}); update agentsensus"
                )
            return RunFile.model_validate(described)
        except (ValidationError, json.JSONDecodeError) as error:
            raise InputError(f"{self.path / 'run.json'}: not what a run begins with ({_short(error)})") from None

    def write(self, run: RunFile) -> None:
        """Write run.json, whole or not at all."""
        replace_text(self.path / "run.json", run.model_dump_json(indent=1) + "\n")

    def scenario(self) -> Scenario:
        """The world as it was when the run began."""
        try:
            return Scenario.model_validate_json(self._text("world.json"))
        except ValidationError as error:
            raise InputError(f"{self.path / 'world.json'}: not a world ({_short(error)})") from None

    def write_scenario(self, scenario: Scenario) -> None:
        """Write world.json."""
        replace_text(self.path / "world.json", scenario.model_dump_json() + "\n")

    def open_memory(self) -> AsyncMemory:
        """The run's memory, to be read (`async with`); a run that is being played can be asked too."""
        return AsyncMemory.open(self.memory, embedder=self.read().embedder or None, read_only=True)

    async def events(self) -> list[AnyEvent]:
        """Everything that has happened up to the last committed round."""
        async with self.open_memory() as memory:
            return list(read_log(self.log, memory.round))

    @property
    def timings(self) -> Path:
        return self.path / "timings.jsonl"

    def time_round(self, round_: int, seconds: float, awake: int) -> None:
        """Add how long a round took to timings.jsonl, which is no part of the run's state."""
        self._time({"round": round_, "seconds": round(seconds, 6), "awake": awake})

    def time_operation(self, timing: OperationTiming) -> None:
        """Add how long a remember or a recall took, stage by stage, to timings.jsonl."""
        row = asdict(timing)
        row |= {name: round(row[name], 6) for name in ("seconds", "queued")}
        self._time(row | {"stages": {name: round(seconds, 6) for name, seconds in timing.stages.items()}})

    def timed_rounds(self) -> int:
        """The last round that timings.jsonl tells of, for whoever waits for a run; 0 where it tells of none."""
        try:
            lines = self.timings.read_text("utf-8").splitlines()
        except OSError:
            return 0
        rounds = (_round_of(line) for line in reversed(lines))
        return next((round_ for round_ in rounds if round_ is not None), 0)

    def _time(self, row: Mapping[str, Any]) -> None:
        with self.timings.open("a", encoding="utf-8") as out:
            out.write(json.dumps(row, ensure_ascii=False) + "\n")

    def _text(self, name: str) -> str:
        try:
            return (self.path / name).read_text("utf-8")
        except FileNotFoundError:
            raise InputError(f"{self.path}: not a run folder: there is no {name} in it") from None
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{self.path / name}: cannot be read ({_short(error)})") from None


def new_run(name: str, out: Path | None) -> RunFolder:
    """An empty folder for a new run: the one asked for, or runs/NAME-1, -2 …; never over another."""
    places = [out] if out else [Path("runs") / f"{name}-{number}" for number in range(1, 100_000)]
    for place in places:
        try:
            place.mkdir(parents=True)
            return RunFolder(place)
        except FileExistsError:
            continue
        except OSError as error:
            raise InputError(f"{place}: cannot be made ({(error.strerror or str(error)).lower()})") from None
    raise InputError(f"{out or 'runs'}: is there already; name a new folder with --out")


def newest_run(path: Path | None) -> RunFolder:
    """The run asked for, or the newest under runs/."""
    if path is not None:
        return RunFolder(path)
    runs = sorted(Path("runs").glob("*/run.json"), key=lambda path: (path.stat().st_mtime_ns, str(path)))
    if not runs:
        raise InputError("there is no run under runs/; name a run's folder, or begin one with `agentsensus run`")
    return RunFolder(runs[-1].parent)


def replace_text(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_text(text, "utf-8")
    draft.replace(path)


def _round_of(line: str) -> int | None:
    """The round whose time a line of timings.jsonl tells; None for other lines and for one that is half written."""
    try:
        row = json.loads(line)
    except ValueError:
        return None
    return int(row["round"]) if "round" in row else None


def _short(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg'].lower()}"
    return " ".join(str(error).split())[:120]
