"""A call that raised has written nothing; a call with a key writes once however often it is repeated."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from agentsensus import AsyncMemory, Memory
from agentsensus.errors import InputError
from agentsensus.memory.inputs import DepositInput

DESIGNS = ("consensus", "generative-agents", "g-memory", "collaborative")


def test_cancelled_writes_have_written_nothing(tmp_path: Path) -> None:
    async def attack() -> tuple[int, int]:
        memory, chance, raised, left = AsyncMemory.open(tmp_path / "s.db", embedder="hashing"), random.Random(7), 0, 0
        await memory.remember("warm", "The warm up sentence.")

        async def one(group: int, worker: int) -> tuple[str, bool]:
            text = f"Worker {worker} of group {group} painted door number {group * 100 + worker} green."
            work = asyncio.ensure_future(memory.remember(f"a{worker}", text, cut=False))
            for _ in range(chance.randrange(1, 60)):
                await asyncio.sleep(0 if chance.random() < 0.5 else 0.001)
            work.cancel()
            try:
                await work
            except asyncio.CancelledError:
                return text, False
            return text, True

        for group in range(30):
            for worker, (text, done) in enumerate(await asyncio.gather(*(one(group, worker) for worker in range(10)))):
                is_there = any(hit.text == text for hit in await memory.recall(f"a{worker}", text, k=1))
                raised += not done
                left += is_there is not done
        await memory.close()
        return raised, left

    raised, left = asyncio.run(attack())
    assert raised > 0
    assert left == 0


@pytest.mark.parametrize("design", DESIGNS)
def test_a_repeated_call_returns_the_first_receipt_and_writes_nothing(design: str, tmp_path: Path) -> None:
    memory = Memory.open(tmp_path / "m.db", embedder="hashing", design=design)
    first = memory.remember("ana", "The door is green. The lamp is lit.", key="order 7")
    before = memory.sha256()
    again = memory.remember("ana", "The door is green. The lamp is lit.", key="order 7")
    assert [again.ids, again.statements, again.at] == [first.ids, first.statements, first.at]
    assert memory.sha256() == before
    memory.close()
    with Memory.open(tmp_path / "m.db") as reopened:
        assert reopened.agent("ana").remember("Anything at all.", key="order 7").ids == first.ids
        assert reopened.sha256() == before
        assert reopened.remember("ben", "The door is green.", key="order 7").ids != first.ids


@pytest.mark.parametrize("design", DESIGNS)
def test_batches_conversations_and_events_take_a_key_too(design: str) -> None:
    memory = Memory.open(embedder="hashing", design=design)
    messages = [{"role": "ana", "content": "I sold the mare."}, {"role": "ben", "content": "The mill burned down."}]
    calls: list[Callable[[], object]] = [
        lambda: [receipt.ids for receipt in memory.remember_many([("ana", "Tea is hot."), ("ben", "Ice.")], key="k")],
        lambda: [receipt.ids for receipt in memory.remember_messages("ana", messages, key="k")],
        lambda: [memory.remember_event(["ana", "ben"], "The bell rang at noon.", key="k").ids],
    ]
    for call in calls:
        first, before = call(), memory.sha256()
        assert call() == first
        assert memory.sha256() == before
    with pytest.raises(InputError, match="was used for 2 deposits, now there are 1"):
        memory.remember_many([("ana", "Tea is hot.")], key="k")


def test_deposits_of_a_batch_are_written_once_each_by_their_own_keys() -> None:
    memory = Memory.open(embedder="hashing")
    first = memory.remember("ana", "The ferry left.", key="1")
    batch = [DepositInput("ana", "The ferry left.", key="1"), DepositInput("ana", "The mill burned.", key="2")]
    one, two, again = memory.remember_many([*batch, DepositInput("ana", "The mill burned.", key="2")])
    assert one.ids == first.ids
    assert again.ids == two.ids
    assert len(memory.records()) == 2


def test_calls_at_the_same_time_with_one_key_write_once() -> None:
    async def race() -> set[tuple[str, ...]]:
        memory = AsyncMemory.open(embedder="hashing")
        receipts = await asyncio.gather(*(memory.remember("ana", "The ferry left Ely.", key="k") for _ in range(40)))
        assert len(await memory.records()) == 1
        assert sum("ferry" in (wording.text) for r in await memory.records() for wording in r.wordings) == 1
        await memory.close()
        return {receipt.ids for receipt in receipts}

    assert len(asyncio.run(race())) == 1


def test_a_cancelled_call_is_asked_about_by_its_key() -> None:
    async def attack() -> None:
        memory = AsyncMemory.open(embedder="hashing")
        for number in range(60):
            text, key = f"Worker {number} painted door {number}.", f"k{number}"
            work = [asyncio.ensure_future(memory.remember("ana", text, cut=False, key=key)) for _ in range(3)]
            await asyncio.sleep(0.001 * (number % 5))
            for task in work[1:]:
                task.cancel()
            await asyncio.gather(*work, return_exceptions=True)
            await memory.remember("ana", text, cut=False, key=key)
        wordings = [wording.text for record in await memory.records() for wording in record.wordings]
        assert len(wordings) == 60
        await memory.close()

    asyncio.run(attack())


def test_a_purged_receipt_keeps_its_id_and_loses_its_words() -> None:
    memory = Memory.open(embedder="hashing")
    first = memory.remember("ana", "The vault code is 4417.", key="k")
    memory.purge(record=first.ids[0])
    again = memory.remember("ana", "The vault code is 4417.", key="k")
    assert again.ids == first.ids
    assert "4417" not in str(again)


def test_no_agents_name_and_key_give_it_the_receipts_of_another() -> None:
    with Memory.open(embedder="hashing") as memory:
        memory.agent("ben of ana").remember_messages([{"role": "user", "content": "The safe has 4417."}], key="x")
        memory.remember_many([("ben", "The vault opens with 5520.")], key="x of ana")
        others = memory.agent("ana")
        for key in ("x of ben", "x"):
            (receipt,) = others.remember_messages([{"role": "user", "content": "Tea is hot."}], key=key)
            assert receipt.agent == "ana"
            assert "4417" not in str(receipt)
            assert "5520" not in str(receipt)
