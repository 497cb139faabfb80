"""Linear algebra on one thread: over the few rows of one question several threads mostly wait for each other."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

from threadpoolctl import ThreadpoolController

from agentsensus.process_lock import ProcessLock

__all__ = ["on_one_thread"]

_guard = ProcessLock()
_before: list[int] = []
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
            _before[:] = [library["num_threads"] for library in _libraries().info()]
            _set([1] * len(_before))
    try:
        yield
    finally:
        with _guard:
            _users -= 1
            if not _users:
                _set(_before)


def _set(numbers: Sequence[int]) -> None:
    for library, number in zip(_libraries().lib_controllers, numbers, strict=True):
        # By itself threadpoolctl lets only the thread that came first change it, until that thread ends.
        let_go = getattr(library, "clear_controlling_thread", lambda force: None)
        let_go(force=True)
        library.set_num_threads(number)
        let_go(force=True)


def _begin_anew() -> None:
    # A forked child has inherited users that it does not have.
    global _users
    _users = 0


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)


@lru_cache(maxsize=1)
def _libraries() -> ThreadpoolController:
    return ThreadpoolController().select(user_api="blas")
