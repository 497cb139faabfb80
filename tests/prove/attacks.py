"""Attacks of one agent on others, and on calls: timing, grants, cancellation, forks, and the order of disk writes."""

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from agentsensus import AsyncMemory, Memory
from agentsensus.base.arrays import FloatArray
from agentsensus.embed import by_name, thresholds_of, weights_of
from agentsensus.memory.api import engine_of
from tests.memory.interference import TEXTS
from tests.paths import ROOT
from tests.prove.campaign import Tally

__all__ = ["cancel_writes", "fork_processes", "grant_rows", "guess_by_timing", "trace_disk_writes"]

_SECONDS = 600


class _CountingEmbedder:
    """The hashing embedder, with a count of the texts that it embeds."""

    def __init__(self) -> None:
        self._inner = by_name("hashing")
        self.id, self.dim = self._inner.id, self._inner.dim
        self.thresholds, self.weights = thresholds_of(self._inner), weights_of(self._inner)
        self.count = 0

    async def embed(self, texts: Sequence[str]) -> FloatArray:
        self.count += len(texts)
        return await self._inner.embed(texts)


def guess_by_timing(count: int, seed: int) -> Tally:
    """Let an agent guess from the work of its own recalls which of two texts another agent has remembered.

    Work is counted in embedded texts and lookups of vectors. A guess is right by chance only if both cost the same.
    """
    tally, chance, embedder = Tally("guesses by timing"), Random(seed), _CountingEmbedder()
    right = 0
    with Memory.open(embedder=embedder) as memory:
        codes = chance.sample(range(10**6), 2 * count)
        known = codes[:count]
        memory.remember_many([("ben", f"The door code is {code}.") for code in known])
        memory.remember("ana", "Ana likes tea.")
        ana, store, lookups = memory.agent("ana"), engine_of(memory.asynchronous).store, 0
        find, vectors = store.find_vectors, store.vectors

        def counted(method: Any) -> Any:
            def call(*arguments: Any, **options: Any) -> Any:
                nonlocal lookups
                lookups += 1
                return method(*arguments, **options)

            return call

        store.find_vectors, store.vectors = counted(find), counted(vectors)  # type: ignore[method-assign]

        def work(code: int) -> tuple[int, int]:
            before = embedder.count, lookups
            ana.recall(f"The door code is {code}.")
            return embedder.count - before[0], lookups - before[1]

        for true, false in zip(known, codes[count:], strict=True):
            pair = [true, false]
            chance.shuffle(pair)
            costs = [work(code) for code in pair]
            guess = pair[0] if costs[0] < costs[1] else pair[1] if costs[1] < costs[0] else chance.choice(pair)
            right += guess == true
            tally.attempts += 1
            if costs[0] != costs[1]:
                tally.violations.append(f"{true} and {false} cost {costs}")
    tally.count("right guesses", right)
    return tally


def grant_rows(count: int, seed: int) -> Tally:
    """Let a reader see granted rows, with and without a third agent that says something like them."""
    tally, chance = Tally("grants beside third agents"), Random(seed)
    for _ in range(count):
        granted, between, own = (chance.choice(TEXTS) for _ in range(3))
        order = chance.sample(("grant", "third", "own"), 3)
        seen = [_seen(order, granted, between, own, with_third=third) for third in (True, False)]
        tally.attempts += 1
        if seen[0] != seen[1]:
            tally.violations.append(f"{granted!r}, {between!r}, {own!r}: {seen[0]} against {seen[1]}")
    return tally


def _seen(order: Sequence[str], granted: str, between: str, own: str, *, with_third: bool) -> list[tuple[str, object]]:
    with Memory.open(embedder="hashing", seed=0) as memory:
        for step in order:
            if step == "grant":
                row = memory.remember("bob", granted, cut=False).ids[0]
                memory.agent("bob").grant(row, "ana")
            elif step == "own":
                memory.remember("ana", own, cut=False)
            elif with_third:
                memory.remember("carl", between, cut=False)
        return [(hit.text, hit.shared_by) for hit in memory.agent("ana").recall(granted, k=9)]


def cancel_writes(count: int, seed: int) -> Tally:
    """Cancel deposits at any moment: a call that raised has written nothing, a call that returned has written once."""
    tally = Tally("cancelled writes")
    with tempfile.TemporaryDirectory() as place:
        asyncio.run(_cancel_all(tally, Path(place) / "s.db", count, Random(seed)))
    return tally


async def _cancel_all(tally: Tally, path: Path, count: int, chance: Random) -> None:
    async with AsyncMemory.open(path, embedder="hashing") as memory:
        for number in range(count):
            agent, text = f"a{number % 10}", f"Worker {number} painted door number {number * 7} green."
            work = asyncio.ensure_future(memory.remember(agent, text, cut=False))
            for _ in range(chance.randrange(15)):
                await asyncio.sleep(0 if chance.random() < 0.5 else 0.001)
            work.cancel()
            (outcome,) = await asyncio.gather(work, return_exceptions=True)
            is_done = not isinstance(outcome, BaseException)
            found = [hit for hit in await memory.recall(agent, text, k=3) if hit.text == text]
            tally.attempts += 1
            tally.count("returned" if is_done else "cancelled")
            if len(found) != is_done:
                tally.violations.append(f"deposit {number}: returned {is_done}, found {len(found)} times")


