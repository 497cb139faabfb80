"""A person plays one character: asked again until a line is a decision, never in the way of others, free to leave."""

import asyncio
import threading
from pathlib import Path

import pytest

from agentsensus.errors import InputError, UnknownName
from agentsensus.testing import routine_company
from agentsensus.worlds.events.event import Upkeep
from agentsensus.worlds.minds import View
from agentsensus.worlds.minds.human.commands import add_upkeep
from agentsensus.worlds.minds.human.person import PersonMind, playable_character, scripted_lines
from agentsensus.worlds.minds.mind import Decision
from agentsensus.worlds.minds.view import view_of
from agentsensus.worlds.runs import replay
from agentsensus.worlds.scenario import load
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.state.world import World
from tests.worlds.kernel.runs import Run, done, six
from tests.worlds.scenario.worlds import TEMPLATES


def _view(run: Run, agent: str = "ada") -> View:
    return view_of(World(run.world), agent, 1, ("start",))


def test_a_person_is_asked_until_a_line_is_a_decision_and_the_log_can_be_played_again(tmp_path: Path) -> None:
    run, told = Run(tmp_path / "run", six(tmp_path)), list[str]()
    lines = ["# a comment", "", "saay ben: Hm.", "goals", "say ben: Who rang? // she must know", "m", "quit", "look"]
    person = PersonMind(run.world, "ada", scripted_lines(lines), told.append)
    minds = routine_company(run.world, 3) | {"ada": person}
    run.play(minds, 4)
    assert [(act.action, act.because) for act in run.acts("ada")] == [
        ("say", "she must know"),
        ("noop", "waits for an answer"),
        ("read_thread", ""),
        ("noop", ""),
    ]
    assert person.has_left
    assert told[0].startswith("six\nYou are Ada Quill.")
    assert any("did you mean 'say'" in text for text in told)
    (tmp_path / "again").mkdir()
    assert done(replay(run.folder, tmp_path / "again")).identical


def test_whoever_leaves_stops_the_run_when_the_round_has_ended_and_it_can_be_gone_on_with(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path))
    person = PersonMind(run.world, "ada", scripted_lines(["look"]), lambda text: None)
    minds = routine_company(run.world, 3) | {"ada": person}
    told = run.play(minds, 9, has_left=lambda: person.has_left)
    assert (told["stop"], told["rounds"]) == ("person", 2)
    assert {event.agent for event in run.of("acted") if event.round == 2} == {"ada", "dot"}
    again = PersonMind(run.world, "ada", scripted_lines(["pass", "pass", "pass"]), lambda text: None)
    told = run.play(minds | {"ada": again}, 3, has_left=lambda: again.has_left)
    assert (told["stop"], told["rounds"]) == ("max_rounds", 5)


def test_others_go_on_deciding_while_a_person_thinks(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path))
    others_are_done = threading.Event()

    def ask() -> str | None:
        assert others_are_done.wait(60)
        return "look"

    async def both() -> str:
        person = PersonMind(run.world, "ada", ask, lambda text: None)
        deciding = asyncio.ensure_future(person.decide(_view(run)))
        await asyncio.sleep(0.01)
        others_are_done.set()
        return (await deciding).action

    assert done(both()) == "observe"


def test_whoever_thinks_is_asked_for_the_answer(tmp_path: Path) -> None:
    run, told = Run(tmp_path / "run", six(tmp_path)), list[str]()
    person = PersonMind(run.world, "ada", scripted_lines(["think Who rang?", "It was Ben."]), told.append)
    run.play(routine_company(run.world, 3) | {"ada": person}, 1)
    assert run.acts("ada")[0].data == {"reply": "It was Ben."}
    assert told[-1] == "Who rang?"
    (tmp_path / "again").mkdir()
    assert done(replay(run.folder, tmp_path / "again")).identical


def test_what_breaks_at_the_keyboard_is_a_failure_of_that_turn_alone(tmp_path: Path) -> None:
    def ask() -> str | None:
        raise OSError("the keyboard is gone")

    run = Run(tmp_path / "run", six(tmp_path))
    run.play(routine_company(run.world, 3) | {"ada": PersonMind(run.world, "ada", ask, lambda text: None)}, 1)
    assert [event.problem for event in run.of("failed")] == ["OSError: the keyboard is gone"]


def test_a_view_is_shown_in_the_language_of_the_world(tmp_path: Path) -> None:
    told: list[str] = []
    world = load(TEMPLATES / "zh")
    run = Run(tmp_path / "run", world)
    person = PersonMind(world, "shen_lan", scripted_lines(["信", "看小荷"]), told.append)
    run.play(routine_company(world, 3) | {"shen_lan": person}, 3, has_left=lambda: person.has_left)
    assert "你是沈兰。" in told[0]
    assert "1条未读，来自世界" in told[1]
    assert "上回：沈兰读与世界、阿贵的来往消息" in "\n".join(told)
    assert "本轮结束后你就离开" in told[-1]


@pytest.mark.parametrize(
    ("name", "error", "said"),
    [
        ("Old Tom", InputError, "old is dead"),
        ("adda", UnknownName, "did you mean"),
        ("hall", UnknownName, "no character"),
    ],
)
def test_whom_no_person_can_play(tmp_path: Path, name: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        playable_character(six(tmp_path), name)


def test_a_world_may_let_nobody_be_played_by_a_person(tmp_path: Path) -> None:
    world = six(tmp_path, world="name: six\nlanguage: en\nperson: off\nmap: {default_distance: 3}\n")
    with pytest.raises(InputError, match="`person` is off"):
        playable_character(world, "ada")
    assert playable_character(six(tmp_path), "the clerk") == "ada"


def test_what_is_kept_and_wanted_costs_no_turn(tmp_path: Path) -> None:
    run, told = Run(tmp_path / "run", six(tmp_path), preset="ours"), list[str]()
    lines = ["remember The bell rang at noon.", "goal Find out who rang it.", "done", "pass", "quit"]
    person = PersonMind(run.world, "ada", scripted_lines(lines), told.append)
    run.play(routine_company(run.world, 1) | {"ada": person}, 1)
    (turn,) = run.acts("ada")
    assert turn.action == "noop"
    assert turn.upkeep is not None
    assert (turn.upkeep.keep, turn.upkeep.add) == (("The bell rang at noon.",), ("Find out who rang it.",))
    assert turn.upkeep.done == ("Keep the books.",)
    kept = [event for event in run.of("remembered") if event.agent == "ada"]
    assert [stated.text for event in kept for stated in event.statements] == ["The bell rang at noon."]
    assert sum("costs no turn" in text for text in told) == 3


def test_where_upkeep_costs_a_turn_it_is_one(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path))
    view = _view(run).model_copy(update={"rules": Rules(upkeep="turn")})
    assert add_upkeep(Decision(action="remember", params={"text": "x"}), view, Upkeep()) is None
    assert add_upkeep(Decision(action="say", params={"text": "x"}), _view(run), Upkeep()) is None
