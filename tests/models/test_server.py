"""Against a real HTTP server on this machine that fails in every way it can."""

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from agentsensus.models import Answer, Chat, Limits, NoAnswer, Request, Tape, TapePlace, ask_for, open_model
from agentsensus.testing import ModelServer, ServerBehaviour, allow_loopback_requests
from agentsensus.testing.server import FAILURES, always_well, now_and_then
from tests.models.double import SAID, Line, answer, exact, line, roles_of, sorted_lines, value_of

REQUESTS = 500
QUICK = Limits(first_pause=0.01, concurrency=24)
PATIENT = Limits(timeout=4, attempts=12, first_pause=0.01, concurrency=24)
"""A busy machine may let good requests time out too: then they are only made again."""


@pytest.fixture(autouse=True)
def _loopback() -> Iterator[None]:
    with allow_loopback_requests():
        yield


async def _ask_all(chat: Chat, count: int) -> list[Answer[Line] | NoAnswer]:
    asked = [ask_for(chat, line(n), Line, exact(n), TapePlace(n % 7, f"agent_{n % 5}", n)) for n in range(count)]
    try:
        return list(await asyncio.gather(*asked))
    finally:
        await chat.close()


@pytest.mark.thorough
def test_500_typed_requests_all_end_right_and_the_tape_is_that_of_a_clean_run(tmp_path: Path) -> None:
    taken = []
    for name, plan, limits in (("clean", always_well, QUICK), ("flaky", now_and_then(0.3, 2), PATIENT)):
        with ModelServer(answer, plan, slow=600) as server:
            chat = open_model(f"openai:toy@{server.url}", limits=limits, tape=Tape(tmp_path / name))
            found = asyncio.run(_ask_all(chat, REQUESTS))
        assert [value_of(one) for one in found] == [Line(number=n, words=f"{n}: {SAID}") for n in range(REQUESTS)]
        assert all(one.calls == 1 for one in found), "what the transport did is no part of the answer"
        taken.append(server.seen)
    clean, flaky = taken
    assert clean == {ServerBehaviour.OK: REQUESTS}
    assert set(flaky) == {ServerBehaviour.OK, *FAILURES}, "every kind of failure was met"
    assert 0.25 * REQUESTS < sum(flaky[turn] for turn in FAILURES) < 2 * REQUESTS
    assert sorted_lines(tmp_path / "flaky") == sorted_lines(tmp_path / "clean")


@pytest.mark.parametrize("turn", [turn for turn in FAILURES if turn is not ServerBehaviour.NO_SCHEMA])
def test_a_server_that_never_recovers_is_a_recorded_failure_after_a_few_requests(
    turn: ServerBehaviour, tmp_path: Path
) -> None:
    limits = Limits(timeout=0.1 if turn is ServerBehaviour.SLOW else 300, first_pause=0.01)
    with ModelServer(answer, lambda prompt, attempt: turn, slow=600) as server:
        chat = open_model(f"openai:toy@{server.url}", limits=limits, tape=Tape(tmp_path / "tape"))
        (found,) = asyncio.run(_ask_all(chat, 1))
    assert sum(server.seen.values()) <= 9, "three questions of three attempts at most"
    assert isinstance(found, NoAnswer)
    assert "\n" not in found.reason
    assert (
        len(Tape(tmp_path / "tape")) == found.calls
        if turn is ServerBehaviour.MALFORMED
        else len(Tape(tmp_path / "tape")) == 1
    )


def test_a_server_that_refuses_schemas_is_asked_without() -> None:
    with ModelServer(answer, lambda prompt, attempt: ServerBehaviour.NO_SCHEMA) as server:
        found = asyncio.run(_ask_all(open_model(f"openai:toy@{server.url}", limits=QUICK), 20))
    assert [value_of(one).number for one in found] == list(range(20))
    assert server.seen[ServerBehaviour.NO_SCHEMA] <= 40, "a refusal costs one request at most"


def test_a_schema_that_is_refused_uses_up_no_attempt() -> None:
    def broken_after_that(prompt: str, attempt: int) -> ServerBehaviour:
        return ServerBehaviour.BROKEN if attempt == 1 else ServerBehaviour.NO_SCHEMA

    for attempts, plan in ((1, lambda prompt, attempt: ServerBehaviour.NO_SCHEMA), (2, broken_after_that)):
        with ModelServer(answer, plan) as server:
            limits = Limits(attempts=attempts, first_pause=0, concurrency=1)
            found = asyncio.run(_ask_all(open_model(f"openai:toy@{server.url}", limits=limits), 7))
        assert [value_of(one).number for one in found] == list(range(7))


