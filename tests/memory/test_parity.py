"""`Memory` is generated from `AsyncMemory`, and `Agent` from `AsyncAgent`: same names, signatures and docstrings."""

import asyncio
import inspect
import sys
import threading
from collections.abc import Iterator
from importlib import import_module
from types import FrameType
from typing import Any

import pytest

from agentsensus.memory import Agent, AsyncAgent, AsyncMemory, DepositInput, Memory, write
from tools import make_sync

BRIDGES = {"asynchronous", "wait_for"}
"""What only a `Memory` has: the way to the `AsyncMemory` that it waits for."""

PAIRS = [
    (sync, asynchronous, name)
    for sync, asynchronous in ((Memory, AsyncMemory), (Agent, AsyncAgent))
    for name in sorted(dir(sync))
    if not name.startswith("_") and name not in BRIDGES
]


def member(client: type, name: str) -> object:
    found = inspect.getattr_static(client, name)
    if isinstance(found, property):
        return found.fget
    return found.__func__ if isinstance(found, classmethod | staticmethod) else found


def signature(client: type, name: str) -> str:
    """A signature as text; the names of the two clients count as the same."""
    text = str(inspect.signature(member(client, name)))  # type: ignore[arg-type]  # every member is a function
    return text.replace("Async", "").replace('"', "").replace("'", "").replace("agentsensus.memory.agent.", "")


def test_both_clients_have_the_same_public_names() -> None:
    def names(client: type) -> set[str]:
        return {name for name in dir(client) if not name.startswith("_")}

    assert names(Memory) - names(AsyncMemory) == BRIDGES
    assert names(AsyncMemory) <= names(Memory)
    assert names(Agent) == names(AsyncAgent)


@pytest.mark.parametrize(("sync", "asynchronous", "name"), PAIRS, ids=lambda part: getattr(part, "__name__", part))
def test_a_method_has_the_same_signature_and_docstring_in_both(sync: type, asynchronous: type, name: str) -> None:
    assert signature(sync, name) == signature(asynchronous, name)
    assert inspect.getdoc(member(sync, name)) == inspect.getdoc(member(asynchronous, name))
    assert inspect.getdoc(member(sync, name)), f"{name} has no docstring"


def test_what_the_kernel_asks_is_answered_alike_by_both() -> None:
    with Memory.open(embedder="hashing") as memory:
        assert memory.last_round is None
        first = memory.remember("hamlet", "The ghost walked at midnight.", at=1, via="told:horatio")
        second = memory.remember("marcellus", "The ghost walked at midnight.", at=2)
        memory.remember("hamlet", "Osric brought the foils.", at=3, metadata={"secret": True})
        inner = memory.asynchronous
        answers = [
            (client.last_round, client.round, client.settings, client.names, client.embedder.id, client.has_links)
            for client in (memory, inner)
        ]
        assert answers[0] == answers[1]
        assert memory.record_ids([*first.ids, *second.ids, "nobody"]) == dict.fromkeys(
            [*first.ids, *second.ids], first.ids[0]
        )
        assert memory.latest("hamlet", 5) == ["Osric brought the foils.", "The ghost walked at midnight."]
        assert memory.latest("hamlet", 5, where=lambda metadata: not metadata) == ["The ghost walked at midnight."]
        assert memory.latest("nobody", 5) == memory.latest("hamlet", 0) == []
        assert memory.owns("hamlet", first.ids[0])
        assert not memory.owns("hamlet", second.ids[0])
        assert memory.via_of("hamlet", first.ids[0]).source == "horatio"
        assert (memory.vectors(["a"]) == asyncio.run(memory.stored_embedder().embed(["a"]))).all()


def test_what_the_design_made_is_told_by_its_round() -> None:
    settings = {"reflection_threshold": 1}
    with Memory.open(embedder="hashing", design="generative-agents", settings=settings) as memory:
        memory.remember("hamlet", "Laertes struck Hamlet. Hamlet struck Laertes.", at=1)
        made = [record for record in memory.records() if record.kind]
        assert made
        assert memory.byproducts(1) == made
        assert memory.byproducts(0) == []


def test_a_block_at_once_is_written_whole_or_not_at_all() -> None:
    with Memory.open(embedder="hashing") as memory:
        with memory.at_once():
            memory.remember("hamlet", "The ghost walked.", at=1)
            memory.remember("hamlet", "Osric brought the foils.", at=2)
        assert len(memory.records()) == 2


def test_discarded_reads_are_not_written_by_closing() -> None:
    def played(discards: bool) -> str:
        with Memory.open(embedder="hashing", design="generative-agents") as memory:
            memory.remember("hamlet", "The ghost walked.", at=1)
            memory.advance(2)
            memory.recall("hamlet", "ghost")
            if discards:
                memory.discard_reads()
            return memory.sha256()

    assert played(discards=True) != played(discards=False)


def test_sync_py_is_what_the_generator_makes() -> None:
    assert make_sync.TARGET.read_text("utf-8") == make_sync.generate(), "run: python -m tools.make_sync"


def test_remember_reaches_the_write_package_in_at_most_six_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    remember, caller, trace = write.remember, threading.get_ident(), list[str]()

    async def traced(*args: Any) -> object:
        here = sys._getframe().f_back
        waiting = frames(sys._current_frames()[caller])
        running = frames(here)
        trace.extend(waiting[: waiting.index("base/loop.py:wait_for") + 1])
        trace.extend(running[running.index("base/loop.py:_answered") :])
        trace.append("memory/write/deposits.py:remember")
        return await remember(*args)

    monkeypatch.setattr(write, "remember", traced)
    with Memory.open(embedder="hashing") as memory:
        memory.remember("hamlet", "The ghost walked.")
    assert trace[0] == "memory/sync.py:remember"
    assert len(trace) - 1 <= 6, trace


def frames(frame: FrameType | None) -> list[str]:
    """The functions of the package on a stack, outermost first."""

    def upwards() -> Iterator[str]:
        current = frame
        while current is not None:
            inside = current.f_code.co_filename.replace("\\", "/").partition("src/agentsensus/")[2]
            if inside:
                yield f"{inside}:{current.f_code.co_name}"
            current = current.f_back

    return list(upwards())[::-1]


@pytest.mark.parametrize("module", ["agentsensus", "agentsensus.memory"])
def test_the_old_name_of_a_deposit_still_works_and_warns(module: str) -> None:
    with pytest.warns(DeprecationWarning, match="Said is now DepositInput"):
        assert getattr(import_module(module), "Said") is DepositInput  # noqa: B009  # the name is not defined
