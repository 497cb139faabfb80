"""Run the MCP server: over stdin and stdout for one client, or over HTTP on this machine for several."""

import json
import os
import re
import secrets
import signal
import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings
from mcp.server.stdio import stdio_server
from pydantic import AnyHttpUrl, BaseModel, ConfigDict, ValidationError
from starlette.applications import Starlette

from agentsensus.base.files import read_bytes
from agentsensus.errors import InputError
from agentsensus.integrations.mcp.connections import LimitedConnection
from agentsensus.integrations.mcp.server import RequestContext, memory_server
from agentsensus.integrations.tools import AsyncMemoryTools
from agentsensus.language.languages import DEFAULT_LANGUAGE
from agentsensus.memory import AsyncMemory

LOOPBACK = "127.0.0.1"
PATH = "/mcp"


class AccessTokens:
    """The tools that each token gives access to."""

    def __init__(self, tools_by_token: Mapping[str, AsyncMemoryTools]) -> None:
        if not tools_by_token or not all(tools_by_token):
            raise InputError("a server needs a token for each agent")
        self._tools_by_token = dict(tools_by_token)
        self._by_name = {_name(tools): tools for tools in tools_by_token.values()}
        if len(self._by_name) < len(self._tools_by_token):
            raise InputError("two tokens belong to the same agent; give each agent one token")

    async def verify_token(self, token: str) -> AccessToken | None:
        """Return the client that a token belongs to; None for an unknown token. The time taken does not depend on the
        token.
        """
        name = None
        for known, tools in self._tools_by_token.items():
            if secrets.compare_digest(known.encode(), token.encode("utf-8", "surrogateescape")):
                name = _name(tools)
        return None if name is None else AccessToken(token=token, client_id=name, scopes=[])

    def tools_of(self, context: RequestContext) -> AsyncMemoryTools:
        """Return the tools of the sender of a request."""
        user = context.request.user if context.request is not None else None
        assert isinstance(user, AuthenticatedUser), "requests without a token are rejected earlier"
        return self._by_name[user.access_token.client_id]


def http_app(tools_by_token: Mapping[str, AsyncMemoryTools], port: int) -> Starlette:
    """Return the application that serves the tools of each token at `http://127.0.0.1:PORT/mcp`."""
    tokens = AccessTokens(tools_by_token)
    server = memory_server(tokens.tools_of, next(iter(tools_by_token.values())).instructions)
    auth = AuthSettings(issuer_url=AnyHttpUrl(f"http://{LOOPBACK}:{port}"), resource_server_url=None)
    return server.streamable_http_app(
        streamable_http_path=PATH, host=LOOPBACK, auth=auth, token_verifier=tokens, json_response=True
    )


def _name(tools: AsyncMemoryTools) -> str:
    return f"agent:{tools.access.agent}" if tools.access.agent else "author"


_TOKEN = re.compile(r"[!-~]{16,200}")


class TokenFile(BaseModel):
    """The contents of a token file: the token of the author and of each agent."""

    model_config = ConfigDict(extra="forbid")

    author: str = ""
    agents: dict[str, str] = {}


def tokens_for(agents: Sequence[str], file: Path | None) -> dict[str, str]:
    """Return a token for each agent; if `agents` is empty, one for the author, under the name "".

    Tokens are read from the file, if given; missing ones are added to it. Without a file they are new each time.
    """
    known = _read(file) if file is not None and file.exists() else TokenFile()
    before = known.model_copy(deep=True)
    if agents:
        tokens = {agent: known.agents.setdefault(agent, _new()) for agent in agents}
    else:
        known.author = known.author or _new()
        tokens = {"": known.author}
    if file is not None and known != before:
        _write(file, known)
    return tokens


def _new() -> str:
    return secrets.token_urlsafe(32)


def _read(file: Path) -> TokenFile:
    if os.name == "posix" and (mode := file.stat().st_mode & 0o077):
        raise InputError(f"{file}: others may read or write it ({mode:03o}), so its tokens are no secret; chmod 600 it")
    try:
        tokens = TokenFile.model_validate_json(read_bytes(file))
    except (InputError, ValidationError) as error:
        raise InputError(f"{file}: not a token file ({' '.join(str(error).split())}); name a new file") from None
    every = [*([tokens.author] if tokens.author else []), *tokens.agents.values()]
    if not all(_TOKEN.fullmatch(token) for token in every):
        raise InputError(f"{file}: a token needs 16 to 200 letters, digits or signs; remove the others")
    if len(set(every)) < len(every):
        raise InputError(f"{file}: two agents have the same token; give each its own")
    return tokens


