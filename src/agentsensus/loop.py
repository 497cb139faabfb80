"""One background event loop for callers that have none, and one way to run several coroutines at once."""

import asyncio
import threading
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from agentsensus.errors import InputError

T = TypeVar("T")

_guard = threading.Lock()
_loops: list[asyncio.AbstractEventLoop] = []


def wait_for(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on the background loop and return its result."""
    loop = _loop()
    if asyncio._get_running_loop() is loop:
        work.close()
        raise InputError(
            "Memory was called from inside itself (a listener, a model); use AsyncMemory or a thread there"
        )
    return asyncio.run_coroutine_threadsafe(work, loop).result()


async def together(work: Sequence[Coroutine[Any, Any, T]]) -> list[T]:
    """The results of coroutines that run at the same time, in order; when one raises, the others are cancelled."""
    if len(work) == 1:
        return [await work[0]]
    tasks = [asyncio.ensure_future(coroutine) for coroutine in work]
    try:
        return list(await asyncio.gather(*tasks))
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise


def _loop() -> asyncio.AbstractEventLoop:
    with _guard:
        if not _loops:
            loop = asyncio.new_event_loop()
            threading.Thread(target=loop.run_forever, name="agentsensus", daemon=True).start()
            _loops.append(loop)
        return _loops[0]
