"""kill -9 in the middle of writing: whatever was committed is whole, and nothing of what was not is visible."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from agentsensus import Memory

pytestmark = pytest.mark.thorough

KILLS = 12
BATCH = 6
WRITER = """
import sys
from agentsensus import Memory
memory = Memory.open(sys.argv[1], embedder="hashing")
print("ready", flush=True)
for at in range(memory.round + 1, 100_000):
    said = [(f"agent{n}", f"Agent {n} saw comet {at}. Agent {n} counted {at} stars.") for n in range(int(sys.argv[2]))]
    memory.remember_many(said, at=at)
    print(at, flush=True)
"""


def test_kill_9_in_the_middle_of_remember_many_loses_no_committed_batch(tmp_path: Path) -> None:
    store, chance, acknowledged = tmp_path / "crash.db", random.Random(1), 0
    for _ in range(KILLS):
        acknowledged = max(acknowledged, _write_until_killed(store, chance.uniform(0.0, 0.4)))
        with Memory.open(store, embedder="hashing") as memory:
            assert memory.round >= acknowledged
            per_round: dict[int, set[str]] = {}
            for record in memory.records():
                for wording in record.wordings:
                    per_round.setdefault(wording.at, set()).add(wording.agent)
            assert set(per_round) == set(range(1, memory.round + 1))
            assert all(len(agents) == BATCH for agents in per_round.values())
            found = memory.recall("agent0", f"counted {memory.round} stars", k=1)
            assert bool(found.hits) == (memory.round > 0)
            acknowledged = memory.round
    assert acknowledged >= KILLS


def _write_until_killed(store: Path, seconds: float) -> int:
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(store), str(BATCH)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "NO_COLOR": "1"},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    first = int(process.stdout.readline())
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    lines = process.stdout.read().split("\n")
    process.wait()
    process.stdout.close()
    return max((int(line) for line in lines[:-1] if line.isdigit()), default=first)
