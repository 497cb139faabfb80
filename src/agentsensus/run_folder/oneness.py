"""A run folder is one thing: with every round the store keeps the hash of the log, of run.json and of world.json."""

import hashlib
import json
import shlex
from collections.abc import Callable, Sequence

from agentsensus.errors import InputError, RunDamaged
from agentsensus.events.log import LogPart, beyond, hashes_by_round, read_part, readable_part
from agentsensus.files import foreign_kind
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.run_folder.run_file import FORMAT
from agentsensus.run_folder.run_files import RunFiles

__all__ = [
    "check_begun",
    "check_playable",
    "committed_log",
    "good_rounds",
    "log_to_go_on_with",
    "noted_log_sha256",
    "noting",
]

_CHANGES = frozenset({"format", "models", "asked", "budget", "segments", "usage"})
"""What later sittings may change in run.json."""
_LOOKS = 3
"""How often a log is looked at whose store may be committing a round just then."""


def noting(folder: RunFiles, memory: AsyncMemory) -> Callable[[int, str], None]:
    """A function that keeps the hash of a log in the store, beside that of what the run was begun with."""
    begun = _begun_with(folder)

    def note(round_: int, sha256: str) -> None:
        memory.note_log(f"{begun} {sha256}", at=round_)

    return note


def check_playable(folder: RunFiles) -> None:
    """Refuse a run of an earlier format, which can only be read, and one with links, which lead elsewhere."""
    written = folder.read().format
    if written < FORMAT:
        raise InputError(
            f"{folder.path}: made by an earlier version (format {written}); it can be read, but not gone on with or "
            "played again: use that version for it, or begin a new run"
        )
    for path in sorted(folder.path.iterdir()):
        if (kind := foreign_kind(path, may_be_folder=True)) is not None:
            raise InputError(f"{path}: is {kind}; a run is played only with files of its own: put a copy in its place")


def check_begun(folder: RunFiles) -> None:
    """Refuse a run that was played and has lost its store."""
    if folder.has_store() or not _was_played(folder):
        return
    what = "is empty" if folder.memory.exists() else "is missing"
    raise RunDamaged(f"{folder.path}: memory.db {what}, though the run was played; put it back, or {_from_log(folder)}")


def committed_log(folder: RunFiles, memory: AsyncMemory, at: int | None = None) -> LogPart:
    """A run's log up to its last committed round, or up to round `at`: if it is what the store was written with.

    A run of an earlier format, whose store knows no hash, is taken as it is.
    """
    if at is not None:
        return _checked_part(folder, memory, min(at, memory.round))
    for look in range(_LOOKS):
        committed = memory.round
        part = _checked_part(folder, memory, committed)
        if _is_tail(beyond(folder.log, part.size), committed):
            break
        # Or somebody is playing it, and since the store was asked a round was committed and the next one begun.
        if look == _LOOKS - 1:
            raise _too_long(folder, memory, part)
    return part


def log_to_go_on_with(folder: RunFiles, memory: AsyncMemory) -> LogPart:
    """A run's committed log, if nothing but one unfinished round lies beyond it, which may be cut."""
    committed = memory.last_round
    if committed is None:
        if _was_played(folder):
            raise _not_its_store(folder, "holds no round")
        return read_part(folder.log, -1)
    part = _checked_part(folder, memory, committed)
    if not _is_tail(beyond(folder.log, part.size), max(committed, folder.read().reached)):
        raise _too_long(folder, memory, part)
    return part


def _is_tail(rounds: Sequence[int], after: int) -> bool:
    """Whether lines of these rounds can be those of the one round that was under way."""
    return len(set(rounds)) <= 1 and all(round_ > after for round_ in rounds)


def noted_log_sha256(folder: RunFiles, memory: AsyncMemory) -> str:
    """The hash that the store has of the log, if it is the store of this run."""
    return _noted(folder, memory)[1]


def good_rounds(folder: RunFiles, memory: AsyncMemory) -> list[int]:
    """The rounds up to which log and store go together, in order."""
    hashes = {0: hashlib.sha256().hexdigest()} | hashes_by_round(folder.log)
    noted = {round_: memory.noted_log(at=round_) for round_ in hashes}
    return sorted(round_ for round_, entry in noted.items() if entry == (round_, _joined(entry, hashes[round_])))


