"""Functions as models: plain ones in threads, as many as the limit says, and none in the way of another."""

import asyncio
import threading
import time
from contextvars import ContextVar

import pytest

from agentsensus.models import Answer, Limits, NoAnswer, ask_for, open_model
from tests.models.double import Line, answer, line

WHO: ContextVar[str] = ContextVar("WHO", default="nobody")


@pytest.mark.parametrize(
    ("limits", "most"),
    [(None, 32), (Limits(timeout=900), 32), (Limits(concurrency=5), 5), (Limits(concurrency=None), 48)],
)
def test_plain_functions_run_at_once_as_many_as_the_limit_says(limits: Limits | None, most: int) -> None:
    all_here = threading.Barrier(most)

    def meeting(prompt: str) -> str:
        all_here.wait(60)
        return answer(prompt)

    async def ask() -> list[Answer[Line] | NoAnswer]:
        chat = open_model(meeting, limits=limits)
        return list(await asyncio.gather(*(ask_for(chat, line(n), Line) for n in range(most))))

    assert all(isinstance(one, Answer) and one.calls == 1 for one in asyncio.run(ask()))


def test_no_more_plain_functions_run_at_once_than_the_limit_says() -> None:
    busy, most_busy, guard = [0], [0], threading.Lock()

    def slow(prompt: str) -> str:
        with guard:
            busy[0] += 1
            most_busy[0] = max(most_busy[0], busy[0])
        time.sleep(0.01)
        with guard:
            busy[0] -= 1
        return answer(prompt)

    async def ask() -> None:
        chat = open_model(slow, limits=Limits(concurrency=3))
        await asyncio.gather(*(ask_for(chat, line(n), Line) for n in range(20)))

    asyncio.run(ask())
    assert 1 < most_busy[0] <= 3


def test_calls_that_hang_do_not_keep_others_waiting() -> None:
    over = threading.Event()

    def hanging(prompt: str) -> str:
        if "Line 1 " not in prompt:
            over.wait(600)
        return answer(prompt)

    async def ask() -> Answer[Line] | NoAnswer:
        chat = open_model(hanging, limits=Limits(timeout=0.5, attempts=1, concurrency=None))
        lost = await asyncio.gather(*(ask_for(chat, line(n), Line) for n in range(2, 40)))
        assert all(isinstance(one, NoAnswer) for one in lost)
        return await ask_for(chat, line(1), Line)

    try:
        assert isinstance(asyncio.run(ask()), Answer)
    finally:
        over.set()


def test_a_plain_function_sees_the_callers_context() -> None:
    seen: list[str] = []

    def noting(prompt: str) -> str:
        seen.append(WHO.get())
        return answer(prompt)

    async def ask() -> None:
        WHO.set("horatio")
        await ask_for(open_model(noting), line(1), Line)

    asyncio.run(ask())
    assert seen == ["horatio"]
