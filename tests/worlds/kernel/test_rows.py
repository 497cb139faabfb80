"""The rules of play, row by row, and which test holds each; a row without a test, or a test that is gone, fails."""

import ast
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest

from agentsensus.testing import ScriptedMind, scripted_company
from agentsensus.worlds.minds import Decision
from agentsensus.worlds.run_folder.run_file import InjectedEvent, InjectedMessage
from tests.paths import ROOT
from tests.worlds.kernel.runs import SIX, Run, six

WAKING, MAIL, ACTING, FORKING = (
    "kernel/test_waking",
    "kernel/test_mail",
    "actions/test_actions",
    "kernel/test_injecting",
)
SAME, HERE, EFFECTS = "kernel/test_determinism", "kernel/test_rows", "actions/test_effects"

ROWS: dict[str, dict[str, tuple[str, str]]] = {
    "who gets a turn": {
        "archived characters, places and carriers never": (
            WAKING,
            "test_every_active_character_is_awake_in_round_1_and_nobody_else_ever",
        ),
        "nobody on the road, even if written to": (
            WAKING,
            "test_a_traveller_has_no_turn_even_when_written_to_and_gets_its_mail_on_arrival",
        ),
        "whoever has an unread message": (WAKING, "test_an_unread_message_wakes_three_times_and_then_no_more"),
        "whoever has a goal and does not wait": (WAKING, "test_whoever_has_goals_and_does_not_wait_is_awake"),
        "nobody without goal, wait or message": (
            WAKING,
            "test_every_active_character_is_awake_in_round_1_and_nobody_else_ever",
        ),
        "waiting for ever: when a message comes": (WAKING, "test_waiting_for_ever_ends_with_a_message_only"),
        "waiting with a timeout: then": (WAKING, "test_waiting_for_ever_ends_with_a_message_only"),
        "waiting with a timeout: or when a message comes": (
            WAKING,
            "test_a_wait_with_a_timeout_is_cut_short_by_a_message",
        ),
        "everybody in the first round": (
            WAKING,
            "test_every_active_character_is_awake_in_round_1_and_nobody_else_ever",
        ),
    },
    "messages": {
        "go to living characters only": (ACTING, "test_what_cannot_be_done_is_refused_in_words_that_say_why"),
        "are heard in the next round at the earliest": (
            MAIL,
            "test_a_message_is_heard_one_round_later_here_and_later_far_away",
        ),
        "take longer the farther they go": (
            MAIL,
            "test_a_message_takes_its_distance_over_its_speed_and_one_round_at_least",
        ),
        "make threads by who takes part": (
            MAIL,
            "test_a_thread_is_its_participants_in_any_order_and_a_new_set_is_a_new_thread",
        ),
        "can be read again by either side": (HERE, "test_both_sides_can_read_a_thread_again"),
        "are noticed, and read by an action": (MAIL, "test_a_notice_says_little_and_goes_when_the_thread_is_read"),
        "to nobody are refused, and nothing is sent": (
            ACTING,
            "test_what_cannot_be_done_is_refused_in_words_that_say_why",
        ),
        "to travellers wait for their arrival": (
            WAKING,
            "test_a_traveller_has_no_turn_even_when_written_to_and_gets_its_mail_on_arrival",
        ),
        "travellers are in no place": (ACTING, "test_a_traveller_is_nowhere_to_be_seen"),
        "are said, gestured, or the world's": (HERE, "test_a_message_is_said_gestured_or_the_worlds"),
    },
    "quiet": {
        "a world stops when nothing can happen any more": (WAKING, "test_a_quiet_world_stops"),
        "somebody on the road keeps it going": (
            WAKING,
            "test_rounds_in_which_nothing_happens_are_skipped_and_write_nothing",
        ),
        "so does a wait that ends": (WAKING, "test_rounds_in_which_nothing_happens_are_skipped_and_write_nothing"),
        "so does a message under way": (WAKING, "test_mail_in_flight_keeps_a_world_going"),
        "so does what is injected": (HERE, "test_what_is_injected_into_a_quiet_world_wakes_it"),
        "the next round is the earliest of these": (
            WAKING,
            "test_rounds_in_which_nothing_happens_are_skipped_and_write_nothing",
        ),
        "never beyond the limit": (WAKING, "test_a_jump_never_passes_the_limit_and_the_run_goes_on_from_there"),
    },
    "stopping": {
        "max_rounds": (WAKING, "test_a_jump_never_passes_the_limit_and_the_run_goes_on_from_there"),
        "wall_time": (WAKING, "test_the_clock_on_the_wall_stops_a_run_between_rounds"),
        "quiescent": (WAKING, "test_a_quiet_world_stops"),
        "budget": (WAKING, "test_a_spent_budget_lets_the_round_end_and_the_run_can_go_on"),
        "person": (
            "minds/human/test_person",
            "test_whoever_leaves_stops_the_run_when_the_round_has_ended_and_it_can_be_gone_on_with",
        ),
        "in this order": (HERE, "test_of_several_reasons_to_stop_the_first_is_given"),
        "with everything written": (HERE, "test_every_stop_leaves_everything_written"),
    },
    "the 24 actions": {
        "what each does": (EFFECTS, "test_each_action_does_what_its_row_says"),
        "how each is refused": (ACTING, "test_what_cannot_be_done_is_refused_in_words_that_say_why"),
        "there are no others": (
            ACTING,
            "test_the_paper_has_exactly_24_and_ours_three_more_each_with_a_page_for_the_manual",
        ),
        "names and aliases do": (ACTING, "test_names_and_aliases_do_as_well_as_ids_and_the_log_holds_ids"),
    },
    "what went wrong elsewhere": {
        "reads that see the writes of their own round": (
            "kernel/test_barrier",
            "test_what_is_read_is_what_stood_when_the_round_began",
        ),
        "an order of stepping that matters": (SAME, "test_the_order_of_stepping_and_of_replies_changes_nothing"),
        "a round played twice after resuming": (SAME, "test_the_same_run_twice_and_in_two_sittings_is_the_same"),
        "a log that is longer than what was committed": (
            SAME,
            "test_what_lies_beyond_the_last_committed_round_is_cut_when_a_run_goes_on",
        ),
        "a design that is not restored": (SAME, "test_the_same_run_twice_and_in_two_sittings_is_the_same"),
        "a location that can be removed": (ACTING, "test_what_cannot_be_done_is_refused_in_words_that_say_why"),
        "travellers who count as present": (ACTING, "test_a_traveller_is_nowhere_to_be_seen"),
        "goals without end": (ACTING, "test_goals_are_a_stack_with_a_cap"),
        "the same thing done over and over": (ACTING, "test_equal_actions_in_a_row_are_pointed_out"),
        "the same words said over and over": (
            HERE,
            "test_saying_the_same_again_is_pointed_out_and_saying_something_else_is_not",
        ),
    },
}


