"""One server and one client for the tests that only ask."""

import asyncio
from collections.abc import Iterator

import pytest
from mcp import Client

from tests.integrations.mcp.serving import over_stdio


@pytest.fixture(scope="module")
def clients() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="module")
def author(clients: asyncio.Runner, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    client = over_stdio(tmp_path_factory.mktemp("served") / "team.db")
    opened, ended = asyncio.Event(), asyncio.Event()

    async def hold() -> None:
        # A client is entered and left in one task.
        async with client:
            opened.set()
            await ended.wait()

    async def begin() -> "asyncio.Task[None]":
        task = asyncio.create_task(hold())
        await opened.wait()
        return task

    task = clients.run(begin())
    yield client
    ended.set()
    clients.run(asyncio.wait_for(task, 60))
