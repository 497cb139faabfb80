"""Where an open memory may be used: in the process that opened it, and by one event loop at a time."""

import asyncio
import os
import threading
from typing import Any
from weakref import WeakSet

from agentsensus.errors import InputError, StoreError
from agentsensus.loop import callers_loop

__all__ = ["Home"]


class Home:
    """The process that opened a memory, and the tasks that have used it and are still under way."""

    def __init__(self, *, is_file: bool) -> None:
        self._process = os.getpid() if is_file else None
        self._tasks: WeakSet[asyncio.Task[Any]] = WeakSet()
        self._guard = threading.Lock()

    @property
    def is_here(self) -> bool:
        """Whether this is the process that opened the memory; one that is no file goes along with every fork."""
        return self._process is None or self._process == os.getpid()

    def check(self) -> None:
        """Refuse a process that only inherited the memory, and a loop while tasks of another one use it."""
        if not self.is_here:
            raise StoreError("this memory was opened by another process, of which this one is a fork; open it again")
        if callers_loop() is not None:  # work that was handed over: its caller was looked at
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
