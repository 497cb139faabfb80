"""Run BLAS (the linear algebra under numpy) on one thread: for the few rows of a query, several threads are slower."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

from threadpoolctl import ThreadpoolController

from agentsensus.base.process_lock import ProcessLock

__all__ = ["on_one_thread"]

_guard = ProcessLock()
_before: list[int] = []
_users = 0


@contextmanager
def on_one_thread() -> Iterator[None]:
    """Limit BLAS to one thread, as a context manager or decorator.

    The limit is global to the process: the first user sets it and the last one restores the previous value.
    """
    global _users
    with _guard:
        _users += 1
        if _users == 1:
            _before[:] = [library.num_threads for library in _libraries().lib_controllers]
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
        # Without this line, threadpoolctl lets only the first thread change the limit, until that thread ends.
        let_go = getattr(library, "clear_controlling_thread", lambda force: None)
        let_go(force=True)
        library.set_num_threads(number)
        let_go(force=True)


def _reset_after_fork() -> None:
    # A forked child inherits the count of the parent's users.
    global _users
    _users = 0


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_reset_after_fork)


@lru_cache(maxsize=1)
def _libraries() -> ThreadpoolController:
    return ThreadpoolController().select(user_api="blas")
