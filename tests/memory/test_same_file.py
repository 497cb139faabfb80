"""A file that is opened again in the same process is the same memory; each closes its own."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from agentsensus import AsyncMemory, Memory
from agentsensus.errors import StoreBusy, StoreError, StoreMismatch


def test_what_one_remembers_the_other_finds_and_each_closes_its_own(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    first, second = Memory.open(file, embedder="hashing"), Memory.open(str(file))
    heard: list[int] = []
    second.subscribe(lambda commit: heard.append(len(commit.deposits)))
    first.remember("ana", "The printer on the second floor is broken.")
    second.remember("ben", "The kettle was replaced on Monday.")
    assert first.records() == second.records()
    assert len(first.records()) == 2
    assert heard == [1, 1]
    first.close()
    first.close()
    with pytest.raises(StoreError, match="closed"):
        first.records()
    assert second.recall("ana", "printer").hits
    second.close()
    with Memory.open(file, shared=False) as alone:
        assert len(alone.records()) == 2
        with pytest.raises(StoreBusy):
            Memory.open(file)


def test_spaces_and_readers_stay_memories_of_their_own(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    with Memory.open(file, embedder="hashing") as main, Memory.open(file, space="b", embedder="hashing") as other:
        main.remember("ana", "The printer is broken.")
        assert not other.records()
        with Memory.open(file, read_only=True) as reader:
            assert len(reader.records()) == 1
            with pytest.raises(StoreError):
                reader.remember("ana", "The kettle is new.")


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"judge": "rule"}, "judge"),
        ({"settings": "paper"}, "settings"),
        ({"embedder": "universal"}, "embedder"),
        ({"design": "g-memory"}, "design"),
        ({"seed": 7}, "seed"),
        ({"names": {"ana": ["Ana"]}}, "names"),
        ({"model": lambda prompt: prompt}, "model"),
    ],
)
def test_whoever_opens_it_otherwise_is_told_what_differs(tmp_path: Path, options: dict[str, Any], word: str) -> None:
    with Memory.open(tmp_path / "a.db", embedder="hashing", seed=0) as memory:
        with pytest.raises(StoreMismatch, match=word):
            Memory.open(tmp_path / "a.db", **options)
        with Memory.open(tmp_path / "a.db", design="consensus", embedder="hashing", seed=0, settings="ours") as same:
            assert same.remember("ana", "The printer is broken.").ids == (memory.records()[0].id,)


def test_many_threads_that_open_it_at_once_share_one_memory(tmp_path: Path) -> None:
    def work(number: int) -> None:
        with Memory.open(tmp_path / "a.db", embedder="hashing") as memory:
            memory.remember(f"agent {number}", f"Agent {number} stored part {number * 13} in a bay.")

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(work, range(32)))
    with Memory.open(tmp_path / "a.db") as memory:
        assert len(memory.agents) == len(memory.records()) == 32


def test_embedding_anew_through_one_is_seen_by_the_other(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "a.db", embedder="hashing") as one, Memory.open(tmp_path / "a.db") as other:
        one.remember("ana", "The late king's ghost walked the battlements at midnight.")
        one.reembed("universal")
        other.remember("ben", "At midnight the ghost of the late king was seen walking the battlements.")
        assert [record.owners for record in other.records()] == [("ana", "ben")]


def test_an_asynchronous_memory_and_a_plain_one_are_the_same_too(tmp_path: Path) -> None:
    async def program() -> None:
        async with await asyncio.to_thread(AsyncMemory.open, tmp_path / "a.db") as memory:
            await memory.remember("ben", "The kettle was replaced on Monday.")

    with Memory.open(tmp_path / "a.db", embedder="hashing") as memory:
        asyncio.run(program())
        assert memory.agents == ("ben",)


def test_a_memory_that_nobody_closed_is_found_again(tmp_path: Path) -> None:
    Memory.open(tmp_path / "a.db", embedder="hashing").remember("ana", "The printer is broken.")
    assert Memory.open(tmp_path / "a.db").agents == ("ana",)
