"""Who gets a turn: a test for each row of the table, and for stopping, waiting and skipping rounds."""

from pathlib import Path
from typing import Any

from agentsensus.testing import scripted_company
from agentsensus.worlds.actions.movement import Move
from agentsensus.worlds.actions.speech import Say
from agentsensus.worlds.actions.thought import Wait
from tests.worlds.kernel.runs import SIX, Run, six

AIMLESS = SIX["characters.yaml"].replace(", goals: [Keep the books.]", "")


def _woken(run: Run, agent: str) -> dict[int, tuple[str, ...]]:
    return {event.round: event.reasons for event in run.of("woke") if event.agent == agent}


def _run(tmp_path: Path, rounds: int, **scripts: Any) -> Run:
    run = Run(tmp_path / "run", six(tmp_path, characters=AIMLESS))
    run.script(rounds, **scripts)
    return run


def test_every_active_character_is_awake_in_round_1_and_nobody_else_ever(tmp_path: Path) -> None:
    run = _run(tmp_path, 3)
    assert {event.agent for event in run.of("woke")} == set("ada ben cy dot eve flo".split())
    assert {event.round for event in run.of("woke")} == {1}


def test_whoever_has_goals_and_does_not_wait_is_awake(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path))
    run.script(4)
    assert list(_woken(run, "ada")) == [1, 2, 3, 4]
    assert list(_woken(run, "ben")) == [1]


def test_an_unread_message_wakes_three_times_and_then_no_more(tmp_path: Path) -> None:
    run = _run(tmp_path, 9, ada={1: Say(targets=["Ben Fox"], content="Good day.")})
    assert list(_woken(run, "ben")) == [1, 2, 3, 4]
    assert _woken(run, "ben")[2] == ("message",)


def test_a_traveller_has_no_turn_even_when_written_to_and_gets_its_mail_on_arrival(tmp_path: Path) -> None:
    run = _run(tmp_path, 8, cy={1: Move(destination="hall")}, ada={1: Say(targets=["cy"], content="Come down.")})
    assert list(_woken(run, "cy"))[:2] == [1, 3]
    assert _woken(run, "cy")[3] == ("message", "arrival")
    assert [(event.round, event.place) for event in run.of("arrived")] == [(3, "hall")]
    assert [event.round for event in run.of("delivered")] == [3]


def test_waiting_for_ever_ends_with_a_message_only(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path))
    run.script(9, ada={1: Wait(), 7: Wait()}, cy={1: Wait(timeout_rounds=4), 5: Say(targets=["ada"], content="Ho.")})
    assert list(_woken(run, "ada"))[:2] == [1, 7]
    assert list(_woken(run, "cy")) == [1, 5]
    assert _woken(run, "cy")[5] == ("timeout",)


def test_a_wait_with_a_timeout_is_cut_short_by_a_message(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path))
    run.script(4, ada={1: Wait(timeout_rounds=50)}, ben={1: Say(targets=["ada"], content="Wake up.")})
    assert list(_woken(run, "ada"))[:2] == [1, 2]


def test_a_quiet_world_stops(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path, characters=AIMLESS))
    told = run.play(scripted_company(run.world), 50)
    assert (told["stop"], told["rounds"]) == ("quiescent", 1)
    assert run.play(scripted_company(run.world), 50)["stop"] == "quiescent"


def test_rounds_in_which_nothing_happens_are_skipped_and_write_nothing(tmp_path: Path) -> None:
    run = _run(tmp_path, 40, dot={1: Move(destination="tower"), 4: Wait(timeout_rounds=20)})
    assert sorted({event.round for event in run.events()}) == [1, 4, 24]


def test_mail_in_flight_keeps_a_world_going(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path, characters=AIMLESS))
    told = run.play(scripted_company(run.world, {"ada": {1: Say(targets=["flo"], content="Look.")}}), 30)
    assert [event.round for event in run.of("delivered")] == [3]
    assert told["stop"] == "quiescent"


def test_a_jump_never_passes_the_limit_and_the_run_goes_on_from_there(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path, characters=AIMLESS))
    minds = scripted_company(run.world, {"dot": {1: Wait(timeout_rounds=20)}})
    told = run.play(minds, 8)
    assert (told["stop"], told["rounds"]) == ("max_rounds", 8)
    told = run.play(minds, 13)
    assert (told["rounds"], max(event.round for event in run.events())) == (21, 21)


def test_the_clock_on_the_wall_stops_a_run_between_rounds(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path))
    told = run.play(scripted_company(run.world), 50, minutes=0.0)
    assert (told["stop"], told["rounds"]) == ("wall_time", 0)


def test_a_spent_budget_lets_the_round_end_and_the_run_can_go_on(tmp_path: Path) -> None:
    world = six(tmp_path)
    run, whole = Run(tmp_path / "run", world), Run(tmp_path / "whole", world)
    asked = iter([False, False, True])
    told = run.play(scripted_company(world), 6, is_spent=lambda: next(asked))
    assert (told["stop"], told["rounds"]) == ("budget", 2)
    whole.play(scripted_company(world), 6)
    assert run.play(scripted_company(world), 4)["rounds"] == 6
    assert run.folder.log.read_bytes() == whole.folder.log.read_bytes()
