"""Work on a memory for a caller with an event loop of its own, whichever client it has."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from agentsensus.loop import in_background
from agentsensus.memory import AsyncMemory, Memory

T = TypeVar("T")


def asynchronous(memory: Memory | AsyncMemory) -> AsyncMemory:
    """The asynchronous client of a memory."""
    return memory.asynchronous if isinstance(memory, Memory) else memory


async def awaited(memory: Memory | AsyncMemory, work: Coroutine[Any, Any, T]) -> T:
    """The result of work on a memory: done in the background, where either client does all its work."""
    if isinstance(memory, Memory):
        return await asyncio.to_thread(memory.wait_for, work)
    return await in_background(work)
