"""Locks of a process: a fork does not inherit one that is held by a thread which it does not have."""

import os
import threading
from types import TracebackType

__all__ = ["ProcessLock"]


class ProcessLock:
    """A lock for as long as the process lives; in a fork nobody holds it."""

    def __init__(self) -> None:
        self._begin_anew()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._begin_anew)

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.release()

    def _begin_anew(self) -> None:
        self._lock = threading.Lock()