def _write(file: Path, tokens: TokenFile) -> None:
    """Write the file atomically, readable by its owner only."""
    if not file.parent.is_dir():
        raise InputError(f"{file.parent}: there is no such folder to write tokens into")
    beside = file.with_name(f".{file.name}.new")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as written:
        written.write(json.dumps(tokens.model_dump(), ensure_ascii=False, indent=1) + "\n")
    os.replace(beside, file)


_SECONDS_TO_END = 3


@dataclass(frozen=True, slots=True)
class ServedMemory:
    """A memory file to serve. It is opened when serving starts and closed when it ends."""

    store: Path
    options: Mapping[str, Any]
    language: str = DEFAULT_LANGUAGE
    read_only: bool = False

    async def over_stdio(self, agent: str | None) -> None:
        """Serve the author or one agent over stdin and stdout, until the client closes them."""
        async with self._open() as memory:
            await serve_stdio(self._tools(memory, agent))

    async def over_http(
        self, tokens: Mapping[str, str], listening: socket.socket, stopping: "Stopping", ready: Callable[[], None]
    ) -> None:
        """Serve each agent ("": the author) by its token until stopped; `ready` is called when the memory is open."""
        async with self._open() as memory:
            tools_by_token = {token: self._tools(memory, agent or None) for agent, token in tokens.items()}
            listening.listen()
            ready()
            await serve_http(tools_by_token, listening, stopping)

    def _open(self) -> AsyncMemory:
        if not self.store.parent.is_dir():
            raise InputError(f"{self.store.parent}: there is no such folder")
        return AsyncMemory.open(self.store, read_only=self.read_only, **self.options)

    def _tools(self, memory: AsyncMemory, agent: str | None) -> AsyncMemoryTools:
        return AsyncMemoryTools(memory, agent, language=self.language, read_only=self.read_only)


async def serve_stdio(tools: AsyncMemoryTools) -> None:
    """Serve one client over stdin and stdout, until it closes them."""
    server = memory_server(lambda _: tools, tools.instructions)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


async def serve_http(
    tools_by_token: Mapping[str, AsyncMemoryTools], listening: socket.socket, stopping: "Stopping"
) -> None:
    """Serve clients over HTTP until stopped; each token gives access to its own tools."""
    config = uvicorn.Config(
        http_app(tools_by_token, listening.getsockname()[1]),
        log_level="warning",
        access_log=False,
        http=LimitedConnection,
        ws="none",
        timeout_graceful_shutdown=_SECONDS_TO_END,
    )
    server = uvicorn.Server(config)
    stopping.then(lambda: setattr(server, "should_exit", True))
    await server.serve(sockets=[listening])


def loopback_socket(port: int) -> socket.socket:
    """Return a socket on 127.0.0.1; port 0 takes a free one. Raises InputError if the port is taken."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((LOOPBACK, port))
    except OSError as error:
        listening.close()
        raise InputError(
            f"cannot bind port {port} on {LOOPBACK} ({error}); choose another port, or 0 for any free one"
        ) from None
    return listening


class Stopping:
    """Remembers that the process was asked to stop (Ctrl-C, SIGTERM), and runs a callback."""

    def __init__(self) -> None:
        self._deed: Callable[[], None] | None = None
        self._is_asked = False

    def on_signals(self) -> None:
        """Stop on Ctrl-C and SIGTERM. Call it in the main thread."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._on_signal)

    def then(self, deed: Callable[[], None]) -> None:
        """Run `deed` when the process is asked to stop; at once if it already was."""
        self._deed = deed
        if self._is_asked:
            deed()

    def ask(self) -> None:
        self._is_asked = True
        if self._deed is not None:
            self._deed()

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.ask()


def end_on_interrupt() -> None:
    """Let Ctrl-C end the process at once. Writes that were acknowledged are kept."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
