"""Results about texts that are kept for a while, and forgotten together when a text is to be gone from the process."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar, cast

__all__ = ["forget_texts", "text_cache"]

F = TypeVar("F", bound=Callable[..., Any])
_caches: list[Callable[[], None]] = []


def text_cache(maxsize: int) -> Callable[[F], F]:
    """As `functools.lru_cache`, for functions of texts: `forget_texts` empties it."""

    def cached(function: F) -> F:
        wrapped = lru_cache(maxsize=maxsize)(function)
        _caches.append(wrapped.cache_clear)
        return cast(F, wrapped)

    return cached


def forget_texts() -> None:
    """Forget every text that was read, counted or compared in this process."""
    for clear in _caches:
        clear()
