"""Choose the store by its address: a file, or a PostgreSQL database."""

from pathlib import Path

from agentsensus.base.addresses import is_address
from agentsensus.store.postgres import PostgresStore
from agentsensus.store.protocol import Store
from agentsensus.store.sqlite import SqliteStore

__all__ = ["open_store"]


def open_store(where: str | Path, space: str, *, read_only: bool = False, wait: float = 0.0) -> Store:
    """Open and return the store at a path or address. Waits up to `wait` seconds for another writer, then raises
    StoreBusy.
    """
    if isinstance(where, str) and is_address(where):
        return PostgresStore(where, space=space, read_only=read_only, wait=wait)
    return SqliteStore(where, space=space, read_only=read_only, wait=wait)
