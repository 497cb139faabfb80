"""What an operation took, stage by stage, as a listener receives it."""

import asyncio
import threading

import pytest

from agentsensus.memory import DESIGNS, AsyncMemory, DepositInput, Memory, OperationTiming
from agentsensus.memory.timing import measured, queueing, stage

REMEMBERED = "Hamlet saw the ghost on the battlements."
STAGES = {"cut", "embed", "search", "judge", "commit", "rest"}


def parts(timing: OperationTiming) -> float:
    return timing.queued + sum(timing.stages.values())


@pytest.mark.parametrize("design", DESIGNS)
def test_every_design_reports_the_stages_of_remember_and_recall(design: str) -> None:
    timings: list[OperationTiming] = []
    with Memory.open(design=design, embedder="hashing") as memory:
        memory.on_timing(timings.append)
        memory.remember("hamlet", REMEMBERED, at=2)
        memory.recall("hamlet", "the ghost")
    remembered, recalled = timings
    searched = {"search"} if design == "consensus" else set()
    assert (remembered.operation, remembered.agent, remembered.at) == ("remember", "hamlet", 2)
    assert set(remembered.stages) == (STAGES - {"search"}) | searched
    assert (recalled.operation, recalled.agent, recalled.at) == ("recall", "hamlet", 2)
    assert set(recalled.stages) == {"embed", "search", "rest"}
    for timing in timings:
        assert parts(timing) == pytest.approx(timing.seconds)
        assert all(seconds >= 0 for seconds in (timing.queued, *timing.stages.values()))


def test_a_batch_is_one_timing_that_counts_its_deposits() -> None:
    timings: list[OperationTiming] = []
    with Memory.open(embedder="hashing") as memory:
        memory.on_timing(timings.append)
        memory.remember_many([("hamlet", REMEMBERED), DepositInput("horatio", "The ghost was silent.")])
        memory.remember_event(["hamlet", "horatio"], "The cock crew.")
    assert [(timing.agent, timing.deposits) for timing in timings] == [("", 2), ("", 1)]


def test_every_way_of_remembering_and_recalling_is_reported() -> None:
    timings: list[OperationTiming] = []
    with Memory.open(embedder="hashing") as memory:
        memory.on_timing(timings.append)
        agent = memory.agent("hamlet")
        row = agent.remember(REMEMBERED).ids[0]
        agent.revise(row, "Hamlet spoke with the ghost.")
        agent.recall("ghost")
        memory.as_of(0).recall("hamlet", "ghost")
    assert [timing.operation for timing in timings] == ["remember", "remember", "recall", "recall"]


def test_a_listener_is_called_in_the_thread_that_waits_until_it_unsubscribes() -> None:
    heard_in: list[int] = []
    with Memory.open(embedder="hashing") as memory:
        unsubscribe = memory.on_timing(lambda timing: heard_in.append(threading.get_ident()))
        memory.remember("hamlet", REMEMBERED)
        unsubscribe()
        memory.remember("hamlet", "The ghost vanished.")
    assert heard_in == [threading.get_ident()]


def test_what_fails_is_not_reported() -> None:
    timings: list[OperationTiming] = []
    with Memory.open(embedder="hashing") as memory:
        memory.on_timing(timings.append)
        with pytest.raises(ValueError, match="empty"):
            memory.remember("hamlet", "")
    assert timings == []


def test_asynchronous_operations_are_measured_apart_from_each_other() -> None:
    timings: list[OperationTiming] = []

    async def play() -> None:
        async with AsyncMemory.open(embedder="hashing") as memory:
            unsubscribe = memory.on_timing(timings.append)
            await asyncio.gather(*(memory.remember(name, REMEMBERED) for name in ("hamlet", "horatio")))
            unsubscribe()
            await memory.recall("hamlet", "ghost")

    asyncio.run(play())
    assert sorted(timing.agent for timing in timings) == ["hamlet", "horatio"]
    assert all(set(timing.stages) == STAGES and timing.queued == 0 for timing in timings)


def test_waiting_for_ones_turn_is_queue_time_and_no_stage() -> None:
    async def operate() -> OperationTiming:
        with measured() as stopwatch:
            with queueing():
                await asyncio.sleep(0.02)
            with stage("judge"), stage("embed"):
                await asyncio.sleep(0.001)
        return stopwatch.timing("remember", "hamlet", 0)

    timing = asyncio.run(operate())
    assert timing.queued >= 0.02
    assert set(timing.stages) == {"judge", "rest"}


def test_measuring_changes_no_row() -> None:
    def played(listens: bool) -> str:
        with Memory.open(embedder="hashing") as memory:
            if listens:
                memory.on_timing(lambda timing: None)
            memory.remember("hamlet", REMEMBERED)
            memory.recall("hamlet", "ghost")
            return memory.sha256()

    assert played(listens=True) == played(listens=False)
