"""A lock shared by all threads of the process that is safe to fork: a fork waits until the lock is free."""

import os
import threading
from types import TracebackType

__all__ = ["ProcessLock"]

_PATIENCE = 10.0
"""Seconds a fork waits for the holder of the lock before it continues anyway."""


class ProcessLock:
    """A lock that lives as long as the process. The child of a fork starts with a free lock.

    A fork waits until the lock is free, because a fork while another thread computes linear algebra can hang for ever.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_kept = False
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(
                before=self._keep, after_in_parent=self._give_back, after_in_child=self._reset_after_fork
            )

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

    def _reset_after_fork(self) -> None:
        self._lock = threading.Lock()
