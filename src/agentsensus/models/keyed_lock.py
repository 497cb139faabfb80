"""A lock for each key that works across event loops and threads."""

import asyncio
import threading
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager


class Turns:
    """Locks by key: one holder of each key at a time; the next one follows when it is released, whatever happened."""

    def __init__(self) -> None:
        self._taken: dict[str, Future[None]] = {}
        self._guard = threading.Lock()

    @asynccontextmanager
    async def of(self, key: str) -> AsyncIterator[None]:
        """Wait for the lock of a key and hold it until the block ends."""
        turn: Future[None] = Future()
        turn.set_running_or_notify_cancel()  # so that none who waits can cancel it for the others
        while (holder := self._hold(key, turn)) is not turn:
            await asyncio.wait([asyncio.wrap_future(holder)])
        try:
            yield
        finally:
            with self._guard:
                del self._taken[key]
            turn.set_result(None)

    def _hold(self, key: str, turn: Future[None]) -> Future[None]:
        with self._guard:
            return self._taken.setdefault(key, turn)
