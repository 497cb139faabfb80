"""Many at once: tasks beside tasks, readers beside writers, a store rewritten under way."""

import asyncio
import threading
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any

import pytest

from agentsensus import AsyncMemory, DepositInput, Memory, ModelJudge, Via
from agentsensus.base.arrays import FloatArray
from agentsensus.embed.hashing import HashingEmbedder
from agentsensus.errors import NotOwned, StoreBusy, StoreMismatch, UnknownName
from agentsensus.memory.api import engine_of
from agentsensus.memory.core.ids import atom_id
from agentsensus.store.rows import Header
from agentsensus.testing import SlowModel
from tests.memory.company import TEXTS, new_memory


class Slow(HashingEmbedder):
    """An embedder that takes its time."""

    async def embed(self, texts: Sequence[str]) -> FloatArray:
        await asyncio.sleep(0.02)
        return await super().embed(texts)


def _run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_a_deposit_while_the_store_is_embedded_anew_is_kept_or_refused(tmp_path: Path) -> None:
    async def play() -> None:
        memory = AsyncMemory.open(tmp_path / "m.db", embedder="hashing")
        await memory.remember("a", TEXTS[0])
        changing = asyncio.create_task(memory.reembed(Slow(64)))
        await asyncio.sleep(0.005)
        await memory.remember("b", TEXTS[3])
        await changing
        await memory.close()

    _run(play())
    with Memory.open(tmp_path / "m.db", embedder=HashingEmbedder(64)) as memory:
        assert [record.owners for record in memory.records()] == [("a",), ("b",)]
        assert memory.recall("b", "trunks").hits[0].text == TEXTS[3]


@pytest.mark.parametrize("rewritten", ["purged", "embedded anew"])
def test_a_deposit_that_was_on_its_way_when_the_store_was_rewritten_is_refused_in_one_line(rewritten: str) -> None:
    async def play() -> None:
        memory = AsyncMemory.open(embedder="hashing", judge=ModelJudge(SlowModel(0.05)))
        await memory.remember("a", TEXTS[0])
        await memory.remember("c", TEXTS[6])
        on_its_way = asyncio.create_task(memory.remember("b", TEXTS[1]))
        await asyncio.sleep(0.01)
        if rewritten == "purged":
            await memory.purge(agent="c")
        else:
            await memory.reembed(HashingEmbedder(64))
            await memory.remember("c", TEXTS[8])
        with pytest.raises(StoreBusy, match="remember it again"):
            await on_its_way
        await memory.remember("b", TEXTS[1])
        assert {"a", "b"} <= {owner for record in await memory.records() for owner in record.owners}

    _run(play())


def test_one_cancelled_deposit_takes_no_other_with_it() -> None:
    async def play() -> None:
        memory = AsyncMemory.open(embedder=Slow(64))
        first = asyncio.create_task(memory.remember("a", TEXTS[0]))
        second = asyncio.create_task(memory.remember("b", TEXTS[0]))
        await asyncio.sleep(0.005)
        first.cancel()
        assert (await second).statements
        assert [record.owners for record in await memory.records()] == [("b",)]

    _run(play())


def test_a_recall_or_a_listing_under_way_is_not_upset_by_a_deposit() -> None:
    async def play() -> None:
        memory = AsyncMemory.open(embedder=Slow(64))
        await memory.remember("a", TEXTS[0])
        recalling = asyncio.create_task(memory.recall("a", "a question that is new"))
        listing = await memory.records()
        await memory.remember("a", f"{TEXTS[0]} {TEXTS[3]}")
        assert (await recalling).hits
        assert [record.text for record in listing] == [TEXTS[0]]

    _run(play())


def test_a_revision_is_dated_and_judged_as_things_stand_when_it_is_written() -> None:
    async def play() -> None:
        memory = AsyncMemory.open(embedder="hashing", judge=ModelJudge(SlowModel(0.05)))
        await memory.remember("b", TEXTS[1], at=1)
        record = (await memory.remember("a", TEXTS[3], at=1)).ids[0]
        revising = asyncio.create_task(memory.revise("a", record, TEXTS[0]))
        await asyncio.sleep(0.01)
        await memory.advance(3)
        await memory.remember("a", TEXTS[3])
        assert (await revising).at == 3
        assert [one.text for one in await memory.records(agent="a")] == [TEXTS[0]]

    _run(play())


