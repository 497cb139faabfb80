"""The server as a process of its own, and the SDK's client to it."""

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from tests.paths import ROOT

SERVE = ["-c", "from agentsensus.cli import main; main()", "serve", "mcp", "--embedder", "hashing"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src")}


def over_stdio(store: Path, *options: str) -> Client:
    """A client whose server is started for it, over standard input and output."""
    return Client(StdioServerParameters(command=sys.executable, args=_arguments(store, options), env=ENVIRONMENT))


def serve_alone(store: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    """What becomes of a server that nobody talks to."""
    command = [sys.executable, *_arguments(store, options)]
    return subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=ENVIRONMENT, timeout=120, check=False
    )


class HttpServer:
    """A server over HTTP with a token for each door."""

    def __init__(self, process: "subprocess.Popen[str]", url: str, tokens: dict[str, str]) -> None:
        self.process, self.url, self.tokens = process, url, tokens

    @asynccontextmanager
    async def client(self, agent: str = "", token: str | None = None) -> AsyncIterator[Client]:
        """A client that comes through the door of an agent, or of the author."""
        headers = {"Authorization": f"Bearer {token or self.tokens[agent]}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as http,
            Client(streamable_http_client(self.url, http_client=http)) as client,
        ):
            yield client


@contextmanager
def http_server(store: Path, *options: str) -> Iterator[HttpServer]:
    """A server over HTTP on a free port, ended when the block ends."""
    command = [sys.executable, *_arguments(store, ["--http", "--port", "0", "--json", *options])]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line, process.communicate()[1]
        opened = json.loads(line)
        tokens = {access["agent"] or "": access["token"] for access in opened["doors"] if "token" in access}
        yield HttpServer(process, opened["url"], tokens)
    finally:
        process.kill()
        process.communicate()


def answer(result: Any) -> dict[str, Any]:
    """What a tool answered; it must not be an error."""
    assert not result.is_error, result.content
    structured: dict[str, Any] = result.structured_content
    assert json.loads(result.content[0].text) == structured
    return structured


def complaint(result: Any) -> str:
    """What a tool refused, in words."""
    assert result.is_error
    text: str = result.content[0].text
    return text


def _arguments(store: Path, options: Sequence[str]) -> list[str]:
    return [*SERVE, "--store", str(store), *options]
