"""The rules of play: two presets, changed one by one, refused with what there is."""

import pytest

from agentsensus.errors import InputError, UnknownName
from agentsensus.worlds.runs import Plan
from agentsensus.worlds.scenario.rules import Rules
from tests.worlds.kernel.runs import EARLIER


def test_the_papers_rules_and_ours_differ_where_they_should() -> None:
    ours, paper = Rules.preset("ours").model_dump(), Rules.preset("paper").model_dump()
    assert {key for key in ours if ours[key] != paper[key]} == {
        "message_speed",
        "gesture",
        "place_rows",
        "act_changes_place",
        "rows_tell_source",
        "cache",
        "goal_cap",
        *EARLIER,
        "keeping",
        "notice_rounds",
        "result_chars",
        "hints",
        "one_language",
    }
    assert Rules().with_(goal_cap=3).goal_cap == 3


@pytest.mark.parametrize(
    ("changes", "error", "said"),
    [
        ({"cach": "fifo"}, UnknownName, "no setting is called 'cach'; did you mean 'cache'"),
        ({"cache": "heap"}, InputError, "setting cache is 'heap'"),
        ({"goal_cap": 0}, InputError, "setting goal_cap is 0"),
    ],
)
def test_what_cannot_be_set_is_refused(changes: dict[str, object], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        Rules().with_(**changes)


def test_an_unknown_preset_and_an_unknown_setting_of_a_plan_are_named_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="no preset is called 'papre'; did you mean 'paper'"):
        Rules.preset("papre")
    for key, near in (("stal_after", "stall_after"), ("recal_k", "recall_k")):
        with pytest.raises(UnknownName, match=f"called '{key}'; did you mean '{near}'"):
            Plan(changes={key: 1}).settings()