def test_a_reader_that_comes_in_the_middle_sees_a_whole_state(tmp_path: Path) -> None:
    writer = AsyncMemory.open(tmp_path / "m.db", embedder="hashing")

    def write(text: str) -> None:
        thread = threading.Thread(target=lambda: asyncio.run(writer.remember("b", text)))
        thread.start()
        thread.join()

    write(TEXTS[0])
    reader = Memory.open(tmp_path / "m.db", read_only=True)
    store = engine_of(reader.asynchronous).store
    columns = store.columns

    def interrupted(table: str, names: Sequence[str], after: int) -> Any:
        found = columns(table, names, after)
        if table == "atoms":
            write(TEXTS[3])
        return found

    store.columns = interrupted  # type: ignore[method-assign]  # somebody writes while we read
    write(TEXTS[8])
    assert [record.text for record in reader.records()] == [TEXTS[0], TEXTS[8]]
    store.columns = columns  # type: ignore[method-assign]  # and stops
    assert reader.records() == asyncio.run(writer.records())
    assert [record.owners for record in reader.records()] == [("b",), ("b",), ("b",)]
    reader.close()
    asyncio.run(writer.close())


def test_a_reader_forgets_what_the_writer_purged_and_refuses_another_embedder(tmp_path: Path) -> None:
    writer = Memory.open(tmp_path / "m.db", embedder="hashing")
    writer.remember("a", TEXTS[0], at=1)
    writer.remember("b", TEXTS[3], at=2)
    reader = Memory.open(tmp_path / "m.db", read_only=True)
    assert reader.recall("a", "ghost").hits
    writer.purge(agent="a")
    assert reader.as_of(1).recall("a", "ghost").hits == ()
    assert "a" not in reader.agents
    writer.remember("c", TEXTS[8], at=7)
    assert reader.round == 7
    writer.reembed(HashingEmbedder(64))
    with pytest.raises(StoreMismatch, match="open it again"):
        reader.recall("b", "trunks")
    reader.close()
    writer.close()


@pytest.mark.parametrize("how", ["reembed", "import"])
def test_a_fork_of_the_past_opens_after_all_vectors_were_written_at_once(tmp_path: Path, how: str) -> None:
    memory = new_memory()
    memory.remember("a", TEXTS[0], at=1)
    memory.remember("b", TEXTS[3], at=5)
    if how == "reembed":
        memory.reembed("hashing")
    else:
        again = new_memory()
        again.import_(memory.export(tmp_path / "e.jsonl"))
        memory = again
    with Memory.open(memory.fork(tmp_path / "f.db", at=1)) as forked:
        assert [record.text for record in forked.records()] == [TEXTS[0]]
        assert forked.recall("a", "ghost").hits


def test_whoever_was_purged_may_speak_again_in_the_same_round() -> None:
    memory = new_memory()
    memory.remember("g", TEXTS[0], at=1)
    memory.purge(agent="g")
    memory.remember("g", TEXTS[3], at=1)
    assert [(record.text, record.owners) for record in memory.records()] == [(TEXTS[3], ("g",))]


def test_a_purge_names_every_file_and_leaves_no_trace_in_any_past(tmp_path: Path) -> None:
    memory = Memory.open(tmp_path / "m.db", embedder="hashing")
    memory.remember("a", 'Osric cried "murder" aloud.', at=1, via=Via.told("g", "m: osric cried"))
    memory.remember("b", TEXTS[3], at=2, via="told:a")
    memory.export(tmp_path / "old.jsonl")
    (tmp_path / "notes.md").mkdir()
    assert memory.purge(agent="a").also_in == ("old.jsonl",)
    assert memory.purge(agent="b").wordings == 1
    assert memory.as_of(1).recall("a", "murder").text() == ""
    left = memory.export(tmp_path / "new.jsonl").read_text("utf-8")
    assert "osric cried" not in left
    assert '"source":"a"' not in left
    memory.close()