@cache
def _tests_in(module: str) -> frozenset[str]:
    tree = ast.parse((ROOT / "tests" / "worlds" / f"{module}.py").read_text("utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("part", ROWS)
def test_every_row_has_a_test(part: str) -> None:
    assert [row for row, (module, test) in ROWS[part].items() if test not in _tests_in(module)] == []


AIMLESS = SIX["characters.yaml"].replace(", goals: [Keep the books.]", "")


def _do(name: str, **params: Any) -> Decision:
    return Decision(action=name, params=params)


def test_both_sides_can_read_a_thread_again(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path))
    again = {4: _do("read_thread", **{"with": ["ada"]}), 5: _do("read_thread", **{"with": ["ada"]})}
    run.script(
        6,
        ada={1: _do("say", targets=["ben"], content="One."), 5: _do("read_thread", **{"with": ["ben"]})},
        ben={2: _do("push_goal", text="Wait and see."), **again},
    )
    read = [
        act.data["messages"][0]["content"] for who in ("ada", "ben") for act in run.acts(who) if "messages" in act.data
    ]
    assert read == ["One."] * 3
    assert [event.messages for event in run.of("thread_read")] == [(run.of("sent")[0].message,), (), ()]


def test_a_message_is_said_gestured_or_the_worlds(tmp_path: Path) -> None:
    kickoff = SIX["world.yaml"] + "kickoff: [{to: ada, content: The queen is dead.}]\n"
    run = Run(tmp_path / "run", six(tmp_path, world=kickoff))
    run.script(
        2,
        ada={1: _do("say", targets=["ben"], content="Hm."), 2: _do("gesture", targets=["ben"], description="nods")},
    )
    sent = run.of("sent")
    assert [(one.sort, one.sender, one.recipients, one.thread) for one in sent] == [
        ("system", "", ("ada",), "@world+ada"),
        ("say", "ada", ("ben",), "ada+ben"),
        ("gesture", "ada", ("ben",), "ada+ben"),
    ]
    assert len({one.message for one in sent}) == 3


def test_what_is_injected_into_a_quiet_world_wakes_it(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path, characters=AIMLESS))
    told = run.folder.read().model_copy(update={"injected": (InjectedMessage(at=7, to=("ben",), content="Wake up."),)})
    run.folder.write(told)
    assert run.play(scripted_company(run.world), 20)["stop"] == "quiescent"
    assert sorted({event.round for event in run.of("woke")}) == [1, 7, 8, 9]


def test_something_may_happen_where_nobody_is_awake_to_see_it(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path, characters=AIMLESS))
    seen = InjectedEvent(at=5, event=("The tower burned.",), witnesses=("tower",))
    run.folder.write(run.folder.read().model_copy(update={"injected": (seen,)}))
    assert run.play(scripted_company(run.world), 20)["rounds"] == 5
    assert [event.kind for event in run.events() if event.round == 5] == ["happened"]


def test_of_several_reasons_to_stop_the_first_is_given(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path, characters=AIMLESS))
    minds = scripted_company(run.world)
    run.play(minds, 1)
    every: dict[str, Any] = {"minutes": 0.0, "is_spent": lambda: True, "has_left": lambda: True}
    assert run.play(minds, 0, **every)["stop"] == "max_rounds"
    order = []
    for reason in ("minutes", "is_spent", "has_left"):
        order.append(run.play(minds, 5, **every)["stop"])
        del every[reason]
    assert [*order, run.play(minds, 5)["stop"]] == ["wall_time", "budget", "person", "quiescent"]


@pytest.mark.parametrize("limit", [{}, {"minutes": 0.0}, {"is_spent": lambda: True}, {"has_left": lambda: True}])
def test_every_stop_leaves_everything_written(tmp_path: Path, limit: dict[str, Any]) -> None:
    run = Run(tmp_path / "run", six(tmp_path))
    run.play(scripted_company(run.world), 2, **limit)
    last = run.folder.read().segments[-1]
    assert last.stop is not None
    assert last.reached == (0 if limit else 2)
    written = {path.name for path in run.folder.path.iterdir()}
    assert written >= {"run.json", "world.json", "events.jsonl", "memory.db", "transcripts"}


def test_saying_the_same_again_is_pointed_out_and_saying_something_else_is_not(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path))
    same = dict.fromkeys((1, 2, 3), _do("say", targets=["ben"], content="Where is the key?"))
    minds = run.script(5, ada=same | {4: _do("say", targets=["ben"], content="Good night.")})
    hints = [any("in a row" in hint for hint in view.hints) for view in cast(ScriptedMind, minds["ada"]).views]
    assert hints == [False, False, False, True, False]
