"""Linear algebra on one thread: over the few rows of one question several threads mostly wait for each other."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from threadpoolctl import ThreadpoolController

from agentsensus.process_lock import ProcessLock

__all__ = ["on_one_thread"]

_guard = ProcessLock()
_limits: list[Any] = []
_users = 0


@contextmanager
def on_one_thread() -> Iterator[None]:
    """A block, or a function if used as a decorator, whose products are computed by the thread that asks for them.

    The setting is one of the whole process: the first who comes sets it, the last who leaves puts back what was there.
    """
    global _users
    with _guard:
        _users += 1
        if _users == 1:
            _limits.append(_libraries().limit(limits=1))
    try:
        yield
    finally:
        with _guard:
            _users -= 1
            if not _users:
                _limits.pop().restore_original_limits()


def _begin_anew() -> None:
    # A forked child has inherited users that it does not have.
    global _users
    _users = 0
    _limits.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)


@lru_cache(maxsize=1)
def _libraries() -> ThreadpoolController:
    return ThreadpoolController().select(user_api="blas")
