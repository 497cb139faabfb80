"""Many processes write to one space at once: nothing is written twice, nothing committed is lost."""

import random
import subprocess
import sys
import time

import pytest

from agentsensus import Memory
from tests.postgres import new_space, own_server
from tests.store.postgres.writers import topics

TIMEOUT = 240


def _start(address: str, space: str, process: int, writers: int, count: int) -> "subprocess.Popen[bytes]":
    arguments = [address, space, *map(str, (process, writers, count))]
    return subprocess.Popen([sys.executable, "-m", "tests.store.postgres.writers", *arguments])


def _check(address: str, space: str, processes: int, writers: int, count: int) -> None:
    agents = {f"agent-{process}-{writer}" for process in range(processes) for writer in range(writers)}
    with Memory.open(address, space=space, read_only=True) as memory:
        records = memory.records()
        assert sorted(record.text for record in records) == sorted(topics(count))
        assert all(set(record.owners) == agents for record in records)
        assert len(records) == count
        assert all(len(record.wordings) == len(agents) for record in records), "something was written twice"


def tell_at_once(address: str, processes: int, writers: int, count: int) -> None:
    """Processes tell the same topics at the same time; checks that there is one record of each."""
    space = new_space("writers")
    started = [_start(address, space, process, writers, count) for process in range(processes)]
    assert [process.wait(TIMEOUT) for process in started] == [0] * processes
    _check(address, space, processes, writers, count)


def tell_and_kill(address: str, processes: int, writers: int, count: int, kills: int, seed: int) -> None:
    """The same, while processes are killed at random and started again."""
    space, chance = new_space("killed"), random.Random(seed)
    started = [_start(address, space, process, writers, count) for process in range(processes)]
    for _ in range(kills):
        time.sleep(chance.uniform(0.2, 1.5))
        victim = chance.randrange(processes)
        started[victim].kill()
        started[victim].wait()
        started[victim] = _start(address, space, victim, writers, count)
    assert [process.wait(TIMEOUT) for process in started] == [0] * processes
    _check(address, space, processes, writers, count)


@pytest.mark.thorough
@pytest.mark.parametrize("repetition", range(2))
def test_topics_told_by_many_writers_in_the_same_words_are_one_record_each(postgres: str, repetition: int) -> None:
    tell_at_once(postgres, processes=3, writers=4, count=20)


@pytest.mark.thorough
def test_killed_writers_lose_nothing_committed_and_write_nothing_twice(postgres: str) -> None:
    tell_and_kill(postgres, processes=2, writers=3, count=20, kills=3, seed=1)


@pytest.mark.thorough
def test_writers_go_on_after_the_server_was_restarted() -> None:
    with own_server() as server:
        address, space = str(server.get_uri()), new_space("restarted")
        started = [_start(address, space, process, 2, 20) for process in range(2)]
        with Memory.open(address, space=space, embedder="hashing") as memory:
            while len(memory.records()) < 5:
                time.sleep(0.05)
            server.stop()
            server.start()
            assert memory.remember("osric", "Osric saw the server stop and start.").statements
        assert [process.wait(TIMEOUT) for process in started] == [0, 0]
        with Memory.open(address, space=space) as memory:
            memory.purge(agent="osric")
            assert len(memory.records()) == 20
