"""Threads, tasks and processes on one file: nothing is lost, nothing is there twice, nobody fails at once."""

import asyncio
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from agentsensus import AsyncMemory, Memory
from agentsensus.errors import InputError, StoreBusy
from tests.paths import ROOT

WRITER = """
import sys
from agentsensus import Memory

file, name = sys.argv[1:]
for number in range(2):
    with Memory.open(file, embedder="hashing", wait=60) as memory:
        memory.remember(name, f"{name} stored part {number} in bay {number * 13}.")
"""
HOLDER = """
import sys, time
from agentsensus import Memory

memory = Memory.open(sys.argv[1], embedder="hashing")
memory.remember("holder", "The holder took the lock.")
print("held", flush=True)
time.sleep(60)
"""
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src")}


def text_of(agent: str, number: int) -> str:
    return f"{agent} stored part {number} in bay {number * 13}."


def kept(memory: Memory) -> list[str]:
    return sorted(wording.text for record in memory.records() for wording in record.wordings)


def test_thirty_two_threads_lose_nothing(tmp_path: Path) -> None:
    agents = [f"thread {number}" for number in range(32)]

    def work(agent: str) -> None:
        for number in range(2):
            memory.remember(agent, text_of(agent, number))
            assert memory.recall(agent, "part in a bay").hits

    with Memory.open(tmp_path / "a.db", embedder="hashing") as memory:
        with ThreadPoolExecutor(32) as pool:
            list(pool.map(work, agents))
        assert kept(memory) == sorted(text_of(agent, number) for agent in agents for number in range(2))
        before = memory.sha256()
    with Memory.open(tmp_path / "a.db") as memory:
        assert memory.sha256() == before


def test_two_hundred_tasks_lose_nothing_and_each_gets_its_own_receipt(tmp_path: Path) -> None:
    agents = [f"task {number}" for number in range(200)]

    async def work(memory: AsyncMemory, agent: str) -> None:
        receipt = await memory.remember(agent, text_of(agent, 0))
        assert (receipt.agent, [statement.text for statement in receipt.statements]) == (agent, [text_of(agent, 0)])
        assert (await memory.recall(agent, "part in a bay")).hits[0].id == receipt.ids[0]

    async def all_at_once() -> None:
        async with AsyncMemory.open(tmp_path / "a.db", embedder="hashing") as memory:
            await asyncio.gather(*(work(memory, agent) for agent in agents))

    asyncio.run(all_at_once())
    with Memory.open(tmp_path / "a.db") as memory:
        assert kept(memory) == sorted(text_of(agent, 0) for agent in agents)


def test_a_deposit_that_is_refused_takes_no_other_of_its_batch_with_it() -> None:
    async def all_at_once() -> list[object]:
        async with AsyncMemory.open(embedder="hashing") as memory:
            wrong = memory.remember("zed", "Zed stood by.", truth=["one", "two"])
            right = [memory.remember(f"task {number}", text_of("task", number)) for number in range(9)]
            answers = await asyncio.gather(right[0], wrong, *right[1:], return_exceptions=True)
            assert len(memory.agents) == 9
            return list(answers)

    first, refused, *rest = asyncio.run(all_at_once())
    assert isinstance(refused, InputError)
    assert not any(isinstance(answer, BaseException) for answer in (first, *rest))


def test_four_processes_take_turns_and_lose_nothing(tmp_path: Path) -> None:
    names = [f"process {number}" for number in range(4)]
    Memory.open(tmp_path / "a.db", embedder="hashing").close()
    command = [sys.executable, "-c", WRITER, str(tmp_path / "a.db")]
    workers = [subprocess.Popen([*command, name], env=ENVIRONMENT, stderr=subprocess.PIPE) for name in names]
    errors = [worker.communicate(timeout=300)[1].decode() for worker in workers]
    assert [worker.returncode for worker in workers] == [0] * 4, errors
    with Memory.open(tmp_path / "a.db") as memory:
        assert kept(memory) == sorted(text_of(name, number) for name in names for number in range(2))


class _Clock:
    """Time that passes only in `sleep`."""

    def __init__(self, pauses: list[float]) -> None:
        self._pauses = pauses

    def monotonic(self) -> float:
        return sum(self._pauses)

    def sleep(self, seconds: float) -> None:
        self._pauses.append(seconds)


def test_a_holder_is_waited_for_as_long_as_said_and_a_killed_one_is_taken_over_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.db"
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, str(file)], env=ENVIRONMENT, stdout=subprocess.PIPE)
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        pauses: list[float] = []
        monkeypatch.setattr("agentsensus.store.sqlite.lock.time", _Clock(pauses))
        with pytest.raises(StoreBusy, match="wait=SECONDS"):
            Memory.open(file, wait=0.3)
        assert sum(pauses) == pytest.approx(0.3)
        monkeypatch.undo()
    finally:
        holder.kill()
        holder.communicate()
    with Memory.open(file, wait=60) as memory:
        assert kept(memory) == ["The holder took the lock."]
    with pytest.raises(InputError, match="wait is -1"):
        Memory.open(file, wait=-1)
