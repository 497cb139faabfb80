"""What a person may ask and take back without using up a turn, and what is shown unasked."""

from pathlib import Path

import pytest

from agentsensus.worlds.minds.human.person import PersonMind, scripted_lines
from agentsensus.worlds.runs import Plan, Run
from agentsensus.worlds.runs.playing import PlayOptions, fork_after_undo, play_plan
from agentsensus.worlds.scenario import load


def played(
    where: Path, lines: list[str], rounds: int = 4, world: str = "hamlet", who: str = "horatio"
) -> tuple[Run, str]:
    scenario, told = load(world), list[str]()
    person = PersonMind(scenario, who, scripted_lines(lines), told.append)
    sitting = PlayOptions(rounds, person=person)
    run = play_plan(scenario, Plan(embedder="hashing", person=who), sitting, where)
    while person.back_to is not None:
        run = fork_after_undo(run, sitting)
    return run, "\n".join(told)


def acts(run: Run, who: str = "horatio") -> list[tuple[int, str]]:
    return [(event.round, event.action) for event in run.played.events if event.kind == "acted" and event.agent == who]


def test_map_who_things_know_save_and_goals_cost_no_turn(tmp_path: Path) -> None:
    lines = ["map", "who", "things", "know the ghost", "know", "save", "goals", "look", "quit"]
    run, told = played(tmp_path / "run", lines)
    assert acts(run) == [(1, "observe"), (2, "noop")]
    assert "From the lobby, with the rounds it takes:\n  the battlements 1" in told
    assert "Here with you:\n  the First Player (attire:" in told
    assert "Things at hand:\n  the script of The Murder of Gonzago (can be read)" in told
    assert "You know:\n  " in told
    assert "Ghost" in told.partition("You know:")[2].partition("\n>")[0]
    assert f"Everything up to round 0 is saved in {tmp_path / 'run'}" in told
    assert "Your goals, the deepest first:" in told


def test_asking_what_one_knows_changes_nothing(tmp_path: Path) -> None:
    asked, _ = played(tmp_path / "asked", ["know the ghost", "look", "know a play", "look", "quit"])
    silent, _ = played(tmp_path / "silent", ["look", "look", "quit"])
    assert (tmp_path / "asked" / "events.jsonl").read_bytes() == (tmp_path / "silent" / "events.jsonl").read_bytes()
    assert asked.summary()["store_sha256"] == silent.summary()["store_sha256"]


def test_what_is_said_here_is_shown_without_typing_anything(tmp_path: Path) -> None:
    run, told = played(tmp_path / "run", [*["look"] * 8, "quit"])
    sent = [event for event in run.played.events if event.kind == "sent" and event.round]
    came = {event.message for event in run.played.events if event.kind == "delivered" and event.recipient == "horatio"}
    words = [event.content for event in sent if event.message in came and not event.distance.get("horatio")]
    assert words
    shown = " ".join(told.split())
    assert [word for word in words if word and " ".join(word.split()) not in shown] == []
    assert not any(action == "read_thread" for _, action in acts(run))


def test_turns_can_be_taken_back_into_a_run_beside_the_other(tmp_path: Path) -> None:
    lines = ["look", "look", "undo 2", "go the great hall", "look", "look", "look"]
    run, told = played(tmp_path / "run", lines)
    assert run.folder == tmp_path / "run-back"
    assert "the story goes on after round 0" in told
    assert acts(run)[0] == (1, "move")
    assert acts(Run(tmp_path / "run"))[:2] == [(1, "observe"), (2, "observe")]
    assert run.rounds == 4


def test_no_more_turns_can_be_taken_back_than_were_taken(tmp_path: Path) -> None:
    run, told = played(tmp_path / "run", ["undo", "undo x", "look", "quit"])
    assert run.folder == tmp_path / "run"
    assert "You have taken 0 turns since you sat down" in told
    assert "write: undo [turns]" in told


@pytest.mark.parametrize(
    ("line", "expected"),
    [("地图", "各处要走的轮数"), ("谁在", "和你在一起的"), ("知道 曹操", "你知道："), ("存档", "都存在")],
)
def test_all_of_it_can_be_typed_in_chinese(line: str, expected: str, tmp_path: Path) -> None:
    _, told = played(tmp_path / "run", [line, "退出"], rounds=1, world="three_kingdoms", who="zhuge_liang")
    assert expected in told
