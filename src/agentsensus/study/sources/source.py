"""A folder opened for study: its world, its log and its memory, whether it was played or fed."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agentsensus.errors import InputError
from agentsensus.events.event import AnyEvent, Recalled
from agentsensus.files import parse_json, read_text
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.memory.client import Memory
from agentsensus.run_folder import RunFolder, fed_recalls, read_fed
from agentsensus.study.played import Played
from agentsensus.study.run import open_run
from agentsensus.study.sources.folders import StudyFolder
from agentsensus.study.sources.measures import RunOrigin
from agentsensus.world.scenario import Scenario

__all__ = ["Source", "opened_source"]

_OURS = "ours"
"""The preset of a run whose plan names none."""


@dataclass(frozen=True)
class Source:
    """What a study reads of one folder; `recalls` are those of its own memory."""

    origin: RunOrigin
    scenario: Scenario
    played: Played
    memory: Memory
    recalls: Sequence[Recalled]
    timings: Sequence[Mapping[str, Any]]
    usage: Mapping[str, Any]
    file_bytes: int


@contextmanager
def opened_source(folder: StudyFolder) -> Iterator[Source]:
    """The folder, open for reading until the end of the block."""
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
        if not run.files.memory.is_file():
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
        yield Source(origin, run.scenario, run.played, run.memory, recalls, timings, described.usage, size)


@contextmanager
def _fed(folder: StudyFolder) -> Iterator[Source]:
    described, files = read_fed(folder.path), RunFolder(folder.path)
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
        recalls = [event for event in fed_recalls(folder.path) if isinstance(event, Recalled)]
        memory = Memory(AsyncMemory.open(files.memory, embedder=described.embedder or None, read_only=True))
        try:
            size = _size(files.memory)
            yield Source(origin, played.scenario, played.played, memory, recalls, _timings(files), {}, size)
        finally:
            memory.close()


def _timings(files: RunFolder) -> list[dict[str, Any]]:
    """The timings of operations; a line that was cut off is left out, for they are no part of the run."""
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


def _size(memory: Path) -> int:
    """The bytes of a memory on the disk, with what its journal still holds."""
    return sum(path.stat().st_size for path in (memory, memory.with_name(f"{memory.name}-wal")) if path.is_file())


def remembered_events(source: Source) -> list[AnyEvent]:
    """The log of a run; a fed memory has none of its own."""
    return [] if source.origin.is_fed else list(source.played.events)
