"""Write and read events.jsonl.

The log is written one round at a time together with a running hash. It is read up to the last committed round.
"""

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from agentsensus.base.files import check_file, reason, writing
from agentsensus.errors import InputError
from agentsensus.worlds.events.event import AnyEvent, read_event

__all__ = ["Log", "LogPart", "beyond", "hashes_by_round", "log_sha256", "read_log", "read_part", "readable_part"]


@dataclass(frozen=True, slots=True)
class LogPart:
    """The beginning of a log up to some round: its events, its size in bytes and its hash."""

    events: tuple[AnyEvent, ...]
    size: int
    hashed: Any

    @property
    def sha256(self) -> str:
        return str(self.hashed.hexdigest())


NOTHING = LogPart((), 0, hashlib.sha256())
_BLANK = b"\0"
"""The byte that a power failure during a write may leave in the file."""


_OF_LATER_VERSIONS = ("union_tag_invalid", "extra_forbidden")
"""Pydantic error types that show that a newer version wrote the line: an unknown event kind or an unknown field."""


class Log:
    """The log of one run, open for writing. A round counts only once the store has committed it."""

    def __init__(
        self, path: Path, begins: LogPart = NOTHING, note: Callable[[int, str], None] = lambda round_, sha256: None
    ) -> None:
        """Continue a log after its part `begins`; everything beyond that part is cut off.

        `note` is called after each write with the round and the hash of the whole log.
        """
        self.path = path
        self.next_seq = len(begins.events)
        self._hashed = begins.hashed.copy()
        self._note = note
        with writing(path):
            self._file = path.open("ab", buffering=0)
            self._file.truncate(begins.size)

    def write(self, events: Sequence[AnyEvent], round_: int | None = None) -> list[AnyEvent]:
        """Number the events of a round, write them and flush them to disk.

        Pass `round_` if `events` may be empty.
        """
        numbered = [event.model_copy(update={"seq": self.next_seq + place}) for place, event in enumerate(events)]
        lines = b"".join(event.model_dump_json().encode("utf-8") + b"\n" for event in numbered)
        with writing(self.path):
            left = memoryview(lines)
            while left:
                left = left[self._file.write(left) :]
            os.fsync(self._file.fileno())
        self._hashed.update(lines)
        self.next_seq += len(numbered)
        if numbered or round_ is not None:
            self._note(numbered[-1].round if round_ is None else round_, self._hashed.hexdigest())
        return numbered

    def close(self) -> None:
        """Close the file. Idempotent."""
        self._file.close()


def read_log(path: Path, committed: int | None = None) -> Iterator[AnyEvent]:
    """Yield the events of a log up to the last committed round (None: all complete lines)."""
    return (event for _, event in _lines(path, committed))


def log_sha256(path: Path, committed: int | None = None) -> str:
    """Return the hash of the log up to the last committed round."""
    return read_part(path, committed).sha256


def read_part(path: Path, committed: int | None = None) -> LogPart:
    """Read a log up to the last committed round (None: all complete lines)."""
    return _part(_lines(path, committed))


def readable_part(path: Path, committed: int) -> tuple[LogPart, str]:
    """Read a log up to a round or up to the first damaged line.

    Returns the part read, and a description of the damage ("" if there is none).
    """
    problems: list[str] = []
    return _part(_readable(path, committed, problems.append)), "".join(problems)


def _part(lines: Iterable[tuple[bytes, AnyEvent]]) -> LogPart:
    events, size, hashed = [], 0, hashlib.sha256()
    for line, event in lines:
        events.append(event)
        size += len(line)
        hashed.update(line)
    return LogPart(tuple(events), size, hashed)


def hashes_by_round(path: Path) -> dict[int, str]:
    """Return the hash of the log at the end of each round, up to the first damaged line."""
    hashes, hashed = dict[int, str](), hashlib.sha256()
    for round_, lines in groupby(_readable(path), key=lambda pair: pair[1].round):
        for line, _ in lines:
            hashed.update(line)
        hashes[round_] = hashed.hexdigest()
    return hashes


def beyond(path: Path, size: int) -> list[int]:
    """Return the round of each complete line after the first `size` bytes; -1 for a line that cannot be parsed."""
    if not path.exists():
        return []
    check_file(path)
    with path.open("rb") as lines:
        lines.seek(size)
        return [_round(line) for line in lines if line.endswith(b"\n") and _BLANK not in line]


def _round(line: bytes) -> int:
    try:
        return read_event(line).round
    except ValidationError:
        return -1


def _readable(
    path: Path, committed: int | None = None, tell: Callable[[str], None] = lambda problem: None
) -> Iterator[tuple[bytes, AnyEvent]]:
    """Yield each line with its event up to a round or up to the first damaged line.

    `tell` is called with a description of the damage.
    """
    try:
        yield from _lines(path, committed)
    except InputError as error:
        tell(str(error).removeprefix(f"{path.parent}/").removesuffix("; the log is damaged"))


def _lines(path: Path, committed: int | None) -> Iterator[tuple[bytes, AnyEvent]]:
    """Yield each line with its event up to round `committed`.

    Stops if rounds decrease; skips an incomplete last line.
    """
    if not path.exists():
        return
    check_file(path)
    try:
        with path.open("rb") as lines:
            latest = 0
            for number, line in enumerate(lines, 1):
                if not line.endswith(b"\n"):
                    return
                event = _event(path, number, line)
                if event.round < latest or (committed is not None and event.round > committed):
                    return
                latest = event.round
                yield line, event
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({reason(error)})") from None


def _event(path: Path, number: int, line: bytes) -> AnyEvent:
    try:
        return read_event(line)
    except ValidationError as error:
        first = error.errors()[0]
        what = ".".join(map(str, first["loc"]))
        if first["type"] in _OF_LATER_VERSIONS:
            unknown = first["ctx"]["tag"] if first["type"] == "union_tag_invalid" else what
            raise InputError(f"{path}:{number}: {unknown!r} is of a newer version; update agentsensus") from None
        wrong = ": ".join(filter(None, (what, first["msg"].lower())))
        raise InputError(f"{path}:{number}: {wrong}; the log is damaged") from None