def test_a_dead_endpoint_is_a_recorded_failure_that_says_what_to_do(tmp_path: Path) -> None:
    tape = Tape(tmp_path / "tape")
    chat = open_model("openai:toy@http://127.0.0.1:9/v1", limits=Limits(first_pause=0.01), tape=tape)
    found = asyncio.run(_ask_all(chat, 50))
    assert all(isinstance(one, NoAnswer) and one.why == "unreachable" and one.calls == 3 for one in found)
    assert isinstance(found[0], NoAnswer)
    assert "nothing answers at http://127.0.0.1:9/v1; start the server, or set its address" in found[0].reason
    assert len(Tape(tmp_path / "tape")) == 50


def test_retry_after_is_honoured_and_capped(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    sleep, here = asyncio.sleep, threading.get_ident()

    async def noted(seconds: float, *more: object) -> None:
        if threading.get_ident() != here:  # a server of another test
            await sleep(seconds)
            return
        if seconds:
            pauses.append(seconds)
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", noted)

    def limited_once(prompt: str, attempt: int) -> ServerBehaviour:
        return ServerBehaviour.LIMITED if attempt == 0 else ServerBehaviour.OK

    for said, cap, waited in ((40, 60.0, 40.0), (3600, 0.2, 0.2)):
        with ModelServer(answer, limited_once, retry_after=said) as server:
            limits = Limits(first_pause=0.0, longest_pause=cap)
            (found,) = asyncio.run(_ask_all(open_model(f"openai:toy@{server.url}", limits=limits), 1))
        assert value_of(found).number == 0
        assert pauses == [waited]
        pauses.clear()


def test_cancellation_is_not_swallowed_and_leaves_no_slot_taken() -> None:
    async def cancelled_then_asked() -> Line:
        with ModelServer(
            answer, lambda prompt, attempt: ServerBehaviour.SLOW if "Line 1 " in prompt else ServerBehaviour.OK, slow=5
        ) as server:
            chat = open_model(f"openai:toy@{server.url}", limits=Limits(concurrency=1))
            task = asyncio.create_task(ask_for(chat, line(1), Line))
            await asyncio.sleep(0.1)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            found = value_of(await ask_for(chat, line(2), Line))
            await chat.close()
            return found

    assert asyncio.run(cancelled_then_asked()).number == 2


def test_one_model_serves_several_event_loops() -> None:
    with ModelServer(answer) as server:
        chat = open_model(f"openai:toy@{server.url}")
        for n in range(3):
            assert value_of(asyncio.run(_ask_all(chat, 1))[0]).number == 0, n


def test_no_more_are_under_way_at_once_than_the_limit_says() -> None:
    busy, most = [0], [0]

    def slowly(prompt: str) -> str:
        busy[0] += 1
        most[0] = max(most[0], busy[0])
        time.sleep(0.02)
        busy[0] -= 1
        return answer(prompt)

    with ModelServer(slowly) as server:
        asyncio.run(_ask_all(open_model(f"openai:toy@{server.url}", limits=Limits(concurrency=3)), 20))
    assert 1 < most[0] <= 3


def test_roles_go_to_their_own_models() -> None:
    with ModelServer(answer) as server:
        roles = roles_of([f"openai:big@{server.url}", f"judge=openai:small@{server.url}"])
        assert roles.ids == dict.fromkeys(roles.ids, "openai:big") | {"judge": "openai:small"}

        async def ask_both() -> None:
            for role in ("minds", "judge"):
                await ask_for(roles.of(role), line(1), Line)
            await roles.close()

        asyncio.run(ask_both())
    assert roles.budget.spent.calls == 2


def test_the_system_text_and_the_prompt_arrive() -> None:
    with ModelServer(lambda prompt: '{"number": 1, "words": "x"}') as server:
        chat = open_model(f"openai:toy@{server.url}")

        async def ask() -> None:
            request = Request(purpose="x", system="Be brief.", prompt="提示", temperature=0.5)
            assert isinstance(await ask_for(chat, request, Line), Answer)
            await chat.close()

        asyncio.run(ask())
    assert server.seen[ServerBehaviour.OK] == 1
