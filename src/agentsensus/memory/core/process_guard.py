"""Check that a memory is used only by the process that opened it, and by one event loop at a time."""

import asyncio
import os
import threading
from typing import Any
from weakref import WeakSet

from agentsensus.base.loop import callers_loop
from agentsensus.errors import InputError, StoreError

__all__ = ["ProcessGuard"]


class ProcessGuard:
    """The process that opened a memory, and the tasks that are using it."""

    def __init__(self, *, is_file: bool) -> None:
        self._process = os.getpid() if is_file else None
        self._tasks: WeakSet[asyncio.Task[Any]] = WeakSet()
        self._guard = threading.Lock()

    @property
    def is_here(self) -> bool:
        """Whether this process opened the memory. Always true for a memory without a file, which also works in
        forks.
        """
        return self._process is None or self._process == os.getpid()

    def check(self) -> None:
        """Raise StoreError in a forked process, and InputError while tasks of another event loop use the memory."""
        if not self.is_here:
            raise StoreError("this memory was opened by another process, of which this one is a fork; open it again")
        if callers_loop() is not None:  # background work: its caller was checked already
            return
        loop = asyncio._get_running_loop()
        task = None if loop is None else asyncio.current_task(loop)
        if task is None:
            return
        with self._guard:
            if any(other.get_loop() is not loop and _is_under_way(other) for other in self._tasks):
                raise InputError(
                    "this memory is in use on another event loop; use it on one loop at a time, open one for each "
                    "loop, or use Memory, which any thread may call"
                )
            self._tasks.add(task)


def _is_under_way(task: "asyncio.Task[Any]") -> bool:
    return not task.done() and not task.get_loop().is_closed()
