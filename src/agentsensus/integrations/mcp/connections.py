"""HTTP connections with limits: a request must arrive in time, and idle connections are closed if there are too
many.
"""

import asyncio
from typing import ClassVar
from weakref import WeakKeyDictionary

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 200
"""Maximum number of open connections. When one more opens, the oldest without a complete request is closed."""
REQUEST_SECONDS = 15.0
"""Seconds in which a request must arrive completely, from the opening of the connection or the first byte of a later
request.
"""


class LimitedConnection(H11Protocol):
    """A connection that is closed if its request does not arrive in time, or if there are too many connections."""

    opened: ClassVar[WeakKeyDictionary[H11Protocol, None]] = WeakKeyDictionary()
    """All connections, oldest first."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        LimitedConnection.opened[self] = None
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self._close_if_waiting)
        if len(self.connections) > MOST_CONNECTIONS:
            self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        LimitedConnection.opened.pop(self, None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self._close_if_waiting)
        super().data_received(data)
        if not self._is_waiting():
            self._stop_waiting()

    def _is_waiting(self) -> bool:
        """Return whether the request has not arrived completely yet."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _close_if_waiting(self) -> None:
        self._deadline = None
        if self._is_waiting():
            self.transport.abort()

    def _make_room(self) -> None:
        """Close the oldest connection that still waits for its request; if there is none, close this one."""
        waiting = (other for other in list(LimitedConnection.opened) if other in self.connections)
        oldest = next(
            (other for other in waiting if isinstance(other, LimitedConnection) and other._is_waiting()), self
        )
        self.connections.discard(oldest)
        LimitedConnection.opened.pop(oldest, None)
        oldest.transport.abort()
