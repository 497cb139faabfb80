"""Listeners of commits: their errors stay their own, and a commit names what it did."""

import asyncio
import logging
from pathlib import Path

import pytest

from agentsensus import AsyncMemory, Memory
from agentsensus.memory.answers import Commit

DOOR, SHUT = "The gate of the castle is open.", "The gate of the castle is not open."


def broken(commit: Commit) -> None:
    raise RuntimeError("the listener is broken")


def test_an_error_of_a_subscriber_is_logged_and_never_raised_into_the_caller(caplog: pytest.LogCaptureFixture) -> None:
    heard: list[Commit] = []
    with Memory.open(embedder="hashing") as memory, caplog.at_level(logging.ERROR, "agentsensus"):
        memory.subscribe(broken)
        memory.subscribe(heard.append)
        receipt = memory.remember("ana", DOOR)
        assert memory.owns("ana", receipt.ids[0])
    assert len(heard) == 1
    assert "the listener is broken" in caplog.text


def test_an_error_of_a_subscriber_of_an_async_memory_is_logged_too(caplog: pytest.LogCaptureFixture) -> None:
    async def deposit() -> int:
        heard: list[Commit] = []
        async with AsyncMemory.open(embedder="hashing") as memory:
            memory.subscribe(broken)
            memory.subscribe(heard.append)
            await memory.remember("ana", DOOR)
        return len(heard)

    with caplog.at_level(logging.ERROR, "agentsensus"):
        assert asyncio.run(deposit()) == 1
    assert "the listener is broken" in caplog.text


def test_a_commit_names_merges_conflicts_and_splits(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "a.db") as memory:
        first = memory.remember("ana", DOOR).ids[0]
        commits: list[Commit] = []
        memory.subscribe(commits.append)
        second = memory.remember("ben", DOOR).ids[0]
        assert commits[-1].merges == ((second, first),)
        third = memory.remember("cleo", SHUT).ids[0]
        assert set(commits[-1].conflicts) == {(third, first)}
        memory.split(first, "ben")
        assert commits[-1].splits == ((second, second),)
        assert not commits[-1].merges


def test_a_purge_notifies_and_names_the_purged_wordings() -> None:
    with Memory.open(embedder="hashing") as memory:
        record = memory.remember("ana", DOOR).ids[0]
        commits: list[Commit] = []
        memory.subscribe(commits.append)
        memory.purge(record=record)
        assert [commit.purged for commit in commits] == [(record,)]
