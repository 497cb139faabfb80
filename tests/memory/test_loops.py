"""One AsyncMemory on several event loops: one after the other it works, at the same time it says that it does not."""

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from agentsensus import AsyncMemory, Memory
from agentsensus.base.arrays import FloatArray
from agentsensus.embed.hashing import HashingEmbedder
from agentsensus.errors import InputError

DESIGNS = ("consensus", "generative-agents", "g-memory", "collaborative")
TEXTS = [f"Ada Quill counted {number} crows in the yard." for number in range(6)]


async def _remember_all(memory: AsyncMemory, texts: list[str]) -> None:
    await asyncio.gather(*(memory.remember(agent, text) for text in texts for agent in ("ada", "ben")))


@pytest.mark.parametrize("design", DESIGNS)
def test_one_loop_after_the_other_may_use_a_memory(design: str, tmp_path: Path) -> None:
    memory = AsyncMemory.open(tmp_path / "memory.db", design=design, embedder="hashing")
    for texts in (TEXTS[:3], TEXTS[3:]):
        asyncio.run(_remember_all(memory, texts))
    asyncio.run(_remember_all(memory, TEXTS))
    recall = asyncio.run(memory.recall("ada", "crows in the yard", k=20))
    assert {hit.text for hit in recall.hits} >= set(TEXTS)
    asyncio.run(memory.close())


class _Slow(HashingEmbedder):
    """An embedder that waits until it is let go on."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.go_on = threading.Event(), threading.Event()

    async def embed(self, texts: Sequence[str]) -> FloatArray:
        self.begun.set()
        while not self.go_on.is_set():  # noqa: ASYNC110  # set in another thread
            await asyncio.sleep(0.01)
        return await super().embed(texts)


def test_a_second_loop_is_refused_while_the_first_is_at_work_and_welcome_afterwards() -> None:
    embedder = _Slow()
    memory = AsyncMemory.open(embedder=embedder)
    first = threading.Thread(target=lambda: asyncio.run(_remember_all(memory, TEXTS[:1])))
    first.start()
    embedder.begun.wait(60)
    for call in (
        lambda: memory.remember("cy", "Cy Moor rang the bell."),
        lambda: memory.recall("cy", "bell"),
        lambda: memory.vectors(["bell"]),
        lambda: memory.sha256(),
    ):
        with pytest.raises(InputError, match="in use on another event loop"):
            asyncio.run(call())
    embedder.go_on.set()
    first.join(60)
    asyncio.run(_remember_all(memory, TEXTS[1:]))
    assert len(asyncio.run(memory.records(agent="ada"))) == len(TEXTS)


def test_a_loop_that_was_left_in_the_middle_keeps_nobody_waiting() -> None:
    embedder = _Slow()
    memory = AsyncMemory.open(embedder=embedder)
    left = asyncio.new_event_loop()
    task = left.create_task(_remember_all(memory, TEXTS))
    while not embedder.begun.is_set():
        left.run_until_complete(asyncio.sleep(0.01))
    embedder.go_on.set()
    with pytest.raises(InputError, match="in use on another event loop"):
        asyncio.run(_remember_all(memory, TEXTS[:1]))
    task.cancel()
    while pending := asyncio.all_tasks(left):  # as asyncio.run does; the embedder's work may still be under way there
        left.run_until_complete(asyncio.wait(pending))
    left.close()
    asyncio.run(asyncio.wait_for(_remember_all(memory, TEXTS), 20))
    assert len(asyncio.run(memory.records(agent="ada"))) == len(TEXTS)


def test_the_synchronous_memory_and_its_asynchronous_side_take_turns() -> None:
    memory = Memory.open(embedder="hashing")
    memory.remember("ada", TEXTS[0])
    asyncio.run(_remember_all(memory.asynchronous, TEXTS[1:]))
    memory.remember("ada", "Ada Quill sold the grey mare.")
    assert len(memory.records(agent="ada")) == len(TEXTS) + 1
