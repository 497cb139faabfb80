"""Running the server: over standard input and output for one client, or over HTTP on this machine for several."""

import signal
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from mcp.server.stdio import stdio_server

from agentsensus.doors.mcp.http import LOOPBACK, http_app
from agentsensus.doors.mcp.server import memory_server
from agentsensus.doors.tools import AsyncMemoryTools
from agentsensus.errors import InputError
from agentsensus.memory import AsyncMemory
from agentsensus.text.languages import DEFAULT_LANGUAGE

_SECONDS_TO_END = 3


@dataclass(frozen=True, slots=True)
class ServedMemory:
    """A memory that is opened to be served, and closed when nobody is served any more."""

    store: Path
    options: Mapping[str, Any]
    language: str = DEFAULT_LANGUAGE
    read_only: bool = False

    async def over_stdio(self, agent: str | None) -> None:
        """Serve the author or one agent over standard input and output, until the client closes them."""
        async with self._open() as memory:
            await serve_stdio(self._tools(memory, agent))

    async def over_http(
        self, tokens: Mapping[str, str], listening: socket.socket, stopping: "Stopping", ready: Callable[[], None]
    ) -> None:
        """Serve each agent ("": the author) by its token, until asked to stop; `ready` is called when all is open."""
        async with self._open() as memory:
            doors = {token: self._tools(memory, agent or None) for agent, token in tokens.items()}
            listening.listen()
            ready()
            await serve_http(doors, listening, stopping)

    def _open(self) -> AsyncMemory:
        if not self.store.parent.is_dir():
            raise InputError(f"{self.store.parent}: there is no such folder")
        return AsyncMemory.open(self.store, read_only=self.read_only, **self.options)

    def _tools(self, memory: AsyncMemory, agent: str | None) -> AsyncMemoryTools:
        return AsyncMemoryTools(memory, agent, language=self.language, read_only=self.read_only)


async def serve_stdio(tools: AsyncMemoryTools) -> None:
    """Serve one client over standard input and output, until it closes them."""
    server = memory_server(lambda _: tools, tools.instructions)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


async def serve_http(doors: Mapping[str, AsyncMemoryTools], listening: socket.socket, stopping: "Stopping") -> None:
    """Serve clients over HTTP, each through the door that its token opens, until asked to stop."""
    config = uvicorn.Config(
        http_app(doors, listening.getsockname()[1]),
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=_SECONDS_TO_END,
    )
    server = uvicorn.Server(config)
    stopping.then(lambda: setattr(server, "should_exit", True))
    await server.serve(sockets=[listening])


def loopback_socket(port: int) -> socket.socket:
    """A socket on this machine alone; port 0 takes a free one."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((LOOPBACK, port))
    except OSError as error:
        listening.close()
        raise InputError(f"port {port} on {LOOPBACK} cannot be had ({error}); give another, or 0 for any") from None
    return listening


class Stopping:
    """Remembers that somebody asked to stop (Ctrl-C, SIGTERM), and does what is to be done then."""

    def __init__(self) -> None:
        self._deed: Callable[[], None] | None = None
        self._is_asked = False

    def on_signals(self) -> None:
        """Take Ctrl-C and SIGTERM as a wish to stop; call it in the main thread."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._on_signal)

    def then(self, deed: Callable[[], None]) -> None:
        """Do this when asked to stop, or at once if that was so already."""
        self._deed = deed
        if self._is_asked:
            deed()

    def ask(self) -> None:
        """Ask to stop."""
        self._is_asked = True
        if self._deed is not None:
            self._deed()

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.ask()


def end_on_interrupt() -> None:
    """Let Ctrl-C end the process at once, as a client may that waits for nothing; what was acknowledged is kept."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
