"""A model mind: what it makes of good, bad and foreign replies."""

import json
from pathlib import Path
from typing import Any

import pytest

from agentsensus.errors import ModelError
from agentsensus.models import Budget, open_model
from agentsensus.testing import FailingModel, ScriptedModel
from agentsensus.worlds.actions.speech import Say
from agentsensus.worlds.actions.status import UpdateStatus
from agentsensus.worlds.actions.thought import Conclude
from agentsensus.worlds.minds import LlmMind, View, view_of
from agentsensus.worlds.minds.model.llm import FOREIGN, Chosen, is_foreign
from agentsensus.worlds.scenario import Scenario, load
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.scenario.template_world import make_world
from agentsensus.worlds.state.world import World
from tests.worlds.kernel.runs import done, six


def _said(action: str, **params: Any) -> str:
    return json.dumps({"action": action, "params": params}, ensure_ascii=False)


def _mind(world: Scenario, *replies: str, **options: Any) -> tuple[LlmMind, ScriptedModel, View]:
    agent = world.active[0]
    model = ScriptedModel(replies)
    view = view_of(World(world, Rules(), []), agent, 1, ("start",))
    return LlmMind(world, agent, open_model(model, **options)), model, view


@pytest.fixture
def english(tmp_path: Path) -> Scenario:
    return six(tmp_path)


@pytest.fixture
def chinese(tmp_path: Path) -> Scenario:
    return load(make_world("dengta", "zh", tmp_path))


def test_a_good_reply_is_the_decision_in_one_call(english: Scenario) -> None:
    mind, model, view = _mind(english, _said("say", targets=["ben"], content="Pay me."))
    decision = done(mind.decide(view))
    assert (decision.action, decision.params, decision.because) == (
        "say",
        {"targets": ["ben"], "content": "Pay me."},
        "",
    )
    assert model.calls == 1
    assert model.requests[0].system == mind.system
    assert (model.requests[0].purpose, model.requests[0].language) == ("decide", "en")


@pytest.mark.parametrize(
    "reply",
    [
        'Of course!\n```json\n{"action": "wait", "params": {"timeout_rounds": 2}}\n```',
        '{"action": "wait", "timeout_rounds": 2}',
        '{"action": "wait", "timeout_rounds": 2, "reason": "patience"}',
        '<think>{"action": "noop"}</think>{"action": "wait", "params": {"timeout_rounds": 2}}',
    ],
)
def test_a_reply_with_chatter_or_loose_parameters_is_understood_at_once(english: Scenario, reply: str) -> None:
    mind, model, view = _mind(english, reply)
    decision = done(mind.decide(view))
    assert (decision.action, decision.params, model.calls) == ("wait", {"timeout_rounds": 2}, 1)


def test_parameters_that_are_null_count_as_left_out(english: Scenario) -> None:
    mind, _, view = _mind(english, _said("read_thread", thread=None, last_n=None, **{"with": ["ben"]}))
    assert done(mind.decide(view)).params == {"with": ["ben"], "last_n": 10}


def test_a_wrong_action_is_sent_back_with_the_reason(english: Scenario) -> None:
    mind, model, view = _mind(english, _said("fly", to="the moon"), _said("say", content="Ho!"), _said("noop"))
    assert done(mind.decide(view)).action == "noop"
    asked = [request.prompt for request in model.requests]
    assert "there is no action 'fly'" in asked[1]
    assert "say needs targets" in asked[2]


def test_what_one_step_does_not_bring_is_asked_for_in_two(english: Scenario, chinese: Scenario) -> None:
    for world, words in ((english, "The bridge is rotten."), (chinese, "桥烂了。")):
        replies = [*["Certainly!"] * 3, '{"action": "conclude"}', json.dumps({"text": words})]
        mind, model, view = _mind(world, *replies)
        assert done(mind.decide(view)).params == {"text": words}
        assert [request.purpose for request in model.requests] == ["decide"] * 3 + ["decide.name", "decide.fill"]
    assert "把结论写成一句话" in model.requests[-2].prompt  # in the words of the world's language
    assert "Put a conclusion" not in model.requests[-2].prompt


