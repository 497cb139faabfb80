"""The HTTP service: tokens, keys, limits, copies, events, and the client with the same API."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from agentsensus import AsyncMemory, Memory
from agentsensus.base.loop import wait_for
from agentsensus.errors import InputError, NotOwned, ServiceError, StoreError, StoreReadOnly, UnknownName
from agentsensus.integrations.http import ServiceOptions, TokenBook, run_service
from agentsensus.memory.answers import Commit
from tests.integrations.http.serving import served
from tests.postgres import new_space

GHOST = "The ghost walked the battlements at midnight."
SECRET = "The jewels lie under the third stone."


class Served:
    """A service with tokens of the author, of two agents and of a group."""

    def __init__(self, url: str, book: TokenBook) -> None:
        self.url, self.book = url, book
        self.ids, self.tokens = {}, dict[str, str]()
        for name, agents in {"author": [], "ada": ["ada"], "bob": ["bob"], "team": ["cy", "di"]}.items():
            self.ids[name], self.tokens[name] = book.add(agents, author=not agents)

    def send(self, who: str | None, method: str, path: str, **options: Any) -> httpx.Response:
        headers = {} if who is None else {"authorization": f"Bearer {self.tokens.get(who, who)}"}
        headers |= options.pop("headers", {})
        return httpx.request(method, f"{self.url}{path}", headers=headers, timeout=30, **options)

    def call(self, who: str, path: str, **body: Any) -> httpx.Response:
        return self.send(who, "POST", f"/v1/spaces/main/{path}", json=body)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Served]:
    options = ServiceOptions(str(tmp_path / "m.db"), str(tmp_path / "tokens.json"), "hashing", poll_seconds=0.05)
    with served(options) as url:
        service = Served(url, TokenBook(tmp_path / "tokens.json"))
        assert service.send("author", "PUT", "/v1/spaces/main", json={}).status_code == 200
        yield service


def test_the_agent_comes_from_the_token(service: Served) -> None:
    assert service.call("ada", "agents/ada/remember", text=SECRET).status_code == 200
    assert service.call("ada", "agents/ada/recall", query="jewels").json()["hits"][0]["text"] == SECRET
    assert service.call("bob", "agents/bob/recall", query="jewels").json()["hits"] == []
    assert service.call("bob", "agents/ada/recall", query="jewels").status_code == 403
    assert service.call("ada", "memory/records").status_code == 403
    assert service.call("team", "agents/di/remember", text=GHOST).status_code == 200
    assert service.call("team", "agents/ada/recall", query="jewels").status_code == 403
    assert service.call("author", "memory/who_knows", query="jewels").json()[0]["agent"] == "ada"
    for path in (
        "/v1/spaces",
        "/metrics",
        "/v1/spaces/main/export",
        "/v1/spaces/main/backup",
        "/v1/spaces/main/events",
    ):
        assert service.send("ada", "GET", path).status_code == 403
    assert service.send("ada", "DELETE", "/v1/spaces/main").status_code == 403
    assert "agents" not in service.send("ada", "GET", "/v1/spaces/main").json()


def test_without_a_valid_token_nothing_is_told(service: Served, tmp_path: Path) -> None:
    for who in (None, "wrong"):
        assert service.send(who, "GET", "/v1/spaces").status_code == 401
    assert service.send(None, "GET", "/healthz").json() == {"ok": True}
    assert service.send(None, "GET", "/readyz").json() == {"ready": True}
    assert all(token not in (tmp_path / "tokens.json").read_text("utf-8") for token in service.tokens.values())


def test_tokens_are_revoked_and_rotated_without_a_restart(service: Served) -> None:
    service.call("ada", "agents/ada/remember", text=SECRET)
    fresh = service.book.rotate(service.ids["ada"])
    assert service.call("ada", "agents/ada/recall", query="jewels").status_code == 401
    assert service.call(fresh, "agents/ada/recall", query="jewels").json()["hits"]
    service.book.revoke(service.ids["ada"])
    assert service.call(fresh, "agents/ada/recall", query="jewels").status_code == 401
    with pytest.raises(UnknownName):
        service.book.revoke("t0")


def test_a_token_can_be_for_some_spaces(service: Served) -> None:
    _, token = service.book.add(["ada"], spaces=["other"])
    assert service.call(token, "agents/ada/recall", query="jewels").status_code == 403
    assert service.send(token, "POST", "/v1/spaces/other/agents/ada/recall", json={"query": "x"}).status_code == 404


def test_a_write_that_is_sent_again_is_done_once(service: Served) -> None:
    key = {"headers": {"Idempotency-Key": "one"}}
    path = "/v1/spaces/main/agents/ada/"
    first = service.send("ada", "POST", f"{path}remember", json={"text": SECRET}, **key).json()
    assert service.send("ada", "POST", f"{path}remember", json={"text": SECRET}, **key).json() == first
    record = first["statements"][0]["id"]
    other = service.send("ada", "POST", f"{path}remember", json={"text": GHOST}).json()["statements"][0]["id"]
    for _ in range(2):
        answer = service.send("ada", "POST", f"{path}link", json={"record": record, "others": [other]}, **key)
        assert (answer.status_code, answer.json()) == (200, None)
    for _ in range(2):
        assert service.send("ada", "POST", f"{path}forget", json={"record": record}, **key).status_code == 200
    assert service.send("ada", "POST", f"{path}forget", json={"record": record}).status_code == 403
    assert [record["text"] for record in service.call("author", "memory/records").json()] == [GHOST]


def test_limits_of_rate_and_body(tmp_path: Path) -> None:
    tokens = tmp_path / "tokens.json"
    options = ServiceOptions(str(tmp_path / "m.db"), str(tokens), "hashing", max_body=2_000, requests_a_minute=60)
    with served(options) as url:
        service = Served(url, TokenBook(tokens))
        service.send("author", "PUT", "/v1/spaces/main", json={})
        assert service.call("ada", "agents/ada/remember", text="x" * 3_000).status_code == 413
        statuses = [service.call("ada", "agents/ada/recall", query="x").status_code for _ in range(14)]
        assert statuses.count(429) >= 3
        assert service.call("bob", "agents/bob/recall", query="x").status_code == 200


def test_metrics_and_description(service: Served) -> None:
    service.call("ada", "agents/ada/recall", query="x")
    page = service.send("author", "GET", "/metrics").text
    assert 'path="/v1/spaces/{space}/agents/{agent}/{call}",status="200"} 1' in page
    assert "agentsensus_open_spaces" in page
    described = service.send(None, "GET", "/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    assert "/v1/spaces/{space}/memory/remember" in described["paths"]
    names = json.dumps(described)
    assert all(f'"{word}"' not in names for word in ("to", "where_to", "path_on_server"))


def test_the_least_recently_used_space_is_closed(tmp_path: Path) -> None:
    with served(ServiceOptions(str(tmp_path / "m.db"), None, "hashing", max_spaces=2)) as url:
        for name in ("a", "b", "c", "d"):
            with Memory.open(url, space=name, embedder="hashing") as memory:
                memory.remember("ada", f"This is the space {name}.")
        assert 'agentsensus_open_spaces{worker="' in httpx.get(f"{url}/metrics").text
        assert httpx.get(f"{url}/metrics").text.rstrip().endswith(" 2")
        with Memory.open(url, space="a") as memory:
            assert memory.recall("ada", "space").hits
        assert httpx.get(f"{url}/v1/spaces").json() == ["a", "b", "c", "d"]


def test_the_client_has_the_same_api_and_the_same_errors(service: Served, tmp_path: Path) -> None:
    memory = Memory.open(service.url, token=service.tokens["author"])
    receipt = memory.remember("ada", SECRET, at=3, via="told:bob", metadata={"mood": "calm"})
    hit = memory.recall("ada", "jewels", where={"mood": "calm"}).hits[0]
    assert (hit.id, hit.via.source, hit.since) == (receipt.ids[0], "bob", 3)
    assert memory.agent("ada").recall("jewels").hits[0].id == hit.id
    assert (memory.round, memory.agents, memory.has_links) == (3, ("ada",), True)
    assert memory.as_of(2).recall("ada", "jewels").hits == ()
    with pytest.raises(StoreReadOnly):
        memory.as_of(2).remember("ada", GHOST)
    with pytest.raises(NotOwned):
        memory.forget("bob", hit.id)
    with pytest.raises(UnknownName):
        memory.get("nothing")
    with pytest.raises(InputError, match="text"):
        memory.remember("ada", 5)  # type: ignore[arg-type]
    for refused in (lambda: memory.fork(tmp_path / "x.db"), memory.at_once, lambda: memory.embedder):
        with pytest.raises(InputError):
            refused()
    memory.fork_space("copy", at=3)
    with Memory.open(service.url, space="copy", token=service.tokens["author"]) as copy:
        assert copy.sha256() == memory.sha256()
    memory.export(tmp_path / "e.jsonl")
    with Memory.open(service.url, space="again", token=service.tokens["author"]) as again:
        again.import_(tmp_path / "e.jsonl")
        assert again.sha256() == memory.sha256()
    memory.backup(tmp_path / "b.db")
    with Memory.open(tmp_path / "b.db") as file:
        assert file.sha256() == memory.sha256()
    memory.close()
    with pytest.raises(StoreError, match="closed"):
        memory.recall("ada", "jewels")
    with Memory.open(service.url, token=service.tokens["bob"]) as bobs:
        agent = bobs.agent("bob")
        assert agent.recall("jewels").hits == ()
        with pytest.raises(ServiceError):
            bobs.records()
        assert service.tokens["bob"] not in repr(agent)


def test_listeners_get_every_commit_also_after_an_interruption(service: Served) -> None:
    memory = AsyncMemory.open(service.url, token=service.tokens["author"])
    seen: list[Commit] = []
    heard = threading.Event()

    def listen(commit: Commit) -> None:
        seen.append(commit)
        heard.set()

    stop = memory.subscribe(listen)
    service.call("ada", "agents/ada/remember", text=SECRET)
    assert heard.wait(10)
    stop()
    wait_for(memory.close())
    position = service.call("author", "memory/commits_since").json()[1]
    service.call("bob", "agents/bob/remember", text=SECRET)
    headers = {"authorization": f"Bearer {service.tokens['author']}"}
    address = f"{service.url}/v1/spaces/main/events"
    with httpx.stream("GET", address, params={"after": position}, headers=headers, timeout=20) as stream:
        line = next(line for line in stream.iter_lines() if line.startswith("data: {"))
    commit = json.loads(line.removeprefix("data: "))
    assert commit["deposits"][0]["agent"] == "bob"
    assert len(commit["merges"]) == 1
    assert seen[0].deposits[0].agent == "ada"
    assert service.send("author", "GET", "/v1/spaces/main/events?after=9.9").status_code == 400


def test_a_service_that_others_can_reach_needs_tokens_and_a_file_one_worker(tmp_path: Path) -> None:
    options = ServiceOptions(str(tmp_path / "m.db"), None, "hashing")
    with pytest.raises(InputError, match="--tokens"):
        run_service(options, "0.0.0.0", 0, 1)
    with pytest.raises(InputError, match="one writer"):
        run_service(options, "127.0.0.1", 0, 2)


@pytest.mark.thorough
def test_several_workers_serve_one_space(postgres: str, tmp_path: Path) -> None:
    command = [str(Path(sys.executable).with_name("agentsensus")), "serve", "http", "--store", postgres, "--json"]
    options = ["--port", "0", "--workers", "2", "--embedder", "hashing"]
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        url, space = json.loads(process.stdout.readline())["url"], new_space("served")
        try:
            _tell_by_many(url, space)
        finally:
            process.terminate()


def _tell_by_many(url: str, space: str) -> None:
    with Memory.open(url, space=space, embedder="hashing") as memory:

        def tell(agent: str) -> None:
            with Memory.open(url, space=space) as own:
                for number in range(5):
                    own.remember(agent, f"The bell rang {number} times at noon.")

        threads = [threading.Thread(target=tell, args=(f"agent-{number}",)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [len(record.owners) for record in memory.records()] == [4] * 5
