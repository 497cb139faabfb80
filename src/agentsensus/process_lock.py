"""Locks of a process: a fork waits for whoever holds one, and its child begins with locks that nobody holds."""

import os
import threading
from types import TracebackType

__all__ = ["ProcessLock"]

_PATIENCE = 10.0
"""For how many seconds a fork waits for whoever holds a lock; then it goes on without."""


class ProcessLock:
    """A lock for as long as the process lives.

    What is done under it is done before a fork begins: linear algebra that is under way in another thread while a
    process forks can keep the fork waiting for ever.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_kept = False
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(before=self._keep, after_in_parent=self._give_back, after_in_child=self._begin_anew)

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.release()

    def _keep(self) -> None:
        self._is_kept = self._lock.acquire(timeout=_PATIENCE)

    def _give_back(self) -> None:
        if self._is_kept:
            self._lock.release()

    def _begin_anew(self) -> None:
        self._lock = threading.Lock()
