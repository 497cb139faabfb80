"""One at a time for each key, in whichever event loop or thread: whoever asks first is waited for by the others."""

import asyncio
import threading
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager


class Turns:
    """Gives the turn of a key to one at a time; it passes on when that one ends, well or not."""

    def __init__(self) -> None:
        self._taken: dict[str, Future[None]] = {}
        self._guard = threading.Lock()

    @asynccontextmanager
    async def of(self, key: str) -> AsyncIterator[None]:
        """The turn of a key, held until the block ends."""
        mine: Future[None] = Future()
        mine.set_running_or_notify_cancel()  # so that none who waits can cancel it for the others
        while (holder := self._hold(key, mine)) is not mine:
            await asyncio.wait([asyncio.wrap_future(holder)])
        try:
            yield
        finally:
            with self._guard:
                del self._taken[key]
            mine.set_result(None)

    def _hold(self, key: str, mine: Future[None]) -> Future[None]:
        with self._guard:
            return self._taken.setdefault(key, mine)
