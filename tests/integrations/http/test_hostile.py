"""Requests made from the description, and requests of one agent for what others own: no failure, nothing given away."""

import json
import random
import warnings
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from agentsensus import Memory
from agentsensus.integrations.http import ServiceOptions, TokenBook, service_app
from agentsensus.memory.calls import agent_calls, author_calls
from tests.integrations.http.serving import served

SECRETS = ("The jewels lie under the third stone.", "宝石埋在第三块石头下面。", "Ada fears the winter in Elsinore.")


@pytest.mark.thorough
def test_requests_made_from_the_description_never_fail(tmp_path: Path) -> None:
    sent = send_described(tmp_path, operations_times=7)
    assert sum(sent.values()) >= 500
    assert max(sent) < 500
    assert sent[200] > 50


def send_described(folder: Path, operations_times: int) -> dict[int, int]:
    """Send requests that schemathesis makes from the OpenAPI description; returns how many got which status."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import schemathesis

        app = service_app(ServiceOptions(str(folder / "m.db"), None, "hashing", max_spaces=4, poll_seconds=0.01))
        schema = schemathesis.openapi.from_asgi("/openapi.json", app)
        statuses: dict[int, int] = {}
        with Memory.open(folder / "m.db", embedder="hashing") as memory:
            memory.remember("ada", SECRETS[0])
        for described in schema.get_all_operations():
            operation = described.ok()  # type: ignore[union-attr]  # an invalid description fails here
            if operation.path.endswith("/events") or operation.path == "/v1/spaces/{space}":
                continue  # a stream does not end, and without the space there is nothing to ask

            @settings(
                max_examples=operations_times,
                deadline=None,
                derandomize=True,
                database=None,
                phases=[Phase.explicit, Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(case=operation.as_strategy())
            def send(case: "schemathesis.Case[Any]") -> None:
                if "space" in (case.path_parameters or {}):
                    case.path_parameters["space"] = "main"
                response = case.call()
                statuses[response.status_code] = statuses.get(response.status_code, 0) + 1
                assert response.status_code < 500, (case.path, case.body, response.content)

            send()
        return statuses


@pytest.mark.thorough
def test_an_agents_token_gets_nothing_of_another_agent(tmp_path: Path) -> None:
    ask_for_others(tmp_path, requests=200, seed=1)


def ask_for_others(folder: Path, requests: int, seed: int) -> None:
    """Send requests with the token of one agent for the words, ids and names of others, and check every answer."""
    chance, tokens = random.Random(seed), TokenBook(folder / "tokens.json")
    options = ServiceOptions(str(folder / "m.db"), str(folder / "tokens.json"), "hashing", requests_a_minute=10**6)
    _, author = tokens.add(author=True)
    _, token = tokens.add(["eve"])
    statuses = set()
    with served(options) as url, Memory.open(url, token=author, embedder="hashing") as memory:
        own = memory.remember("eve", "Eve keeps bees.").ids[0]
        ids = [memory.remember(agent, text).ids[0] for agent in ("ada", "bob") for text in SECRETS]
        before = [memory.get(id_) for id_ in ids]
        with httpx.Client(base_url=url, headers={"authorization": f"Bearer {token}"}, timeout=30) as eve:
            for _ in range(requests):
                path, body = _hostile(chance, ids, own)
                response = eve.post(f"/v1/spaces/main/{path}", json=body)
                assert response.status_code < 500, (path, body, response.text)
                sent = f"{path} {json.dumps(body, ensure_ascii=False)}"
                assert [word for word in (*SECRETS, *ids) if word in response.text and word not in sent] == []
                statuses.add(response.status_code)
        assert [memory.get(id_) for id_ in ids] == before
    assert {200, 403} <= statuses


def _hostile(chance: random.Random, ids: list[str], own: str) -> tuple[str, dict[str, object]]:
    """A request for what belongs to others: through the author's calls, as another agent, or by their ids and words."""
    values: dict[str, object] = {
        "record": chance.choice([*ids, own]),
        "others": chance.sample(ids, 2),
        "agent": chance.choice(["ada", "bob", "eve"]),
        "query": chance.choice([*SECRETS, "jewels", "石头", "winter"]),
        "reader": chance.choice(["eve", "ada"]),
        "supersedes": chance.choice(ids),
        "a": chance.choice(ids),
        "b": chance.choice(ids),
        "witness": "ada",
        "text": chance.choice(["Eve saw rain.", "Eve keeps bees.", "Bob told Eve something."]),
        "messages": [{"role": "user", "content": "Ada told me where the jewels are."}],
        "ids": ids,
        "kind": "forget",
        "preview": False,
        "k": 50,
        "at": chance.choice([0, 0, 5]),
        "where": {"agent": "ada"},
    }
    kind = chance.choice(["memory", "agents/ada", "agents/eve", "agents/eve", "agents/eve"])
    call = chance.choice(list((author_calls() if kind == "memory" else agent_calls()).values()))
    wanted = {name: value for name, value in values.items() if name in call.arguments.model_fields}
    for name in ("at", "supersedes", "where", "preview"):
        if chance.random() < 0.6:
            wanted.pop(name, None)
    return f"{kind}/{call.name}", wanted