def test_an_agent_cannot_find_out_by_guessing_whose_record_it_shares() -> None:
    memory = new_memory()
    theirs = memory.remember("marcellus", TEXTS[0]).ids[0]
    mine = memory.remember("bernardo", TEXTS[1]).ids[0]
    assert memory.get(mine).id == theirs
    bernardo = memory.agent("bernardo")
    assert bernardo.links(mine) == []
    header = Header(embedder="hashing", dim=1)
    for guess in (theirs, atom_id(header, 0, "marcellus", 0), atom_id(header, 0, "osric", 0)):
        with pytest.raises(NotOwned, match="bernardo owns no record with the id"):
            bernardo.links(guess)
        with pytest.raises(NotOwned):
            bernardo.forget(guess)


def test_an_agent_does_not_learn_what_others_said_together() -> None:
    memory = new_memory()
    first, second = (memory.remember("a", text).ids[0] for text in (TEXTS[0], TEXTS[3]))
    memory.remember("b", f"{TEXTS[0]} {TEXTS[3]}")
    assert memory.links("a", first) == []
    assert memory.recall("a", "ghost", k=1).linked == ()
    assert [kind for _, kind in memory.get(first).links] == ["deposit"], "the author sees it"
    open_one = new_memory(settings="paper")
    for said in (("a", TEXTS[0]), ("a", TEXTS[3]), ("b", f"{TEXTS[0]} {TEXTS[3]}")):
        open_one.remember(*said)
    assert len(open_one.recall("a", "ghost", k=1).linked) == 1
    memory.link("a", first, [second])
    assert [hit.id for hit in memory.links("a", first)] == [second], "its own link is its own, whoever has one too"


def test_saying_it_all_again_does_not_link_what_was_unlinked() -> None:
    memory = new_memory()
    record = memory.remember("a", TEXTS[6]).ids[0]
    memory.unlink("a", record)
    memory.remember("a", TEXTS[6])
    assert memory.links("a", record) == []


def test_closing_a_view_of_the_past_leaves_the_memory_open_and_listeners_survive_reembedding() -> None:
    memory, heard = new_memory(), list[int]()
    memory.subscribe(lambda commit: None)()
    memory.subscribe(lambda commit: heard.append(commit.at))
    memory.remember("a", TEXTS[0], at=1)
    with memory.as_of(1) as past:
        assert len(past.records()) == 1
    memory.reembed(HashingEmbedder(64))
    memory.remember("b", TEXTS[3], at=2)
    assert heard == [1, 2]
    assert [record.text for record in past.records()] == [TEXTS[0]]


def test_deposits_that_differ_in_metadata_only_are_still_taken_in_one_order() -> None:
    said = [DepositInput("a", TEXTS[0], metadata={"n": n}, via=Via.told("b", f"m{n}")) for n in (1, 2)]
    hashes = set()
    for order in (said, said[::-1]):
        memory = new_memory()
        memory.remember_many(order)
        hashes.add(memory.sha256())
    assert len(hashes) == 1


def test_others_who_write_into_an_empty_store_cost_no_second_question() -> None:
    async def play() -> None:
        model = SlowModel(0.03)
        every = {"same_deposit": "all"}
        memory = AsyncMemory.open(embedder="hashing", judge=ModelJudge(model), settings=every)
        two = "Osric carried the red letter. Osric carried the red letters."
        waiting = asyncio.create_task(memory.remember("a", two))
        await asyncio.sleep(0.005)
        await memory.remember("b", TEXTS[8])
        receipt = await waiting
        assert receipt.calls == 1
        judged = [c for c in await memory.history(receipt.ids[1]) if c.kind == "judged"]
        assert len(judged[0].detail["candidates"]) == 1

    _run(play())


def test_an_asynchronous_memory_closes_itself(tmp_path: Path) -> None:
    async def play() -> None:
        async with AsyncMemory.open(tmp_path / "m.db", embedder="hashing") as memory:
            await memory.remember("a", TEXTS[0])

    _run(play())
    with Memory.open(tmp_path / "m.db") as memory:
        assert len(memory.records()) == 1


def test_a_judge_that_is_none_leaves_the_file_free(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="learned"):
        Memory.open(tmp_path / "m.db", embedder="hashing", judge="lerned")
    Memory.open(tmp_path / "m.db", embedder="hashing").close()


def test_a_record_whose_founder_was_purged_keeps_its_origin() -> None:
    memory = new_memory()
    memory.remember("a", TEXTS[0])
    memory.remember("b", TEXTS[1])
    memory.purge(agent="a")
    stats = memory.stats()
    assert (stats.since, stats.history, memory.records()[0].origin) == (1, 0, "sim")
