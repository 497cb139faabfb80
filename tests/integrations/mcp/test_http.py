"""Several clients of one server over HTTP: doors by token, and what a killed server leaves behind."""

import asyncio
import itertools
import json
import socket
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client

from agentsensus import Memory
from tests.integrations.mcp.serving import HttpServer, answer, http_server, serve_alone

AGENTS = ("ana", "ben", "cleo")


def secret(agent: str, number: int) -> str:
    return f"{agent.title()} counted {number} crates of {agent}oil in hall {number * 7}."


async def everything_shown(client: Client) -> str:
    """All that a door shows to somebody who tries everything: every tool, every resource, ids of others."""
    shown: list[Any] = []
    for query in ("crates in a hall", *AGENTS):
        for tool in ("recall", "search", "who_knows"):
            shown.append(answer(await client.call_tool(tool, {"query": query, "k": 100})))
    shown.append(answer(await client.call_tool("conflicts", {})))
    cursor = None
    while True:
        page = await client.list_resources(cursor=cursor)
        for resource in page.resources:
            shown.append([resource.name, resource.title, str(resource.uri)])
            shown += [part.text for part in (await client.read_resource(str(resource.uri))).contents]  # type: ignore[union-attr]
        cursor = page.next_cursor
        if cursor is None:
            return json.dumps(shown, ensure_ascii=False)


def test_an_agents_door_never_shows_rows_of_another(tmp_path: Path) -> None:
    store = tmp_path / "team.db"
    with Memory.open(store, embedder="hashing") as memory:
        ids = {
            agent: [id_ for number in range(4) for id_ in memory.remember(agent, secret(agent, number)).ids]
            for agent in AGENTS
        }
        memory.remember_event(AGENTS, "The ship came in at noon.")
        ids["all"] = []

    async def look(server: HttpServer) -> None:
        for agent in AGENTS:
            others = [name for name in AGENTS if name != agent]
            async with server.client(agent) as client:
                shown = await everything_shown(client)
                assert all(id_ in shown for id_ in ids[agent])
                for other in others:
                    assert f"{other}oil" not in shown
                    assert not any(id_ in shown for id_ in ids[other])
                    for id_ in ids[other]:
                        for tool in ("history", "forget"):
                            refused = await client.call_tool(tool, {"record": id_})
                            assert refused.is_error
                            assert f"{other}oil" not in refused.content[0].text  # type: ignore[union-attr]

    with http_server(store, *itertools.chain.from_iterable(("--agent", name) for name in AGENTS)) as server:
        asyncio.run(look(server))
        right, wrong = f"Bearer {server.tokens['ana']}", ("Bearer none", f"Bearer {'wrong' * 8}", "Basic YTpi", "")
        for headers in ({}, *({"Authorization": token} for token in wrong)):
            assert httpx2.post(server.url, headers=headers, json={}).status_code == 401
        # A page in a browser that was led here under another name does not get in even with a token.
        assert httpx2.post(server.url, headers={"Authorization": right, "Host": "evil.example"}, json={}).is_error
        assert server.url.startswith("http://127.0.0.1:")
    with Memory.open(store, read_only=True) as memory:
        assert {len(memory.records(agent=agent)) for agent in AGENTS} == {5}


def test_two_clients_of_one_door_see_what_the_other_writes(tmp_path: Path) -> None:
    async def talk(server: HttpServer) -> None:
        async with server.client() as first, server.client() as second:
            await asyncio.gather(
                *(
                    client.call_tool("remember", {"agent": f"agent {n}", "text": secret(f"agent{n}", n)})
                    for n, client in enumerate([first, second] * 6)
                )
            )
            for client in (first, second):
                results = answer(await client.call_tool("search", {"query": "crates", "k": 50}))["results"]
                assert len({owner for result in results for owner in result["owners"]}) == 12

    with http_server(tmp_path / "team.db") as server:
        asyncio.run(talk(server))


@pytest.mark.thorough
@pytest.mark.parametrize("seconds", [0.15, 0.6])
def test_what_was_acknowledged_is_there_after_the_server_was_killed_under_load(tmp_path: Path, seconds: float) -> None:
    store, acknowledged = tmp_path / "team.db", dict[str, str]()

    async def write(server: HttpServer, worker: int) -> None:
        async with server.client() as client:
            for number in itertools.count():
                text = f"Worker {worker} stored part {number} in bay {number * 13 + worker}."
                receipt = answer(await client.call_tool("remember", {"agent": f"worker {worker}", "text": text}))
                acknowledged[receipt["statements"][0]["id"]] = text

    async def load(server: HttpServer) -> None:
        tasks = [asyncio.create_task(write(server, worker)) for worker in range(4)]
        while not acknowledged:  # noqa: ASYNC110  # filled by several tasks
            await asyncio.sleep(0.01)
        await asyncio.sleep(seconds)
        server.process.kill()
        await asyncio.to_thread(server.process.wait)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    with http_server(store) as server:
        asyncio.run(load(server))
    assert acknowledged
    # The killed server's lock is no obstacle, and the next one goes on where it was stopped.
    with Memory.open(store) as memory:
        wordings = {wording.id: wording.text for record in memory.records() for wording in record.wordings}
        assert {id_: wordings.get(id_) for id_ in acknowledged} == acknowledged
        memory.remember("worker 9", "Worker 9 began anew.")


def test_slowloris(tmp_path: Path) -> None:
    """Half-open connections, more than the server keeps, do not shut out a client with a token."""
    with http_server(tmp_path / "m.db", "--agent", "ana") as server, ExitStack() as stack:
        port = httpx2.URL(server.url).port
        half_open = []
        for _ in range(450):
            half_open.append(stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60)))
            half_open[-1].sendall(b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")

        async def talk() -> None:
            async with server.client("ana") as client:
                answer(await client.call_tool("remember", {"text": secret("ana", 3)}))

        asyncio.run(talk())
        half_open[0].settimeout(60)
        with suppress(ConnectionError):
            assert half_open[0].recv(1) == b"", "the oldest connection made room"


def test_a_token_file_is_private_and_its_tokens_are_not_printed(tmp_path: Path) -> None:
    file, store = tmp_path / "tokens.json", tmp_path / "m.db"
    with http_server(store, "--agent", "ana", "--token-file", str(file)) as server:
        assert server.tokens == {}
        token = json.loads(file.read_text("utf-8"))["agents"]["ana"]

        async def talk() -> None:
            async with server.client(token=token) as client:
                answer(await client.call_tool("remember", {"text": secret("ana", 3)}))

        asyncio.run(talk())
        server.process.kill()
        assert not any(token in (shown or "") for shown in server.process.communicate())
    file.chmod(0o644)
    refused = serve_alone(store, "--http", "--port", "0", "--agent", "ana", "--token-file", str(file))
    assert refused.returncode == 2
    assert "others may read or write it (044)" in refused.stderr
    assert "chmod 600" in refused.stderr
