"""The tape: the same run again, bit for bit, with no model, no key and no bill."""

import asyncio
import json
import resource
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentsensus import AsyncMemory, DepositInput, Memory
from agentsensus.errors import InputError, ModelError, NotOnTape
from agentsensus.models import (
    Answer,
    Budget,
    BudgetExhausted,
    Failed,
    Limits,
    NoAnswer,
    Outcome,
    Position,
    Reply,
    Request,
    Roles,
    Tape,
    TapePlace,
    Usage,
    ask_for,
    open_model,
)
from agentsensus.testing import FailingModel, FlakyModel, InstantModel, ScriptedModel, SlowModel
from tests.models.double import Line, answer, line, prompt_of, sorted_lines

HERE = Position(3, "horatio", "line", 0, 0)
MANUAL = "These are the rules of the house, and they are the same for everybody who plays in it, always. " * 4


def test_what_was_recorded_is_given_again_without_a_model(tmp_path: Path) -> None:
    model = ScriptedModel(["prose", answer(line(4).prompt)])
    recorded = asyncio.run(
        ask_for(open_model(model, tape=Tape(tmp_path / "t")), line(4), Line, tape_place=TapePlace(1, "a"))
    )
    again = asyncio.run(ask_for(Tape(tmp_path / "t").chat(model.id), line(4), Line, tape_place=TapePlace(1, "a")))
    assert isinstance(recorded, Answer)
    assert recorded == again
    assert recorded.calls == 2
    assert model.calls == 2


def test_nothing_is_paid_twice(tmp_path: Path) -> None:
    model, budget = ScriptedModel(["x"]), Budget()
    for _ in range(3):
        chat = open_model(model, budget=budget, tape=Tape(tmp_path / "t"))
        asyncio.run(chat.ask(line(1), HERE))
    assert model.calls == budget.spent.calls == 1


def test_two_who_ask_the_same_at_once_are_answered_by_one_call(tmp_path: Path) -> None:
    model = SlowModel(0.02)

    async def ask() -> list[Outcome]:
        chat = open_model(model, tape=Tape(tmp_path / "t"))
        return list(await asyncio.gather(*(chat.ask(line(1), HERE) for _ in range(5))))

    assert len(set(asyncio.run(ask()))) == 1
    assert model.calls == 1


def test_two_chats_of_one_tape_pay_once_for_the_same(tmp_path: Path) -> None:
    model, tape = SlowModel(0.02), Tape(tmp_path / "t")

    async def ask() -> None:
        await asyncio.gather(*(open_model(model, tape=tape).ask(line(1), HERE) for _ in range(3)))

    asyncio.run(ask())
    assert model.calls == 1


def test_two_loops_that_ask_the_same_at_once_pay_once(tmp_path: Path) -> None:
    model, tape, together = SlowModel(0.1), Tape(tmp_path / "t"), threading.Barrier(4)

    def in_a_loop_of_its_own(_: int) -> Outcome:
        chat = open_model(model, tape=tape)
        together.wait(60)
        return asyncio.run(chat.ask(line(1), HERE))

    with ThreadPoolExecutor(4) as threads:
        assert len(set(threads.map(in_a_loop_of_its_own, range(4)))) == 1
    assert model.calls == 1


def test_a_model_that_is_on_a_tape_already_is_not_put_there_twice(tmp_path: Path) -> None:
    tape = Tape(tmp_path / "t")
    roles = Roles(judge=open_model(ScriptedModel(["x"]), tape=tape), tape=tape)
    assert asyncio.run(asyncio.wait_for(roles.of("judge").ask(line(1), HERE), 60)) == Reply("x")


def test_who_waits_for_anothers_call_may_give_up_without_harm_to_the_rest(tmp_path: Path) -> None:
    model = SlowModel(0.1)

    async def ask() -> list[Outcome]:
        chat = open_model(model, tape=Tape(tmp_path / "t"))
        first, second, third = (asyncio.create_task(chat.ask(line(1), HERE)) for _ in range(3))
        await asyncio.sleep(0.02)
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
        return [await first, await third]

    first, third = asyncio.run(ask())
    assert first == third
    assert model.calls == 1


def test_when_the_one_who_asks_gives_up_another_asks_in_its_place(tmp_path: Path) -> None:
    model = SlowModel(0.1)

    async def ask() -> Outcome:
        chat = open_model(model, tape=Tape(tmp_path / "t"))
        first, second = (asyncio.create_task(chat.ask(line(1), HERE)) for _ in range(2))
        await asyncio.sleep(0.02)
        first.cancel()
        return await second

    assert isinstance(asyncio.run(ask()), Reply)
    assert model.calls == 1, "the other call never came to its end"


