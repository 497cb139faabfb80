"""Whatever is made of a world that has a stamp carries it: a key in JSON, a line at the top of a text."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from agentsensus import Memory
from agentsensus.cli.main import app
from agentsensus.worlds.scenario.template_world import make_world

pytestmark = pytest.mark.thorough

STAMP = "simulated fiction"
SOLD = "Tobias Reed sold fourteen cans of lamp oil to Walt Grice to pay a debt in the village."


def _told(*words: str) -> Result:
    told = CliRunner().invoke(app, [*words], catch_exceptions=False)
    assert told.exit_code == 0, told.output
    return told


def _json(*words: str) -> Any:
    return json.loads(_told(*words, "--json").stdout)


def _run(world: str, out: str) -> Result:
    return _told("run", world, "--rounds", "4", "--embedder", "hashing", "--out", out)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a stamped world, a plain one, and a run of each."""
    folder = tmp_path_factory.mktemp("stamped")
    for name in ("lighthouse", "plain"):
        world = make_world(name, "en", folder) / "world.yaml"
        if name == "lighthouse":
            world.write_text(f"stamp: {STAMP}\n{world.read_text('utf-8')}", "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        (folder / "shown.txt").write_text(_run("lighthouse", "run").stderr, "utf-8")
        _run("plain", "other")
    return folder


@pytest.fixture(autouse=True)
def _here(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(played)


@pytest.mark.parametrize(
    "words",
    [
        ["stats", "run"],
        ["stats", "run", "--at", "2"],
        ["playbill", "run"],
        ["transcript", "run", "--agent", "ines"],
        ["store", "stats", "run/memory.db"],
        ["screenplay", "run"],
        ["leaks", "run"],
        ["case", "run"],
        ["quality", "run"],
        ["road", "run", "oil_sold"],
        ["study", "run", "--no-figures", "--jobs", "1"],
        ["diff", "run", "run"],
        ["trace", SOLD, "--run", "run"],
        ["ask", "tobias", "Who bought the lamp oil?", "--run", "run"],
        ["run", "lighthouse", "--rounds", "2", "--estimate", "--model", "openai:gpt-4o-mini"],
        ["compare", "lighthouse", "--rounds", "3", "--embedder", "hashing", "--jobs", "1", "--memory", "consensus"],
        ["bench", "savings", "--world", "lighthouse", "--embedder", "hashing", "--judges", "rule", "--witnesses", "2"],
    ],
)
def test_a_command_prints_the_stamp_as_a_key_and_as_a_line_at_the_top(words: list[str]) -> None:
    assert _json(*words)["stamp"] == STAMP
    assert any(STAMP in line for line in _told(*words).stdout.splitlines()[:5])


def test_a_run_says_the_stamp_in_its_file_its_summary_and_on_the_terminal() -> None:
    assert json.loads(Path("run/run.json").read_text("utf-8"))["stamp"] == STAMP
    assert json.loads(Path("run/world.json").read_text("utf-8"))["world"]["stamp"] == STAMP
    assert Path("shown.txt").read_text("utf-8").splitlines()[0] == STAMP
    _told("fork", "run", "--at", "2", "--out", "quiet")
    told = _told("resume", "quiet", "--rounds", "1", "--quiet")
    assert told.stderr.splitlines()[0] == STAMP
    assert _json("resume", "quiet", "--rounds", "1", "--quiet")["stamp"] == STAMP


def test_every_transcript_has_the_stamp_near_the_top() -> None:
    pages = [page.read_text("utf-8").splitlines() for page in Path("run/transcripts").iterdir()]
    assert pages
    assert all(STAMP in page[:6] for page in pages)


def test_a_fork_and_its_run_file_carry_the_stamp() -> None:
    assert _json("fork", "run", "--at", "2", "--out", "fork")["stamp"] == STAMP
    assert json.loads(Path("fork/run.json").read_text("utf-8"))["stamp"] == STAMP
    assert _told("fork", "run", "--at", "2", "--out", "second").stderr.splitlines()[0] == STAMP


def test_an_export_carries_the_stamp_into_the_memory_that_it_is_read_into() -> None:
    _told("store", "export", "run/memory.db", "memory.jsonl")
    first = json.loads(Path("memory.jsonl").read_text("utf-8").split("\n", 1)[0])
    assert next(iter(first.items())) == ("stamp", STAMP)
    _told("store", "import", "memory.jsonl", "again.db")
    assert _json("store", "stats", "again.db")["stamp"] == STAMP
    with Memory.open("run/memory.db", read_only=True) as one, Memory.open("again.db", read_only=True) as two:
        assert one.sha256() == two.sha256()


def test_who_knows_something_is_told_with_the_stamp() -> None:
    assert {entry["stamp"] for entry in _json("knows", SOLD, "--run", "run")} == {STAMP}
    assert _told("knows", SOLD, "--run", "run").stdout.splitlines()[0] == STAMP


def test_verdicts_for_review_carry_the_stamp() -> None:
    assert all(one["stamp"] == STAMP for one in _json("review", "run/memory.db"))
    assert _told("review", "run/memory.db", "--list").stdout.splitlines()[0] == STAMP


def test_a_comparison_that_is_kept_carries_the_stamp_in_its_file_and_its_runs() -> None:
    _told("compare", "lighthouse", "--rounds", "3", "--embedder", "hashing", "--jobs", "1", "--paired", "--out", "kept")
    assert json.loads(Path("kept/compare.json").read_text("utf-8"))["stamp"] == STAMP
    stores = sorted(Path("kept").glob("*/memory.db"))
    assert len(stores) == 5
    assert {_json("store", "stats", str(store))["stamp"] for store in stores} == {STAMP}


def test_a_picture_shows_the_stamp() -> None:
    options = ["--embedder", "hashing", "--judges", "rule", "--witnesses", "2"]
    for world in ("lighthouse", "plain"):
        _told("bench", "savings", "--world", world, *options, "--plot", f"{world}.svg")
    assert STAMP in Path("lighthouse.svg").read_text("utf-8")
    assert STAMP not in Path("plain.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "written"),
    [
        (["report", "run", "--out"], "report.html"),
        (["screenplay", "run", "--out"], "play.md"),
        (["screenplay", "run", "--out"], "play.html"),
        (["screenplay", "run", "--out"], "play.fountain"),
        (["screenplay", "run", "--grid"], "grid.svg"),
        (["screenplay", "run", "--grid"], "grid.html"),
        (["road", "run", "oil_sold", "--out"], "road.svg"),
        (["road", "run", "oil_sold", "--out"], "road.html"),
        (["trace", SOLD, "--run", "run", "--out"], "trace.svg"),
    ],
)
def test_a_file_that_is_made_of_a_run_shows_the_stamp(words: list[str], written: str) -> None:
    _told(*words, written)
    assert STAMP in Path(written).read_text("utf-8")


def test_every_file_of_a_case_study_shows_the_stamp() -> None:
    _told("case", "run", "--out", "case")
    files = sorted(Path("case").iterdir())
    assert files
    assert [file.name for file in files if STAMP not in file.read_text("utf-8")] == []


def test_the_list_of_worlds_names_the_stamp() -> None:
    listed = {one["world"]: one["stamp"] for one in _json("worlds")}
    assert (listed["lighthouse"], listed["plain"], listed["russia_ukraine"]) == (STAMP, "", STAMP)


def test_a_world_without_a_stamp_has_no_such_key() -> None:
    assert "stamp" not in _json("stats", "other")
    assert "stamp" not in _json("playbill", "other")
    _told("store", "export", "other/memory.db", "other.jsonl")
    assert "stamp" not in json.loads(Path("other.jsonl").read_text("utf-8").split("\n", 1)[0])
