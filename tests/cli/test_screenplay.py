"""`agentsensus screenplay` from the command line."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentsensus.cli.main import app
from agentsensus.errors import InputError
from agentsensus.testing import ModelServer, RenderingModel, allow_loopback_requests, routine_company
from agentsensus.worlds.minds import COMPANIES
from agentsensus.worlds.scenario.template_world import make_world


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(COMPANIES, "routine", routine_company)
    make_world("lighthouse", "en", tmp_path)
    _call("run", "lighthouse", "--rounds", "8", "--embedder", "hashing", "--seed", "4", "--quiet")
    return "runs/lighthouse-1"


def _call(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, [*words], catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result.stdout


def test_a_run_is_printed_written_and_drawn(run: str) -> None:
    printed = _call("screenplay")
    assert printed.startswith("# ")
    assert "beats" not in printed
    _call(
        "screenplay",
        run,
        "--out",
        "a.md",
        "--out",
        "a.html",
        "--out",
        "a.fountain",
        "--grid",
        "g.svg",
        "--grid",
        "g.html",
    )
    assert Path("a.md").read_text("utf-8").count("<!-- beats") > 3
    assert Path("a.html").read_text("utf-8").startswith("<!doctype html>")
    assert Path("a.fountain").read_text("utf-8").startswith("Title: ")
    assert "<svg" in Path("g.svg").read_text("utf-8")
    assert "plotly" in Path("g.html").read_text("utf-8")


def test_the_figures_come_as_json_and_of_several_runs_as_a_table(run: str) -> None:
    numbers = json.loads(_call("screenplay", run, "--json"))["numbers"]
    assert {"rounds", "scenes", "beats", "speakers", "places", "size"} <= set(numbers)
    assert numbers["rounds"] == 8
    assert json.loads(_call("screenplay", run, run, "--json")) == [numbers, numbers]
    assert _call("screenplay", run, run).splitlines()[0].startswith("| World | Rounds |")


def test_the_same_command_writes_the_same_bytes(run: str) -> None:
    for name in ("one", "two"):
        Path(name).mkdir()
        _call("screenplay", run, "--out", f"{name}/a.html", "--out", f"{name}/a.fountain", "--grid", f"{name}/g.png")
    for name in ("a.html", "a.fountain", "g.png"):
        assert Path("one", name).read_bytes() == Path("two", name).read_bytes()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--out", "a.txt"], r"a\.txt: the name must end in \.md, \.html, \.fountain"),
        (["--grid", "a.md"], r"a\.md: the name must end in \.png, \.svg, \.pdf, \.html"),
        (["--out", "no/a.md"], "no: no such folder"),
        (["--language", "zh"], "without a model a play is in the language of its world, en"),
        (["--language", "fr"], "there is no such language here"),
        (["--scene", "99"], "there is no scene 99"),
        (["--estimate"], "needs a model"),
        (["--model", "judge=openai:gpt-4o-mini"], "a screenplay has no work of judge"),
        (["--model", "gpt"], "gpt"),
        (["runs/lighthouse-1", "--scene", "1"], "several runs give only a table"),
        (["nowhere"], "nowhere: not a run folder"),
    ],
)
def test_what_cannot_be_made_is_refused_in_one_line_and_nothing_is_written(
    run: str, words: list[str], message: str
) -> None:
    before = sorted(path.name for path in Path().iterdir())
    with pytest.raises(InputError, match=message) as error:
        _call("screenplay", run, *words)
    assert "\n" not in str(error.value)
    assert sorted(path.name for path in Path().iterdir()) == before
    assert not Path(run, "screenplay.tape").exists()


def test_a_model_on_a_server_renders_and_the_tape_saves_asking_again(run: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with ModelServer(RenderingModel().answer) as server, allow_loopback_requests():
        words = ("screenplay", run, "--model", f"screenplay=openai:double@{server.url}", "--json")
        first = json.loads(_call(*words, "--out", "a.md"))
        asked = sum(server.seen.values())
        second = json.loads(_call(*words))
        assert sum(server.seen.values()) == asked == first["usage"]["calls"]
    assert {verdict["setting"] for verdict in first["verdicts"]} == {"rendered"}
    assert first["numbers"] == second["numbers"]
    assert second["usage"]["calls"] == 0
    assert Path(run, "screenplay.tape").is_file()


def test_an_estimate_asks_nothing(run: str) -> None:
    reckoned = json.loads(_call("screenplay", run, "--model", "openai:gpt-4o-mini", "--estimate", "--json"))
    assert reckoned["calls"] == reckoned["scenes"] > 0
    assert not Path(run, "screenplay.tape").exists()
