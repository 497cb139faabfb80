"""Check that the files of a run belong together.

With every commit the store records the hash of the log and of the fixed parts of run.json and world.json.
"""

import hashlib
import json
import shlex
from collections.abc import Callable, Sequence

from agentsensus.base.files import foreign_kind
from agentsensus.errors import InputError, RunDamaged
from agentsensus.memory.api import AsyncMemory
from agentsensus.worlds.events.log import LogPart, beyond, hashes_by_round, read_part, readable_part
from agentsensus.worlds.run_folder.run_file import FORMAT
from agentsensus.worlds.run_folder.run_files import RunFiles

__all__ = [
    "check_playable",
    "check_store_present",
    "committed_log",
    "consistent_rounds",
    "log_hash_writer",
    "resumable_log",
    "stored_log_sha256",
]

_CHANGES = frozenset({"format", "models", "asked", "budget", "segments", "usage", "store", "space"})
"""Fields of run.json that later sessions may change."""
_LOOKS = 3
"""How often a log is read again while the store may be committing a round."""


def log_hash_writer(folder: RunFiles, memory: AsyncMemory) -> Callable[[int, str], None]:
    """Return a function that records the hash of the log in the store, together with the hash of run.json and
    world.json.
    """

    def note(round_: int, sha256: str) -> None:
        memory.note_log(f"{_start_hash(folder, round_)} {sha256}", at=round_)

    return note


def check_playable(folder: RunFiles) -> None:
    """Raise if the run cannot be played: it has an older format (read-only), or its folder has links or special
    files.
    """
    written = folder.read().format
    if written < FORMAT:
        raise InputError(
            f"{folder.path}: made by an earlier version (format {written}); it can be read, but not gone on with or "
            "played again: use that version for it, or begin a new run"
        )
    for path in sorted(folder.path.iterdir()):
        if (kind := foreign_kind(path, may_be_folder=True)) is not None:
            raise InputError(f"{path}: is {kind}; a run is played only with files of its own: put a copy in its place")


def check_store_present(folder: RunFiles) -> None:
    """Raise if a run that was played has lost its store."""
    if folder.has_store() or not _was_played(folder):
        return
    what = "is empty" if folder.memory.exists() else "is missing"
    raise RunDamaged(
        f"{folder.path}: {_store_name(folder)} {what}, though the run was played; put it back, or {_from_log(folder)}"
    )


def committed_log(folder: RunFiles, memory: AsyncMemory, at: int | None = None) -> LogPart:
    """Return the log up to the last committed round, or up to `at`, checked against the store.

    Runs of format 1 have no recorded hash and are not checked.
    """
    if at is not None:
        return _checked_part(folder, memory, min(at, memory.round))
    for look in range(_LOOKS):
        committed = memory.round
        part = _checked_part(folder, memory, committed)
        if _is_tail(beyond(folder.log, part.size), committed):
            break
        # Another process may be playing: it may have committed a round since the store was read.
        if look == _LOOKS - 1:
            raise _log_too_long(folder, memory, part)
    return part


def resumable_log(folder: RunFiles, memory: AsyncMemory) -> LogPart:
    """Return the committed part of the log.

    Raises unless the log ends there or continues with a single unfinished round, which can be cut off.
    """
    committed = memory.last_round
    if committed is None:
        if _was_played(folder):
            raise _foreign_store(folder, "holds no round")
        return read_part(folder.log, -1)
    part = _checked_part(folder, memory, committed)
    if not _is_tail(beyond(folder.log, part.size), max(committed, folder.read().reached)):
        raise _log_too_long(folder, memory, part)
    return part


def _is_tail(rounds: Sequence[int], after: int) -> bool:
    """Return whether lines of these rounds can belong to a single unfinished round after round `after`."""
    return len(set(rounds)) <= 1 and all(round_ > after for round_ in rounds)


def stored_log_sha256(folder: RunFiles, memory: AsyncMemory) -> str:
    """Return the log hash that the store recorded. Raises if the store belongs to another run."""
    return _stored_hash(folder, memory)[1]


def consistent_rounds(folder: RunFiles, memory: AsyncMemory) -> list[int]:
    """Return the rounds at which log and store agree, in order."""
    hashes = {0: hashlib.sha256().hexdigest()} | hashes_by_round(folder.log)
    noted = {round_: memory.noted_log(at=round_) for round_ in hashes}
    return sorted(round_ for round_, entry in noted.items() if entry == (round_, _joined(entry, hashes[round_])))


def _joined(entry: tuple[int, str] | None, sha256: str) -> str:
    """Return a log hash prefixed with the start hash of `entry`; empty if `entry` is None."""
    return f"{entry[1].partition(' ')[0]} {sha256}" if entry else ""


