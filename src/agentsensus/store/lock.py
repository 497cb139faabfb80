"""One writer per file: taken at once, or waited for as long as the caller is willing to, or refused.

Within one process, several spaces of the same file may be open for writing; the same space twice may not.
"""

import os
import time
from pathlib import Path

from filelock import FileLock, Timeout

from agentsensus.errors import StoreBusy, StoreReadOnly
from agentsensus.process_lock import ProcessLock

_LOOK_AGAIN = 0.02
_guard = ProcessLock()
_open_locks: dict[Path, tuple[FileLock, set[str]]] = {}


class WriterLock:
    """The right to write one space of one file, until released."""

    def __init__(self, path: Path, space: str, wait: float = 0.0) -> None:
        self._path = path.resolve()
        self._space = space
        until = time.monotonic() + wait
        while not self._is_taken(path, space, is_last=time.monotonic() >= until):
            time.sleep(min(_LOOK_AGAIN, max(0.0, until - time.monotonic())))

    def _is_taken(self, path: Path, space: str, *, is_last: bool) -> bool:
        """Whether the right could be had; the last attempt says why not."""
        try:
            self._take(path, space)
        except StoreBusy:
            if is_last:
                raise
            return False
        return True

    def _take(self, path: Path, space: str) -> None:
        with _guard:
            lock, spaces = _open_locks.get(self._path) or (_acquire(self._path), set())
            if space in spaces:
                raise StoreBusy(f"{path}: space {space!r} is already open for writing in this process; close it first")
            spaces.add(space)
            _open_locks[self._path] = lock, spaces

    def release(self) -> None:
        """Give the right back; harmless when it was given back already."""
        with _guard:
            lock, spaces = _open_locks.get(self._path, (None, set()))
            spaces.discard(self._space)
            if lock is not None and not spaces:
                del _open_locks[self._path]
                lock.release()


def _acquire(path: Path) -> FileLock:
    lock = FileLock(f"{path}.lock", timeout=0, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        raise StoreBusy(
            f"{path}: another process is writing to this store; close it there, wait for it with wait=SECONDS, "
            "or open with read_only=True"
        ) from None
    except OSError as error:
        raise StoreReadOnly(
            f"{path}: cannot write beside this file ({error.strerror}); open with read_only=True"
        ) from None
    return lock


def _forget_parents_locks() -> None:
    # A forked child has copies of the parent's locks without the right to them.
    _open_locks.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_parents_locks)
