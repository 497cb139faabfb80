"""Caches for functions of texts. `forget_texts` empties all of them, so that an erased text leaves the process."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar, cast

__all__ = ["forget_texts", "text_cache"]

F = TypeVar("F", bound=Callable[..., Any])
_caches: list[Callable[[], None]] = []


def text_cache(maxsize: int) -> Callable[[F], F]:
    """Return a decorator like `functools.lru_cache`, for functions of texts. `forget_texts` empties its cache too."""

    def cached(function: F) -> F:
        wrapped = lru_cache(maxsize=maxsize)(function)
        _caches.append(wrapped.cache_clear)
        return cast(F, wrapped)

    return cached


def forget_texts() -> None:
    """Empty every cache made by `text_cache`, so that no text read so far stays in memory."""
    for clear in _caches:
        clear()