def _checked_part(folder: RunFiles, memory: AsyncMemory, until: int) -> LogPart:
    if memory.noted_log() is None and (folder.read().format < FORMAT or memory.last_round is None):
        return read_part(folder.log, until if memory.last_round is not None else -1)
    _, sha256 = _stored_hash(folder, memory, until)
    part, problem = readable_part(folder.log, until)
    if part.sha256 != sha256:
        raise _log_damaged(folder, memory, problem or _difference(folder))
    return part


def _stored_hash(folder: RunFiles, memory: AsyncMemory, until: int | None = None) -> tuple[int, str]:
    """Return the last round up to `until` that has a recorded log hash, and that hash.

    Raises if the store belongs to another run.
    """
    latest, noted = memory.noted_log(), memory.noted_log(at=until)
    if latest is None or noted is None:
        raise _foreign_store(folder, "knows nothing of a log")
    if latest[1].partition(" ")[0] not in (_start_hash(folder, latest[0]), _start_hash(folder)):
        raise RunDamaged(
            f"{folder.path}: run.json or world.json is not what the run was begun with, or {_store_name(folder)} is "
            "another run's: put the original back"
        )
    return noted[0], noted[1].partition(" ")[2]


def _start_hash(folder: RunFiles, until: int | None = None) -> str:
    """Hash the fixed parts of run.json and world.json. Fields with default values do not count.

    Injections after round `until` do not count either, since more may be added while a run is played. Stores of
    earlier versions hold the hash with all injections (None).
    """
    described = folder.read()
    if until is not None:
        past = tuple(entry for entry in described.injected if entry.at <= until)
        described = described.model_copy(update={"injected": past})
    run = described.model_dump(mode="json", exclude=set(_CHANGES), exclude_defaults=True)
    digest = hashlib.sha256(json.dumps(run, sort_keys=True, ensure_ascii=False).encode("utf-8", "surrogatepass"))
    digest.update(folder.world_bytes())
    return digest.hexdigest()


def _was_played(folder: RunFiles) -> bool:
    """Return whether run.json or the log shows that the run was ever played."""
    rounds = beyond(folder.log, 0)
    return bool(folder.read().segments) or any(round_ != 0 for round_ in rounds)


def _difference(folder: RunFiles) -> str:
    if not folder.log.exists():
        return "events.jsonl is missing"
    return "events.jsonl is not what was written" if folder.log.stat().st_size else "events.jsonl is empty"


def _log_damaged(folder: RunFiles, memory: AsyncMemory, what: str) -> RunDamaged:
    good = consistent_rounds(folder, memory)
    where = f" after round {good[-1]}" if good else ""
    fork = f", or {_fork(folder, good[-1])}" if good else ""
    return RunDamaged(
        f"{folder.path}: {what}{where} ({_store_name(folder)} has {memory.round} rounds); {_from_store(folder)}{fork}"
    )


def _log_too_long(folder: RunFiles, memory: AsyncMemory, part: LogPart) -> RunDamaged:
    """Return the error for a log that contains more rounds than the store."""
    rounds, committed = beyond(folder.log, part.size), memory.round
    if min(rounds) <= committed:
        return _log_damaged(folder, memory, "events.jsonl goes on with what is no later round")
    return RunDamaged(
        f"{folder.path}: {_store_name(folder)} ends with round {committed}, but events.jsonl goes on to round "
        f"{max(rounds)}; put the newer store back, {_from_log(folder)}, or {_fork(folder, committed)}"
    )


def _store_name(folder: RunFiles) -> str:
    """Return the name of a run's store for messages: memory.db, or its space in a database."""
    run = folder.read()
    return f"the space {run.space!r} of {run.store}" if run.store else folder.memory.name


def _foreign_store(folder: RunFiles, what: str) -> RunDamaged:
    return RunDamaged(
        f"{folder.path}: {_store_name(folder)} {what}, so it is not the store of this run; put that back, or "
        f"{_from_log(folder)}"
    )


def _from_store(folder: RunFiles) -> str:
    return f"`agentsensus resume {_named(folder)} --from-store` plays again what the log lacks"


def _from_log(folder: RunFiles) -> str:
    return f"`agentsensus resume {_named(folder)} --from-log` makes the store anew"


def _fork(folder: RunFiles, at: int) -> str:
    return f"`agentsensus fork {_named(folder)} --at {at} --out NEW` goes on from the last good round"


def _named(folder: RunFiles) -> str:
    return shlex.quote(str(folder.path))
