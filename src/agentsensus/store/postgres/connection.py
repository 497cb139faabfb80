"""Connections to a PostgreSQL server: one pool per process and address, with reconnection and Agentsensus exceptions.

Addresses follow libpq: passwords and certificates come from the address, the environment (PGPASSWORD, PGSSLMODE, …) or
the usual files. No message, log or representation made here contains a password.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from agentsensus.base.addresses import shown_address
from agentsensus.errors import (
    AgentsensusError,
    CannotWrite,
    ConnectionLost,
    InputError,
    StoreBusy,
    StoreError,
    StoreReadOnly,
    StoreUnreachable,
)

if TYPE_CHECKING:
    import psycopg
    from psycopg_pool import ConnectionPool

__all__ = ["Server", "in_parts"]

T = TypeVar("T")
RECONNECT_SECONDS = 30.0
"""Seconds that a call waits for a server that does not answer."""

_POOL_SIZE = 8
_PAUSE = 0.05


class Server:
    """The connection pool of this process for one database. All open spaces of the database share it."""

    def __init__(self, address: str) -> None:
        self.shown = shown_address(address)
        self._users = 0
        self._pool = _new_pool(address, self.shown)

    def __repr__(self) -> str:
        return f"Server({self.shown!r})"

    @classmethod
    def of(cls, address: str) -> "Server":
        """Return the server at an address, opening its pool on first use. Each call needs one call of `release`."""
        with _guard:
            server = _servers.get(address)
            if server is None:
                server = _servers[address] = cls(address)
            server._users += 1
            return server

    def release(self) -> None:
        """Close the pool when its last user has released it."""
        with _guard:
            self._users -= 1
            if self._users > 0:
                return
            for address in [address for address, server in _servers.items() if server is self]:
                del _servers[address]
        self._pool.close()

    def borrow(self) -> "psycopg.Connection[Any]":
        """Take a connection from the pool. Raises StoreUnreachable if the server does not answer in time."""
        import psycopg

        try:
            connection: psycopg.Connection[Any] = self._pool.getconn(timeout=RECONNECT_SECONDS)
        except psycopg.Error as error:
            raise StoreUnreachable(
                f"{self.shown}: the server does not answer ({_reason(error)}); check that it runs and who may connect"
            ) from None
        return connection

    def give_back(self, connection: "psycopg.Connection[Any]") -> None:
        """Return a connection to the pool. The pool closes broken connections."""
        self._pool.putconn(connection)

    def repeated(self, work: "Callable[[psycopg.Connection[Any]], T]") -> T:
        """Run `work`, which only reads, on a connection, and return its result. If the connection breaks, run it again
        on another.
        """
        deadline = time.monotonic() + RECONNECT_SECONDS
        while True:
            connection = self.borrow()
            try:
                with self.translated():
                    return work(connection)
            except ConnectionLost:
                if time.monotonic() > deadline:
                    raise
            finally:
                self.give_back(connection)
            time.sleep(_PAUSE)

    @contextmanager
    def translated(self) -> Iterator[None]:
        """Context manager: turn exceptions of the PostgreSQL driver into Agentsensus exceptions."""
        import psycopg

        try:
            yield
        except psycopg.Error as error:
            raise _translated(error, self.shown) from None


def _translated(error: "psycopg.Error", shown: str) -> AgentsensusError:
    from psycopg import errors

    if isinstance(error, errors.LockNotAvailable | errors.DeadlockDetected | errors.QueryCanceled):
        return StoreBusy(f"{shown}: another writer holds the space for too long ({_reason(error)}); try again")
    if isinstance(error, errors.DiskFull | errors.OutOfMemory):
        return CannotWrite(f"{shown}: the server has no room and nothing was written ({_reason(error)})")
    if isinstance(error, errors.InsufficientPrivilege | errors.ReadOnlySqlTransaction):
        return StoreReadOnly(f"{shown}: the server refuses this ({_reason(error)}); use a role that may write")
    if isinstance(error, errors.OperationalError | errors.InterfaceError):
        return ConnectionLost(f"{shown}: the connection was lost and nothing was written ({_reason(error)})")
    return StoreError(f"{shown}: {_reason(error)}")


def _reason(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__


def _new_pool(address: str, shown: str) -> "ConnectionPool[Any]":
    try:
        import psycopg
        from psycopg_pool import ConnectionPool
    except ImportError:
        raise InputError("a PostgreSQL store needs psycopg: pip install 'agentsensus[postgres]'") from None
    try:
        psycopg.conninfo.conninfo_to_dict(address)
    except psycopg.Error:  # the driver's message quotes the address with its password
        raise InputError(f"{shown}: not an address of PostgreSQL; write postgresql://USER@HOST/DATABASE") from None
    try:
        psycopg.connect(address, connect_timeout=10).close()
    except psycopg.Error as error:
        raise StoreUnreachable(
            f"{shown}: cannot connect ({_reason(error)}); check that the server runs, and the user and the database"
        ) from None
    options: dict[str, Any] = {"autocommit": True, "application_name": "agentsensus"}
    pool: ConnectionPool[Any] = ConnectionPool(
        address, min_size=0, max_size=_POOL_SIZE, kwargs=options, open=False, name=f"agentsensus-{os.getpid()}"
    )
    pool.open()
    return pool


_guard = threading.Lock()
_servers: dict[str, Server] = {}
_of_parent: list[Server] = []


def _leave_to_parent() -> None:
    # A forked child must neither use nor close its parent's connections.
    global _guard
    _guard = threading.Lock()
    _of_parent.extend(_servers.values())
    _servers.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)


def in_parts(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Yield consecutive parts of at most `size` items."""
    return (items[start : start + size] for start in range(0, len(items), size))
