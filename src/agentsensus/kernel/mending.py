"""Mending a run that has lost its log or its store: what is lost is played again, and must come out as it was."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count, zip_longest
from pathlib import Path
from typing import Any

from agentsensus.errors import RunDamaged, StoreError
from agentsensus.events.event import AnyEvent
from agentsensus.events.log import LogPart, read_part
from agentsensus.files import is_there, writing
from agentsensus.kernel.fork import fork
from agentsensus.kernel.kernel import StopConditions, open_run
from agentsensus.kernel.run_models import taped
from agentsensus.minds.mind import Mind
from agentsensus.minds.recorded import recorded
from agentsensus.models.embed import Embedder
from agentsensus.run_folder.folder import RunFolder
from agentsensus.run_folder.oneness import check_playable, good_rounds, log_to_go_on_with, noted_log_sha256
from agentsensus.store.lock import WriterLock

__all__ = ["restore_log", "restore_store"]

_STORE = "memory.db"


async def restore_log(folder: RunFolder, minds: Mapping[str, Mind]) -> None:
    """Make a run's log anew from its store: the rounds that it lacks are played again by these minds and the tape.

    The log that was there is put aside. `RunDamaged` is raised, and nothing is changed, where the rounds do not come
    out with the hash that the store has of them.
    """
    check_playable(folder)
    if await _fits(folder):
        return
    with _workshop(folder) as place:
        async with folder.open_memory() as memory:
            expected, good = noted_log_sha256(folder, memory), good_rounds(folder, memory)
            again = await _forked(folder, good[-1], place) if good else _begun(folder, place)
            part = await _play_again(folder, again, minds, memory.round, memory.stored_embedder())
        if part.sha256 != expected:
            raise RunDamaged(
                f"{folder.path}: the rounds that the log lacks came out otherwise when they were played again (was it "
                "played by a person, another model or another version?), so nothing was changed; put the log back"
            )
        with writing(folder.log):
            _put_aside(folder, [folder.log])
            again.log.replace(folder.log)


async def restore_store(folder: RunFolder) -> None:
    """Make a run's store anew from its log: the decisions in it are made again, and every line must come out the same.

    The store that was there is put aside. A last round that the log does not hold whole counts as never committed.
    """
    check_playable(folder)
    if await _fits(folder):
        return
    with _workshop(folder) as place:
        part = read_part(folder.log)
        rounds = [0, *sorted({event.round for event in part.events} - {0})]
        again = _begun(folder, place / "again")
        minds = recorded(folder.scenario().active, part.events)
        played = await _play_again(folder, again, minds, rounds[-1])
        last = _last_same(part.events, played.events, rounds)
        if last not in rounds[-2:]:
            raise RunDamaged(
                f"{folder.path}: played again, the log comes out otherwise (was it made by another version?), so "
                "nothing was changed; put the store back"
            )
        async with again.open_memory() as memory:
            store = await memory.fork(place / _STORE, at=last)
        with writing(folder.memory):
            _put_aside(folder, sorted(path for path in folder.path.glob(f"{_STORE}*") if path.suffix != ".lock"))
            store.replace(folder.memory)


async def _fits(folder: RunFolder) -> bool:
    """Whether there is nothing to mend."""
    try:
        async with folder.open_memory() as memory:
            log_to_go_on_with(folder, memory)
    except (RunDamaged, StoreError):
        return False
    return True


def _last_same(ours: Sequence[AnyEvent], theirs: Sequence[AnyEvent], rounds: Sequence[int]) -> int:
    """The last of these rounds up to which two logs are the same."""
    for our_event, other in zip_longest(ours, theirs):
        if our_event != other:
            broken = min(event.round for event in (our_event, other) if event is not None)
            return max((round_ for round_ in rounds if round_ < broken), default=-1)
    return rounds[-1]


async def _play_again(
    folder: RunFolder, again: RunFolder, minds: Mapping[str, Mind], until: int, embedder: Embedder | None = None
) -> LogPart:
    """Play a copy up to a round; what a model once answered the memory is read from the run's tape."""
    roles = taped(folder, folder.read())
    helpers: dict[str, Any] = {"model": roles, "embedder": embedder}
    kernel = await open_run(again, minds, **{name: helper for name, helper in helpers.items() if helper is not None})
    try:
        await kernel.play(StopConditions(until))
    finally:
        await kernel.close()
    return read_part(again.log, until)


def _begun(folder: RunFolder, place: Path) -> RunFolder:
    """The same run before its first round."""
    again = RunFolder(place)
    with writing(place):
        place.mkdir(exist_ok=True)
        (place / "world.json").write_bytes(folder.world_bytes())
    again.write(folder.read().model_copy(update={"segments": ()}))
    return again


async def _forked(folder: RunFolder, at: int, place: Path) -> RunFolder:
    """A fork of the run to which the same will happen as happened to the run."""
    again = RunFolder(place / "again")
    with writing(place):
        again.path.mkdir()
    await fork(folder, at, again, [entry for entry in folder.read().injected if entry.at > at])
    return again


def _put_aside(folder: RunFolder, files: Sequence[Path]) -> None:
    """Move files of a run into a folder in it, replaced-1, -2 …; nothing that was there is lost."""
    there = [path for path in files if is_there(path)]
    if not there:
        return
    names = (folder.path / f"replaced-{number}" for number in count(1))
    aside = next(path for path in names if not is_there(path))
    aside.mkdir()
    for path in there:
        path.rename(aside / path.name)


@contextmanager
def _workshop(folder: RunFolder) -> Iterator[Path]:
    """A place in the run's own folder that is gone afterwards; meanwhile nobody else can play the run."""
    lock = WriterLock(folder.memory, "main")
    try:
        with writing(folder.path), tempfile.TemporaryDirectory(prefix=".mending-", dir=folder.path) as place:
            yield Path(place)
    finally:
        lock.release()
