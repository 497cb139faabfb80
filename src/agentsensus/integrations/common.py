"""Shared by the integrations: errors for missing packages, and calling a `Memory` or `AsyncMemory` from async code."""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from agentsensus.base.loop import in_background
from agentsensus.errors import InputError
from agentsensus.memory import AsyncMemory, Memory

T = TypeVar("T")


def asynchronous(memory: Memory | AsyncMemory) -> AsyncMemory:
    """Return the `AsyncMemory` of a memory."""
    return memory.asynchronous if isinstance(memory, Memory) else memory


async def awaited(memory: Memory | AsyncMemory, work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine of a memory on the background loop and return its result."""
    if isinstance(memory, Memory):
        return await asyncio.to_thread(memory.wait_for, work)
    return await in_background(work)


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """Context manager: turn a failed import into an InputError that names the extra to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = error.name or str(error)
        if missing.split(".")[0] == "agentsensus":
            raise
        raise InputError(f"{missing} is not installed; pip install 'agentsensus[{extra}]'") from None
