"""The writer lock: one writing process per file.

Within one process, several spaces of a file may be open for writing at once, but each space only once.
"""

import os
import time
from pathlib import Path

from filelock import FileLock, Timeout

from agentsensus.base.process_lock import ProcessLock
from agentsensus.errors import StoreBusy, StoreReadOnly

_LOOK_AGAIN = 0.02
_guard = ProcessLock()
_open_locks: dict[Path, tuple[FileLock, set[str]]] = {}


class WriterLock:
    """The exclusive right to write one space of a file. Waits up to `wait` seconds for it, then raises StoreBusy."""

    def __init__(self, path: Path, space: str, wait: float = 0.0) -> None:
        self._path = path.resolve()
        self._space = space
        until = time.monotonic() + wait
        while not self._try_to_take(path, space, is_last=time.monotonic() >= until):
            time.sleep(min(_LOOK_AGAIN, max(0.0, until - time.monotonic())))

    def _try_to_take(self, path: Path, space: str, *, is_last: bool) -> bool:
        """Try to take the lock and return whether it worked. On the last attempt, raise StoreBusy with the reason
        instead.
        """
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
        """Release the lock. Idempotent."""
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
    # A forked child inherits the parent's lock objects but not the locks.
    _open_locks.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_parents_locks)