def test_a_tape_that_cannot_be_written_is_said_before_anything_is_paid(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    model = ScriptedModel(["x"])
    with pytest.raises(ModelError, match="the tape cannot be written"):
        asyncio.run(ask_for(open_model(model, tape=Tape(tmp_path / "file" / "t")), line(1), Line))
    assert model.calls == 0


def test_what_did_not_fit_on_the_disk_is_an_error_and_the_next_line_is_whole(tmp_path: Path) -> None:
    tape, soft_hard = Tape(tmp_path / "t"), resource.getrlimit(resource.RLIMIT_FSIZE)
    tape.begin()
    resource.setrlimit(resource.RLIMIT_FSIZE, ((tmp_path / "t").stat().st_size + 100, soft_hard[1]))
    try:
        with pytest.raises(ModelError, match="the tape cannot be written"):
            tape.record("k1", line(1, system=MANUAL), Reply("b"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, soft_hard)
    assert tape.find("k1") is None
    tape.record("k2", Request(purpose="x", prompt=MANUAL), Reply("c"))
    assert Tape(tmp_path / "t").find("k2") == Reply("c")
    assert prompt_of(tmp_path / "t", "k2") == MANUAL


@pytest.mark.parametrize(
    ("request_", "position"),
    [
        (line(2), HERE),
        (line(1, max_tokens=9), HERE),
        (line(1, temperature=0.5), HERE),
        (line(1, system="x"), HERE),
        (line(1), HERE._replace(round=4)),
        (line(1), HERE._replace(agent="osric")),
        (line(1), HERE._replace(ordinal=1)),
        (line(1), HERE._replace(again=1)),
    ],
)
def test_a_miss_without_a_model_is_one_error_that_names_the_key(
    request_: Request, position: Position, tmp_path: Path
) -> None:
    asyncio.run(open_model(ScriptedModel(["x"]), tape=Tape(tmp_path / "t")).ask(line(1), HERE))
    chat = Tape(tmp_path / "t").chat(ScriptedModel.id)
    assert asyncio.run(chat.ask(line(1), HERE)) == Reply("x")
    with pytest.raises(NotOnTape) as caught:
        asyncio.run(chat.ask(request_, position))
    assert request_.key(ScriptedModel.id, position) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_final_failure_is_recorded_and_retries_are_not(tmp_path: Path) -> None:
    chat = open_model(FailingModel(), tape=Tape(tmp_path / "failed"))
    failed = asyncio.run(ask_for(chat, line(1), Line))
    assert asyncio.run(ask_for(Tape(tmp_path / "failed").chat(chat.id), line(1), Line)) == failed
    assert isinstance(failed, NoAnswer)
    assert failed.calls == 3
    for name, model in (("clean", InstantModel()), ("flaky", FlakyModel(InstantModel(), share=1.0))):
        chat = open_model(model, tape=Tape(tmp_path / name))
        asyncio.run(chat.ask(line(1), HERE))
    assert sorted_lines(tmp_path / "clean") == sorted_lines(tmp_path / "flaky")


def test_a_tape_that_keeps_no_failures_lets_the_same_be_asked_again(tmp_path: Path) -> None:
    def tape() -> Tape:
        return Tape(tmp_path / "t", keeps_failures=False)

    limits = Limits(attempts=1)
    down = FailingModel()
    down.id = ScriptedModel.id
    assert isinstance(asyncio.run(open_model(down, limits=limits, tape=tape()).ask(line(1), HERE)), Failed)
    up = ScriptedModel(["x"])
    for _ in range(2):
        assert asyncio.run(open_model(up, limits=limits, tape=tape()).ask(line(1), HERE)) == Reply("x")
    assert up.calls == 1


def test_an_empty_purse_is_played_again_but_gives_way_to_a_real_reply(tmp_path: Path) -> None:
    poor = open_model(ScriptedModel(["x"]), budget=Budget(calls=0), tape=Tape(tmp_path / "t"))
    assert isinstance(asyncio.run(poor.ask(line(1), HERE)), BudgetExhausted)
    assert isinstance(asyncio.run(Tape(tmp_path / "t").chat(poor.id).ask(line(1), HERE)), BudgetExhausted)
    rich = open_model(ScriptedModel(["x"]), tape=Tape(tmp_path / "t"))
    assert asyncio.run(rich.ask(line(1), HERE)) == Reply("x")
    assert asyncio.run(Tape(tmp_path / "t").chat(poor.id).ask(line(1), HERE)) == Reply("x")


def test_the_first_line_for_a_key_wins(tmp_path: Path) -> None:
    tape, key = Tape(tmp_path / "t"), line(1).key("m", HERE)
    tape.record(key, line(1), Reply("first"))
    tape.record(key, line(1), Reply("second"))
    twice = (tmp_path / "t").read_bytes()
    (tmp_path / "t").write_bytes(twice + twice.replace(b"first", b"third"))
    assert Tape(tmp_path / "t").find(key) == Reply("first")


def test_a_torn_line_is_ignored_and_recording_goes_on(tmp_path: Path) -> None:
    whole = Tape(tmp_path / "whole")
    keys = [line(n).key("m", HERE) for n in range(3)]
    for n, key in enumerate(keys):
        whole.record(key, line(n, system=MANUAL), Reply(f"reply {n}", Usage(1, 2)))
    content = (tmp_path / "whole").read_bytes()
    for cut in range(len(content) + 1):
        path = tmp_path / "torn"
        path.write_bytes(content[:cut])
        torn = Tape(path)
        for n, key in enumerate(keys):
            if torn.find(key) is None:
                torn.record(key, line(n, system=MANUAL), Reply(f"reply {n}", Usage(1, 2)))
        again = Tape(path)
        assert [again.find(key) for key in keys] == [Reply(f"reply {n}", Usage(1, 2)) for n in range(3)], cut


def test_repeated_prompt_text_is_stored_once(tmp_path: Path) -> None:
    tape = Tape(tmp_path / "t")
    for n in range(50):
        tape.record(
            line(n).key("m", HERE), line(n, system=MANUAL).model_copy(update={"prompt": f"{MANUAL}\n\n{n}"}), Reply("x")
        )
    text = (tmp_path / "t").read_text("utf-8")
    assert text.count("rules of the house") == 4
    assert prompt_of(tmp_path / "t", line(7).key("m", HERE)) == f"{MANUAL}\n\n7"


@given(st.text(), st.text(), st.text(max_size=300), st.sampled_from([None, Usage(3, 4)]), st.booleans())
def test_whatever_is_recorded_is_found_again(
    tmp_path_factory: pytest.TempPathFactory, system: str, prompt: str, reply: str, usage: Usage | None, is_cut: bool
) -> None:
    path = tmp_path_factory.mktemp("tape") / "t"
    request = Request(purpose="x", system=system, prompt=prompt)
    key = request.key("m", HERE)
    outcomes: list[Outcome] = [Reply(reply, usage, is_cut), Failed(reply, 2), BudgetExhausted(reply)]
    for number, outcome in enumerate(outcomes):
        tape = Tape(path)
        tape.record(f"{key}{number}", request, outcome)
    assert [Tape(path).find(f"{key}{n}") for n in range(3)] == outcomes
    assert prompt_of(path, f"{key}0") == prompt


@pytest.mark.parametrize("content", ["label\ttext\n1\t2\n", '{"tape": 99}\n', '{"seq": 1}\n{"seq": 2}\n'])
def test_another_file_is_refused_and_left_alone(content: str, tmp_path: Path) -> None:
    (tmp_path / "t").write_text(content)
    with pytest.raises(InputError, match=r"/t: "):
        Tape(tmp_path / "t")
    assert (tmp_path / "t").read_text() == content


@pytest.mark.parametrize(
    "entry",
    [
        '{"key": [], "reply": "x"}',
        '{"key": 5, "reply": "x"}',
        '{"key": {"a": 1}, "failed": "x"}',
        '{"key": "1/a", "failed": ["x"]}',
        '{"key": "1/a", "failed": "x", "calls": "many"}',
        '{"key": "1/a", "reply": "x", "usage": 5}',
        '{"key": "1/a", "reply": "x", "usage": [1]}',
        '{"key": "1/a", "reply": "x", "usage": ["a", "b"]}',
        '{"key": "1/a", "reply": "x", "usage": [-1, 1e999]}',
        '{"key": "1/a", "reply": "x", "usage": [1, 1180591620717411303424]}',
        '{"key": "1/a", "exhausted": {}}',
        '{"is": "x"}',
        '{"text": [], "is": "x"}',
    ],
)
def test_a_line_that_no_tape_has_is_named(entry: str, tmp_path: Path) -> None:
    (tmp_path / "t").write_text(f'{{"tape": 1}}\n{entry}\n')
    with pytest.raises(InputError, match=r"/t: line 2 is not a line of a tape"):
        Tape(tmp_path / "t")


@pytest.mark.parametrize(
    "line", ["[" * 100_000, '{"key": ' * 50_000, "null", "5", '"x"', "[]", '{"key": "x", "failed": "x"}']
)
def test_a_line_that_says_nothing_to_us_does_no_harm(line: str, tmp_path: Path) -> None:
    (tmp_path / "t").write_text(f'{{"tape": 1}}\n{line}\n')
    Tape(tmp_path / "t").ask_failures_again(after=0)


def test_a_reply_stands_at_the_place_it_was_asked_from_whatever_comes_back_first(tmp_path: Path) -> None:
    seen: list[str] = []

    class Noting(ScriptedModel):
        async def send(self, request: Request) -> Reply:
            await asyncio.sleep(0.01 * (3 - len(seen)))
            seen.append(request.prompt)
            return Reply(answer(request.prompt))

    async def ask() -> None:
        chat = open_model(Noting([]), tape=Tape(tmp_path / "t"))
        places = [TapePlace(5, "horatio/刘备", n) for n in range(3)]
        await asyncio.gather(*(ask_for(chat, line(n), Line, tape_place=places[n]) for n in (2, 1, 0)))

    asyncio.run(ask())
    keys = sorted(json.loads(one)["key"] for one in sorted_lines(tmp_path / "t") if '"key"' in one)
    assert [key.split("#")[0] for key in keys] == [f"5/horatio%2F刘备/line/{n}/0" for n in range(3)]
    by_key = {key: prompt_of(tmp_path / "t", key) for key in keys}
    assert [by_key[key] for key in keys] == [line(n).prompt for n in range(3)]


SAID = [
    [
        DepositInput("a", "The ghost walked. The cock crew."),
        DepositInput("b", "A spectre walked the wall. It was cold."),
    ],
    [
        DepositInput("a", "The ghost walked again. The cock was silent."),
        DepositInput("a", "Osric bowed. Osric left.", number=1),
    ],
]


def test_a_memory_made_again_from_the_tape_is_the_same_memory(tmp_path: Path) -> None:
    def same(new: str, known: str) -> bool:
        return "ghost" in known

    async def play(path: Path, model: object) -> tuple[str, list[int]]:
        memory = AsyncMemory.open(path, embedder="hashing", settings={"floor": 0.0}, model=model)  # type: ignore[arg-type]
        receipts = [one for at, said in enumerate(SAID) for one in await memory.remember_many(said, at=at)]
        digest = await memory.sha256()
        await memory.close()
        return digest, [receipt.calls for receipt in receipts]

    model = FlakyModel(InstantModel(same))
    first = asyncio.run(play(tmp_path / "one.db", open_model(model, tape=Tape(tmp_path / "t"))))
    asked = model.calls
    assert asyncio.run(play(tmp_path / "two.db", Tape(tmp_path / "t").chat(model.id))) == first
    assert asyncio.run(play(tmp_path / "three.db", open_model(model, tape=Tape(tmp_path / "t")))) == first
    assert model.calls == asked, "a third time costs nothing either"
    keys = [json.loads(one)["key"] for one in sorted_lines(tmp_path / "t") if '"key"' in one]
    assert {key.split("#")[0] for key in keys} >= {"0/a/atomize/0/0", "1/a/judge/0/0"}


def test_a_memory_takes_a_function_or_an_id_as_its_model() -> None:
    async def model(prompt: str) -> str:
        return InstantModel(lambda new, known: True).answer(prompt)

    with Memory.open(embedder="hashing", settings={"floor": 0.0}, model=model) as memory:
        memory.remember("a", "The ghost walked along the wall.")
        assert memory.remember("b", "A ghost walked the walls.").calls == 1
        assert memory.stats().total == 1
    with pytest.raises(InputError, match="has no provider"):
        Memory.open(embedder="hashing", model="gpt-9")


def test_a_rating_is_on_the_tape_for_its_text_whoever_deposits_it_first(tmp_path: Path) -> None:
    async def rate(roles: Roles, *agents: str) -> None:
        async with AsyncMemory.open(design="generative-agents", embedder="hashing", model=roles) as memory:
            await asyncio.gather(*(memory.remember(agent, "The ghost walked on the wall", at=1) for agent in agents))

    model = ScriptedModel(['{"importance": 7}'])
    asyncio.run(rate(Roles(memory=model, tape=Tape(tmp_path / "t")), "bernardo", "marcellus"))
    asyncio.run(rate(Roles(memory=Tape(tmp_path / "t").chat(model.id)), "marcellus", "bernardo"))
    assert model.calls == 1
