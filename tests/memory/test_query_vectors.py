"""The work of a recall depends on the asker's own history only, and queries leave nothing in the file."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from agentsensus import Memory
from agentsensus.base.arrays import FloatArray
from agentsensus.embed import by_name, thresholds_of, weights_of
from agentsensus.memory.api import engine_of


class Counting:
    """The hashing embedder, with a count of the texts it was asked for."""

    def __init__(self) -> None:
        self._inner = by_name("hashing")
        self.id, self.dim = self._inner.id, self._inner.dim
        self.thresholds, self.weights = thresholds_of(self._inner), weights_of(self._inner)
        self.texts: list[str] = []

    async def embed(self, texts: Sequence[str]) -> FloatArray:
        self.texts += texts
        return await self._inner.embed(texts)


def _watched(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of store methods that look vectors up, as they are called."""
    store = engine_of(memory.asynchronous).store
    calls: list[str] = []

    def watched(name: str, method: Any) -> Any:
        def call(*args: Any, **options: Any) -> Any:
            calls.append(name)
            return method(*args, **options)

        return call

    for name in ("find_vectors", "vectors"):
        monkeypatch.setattr(store, name, watched(name, getattr(store, name)))
    return calls


def test_timing_oracle_a_recall_embeds_the_same_whether_another_agent_has_the_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    embedder = Counting()
    memory = Memory.open(embedder=embedder)
    chance = random.Random(1)
    known = [f"The ferry number {n} was sold on day {chance.randrange(999)}." for n in range(60)]
    unknown = [f"The ferry number {n} was sold on day {chance.randrange(999)}." for n in range(60, 120)]
    memory.remember_many([("ben", text) for text in known])
    memory.remember("ana", "Ana likes tea.")
    ana, calls = memory.agent("ana"), _watched(memory, monkeypatch)
    work = {}
    for text in chance.sample([*known, *unknown], 120):
        embedder.texts.clear()
        calls.clear()
        ana.recall(text)
        ana.knows(text)
        work[text] = (tuple(embedder.texts), tuple(calls))
    assert {len(texts) for texts, _ in work.values()} == {1}
    assert {calls for _, calls in work.values()} == {()}


def test_timing_pin_the_queries_of_one_agent_do_not_speed_up_anothers() -> None:
    embedder = Counting()
    memory = Memory.open(embedder=embedder)
    memory.remember("ana", "Ana likes tea.")
    memory.recall("ben", "the door code is 4417")
    embedder.texts.clear()
    memory.recall("ana", "the door code is 4417")
    memory.recall("ana", "the door code is 4417")
    assert embedder.texts == ["the door code is 4417"]


def test_names_in_a_query_are_read_without_the_cache_that_others_fill() -> None:
    memory = Memory.open(embedder="hashing", names={"ben": ["Ben", "the smith"]})
    memory.remember("ben", "Ben forged a key.")
    before = memory.names.canonical.cache_info()
    memory.recall("ana", "Ben forged a key.")
    after = memory.names.canonical.cache_info()
    assert (after.hits, after.misses) == (before.hits, before.misses)


def test_6000_recalls_do_not_grow_the_file(tmp_path: Path) -> None:
    memory = Memory.open(tmp_path / "m.db", embedder="hashing")
    memory.remember("ana", "Ana likes tea.")
    engine = engine_of(memory.asynchronous)
    before = engine.store.counts().vectors
    for number in range(6_000):
        memory.recall("ana", f"what is number {number}?")
    memory.who_knows("who knows number 7?")
    memory.remember("ana", "Ben likes coffee.")
    assert engine.store.counts().vectors == before + 1
    memory.close()


def test_an_agents_last_queries_are_kept_and_no_more() -> None:
    embedder = Counting()
    memory = Memory.open(embedder=embedder)
    memory.remember("ana", "Ana likes tea.")
    for number in range(100):
        memory.recall("ana", f"question {number}")
    book = engine_of(memory.asynchronous).book
    assert max(map(len, book._queries.values())) <= 8
