"""The memories that this process has open for writing. Opening one of them again returns the same memory."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeAlias, TypeVar

from agentsensus.base.addresses import shown_address
from agentsensus.errors import StoreMismatch
from agentsensus.memory.core.engine import Engine

__all__ = ["HandleRegistry", "Handles"]

M = TypeVar("M")
Key: TypeAlias = tuple[Path | str, str]
"""The file or address of a memory, and the name of its space."""

_CLOSING = 5.0
"""How many seconds to wait for another thread that is closing the same file."""


@dataclass(eq=False)
class Handles:
    """The number of open handles on a memory. Closing the last handle closes the file."""

    engine: Engine
    count: int = 1
    guard: threading.Lock = field(default_factory=threading.Lock)
    gone: threading.Event = field(default_factory=threading.Event)
    """Set when the file has been closed after the last handle."""

    @property
    def is_usable(self) -> bool:
        """Whether the memory is open in this process. False in a forked child, which only has a copy."""
        return self.count > 0 and not self.engine.closed and self.engine.guard.is_here

    def add(self) -> bool:
        """Add a handle. Returns False if the memory is already closed."""
        with self.guard:
            self.count += self.is_usable
            return self.is_usable

    def take(self) -> bool:
        """Remove a handle. Returns whether it was the last one."""
        with self.guard:
            self.count -= 1
            return self.count <= 0


class HandleRegistry(Generic[M]):
    """The open memories by file and space, each with the options it was opened with."""

    def __init__(self) -> None:
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._begin_anew)
        self._open: dict[Key, tuple[Handles, M, dict[str, Any]]] = {}
        self._guard = threading.Lock()
        self._doors: dict[Key, threading.Lock] = {}

    @contextmanager
    def one_at_a_time(self, file: Path | str, space: str) -> Iterator[Key]:
        """Context manager: keep other threads of this process from opening the same file (or address) and space. Yields
        the key.
        """
        key = (file if isinstance(file, str) else file.resolve(), space)
        with self._guard:
            door = self._doors.setdefault(key, threading.Lock())
        with door:
            yield key

    def again(self, key: Key, helpers: dict[str, Any], agrees: Callable[[Engine], None]) -> M | None:
        """Return the open memory with one more handle; None if it is not open. Raises StoreMismatch if its options
        differ.
        """
        handles, memory, earlier = self._open.get(key, (None, None, {}))
        if handles is None or memory is None or not handles.is_usable:
            if handles is not None and handles.count <= 0 and handles.engine.guard.is_here:
                handles.gone.wait(_CLOSING)  # another thread is closing the file
            self._open.pop(key, None)
            return None
        shown = shown_address(key[0]) if isinstance(key[0], str) else key[0]
        for name, value in helpers.items():
            if value is not None and value is not earlier[name] and value != earlier[name]:
                raise StoreMismatch(
                    f"{shown}: it is open in this process already, with another `{name}`; leave that out, "
                    "or close the memory there first"
                )
        agrees(handles.engine)
        if handles.add():
            return memory
        handles.gone.wait(_CLOSING)
        return None

    def note(self, key: Key, handles: Handles, memory: M, helpers: dict[str, Any]) -> None:
        """Register a memory that was just opened."""
        self._open[key] = (handles, memory, helpers)

    def _begin_anew(self) -> None:
        # A forked child may not use its parent's memories, and its copies of the locks may never be released.
        self._open.clear()
        self._guard, self._doors = threading.Lock(), {}
