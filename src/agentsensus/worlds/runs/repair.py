"""Repair a run with a missing or damaged log or store by playing it again.

The result must have the recorded hash or match the log line by line; otherwise nothing is changed.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count, zip_longest
from pathlib import Path
from typing import Any

from agentsensus.base.files import is_there, writing
from agentsensus.embed import Embedder
from agentsensus.errors import RunDamaged, StoreError
from agentsensus.store.sqlite.lock import WriterLock
from agentsensus.worlds.events.event import AnyEvent
from agentsensus.worlds.events.log import LogPart, read_part
from agentsensus.worlds.minds.mind import Mind
from agentsensus.worlds.minds.recorded import recorded
from agentsensus.worlds.run_folder.folder import RunFolder
from agentsensus.worlds.run_folder.integrity import check_playable, consistent_rounds, resumable_log, stored_log_sha256
from agentsensus.worlds.run_folder.run_files import new_space
from agentsensus.worlds.runs.fork import fork
from agentsensus.worlds.runs.run_models import open_tape_roles
from agentsensus.worlds.runs.session import StopConditions, open_session

__all__ = ["restore_log", "restore_store"]

_STORE = "memory.db"


async def restore_log(folder: RunFolder, minds: Mapping[str, Mind]) -> None:
    """Rebuild a run's log from its store by playing the missing rounds with `minds` and the tape.

    The old log is moved to a `replaced-N` folder. Raises `RunDamaged` and changes nothing if the new log does not have
    the hash that the store recorded.
    """
    check_playable(folder)
    if await _is_consistent(folder):
        return
    with _locked_temp_folder(folder) as place:
        async with folder.open_memory() as memory:
            expected, good = stored_log_sha256(folder, memory), consistent_rounds(folder, memory)
            again = await _forked(folder, good[-1], place) if good else _copy_before_start(folder, place)
            part = await _play_again(folder, again, minds, memory.round, memory.stored_embedder())
        if part.sha256 != expected:
            raise RunDamaged(
                f"{folder.path}: the rounds missing from the log differ when played again (was it "
                "played by a person, another model or another version?), so nothing was changed; put the log back"
            )
        with writing(folder.log):
            _move_to_replaced(folder, [folder.log])
            again.log.replace(folder.log)


async def restore_store(folder: RunFolder) -> None:
    """Rebuild a run's store by playing the decisions in its log again; every line must match.

    The old store is moved to a `replaced-N` folder; in a database, the run gets a new space. An incomplete last round
    in the log counts as uncommitted.
    """
    check_playable(folder)
    if await _is_consistent(folder):
        return
    with _locked_temp_folder(folder) as place:
        part = read_part(folder.log)
        rounds = [0, *sorted({event.round for event in part.events} - {0})]
        again = _copy_before_start(folder, place / "again")
        minds = recorded(folder.scenario().active, part.events)
        played = await _play_again(folder, again, minds, rounds[-1])
        last = _last_equal_round(part.events, played.events, rounds)
        if last not in rounds[-2:]:
            raise RunDamaged(
                f"{folder.path}: the log differs when played again (was it made by another version?), so "
                "nothing was changed; put the store back"
            )
        if folder.read().store:
            await _replace_space(folder, again, last)
            return
        async with again.open_memory() as memory:
            store = await memory.fork(place / _STORE, at=last)
        with writing(folder.memory):
            _move_to_replaced(folder, sorted(path for path in folder.path.glob(f"{_STORE}*") if path.suffix != ".lock"))
            store.replace(folder.memory)


async def _replace_space(folder: RunFolder, again: RunFolder, last: int) -> None:
    """Copy the rebuilt memory, up to round `last`, to a new space of the run's database. The old space is kept."""
    run, place = folder.read(), folder.store()
    space = new_space(folder)
    async with again.open_memory() as memory:
        await memory.fork_space(space, at=last, to=place.where)
    folder.write(run.model_copy(update={"space": space}))


async def _is_consistent(folder: RunFolder) -> bool:
    """Return whether log and store agree."""
    try:
        async with folder.open_memory() as memory:
            resumable_log(folder, memory)
    except (RunDamaged, StoreError):
        return False
    return True


def _last_equal_round(ours: Sequence[AnyEvent], theirs: Sequence[AnyEvent], rounds: Sequence[int]) -> int:
    """Return the last of `rounds` up to which two logs are equal."""
    for our_event, other in zip_longest(ours, theirs):
        if our_event != other:
            broken = min(event.round for event in (our_event, other) if event is not None)
            return max((round_ for round_ in rounds if round_ < broken), default=-1)
    return rounds[-1]


async def _play_again(
    folder: RunFolder, again: RunFolder, minds: Mapping[str, Mind], until: int, embedder: Embedder | None = None
) -> LogPart:
    """Play a copy up to a round. Model replies for the memory come from the run's tape."""
    roles = open_tape_roles(folder, folder.read())
    helpers: dict[str, Any] = {"model": roles, "embedder": embedder}
    session = await open_session(
        again, minds, **{name: helper for name, helper in helpers.items() if helper is not None}
    )
    try:
        await session.play(StopConditions(until))
    finally:
        await session.close()
    return read_part(again.log, until)


def _copy_before_start(folder: RunFolder, place: Path) -> RunFolder:
    """Return a copy of the run before its first round."""
    again = RunFolder(place)
    with writing(place):
        place.mkdir(exist_ok=True)
        (place / "world.json").write_bytes(folder.world_bytes())
    again.write(folder.read().model_copy(update={"segments": (), "store": "", "space": ""}))
    return again


async def _forked(folder: RunFolder, at: int, place: Path) -> RunFolder:
    """Return a fork of the run that keeps its later injections."""
    again = RunFolder(place / "again")
    with writing(place):
        again.path.mkdir()
    await fork(folder, at, again, [entry for entry in folder.read().injected if entry.at > at], to_file=True)
    return again


def _move_to_replaced(folder: RunFolder, files: Sequence[Path]) -> None:
    """Move files of a run into a new subfolder replaced-1, -2 and so on."""
    there = [path for path in files if is_there(path)]
    if not there:
        return
    names = (folder.path / f"replaced-{number}" for number in count(1))
    aside = next(path for path in names if not is_there(path))
    aside.mkdir()
    for path in there:
        path.rename(aside / path.name)


@contextmanager
def _locked_temp_folder(folder: RunFolder) -> Iterator[Path]:
    """Yield a temporary folder inside the run folder, holding the run's write lock."""
    lock = WriterLock(folder.memory, "main")
    try:
        with writing(folder.path), tempfile.TemporaryDirectory(prefix=".mending-", dir=folder.path) as place:
            yield Path(place)
    finally:
        lock.release()
