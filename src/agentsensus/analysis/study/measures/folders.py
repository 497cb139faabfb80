"""Find the run folders of a study and open each with its world, log and memory."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agentsensus.base.files import is_there, parse_json, read_text
from agentsensus.errors import InputError
from agentsensus.memory.api import AsyncMemory
from agentsensus.memory.sync import Memory
from agentsensus.store.sqlite.sizes import StoredBytes, stored_bytes
from agentsensus.worlds.events.event import AnyEvent, Recalled
from agentsensus.worlds.run_folder import PAIRED_FILE, RunFolder, paired_recalls, read_paired_file
from agentsensus.worlds.runs.played import Played
from agentsensus.worlds.runs.run import Run, open_run
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["SEDIMENT", "RunOrigin", "Source", "StudyFolder", "folders_in", "open_source"]


SEDIMENT = "sediment.json"
_RUN = "run.json"
_SOURCE = "played-"
_COMPARISON, _DONE = "comparison.json", "measured.json"
"""File names of a comparison and of a finished cell. Only finished cells are studied; `measured.json` is written
last."""


@dataclass(frozen=True, slots=True)
class StudyFolder:
    """A folder to study; `group` is the folder given by the user that contains it, or None if it was given itself."""

    path: Path
    group: Path | None = None

    @property
    def is_fed(self) -> bool:
        """Whether the folder holds a memory fed from a run, rather than a run."""
        return not (self.path / _RUN).is_file()


def folders_in(paths: Sequence[Path]) -> tuple[list[StudyFolder], list[Path]]:
    """Find the folders to study, in order and without repeats. Returns them and the sediment.json files."""
    folders: dict[Path, StudyFolder] = {}
    sediments: list[Path] = []
    for path in paths:
        if path.name == SEDIMENT and path.is_file():
            sediments.append(path)
            continue
        if (path / SEDIMENT).is_file():
            sediments.append(path / SEDIMENT)
            continue
        for folder in _studied(path):
            folders.setdefault(folder.path.resolve(), folder)
    return list(folders.values()), sediments


def _studied(path: Path) -> list[StudyFolder]:
    if not path.is_dir():
        raise InputError(f"{path}: there is no such folder; name a run's folder, or one that `compare --out` has made")
    if _is_studied(path):
        return [StudyFolder(path)]
    inside = sorted((child for child in path.iterdir() if _is_studied(child)), key=_by_seed)
    if (path / _COMPARISON).is_file():
        inside = [child for child in inside if is_there(child / _DONE)]
    if any((child / PAIRED_FILE).is_file() for child in inside):  # runs that memories were fed from are not a column
        inside = [child for child in inside if not child.name.startswith(_SOURCE)]
    if not inside:
        unfinished = (
            "no run in it is done yet" if (path / _COMPARISON).is_file() else "there is no run in it (no run.json)"
        )
        raise InputError(f"{path}: {unfinished}; name a run's folder, or one that holds runs")
    return [StudyFolder(child, path) for child in inside]


def _is_studied(path: Path) -> bool:
    return (path / _RUN).is_file() or (path / PAIRED_FILE).is_file()


def _by_seed(path: Path) -> tuple[str, int, str]:
    name, _, seed = path.name.rpartition("-")
    return (name, int(seed), "") if seed.isdigit() else (path.name, 0, "")


_OURS = "ours"
"""The preset of a run whose plan names none."""


@dataclass(frozen=True, slots=True)
class RunOrigin:
    """The identity of a run: its world, design and seed, and its settings and rules."""

    folder: str
    world: str
    world_hash: str
    stamp: str
    design: str
    seed: int
    rounds: int
    is_fed: bool
    settings: Mapping[str, Any]


@dataclass(frozen=True)
class Source:
    """The data a study reads from one folder; `recalls` are the recalls of this folder's memory."""

    origin: RunOrigin
    scenario: Scenario
    played: Played
    memory: Memory
    recalls: Sequence[Recalled]
    timings: Sequence[Mapping[str, Any]]
    usage: Mapping[str, Any]
    file_bytes: int
    stored: StoredBytes | None = None
    run: Run | None = None


@contextmanager
def open_source(folder: StudyFolder) -> Iterator[Source]:
    """Open a folder for reading. It is closed when the block ends."""
    with _fed(folder) if folder.is_fed else _run(folder) as source:
        if source.origin.rounds < 1:
            raise _nothing_played(folder)
        yield source


def _nothing_played(folder: StudyFolder) -> InputError:
    return InputError(f"{folder.path}: nothing has been played in this run yet; resume it, or leave it out")


@contextmanager
def _run(folder: StudyFolder) -> Iterator[Source]:
    with open_run(folder.path) as run:
        described = run.files.read()
        if not run.files.has_store():
            raise _nothing_played(folder)
        origin = RunOrigin(
            folder=folder.path.name,
            world=described.world,
            world_hash=described.world_hash,
            stamp=run.scenario.world.stamp,
            design=described.design,
            seed=described.seed,
            rounds=run.rounds,
            is_fed=False,
            settings={
                **described.settings,
                **described.rules,
                "preset": described.preset or _OURS,
                "company": described.company,
                "embedder": described.embedder,
            },
        )
        recalls = [event for event in run.played.events if isinstance(event, Recalled)]
        timings, size = _timings(run.files), _size(run.files.memory)
        yield Source(
            origin,
            run.scenario,
            run.played,
            run.memory,
            recalls,
            timings,
            described.usage,
            size,
            _stored(run.files),
            run,
        )


@contextmanager
def _fed(folder: StudyFolder) -> Iterator[Source]:
    described, files = read_paired_file(folder.path), RunFolder(folder.path)
    with open_run(folder.path / described.source) as played:
        origin = RunOrigin(
            folder=folder.path.name,
            world=played.scenario.world.name,
            world_hash=played.files.read().world_hash,
            stamp=played.scenario.world.stamp,
            design=described.design,
            seed=described.seed,
            rounds=played.rounds,
            is_fed=True,
            settings={**described.settings, "preset": described.preset or _OURS, "embedder": described.embedder},
        )
        recalls = [event for event in paired_recalls(folder.path) if isinstance(event, Recalled)]
        memory = Memory(AsyncMemory.open(files.memory, embedder=described.embedder or None, read_only=True))
        try:
            size = _size(files.memory)
            yield Source(
                origin, played.scenario, played.played, memory, recalls, _timings(files), {}, size, _stored(files)
            )
        finally:
            memory.close()


def _timings(files: RunFolder) -> list[dict[str, Any]]:
    """Read the timings of operations; truncated lines are skipped."""
    try:
        lines = read_text(files.timings).splitlines()
    except InputError:
        return []
    rows = []
    for line in lines:
        try:
            rows.append(parse_json(line))
        except ValueError:
            continue
    return [row for row in rows if isinstance(row, dict) and "operation" in row]


def _stored(files: RunFolder) -> StoredBytes | None:
    return stored_bytes(files.memory) if files.memory.is_file() else None


def _size(memory: Path) -> int:
    """Return the bytes of a memory on disk, including its write-ahead log."""
    return sum(path.stat().st_size for path in (memory, memory.with_name(f"{memory.name}-wal")) if path.is_file())


def log_of_source(source: Source) -> list[AnyEvent]:
    """Return the log of a run; empty for a fed memory."""
    return [] if source.origin.is_fed else list(source.played.events)
