"""Packages of other people that a door needs: imported when the door is used, with a clear word when one is missing."""

from collections.abc import Iterator
from contextlib import contextmanager

from agentsensus.errors import InputError


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """A block of imports; when a package is missing, the error says which extra brings it."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = error.name or str(error)
        if missing.split(".")[0] == "agentsensus":
            raise
        raise InputError(f"{missing} is not installed; pip install 'agentsensus[{extra}]'") from None
