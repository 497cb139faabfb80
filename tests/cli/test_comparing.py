"""compare from the command line: its JSON, its table, and one line for each mistake."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentsensus.cli.main import app
from agentsensus.errors import InputError
from agentsensus.worlds.scenario.template_world import make_world

pytestmark = pytest.mark.thorough


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return make_world("lighthouse", "en", tmp_path)


SMALL = ("--rounds", "6", "--embedder", "hashing", "--jobs", "1")


def test_json_has_the_world_the_rounds_the_seeds_and_the_stats_of_each_design(world: Path) -> None:
    told = CliRunner().invoke(app, ["compare", "lighthouse", *SMALL, "--seeds", "1,2", "--out", "kept", "--json"])
    assert told.exit_code == 0, told.output
    found = json.loads(told.stdout)
    assert (found["world"], found["rounds"], found["seeds"], found["paired"]) == ("lighthouse", 6, [1, 2], False)
    assert {name: len(listed) for name, listed in found["designs"].items()} == {
        "consensus": 2,
        "generative-agents": 2,
        "g-memory": 2,
        "collaborative": 2,
    }
    assert json.loads(Path("kept/compare.json").read_text("utf-8")) == found
    assert Path("kept/consensus-2/events.jsonl").is_file()


def test_the_table_has_a_column_for_each_memory(world: Path) -> None:
    words = ["compare", "lighthouse", *SMALL, "--memory", "consensus,g-memory", "--paired", "--minds", "null"]
    told = CliRunner().invoke(app, words)
    assert told.exit_code == 0, told.output
    assert all(word in told.stdout for word in ("consensus", "g-memory", "rows in play", "paired deposits"))
    assert "collaborative" not in told.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere"], "nowhere"),
        (["lighthouse", "--memory", "consensus,"], "no design is called ''"),
        (["lighthouse", "--seeds", "1,two"], "--seeds '1,two': give whole numbers"),
        (["lighthouse", "--vary", "floor"], "write key=A,B"),
        (["lighthouse", "--vary", "floor=0.5,"], "write key=A,B"),
        (["lighthouse", "--vary", "flor=1"], "did you mean 'floor'"),
        (["lighthouse", "--minds", "nobody"], "no company of minds"),
        (["lighthouse", "--out", "lighthouse/world.yaml/kept"], "cannot be created"),
    ],
)
def test_a_mistake_is_one_line_and_the_users_own(world: Path, words: list[str], said: str) -> None:
    told = CliRunner().invoke(app, ["compare", *words])
    assert isinstance(told.exception, InputError)  # which `main` prints as a line, with exit code 2
    assert said in str(told.exception)
    assert "\n" not in str(told.exception)
    assert told.output.strip() == ""


def test_a_grid_goes_on_with_what_is_left_and_a_bad_cell_is_exit_code_1(world: Path) -> None:
    words = ["compare", "lighthouse", *SMALL, "--memory", "consensus", "--out", "kept", "--json"]
    grid = [*words, "--vary", "merging=judged,off", "--vary", "preset=ours,paper"]
    first = CliRunner().invoke(app, grid)
    assert first.exit_code == 0, first.output
    assert len(json.loads(first.stdout)["cells"]) == 4
    assert json.loads(CliRunner().invoke(app, grid).stdout) == json.loads(first.stdout)
    broken = Path("kept/consensus-merging=off-preset=paper-1")
    for path in ("measured.json", "memory.db"):
        (broken / path).unlink()
    (broken / "events.jsonl").write_text("no log\n")
    again = CliRunner().invoke(app, grid)
    assert again.exit_code == 1, again.output
    errors = {cell["column"]: cell["error"] for cell in json.loads(again.stdout)["cells"]}
    assert [name for name, error in errors.items() if error] == ["consensus merging=off preset=paper"]
    assert "consensus merging=off preset=paper, seed 1: " in again.stderr


def test_an_estimate_of_a_comparison_asks_and_writes_nothing(world: Path) -> None:
    words = ["compare", "lighthouse", *SMALL, "--model", "openai:gpt-4o-mini", "--estimate", "--seeds", "1,2"]
    told = CliRunner().invoke(app, [*words, "--json"])
    assert told.exit_code == 0, told.output
    reckoned = json.loads(told.stdout)
    assert reckoned["calls"] == 2 * sum(each["calls"] for each in reckoned["columns"].values())
    shown = CliRunner().invoke(app, words)
    assert "generative-agents" in shown.stdout
    assert [path.name for path in Path().iterdir()] == ["lighthouse"]