def _joined(entry: tuple[int, str] | None, sha256: str) -> str:
    """A log's hash beside that of what the run was begun with, which a fork has of its own from where it forks."""
    return f"{entry[1].partition(' ')[0]} {sha256}" if entry else ""


def _checked_part(folder: RunFiles, memory: AsyncMemory, until: int) -> LogPart:
    if memory.noted_log() is None and (folder.read().format < FORMAT or memory.last_round is None):
        return read_part(folder.log, until if memory.last_round is not None else -1)
    _, sha256 = _noted(folder, memory, until)
    part, problem = readable_part(folder.log, until)
    if part.sha256 != sha256:
        raise _log_damaged(folder, memory, problem or _difference(folder))
    return part


def _noted(folder: RunFiles, memory: AsyncMemory, until: int | None = None) -> tuple[int, str]:
    """The last round, not after `until`, of which the store has the log's hash, and that hash."""
    latest, noted = memory.noted_log(), memory.noted_log(at=until)
    if latest is None or noted is None:
        raise _not_its_store(folder, "knows nothing of a log")
    if latest[1].partition(" ")[0] != _begun_with(folder):
        raise RunDamaged(
            f"{folder.path}: run.json or world.json is not what the run was begun with, or memory.db is another run's: "
            "put the original back"
        )
    return noted[0], noted[1].partition(" ")[2]


def _begun_with(folder: RunFiles) -> str:
    """The hash of what run.json and world.json said when the run began; a field with its default counts for nothing."""
    run = folder.read().model_dump(mode="json", exclude=set(_CHANGES), exclude_defaults=True)
    digest = hashlib.sha256(json.dumps(run, sort_keys=True, ensure_ascii=False).encode("utf-8", "surrogatepass"))
    digest.update(folder.world_bytes())
    return digest.hexdigest()


def _was_played(folder: RunFiles) -> bool:
    """Whether a first round was ever begun, by what run.json and the log say."""
    rounds = beyond(folder.log, 0)
    return bool(folder.read().segments) or any(round_ != 0 for round_ in rounds)


def _difference(folder: RunFiles) -> str:
    if not folder.log.exists():
        return "events.jsonl is missing"
    return "events.jsonl is not what was written" if folder.log.stat().st_size else "events.jsonl is empty"


def _log_damaged(folder: RunFiles, memory: AsyncMemory, what: str) -> RunDamaged:
    good = good_rounds(folder, memory)
    where = f" after round {good[-1]}" if good else ""
    fork = f", or {_fork(folder, good[-1])}" if good else ""
    return RunDamaged(
        f"{folder.path}: {what}{where} (memory.db has {memory.round} rounds); {_from_store(folder)}{fork}"
    )


def _too_long(folder: RunFiles, memory: AsyncMemory, part: LogPart) -> RunDamaged:
    """What is wrong with a log that goes on beyond what was committed, or with the store that does not."""
    rounds, committed = beyond(folder.log, part.size), memory.round
    if min(rounds) <= committed:
        return _log_damaged(folder, memory, "events.jsonl goes on with what is no later round")
    return RunDamaged(
        f"{folder.path}: memory.db ends with round {committed}, but events.jsonl goes on to round {max(rounds)}; put "
        f"the newer store back, {_from_log(folder)}, or {_fork(folder, committed)}"
    )


def _not_its_store(folder: RunFiles, what: str) -> RunDamaged:
    return RunDamaged(
        f"{folder.path}: memory.db {what}, so it is not the store of this run; put that back, or {_from_log(folder)}"
    )


def _from_store(folder: RunFiles) -> str:
    return f"`agentsensus resume {_named(folder)} --from-store` plays again what the log lacks"


def _from_log(folder: RunFiles) -> str:
    return f"`agentsensus resume {_named(folder)} --from-log` makes the store anew"


def _fork(folder: RunFiles, at: int) -> str:
    return f"`agentsensus fork {_named(folder)} --at {at} --out NEW` goes on from the last good round"


def _named(folder: RunFiles) -> str:
    return shlex.quote(str(folder.path))
