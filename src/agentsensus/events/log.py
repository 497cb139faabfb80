"""events.jsonl: written a round at a time, read up to the last committed round."""

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from pydantic import ValidationError

from agentsensus.errors import InputError
from agentsensus.events.event import AnyEvent, read_event

__all__ = ["Log", "log_sha256", "read_log"]


_OF_LATER_VERSIONS = ("union_tag_invalid", "extra_forbidden")
"""What is wrong with a line that another version wrote: an event or a field that this one does not know."""


class Log:
    """The log of one run, open for writing; the store's commit, not this file, says which rounds count."""

    def __init__(self, path: Path, committed: int | None, past: Callable[[AnyEvent], None] | None = None) -> None:
        """Open a log and cut what lies beyond the last committed round (None: all); `past` is called with the rest."""
        self.path = path
        self.next_seq = _cut(path, committed, past)
        self._file = path.open("ab")

    def write(self, events: Sequence[AnyEvent]) -> list[AnyEvent]:
        """Number the events, write them, and return once they are on the disk."""
        numbered = [event.model_copy(update={"seq": self.next_seq + place}) for place, event in enumerate(events)]
        self._file.write(b"".join(event.model_dump_json().encode("utf-8") + b"\n" for event in numbered))
        self._file.flush()
        os.fsync(self._file.fileno())
        self.next_seq += len(numbered)
        return numbered

    def close(self) -> None:
        """Let go of the file; harmless twice."""
        self._file.close()


def read_log(path: Path, committed: int | None = None) -> Iterator[AnyEvent]:
    """The events of a log in order, up to and including the last committed round (None: every complete line)."""
    return (event for _, event in _lines(path, committed))


def log_sha256(path: Path, committed: int | None = None) -> str:
    """The hash of the bytes up to the last committed round."""
    digest = hashlib.sha256()
    for line, _ in _lines(path, committed):
        digest.update(line)
    return digest.hexdigest()


def _lines(path: Path, committed: int | None) -> Iterator[tuple[bytes, AnyEvent]]:
    """Lines with their events, up to a round; a last line that was never finished is left out."""
    if not path.exists():
        return
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.endswith(b"\n"):
                return
            event = _event(path, number, line)
            if committed is not None and event.round > committed:
                return
            yield line, event


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


def _cut(path: Path, committed: int | None, past: Callable[[AnyEvent], None] | None) -> int:
    """Cut what lies beyond the last committed round, call `past` with each event that stays; the next number."""
    size = count = 0
    for line, event in _lines(path, committed) if committed is not None else ():
        size += len(line)
        count += 1
        if past is not None:
            past(event)
    if path.exists():
        os.truncate(path, size)
    return count
