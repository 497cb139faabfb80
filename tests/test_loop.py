"""The background loop: whatever happens in it reaches whoever waits, and nobody waits for ever."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from agentsensus.base import loop
from agentsensus.base.loop import in_background, together, wait_for
from agentsensus.errors import AgentsensusError, InputError


async def _three() -> int:
    await asyncio.sleep(0)
    return 3


async def _raising(error: BaseException) -> None:
    await asyncio.sleep(0)
    raise error


@pytest.mark.parametrize("error", [ValueError("x"), SystemExit(7), KeyboardInterrupt("y"), asyncio.CancelledError()])
def test_what_work_raises_is_raised_where_it_is_waited_for_and_the_loop_goes_on(error: BaseException) -> None:
    with pytest.raises(type(error)) as raised:
        wait_for(_raising(error))
    assert raised.value is error
    assert wait_for(_three()) == 3


@pytest.mark.parametrize("error", [SystemExit(7), KeyboardInterrupt("y")])
def test_what_a_task_inside_the_work_raises_does_not_end_the_loop(error: BaseException) -> None:
    async def work() -> None:
        await together([_raising(error), asyncio.sleep(30)])

    with pytest.raises(type(error)):
        wait_for(work())
    assert wait_for(_three()) == 3


def test_a_callback_that_raises_system_exit_hurts_nobody() -> None:
    async def work() -> int:
        asyncio.get_running_loop().call_soon(sys.exit, 3)
        await asyncio.sleep(0.05)
        return 4

    assert wait_for(work()) == 4


def test_stopping_the_loop_from_inside_stops_nothing() -> None:
    async def work() -> int:
        asyncio.get_running_loop().stop()
        await asyncio.sleep(0.01)
        return 5

    assert wait_for(work()) == 5


def test_work_on_a_loop_that_gets_closed_ends_in_an_error_and_the_next_gets_a_new_loop() -> None:
    closing = loop._background().loop

    async def work() -> None:
        closing.run_forever = closing.close  # type: ignore[method-assign]  # what the thread calls next
        closing.stop()
        await asyncio.sleep(60)

    with pytest.raises(AgentsensusError, match="background loop was closed"):
        wait_for(work())
    assert closing.is_closed()
    assert wait_for(_three()) == 3


def test_a_call_from_inside_the_loop_is_refused() -> None:
    async def work() -> None:
        wait_for(_three())

    with pytest.raises(InputError, match="called from inside itself"):
        wait_for(work())


def _interrupted(work: Callable[[threading.Event], Coroutine[Any, Any, None]]) -> BaseException:
    """What is raised when the main thread is interrupted while it waits for the work, which says when it has begun."""
    begun = threading.Event()

    def interrupt() -> None:
        begun.wait(60)
        time.sleep(0.05)
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt) as raised:
        wait_for(work(begun))
    return raised.value


def test_an_interruption_cancels_the_work_and_waits_for_its_end() -> None:
    ended: list[str] = []

    async def work(begun: threading.Event) -> None:
        begun.set()
        try:
            await asyncio.sleep(60)
            ended.append("done")
        finally:
            await asyncio.sleep(0.05)
            ended.append("cleaned up")

    assert str(_interrupted(work)) == ""
    assert ended == ["cleaned up"]


def test_an_interruption_that_comes_too_late_says_that_the_work_was_done() -> None:
    ended: list[str] = []

    async def work(begun: threading.Event) -> None:
        begun.set()
        time.sleep(2)  # noqa: ASYNC251  # like a commit, it cannot be cancelled; the signal arrives within
        ended.append("done")

    assert "after the work was done" in str(_interrupted(work))
    assert ended == ["done"]


_CHILD = """
import os, sys
from agentsensus import Memory
from agentsensus.errors import StoreError
from agentsensus.base.loop import wait_for
import asyncio

memory = Memory.open(sys.argv[1], embedder="hashing")
memory.remember("ada", "Ada rang the bell.")
child = os.fork()
if child == 0:
    wait_for(asyncio.sleep(0))
    other = Memory.open(embedder="hashing")
    other.remember("ben", "Ben hid the key.")
    assert other.recall("ben", "key").hits
    for call in (
        lambda: memory.remember("ada", "Ada left."),
        lambda: memory.recall("ada", "bell"),
        lambda: memory.records(),
        lambda: memory.sha256(),
    ):
        try:
            call()
        except StoreError as error:
            assert "another process" in str(error), error
        else:
            raise AssertionError("a child used its parent's memory")
    memory.close()
    sys.exit(0)
_, status = os.waitpid(child, 0)
assert status == 0, status
memory.remember("ada", "Ada sold the grey mare.")
assert len(memory.records(agent="ada")) == 2
print("both went on")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_after_a_fork_the_child_has_a_loop_of_its_own_and_is_refused_its_parents_memory(tmp_path: Path) -> None:
    script = [sys.executable, "-c", _CHILD, str(tmp_path / "memory.db")]
    done = subprocess.run(script, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stdout) == (0, "both went on\n"), done.stderr


def test_a_memory_that_is_no_file_is_copied_with_the_process() -> None:
    code = _CHILD.partition("child = ")[0].replace("sys.argv[1], ", "") + (
        "child = os.fork()\n"
        "if child == 0:\n"
        "    memory.remember('ben', 'Ben hid the key.')\n"
        "    assert len(memory.records()) == 2\n"
        "    sys.exit(0)\n"
        "assert os.waitpid(child, 0)[1] == 0\n"
        "assert len(memory.records()) == 1\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr


def test_work_that_is_cancelled_before_it_begins_ends_for_whoever_waits() -> None:
    async def never() -> None:
        raise AssertionError("cancelled before its first step")

    async def program() -> None:
        for _ in range(50):
            tasks = [asyncio.create_task(in_background(never())) for _ in range(20)]
            await asyncio.sleep(0)
            for task in tasks:
                task.cancel()
            done, pending = await asyncio.wait(tasks, timeout=60)
            assert len(done) == 20
            assert not pending
            [task.cancelled() or task.exception() for task in done]

    asyncio.run(program())


def test_calls_of_many_tasks_wake_the_background_once_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[object] = []

    async def program() -> None:
        await in_background(asyncio.sleep(0))
        background = loop._latest["agentsensus for loops"].loop
        wake = background.call_soon_threadsafe

        def counted(*call: Any) -> object:
            woken.append(call)
            return wake(*call)

        monkeypatch.setattr(background, "call_soon_threadsafe", counted)
        blocked = threading.Event()
        holding = asyncio.create_task(in_background(_blocked_until(blocked)))
        await asyncio.sleep(0.05)
        woken.clear()
        others = [asyncio.create_task(in_background(asyncio.sleep(0))) for _ in range(100)]
        await asyncio.sleep(0)
        assert len(woken) == 1
        blocked.set()
        await asyncio.gather(holding, *others)

    asyncio.run(program())


async def _blocked_until(event: threading.Event) -> None:
    event.wait(60)
