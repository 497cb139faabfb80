"""Nothing that computes runs on the event loop of whoever calls, and deposits that wait are taken together."""

import asyncio
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from types import FrameType

from agentsensus import AsyncMemory
from agentsensus.base.arrays import FloatArray
from agentsensus.embed import by_name
from agentsensus.memory import Commit

COMPUTING = ("language", "store", "memory/judge", "memory/designs", "memory/write/cut", "memory/core/search", "embed")
TEXT = "The payment service was down on Monday morning. Ben restarted it at noon."


class Watch:
    """Notes which functions of the package that compute are called in the thread that it is used in."""

    def __init__(self) -> None:
        self.calls: set[str] = set()

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        path = frame.f_code.co_filename.replace("\\", "/").partition("/agentsensus/")[2]
        if event == "call" and path.startswith(tuple(f"{part}/" for part in COMPUTING)):
            self.calls.add(f"{path}:{frame.f_code.co_name}")

    def __enter__(self) -> "Watch":
        sys.setprofile(self)
        return self

    def __exit__(self, *trouble: object) -> None:
        sys.setprofile(None)


async def _everything(memory: AsyncMemory) -> None:
    ana = memory.agent("ana")
    record = (await memory.remember("ana", TEXT, metadata={"area": "billing"})).ids[0]
    await asyncio.gather(*(memory.remember(f"agent {number}", TEXT) for number in range(4)))
    await memory.remember_messages("ana", [{"role": "user", "content": "I prefer email."}])
    await memory.recall("ana", "payments", where={"area": "billing"}, since=datetime(2020, 1, 1, tzinfo=UTC))
    await memory.search("payments", min_score=0.1)
    await memory.who_knows("payments")
    await ana.knows("payments")
    await ana.recall("payments", max_tokens=20)
    await memory.mark("ana", record, pinned=True)
    await memory.group("team", ["ben"])
    await ana.grant(record, group="team")
    await memory.records(limit=2)
    await memory.latest("ana", 2, where={"area": "billing"})
    await memory.owns("ana", record)
    await memory.via_of("ana", record)
    await memory.get(record)
    await memory.history(record)
    await memory.conflicts()
    await memory.stats()
    await memory.why(TEXT, "Payments were down.")
    await ana.forget_about("payments")
    await ana.revise(record, "The payment service is up again.")
    await memory.sha256()


def test_nothing_that_computes_runs_on_the_callers_loop() -> None:
    async def program() -> set[str]:
        async with await asyncio.to_thread(AsyncMemory.open, embedder="hashing") as memory:
            with Watch() as watch:
                await _everything(memory)
            return watch.calls

    assert asyncio.run(program()) == set()


def test_the_watch_sees_what_computes_in_its_thread() -> None:
    from agentsensus.language.sentences import sentences

    with Watch() as watch:
        sentences(TEXT)
    assert "language/sentences.py:sentences" in watch.calls


class CountingEmbedder:
    """The hashing embedder, with a note of how many texts it was given at once."""

    def __init__(self) -> None:
        self._inner, self.batches = by_name("hashing"), list[int]()
        self.id, self.dim = self._inner.id, self._inner.dim
        self.thresholds = {"en": 0.8, "zh": 0.8, "cross": 0.8}

    async def embed(self, texts: Sequence[str]) -> FloatArray:
        self.batches.append(len(texts))
        return await self._inner.embed(texts)


def test_deposits_that_wait_at_the_same_time_are_embedded_and_committed_together() -> None:
    async def program() -> tuple[list[int], list[int]]:
        embedder, commits = CountingEmbedder(), list[int]()
        async with AsyncMemory.open(embedder=embedder) as memory:

            def note(commit: Commit) -> None:
                commits.append(len(commit.deposits))

            memory.subscribe(note)
            await asyncio.gather(*(memory.remember(f"agent {n}", f"Part {n} is in bay {n * 13}.") for n in range(60)))
        return embedder.batches, commits

    batches, commits = asyncio.run(program())
    assert sum(commits) == 60
    assert len(commits) <= 10, "the first may go alone, the others wait for it and go together"
    assert max(batches) >= 10