_FORKS = """
import faulthandler, os, sys, threading
from random import Random
from agentsensus import Memory
from agentsensus.errors import AgentsensusError
path, count, chance = sys.argv[1], int(sys.argv[2]), Random(int(sys.argv[3]))
memory = Memory.open(path, embedder="hashing")
memory.remember("w", "The warm up sentence.")
stop = threading.Event()
def work():
    number = 0
    while not stop.is_set():
        memory.remember("a", f"Worker painted door {number} of the house.", cut=False)
        Memory.open(embedder="hashing").close()
        number += 1
thread = threading.Thread(target=work)
thread.start()
for number in range(count):
    stop.wait(0.01 * chance.random())
    child = os.fork()
    if child == 0:
        faulthandler.dump_traceback_later(60, exit=True)
        try:
            with Memory.open(path, read_only=True, embedder="hashing") as reader:
                reader.recall("a", "door")
            with Memory.open(embedder="hashing") as own:
                own.remember("x", "A new thing here.")
            memory.recall("a", "door")
        except AgentsensusError:
            pass
        os._exit(0)
    print(os.waitpid(child, 0)[1], flush=True)
stop.set()
thread.join()
memory.close()
"""


def fork_processes(count: int, seed: int) -> Tally:
    """Fork a process while its threads write: no child hangs; it works, or is refused in one line."""
    tally = Tally("forks while writing")
    if not hasattr(os, "fork"):
        return tally
    with tempfile.TemporaryDirectory() as place:
        command = [sys.executable, "-c", _FORKS, str(Path(place) / "s.db"), str(count), str(seed)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=_SECONDS, check=False)
    codes = done.stdout.split()
    tally.attempts = len(codes)
    tally.violations += [f"child {place}: ended with {code}" for place, code in enumerate(codes) if code != "0"]
    if done.returncode or len(codes) != count:
        tally.violations.append(f"the parent ended with {done.returncode}: {done.stderr[-200:]}")
    return tally


_WRITES = """
import os, sys
from pathlib import Path
from agentsensus import Memory
place = Path(sys.argv[1])
with Memory.open(place / "s.db", embedder="hashing") as memory:
    for number in range(int(sys.argv[2])):
        memory.remember("ana", f"Worker {number} painted door {number * 7}.", cut=False)
        os.path.exists(f"/acknowledged-{number}")  # shows in the trace when the call has returned
    memory.export(place / "export.jsonl")
    memory.fork(place / "fork.db")
"""


def trace_disk_writes(count: int, seed: int) -> Tally:
    """Trace a writer's system calls: a deposit is synced before it returns; export and fork sync file and folder."""
    tally = Tally("order of disk writes")
    if shutil.which("strace") is None:
        tally.count("strace is missing")
        return tally
    with tempfile.TemporaryDirectory() as place:
        trace = Path(place) / "trace"
        watched = "openat,fsync,fdatasync,pwrite64,write,rename,renameat,renameat2,stat,newfstatat,access"
        command = ["strace", "-f", "-y", "-qq", "-e", f"trace={watched}", "-o", str(trace)]
        command += [sys.executable, "-c", _WRITES, place, str(count)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=_SECONDS, check=False)
        if done.returncode or not trace.exists():
            tally.count("strace cannot trace here")
            return tally
        _check_trace(tally, trace.read_text("utf-8", "replace").splitlines(), place, count)
    return tally


def _check_trace(tally: Tally, lines: list[str], place: str, count: int) -> None:
    is_dirty = False
    for line in lines:
        if "s.db-wal>" in line and ("pwrite64(" in line or " write(" in line):
            is_dirty = True
        elif "s.db-wal>" in line and ("fsync(" in line or "fdatasync(" in line):
            is_dirty = False
        elif '"/acknowledged-' in line:
            tally.attempts += 1
            if is_dirty:
                tally.violations.append(f"a deposit was acknowledged before its log was synced: {line[-60:]}")
    for name in ("export.jsonl", "fork.db"):
        tally.attempts += 1
        renamed = next((n for n, line in enumerate(lines) if "rename" in line and f'/{name}"' in line), None)
        if renamed is None:
            tally.violations.append(f"{name} was not renamed into its place")
            continue
        synced = [line for line in lines[:renamed] if "sync(" in line and f"/.{name}" in line]
        folder = [line for line in lines[renamed:] if "sync(" in line and f"<{place}>" in line]
        if not synced or not folder:
            tally.violations.append(f"{name}: file synced {bool(synced)}, folder synced {bool(folder)}")
    if tally.attempts < count:
        tally.violations.append(f"only {tally.attempts} acknowledgements were traced")
