"""A typed choice among ten actions: in one step, or by name first and parameters next."""

import asyncio
import json
from typing import Literal

import pytest
from pydantic import BaseModel, Field

from agentsensus.errors import InputError
from agentsensus.models import (
    Answer,
    Budget,
    NoAnswer,
    Request,
    Tape,
    TapePlace,
    as_chat,
    choose,
    choose_then_fill,
    open_model,
)
from agentsensus.models.compact import example, signature
from agentsensus.testing import FailingModel, ScriptedModel
from tests.models.actions import ACTIONS, Observe, Say, Wait

SITUATION = Request(purpose="decide", prompt="You are Horatio. Marcellus asks you what you saw.")
SAY = {"to": "marcellus", "words": 'I saw "it", {there}.'}


def _choose(replies: list[str], language: str = "en") -> tuple[Answer[BaseModel] | NoAnswer, ScriptedModel]:
    model = ScriptedModel(replies)
    request = SITUATION.model_copy(update={"language": language})
    return asyncio.run(choose(as_chat(model), request, ACTIONS, TapePlace(1, "horatio"))), model


def test_a_strong_model_chooses_in_one_call() -> None:
    found, model = _choose([json.dumps({"action": "say", "params": SAY})])
    assert found == Answer(Say(to="marcellus", words='I saw "it", {there}.'), 1)
    assert model.calls == 1


def test_wrong_parameters_are_named_in_the_next_question() -> None:
    found, model = _choose([json.dumps({"action": "say", "params": {"to": "marcellus"}}), '{"action": "wait"}'])
    assert isinstance(found, Answer)
    assert found.value == Wait()
    assert "params.words: Field required" in model.requests[1].prompt


def test_a_weak_model_is_asked_for_the_name_first_and_the_parameters_next() -> None:
    found, model = _choose(["Hm."] * 3 + ['{"action": "say"}', json.dumps(SAY)], "zh")
    assert isinstance(found, Answer)
    assert found.value == Say(**SAY)
    assert found.calls == model.calls == 5
    assert "只写行动的名称" in model.requests[3].prompt
    assert "行动已经选定：say" in model.requests[4].prompt
    assert model.requests[3].shape is not None
    assert model.requests[3].shape.json_schema["properties"]["action"]["enum"] == [
        "say", "whisper", "observe", "move", "wait", "remember", "recall", "think", "give", "read",
    ]  # fmt: skip


def test_an_action_without_parameters_needs_one_question() -> None:
    model = ScriptedModel(['{"action": "wait"}'])
    assert asyncio.run(choose_then_fill(as_chat(model), SITUATION, ACTIONS)) == Answer(Wait(), 1)


def test_an_example_that_is_copied_with_its_blanks_is_not_taken() -> None:
    found, model = _choose(['{"action": "say", "params": {"to": "marcellus", "words": "…"}}', '{"action": "wait"}'])
    assert isinstance(found, Answer)
    assert found.value == Wait()
    assert "words: write the real value, not …" in model.requests[1].prompt


def test_an_action_that_does_not_exist_is_complained_about_then_given_up() -> None:
    found, model = _choose(['{"action": "fly", "params": {}}'])
    assert isinstance(found, NoAnswer)
    assert "'fly' is none of say, whisper" in found.reason
    assert model.calls == found.calls == 6


def test_a_dead_model_is_not_asked_the_long_way_too() -> None:
    model = FailingModel()
    found = asyncio.run(choose(as_chat(model), SITUATION, ACTIONS))
    assert isinstance(found, NoAnswer)
    assert model.calls == found.calls == 3


def test_an_empty_purse_is_told_from_a_weak_model() -> None:
    chat = open_model(ScriptedModel(["Hm."]), budget=Budget(calls=4))
    found = asyncio.run(choose(chat, SITUATION, ACTIONS))
    assert isinstance(found, NoAnswer)
    assert found.is_exhausted


def test_every_step_has_its_own_place_on_the_tape(tmp_path: object) -> None:
    tape = Tape(f"{tmp_path}/t")
    replies = ["Hm."] * 3 + ['{"action": "say"}', json.dumps(SAY)]
    asyncio.run(choose(open_model(ScriptedModel(replies), tape=tape), SITUATION, ACTIONS, TapePlace(2, "horatio", 4)))
    assert len(tape) == 5
    again = asyncio.run(choose(tape.chat(ScriptedModel.id), SITUATION, ACTIONS, TapePlace(2, "horatio", 4)))
    assert isinstance(again, Answer)
    assert again.value == Say(**SAY)


def test_two_options_of_one_name_are_refused() -> None:
    for options in ([], [Say, Say]):
        with pytest.raises(InputError, match="no two of the same name"):
            asyncio.run(choose(as_chat(ScriptedModel(["x"])), SITUATION, options))


class Branch(BaseModel):
    """A branch of a tree."""

    name: str
    branches: "list[Branch]"


class Plant(BaseModel):
    """Plant a tree."""

    trunk: Branch


def test_a_class_that_holds_its_own_kind_is_shown_one_level_deep() -> None:
    assert signature(Branch) == "branch(name: string, branches: [object, …]) — A branch of a tree."
    assert signature(Plant) == "plant(trunk: {name: string, branches: [object, …]}) — Plant a tree."
    for kind in (Branch, Plant):
        assert kind.model_validate(example(kind))


class Sung(BaseModel):
    """Sing."""

    how: Literal["softly", "loudly"]


def test_a_class_is_one_line_and_an_example() -> None:
    class Deep(BaseModel):
        """Do something deep."""

        who: list[str]
        how: Literal["softly", "loudly"] = "softly"
        inner: Say
        often: int | None = Field(None, description="how many times")

    assert signature(Deep) == (
        'deep(who: [string, …], how: "softly" | "loudly" = "softly", inner: {to: string, words: string}, '
        "often?: integer (how many times)) — Do something deep."
    )
    assert example(Deep) == {"who": ["…"], "inner": {"to": "…", "words": "…"}}
    assert example(Sung) == {"how": "…"}, "who copies an example must not have chosen by that"
    assert signature(Observe) == "observe(what: string) — Look closely at a person, a thing or the place."
