"""Objects that belong to one event loop: a client's connections, a semaphore."""

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

T = TypeVar("T")


class PerLoop(Generic[T]):
    """One object for each event loop, made when it is first needed there."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._made: WeakKeyDictionary[asyncio.AbstractEventLoop, T] = WeakKeyDictionary()

    def get(self) -> T:
        """The running loop's object."""
        loop = asyncio.get_running_loop()
        if loop not in self._made:
            self._made[loop] = self._make()
        return self._made[loop]

    def pop(self) -> T | None:
        """Remove the running loop's object and return it; None if it has none."""
        return self._made.pop(asyncio.get_running_loop(), None)
