"""events.jsonl: written a round at a time, read up to the last committed round."""

import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import ValidationError

from agentsensus.errors import InputError
from agentsensus.events.event import AnyEvent, read_event

__all__ = ["Log", "log_sha256", "read_log"]


class Log:
    """The log of one run, open for writing; the store's commit, not this file, says which rounds count."""

    def __init__(self, path: Path, committed: int | None) -> None:
        self.path = path
        self.next_seq = _cut(path, committed)
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
    """The events of a log in order, up to and including the last committed round (None: all that are whole)."""
    for line, event in _lines(path):
        if event is None or (committed is not None and event.round > committed):
            return
        del line
        yield event


def log_sha256(path: Path, committed: int | None = None) -> str:
    """The hash of the bytes up to the last committed round."""
    digest = hashlib.sha256()
    for line, event in _lines(path):
        if event is None or (committed is not None and event.round > committed):
            break
        digest.update(line)
    return digest.hexdigest()


def _lines(path: Path) -> Iterator[tuple[bytes, AnyEvent | None]]:
    """Lines with their events; a last line that was never finished has none."""
    if not path.exists():
        return
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.endswith(b"\n"):
                yield line, None
                return
            try:
                yield line, read_event(line)
            except ValidationError as error:
                first = error.errors()[0]
                what = ".".join(map(str, first["loc"]))
                raise InputError(f"{path}:{number}: {what}: {first['msg'].lower()}; the log is damaged") from None


def _cut(path: Path, committed: int | None) -> int:
    """Cut what lies beyond the last committed round (None: nothing is committed); the next number."""
    kept = count = 0
    if committed is not None:
        for line, event in _lines(path):
            if event is None or event.round > committed:
                break
            kept += len(line)
            count += 1
    if path.exists():
        os.truncate(path, kept)
    return count