def test_a_mind_that_never_answers_fails_with_the_reason(english: Scenario) -> None:
    mind, model, view = _mind(english, "Certainly!")
    with pytest.raises(ModelError, match="unusable"):
        done(mind.decide(view))
    assert model.calls == 6
    dead = LlmMind(english, "ada", open_model(FailingModel()))
    with pytest.raises(ModelError, match="no model there"):
        done(dead.decide(view))


def test_without_budget_a_mind_fails_and_the_flag_is_set(english: Scenario) -> None:
    budget = Budget(calls=0)
    mind, model, view = _mind(english, _said("noop"), budget=budget)
    with pytest.raises(ModelError, match="budget is used up"):
        done(mind.decide(view))
    assert budget.is_exhausted
    assert model.calls == 0


def test_words_in_another_language_are_asked_for_once_more(chinese: Scenario) -> None:
    mind, model, view = _mind(chinese, _said("conclude", text="The lamp is out."), _said("conclude", text="灯灭了。"))
    decision = done(mind.decide(view))
    assert (decision.params, decision.because, model.calls) == ({"text": "灯灭了。"}, "", 2)
    assert "The lamp is out." in model.requests[1].prompt
    assert "请用中文重写" in model.requests[1].prompt


def test_words_that_stay_foreign_are_taken_as_they_are_and_marked(english: Scenario, chinese: Scenario) -> None:
    for world, text in ((chinese, "The lamp is out."), (english, "灯灭了。")):
        mind, model, view = _mind(world, _said("remember", text=text))
        decision = done(mind.decide(view))
        assert (decision.params, decision.because, model.calls) == ({"text": text}, FOREIGN, 2)
        mind, model, view = _mind(world, _said("remember", text=text), "no JSON any more")
        assert done(mind.decide(view)).because == FOREIGN


@pytest.mark.parametrize(
    ("text", "world", "is_so"),
    [
        ("Hamlet said 你好.", "en", False),
        ("他说 Hamlet。", "zh", False),
        ("……", "zh", False),
        ("42", "zh", False),
        ("OK", "zh", True),
        ("Lin saw the lamp in 灯塔 at night.", "zh", True),
        ("他走了 home。", "en", True),
        ("Elle est partie.", "en", False),
    ],
)
def test_foreign_is_what_is_mostly_in_the_other_language(text: str, world: Any, is_so: bool) -> None:
    assert is_foreign(Conclude(text=text), world) is is_so
    assert is_foreign(text, world) is is_so


def test_only_what_others_hear_or_what_is_kept_counts_as_words() -> None:
    assert is_foreign(Say(targets=("ben",), content="走吧"), "en")
    assert not is_foreign(UpdateStatus(key="mood", value="calm"), "zh")


def test_thinking_gives_the_models_words_without_its_working(english: Scenario) -> None:
    mind, model, view = _mind(english, "<think>hm</think> Ben has the key.\n")
    assert done(mind.think(view, "Who has the key?")) == "Ben has the key."
    assert "Who has the key?" in model.requests[0].prompt
    assert (model.requests[0].purpose, model.requests[0].shape) == ("think", None)


def test_thinking_is_held_to_the_language_too_and_fails_in_words(chinese: Scenario) -> None:
    mind, model, view = _mind(chinese, "Who knows?", "不知道。")
    assert done(mind.think(view, "谁拿了钥匙？")) == "不知道。"
    mind, model, view = _mind(chinese, "")
    with pytest.raises(ModelError, match="empty"):
        done(mind.think(view, "谁？"))
    assert model.calls == 1


OLD, NEW = "Find Hamlet.", "Warn Hamlet."


@pytest.mark.parametrize(
    "replaced",
    [
        {"Find Hamlet.": "Warn Hamlet."},
        ["Find Hamlet.", "Warn Hamlet."],
        [{"old": "Find Hamlet.", "new": "Warn Hamlet."}],
    ],
)
def test_a_goal_is_replaced_in_every_form_that_models_write(replaced: object) -> None:
    reply = {"action": "noop", "params": {}, "goals": {"replace": replaced}}
    upkeep = Chosen.model_validate(reply).upkeep
    assert upkeep is not None
    assert upkeep.replace == {OLD: NEW}
