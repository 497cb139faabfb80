"""run, resume, fork, replay and stats from the command line, with a company that is put in for the test."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from agentsensus.analysis.bench.kill import bench_kill
from agentsensus.cli.main import app
from agentsensus.errors import InputError
from agentsensus.testing import routine_company
from agentsensus.worlds.minds import COMPANIES
from agentsensus.worlds.minds.human.commands import sayings
from agentsensus.worlds.scenario.template_world import make_world

STATS = set(
    "design sediment sim total shared shared_pct three_plus max_owners linked linked_pct wordings bytes merges recalls "
    "merge_truth".split()
)


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(COMPANIES, "routine", routine_company)
    return make_world("lighthouse", "en", tmp_path)


def _json(*words: str, code: int = 0) -> Any:
    told = CliRunner().invoke(app, [*words, "--json"], catch_exceptions=False)
    assert told.exit_code == code, told.output
    return json.loads(told.stdout)


def test_a_world_is_run_resumed_replayed_and_counted(world: Path) -> None:
    options = ("--embedder", "hashing", "--seed", "4", "--quiet")
    whole = _json("run", "lighthouse", "--rounds", "8", *options)
    part = _json("run", "lighthouse", "--rounds", "5", *options)
    assert (whole["run"], part["run"]) == ("runs/lighthouse-1", "runs/lighthouse-2")
    rest = _json("resume", "--rounds", "3", "--quiet")
    assert {**rest, "run": ""} == {**whole, "run": ""}
    assert set(whole["stats"]) >= STATS
    assert _json("stats", "runs/lighthouse-2") == whole["stats"]
    assert _json("replay", "runs/lighthouse-2") == {"identical": True, "first_difference": None}


def test_a_fork_has_the_same_past_and_hears_what_is_injected(world: Path) -> None:
    _json("run", "lighthouse", "--rounds", "6", "--embedder", "hashing", "--quiet", "--out", "one")
    Path("say.yaml").write_text("- {to: Ines, content: The keeper of the key is Walt., from: Agatha}\n")
    assert _json("fork", "one", "--at", "3", "--out", "two", "--inject", "say.yaml")["injected"] == 1
    _json("resume", "two", "--rounds", "3", "--quiet")
    one, two = (Path(name, "events.jsonl").read_text().splitlines() for name in ("one", "two"))
    past = [line for line in one if json.loads(line)["round"] <= 3]
    assert two[: len(past)] == past
    new = next(json.loads(line) for line in two[len(past) :] if '"kind":"sent"' in line)
    assert (new["round"], new["sender"], new["recipients"]) == (4, "agatha", ["ines"])
    assert _json("replay", "two")["identical"]


def test_without_any_mind_the_run_is_refused_in_one_line_and_nothing_is_written(
    world: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in list(COMPANIES):
        monkeypatch.delitem(COMPANIES, name)
    with pytest.raises(InputError, match="no minds are available"):
        CliRunner().invoke(app, ["run", "lighthouse"], catch_exceptions=False)
    assert not Path("runs").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run", "lighthouse", "--memory", "elephant"], "no design"),
        (["run", "lighthouse", "--set", "cache=heap"], "cache is 'heap'"),
        (["run", "lighthouse", "--set", "nothing=1"], "no setting"),
        (["run", "lighthouse", "--set", "cach=fifo"], "did you mean 'cache'"),
        (["run", "lighthouse", "--as", "Inez"], "no character of lighthouse is called 'Inez'; did you mean"),
        (["run", "lighthouse", "--as", "ines"], "cannot read lines for ines"),
        (["run", "lighthouse", "--as", "ines", "--script", "no.txt"], "no.txt: there is no such file"),
        (["run", "lighthouse", "--script", "no.txt"], "add --as CHARACTER"),
        (["run", "lighthouse", "--preset", "theirs"], "no preset"),
        (["run", "lighthouse", "--preset", "code"], "no preset"),
        (["run", "lighthouse", "--out", "lighthouse"], "already exists"),
        (["resume"], "no run under runs/"),
        (["resume", "lighthouse"], "not a run folder"),
        (["stats", "nowhere"], "not a run folder"),
        (["playbill", "nowhere"], "not a run folder"),
        (["fork", "nowhere", "--at", "1", "--out", "x"], "not a run folder"),
    ],
)
def test_bad_input_is_refused_in_one_line(world: Path, words: list[str], said: str) -> None:
    with pytest.raises(InputError, match=said) as refused:
        CliRunner().invoke(app, words, catch_exceptions=False)
    assert "\n" not in str(refused.value)
    assert not Path("runs").exists()


def test_a_person_plays_by_a_script_leaves_and_comes_back(world: Path) -> None:
    Path("lines.txt").write_text("m\nsay Matteo: Who was on watch? // she slept\n")  # nothing is unread: no turn
    options = ("--embedder", "hashing", "--as", "Ines Marlow", "--script", "lines.txt")
    told = _json("run", "lighthouse", "--rounds", "8", *options)
    assert (told["stop"], told["rounds"]) == ("person", 3)
    with pytest.raises(InputError, match="cannot read lines for ines"):
        CliRunner().invoke(app, ["resume"], catch_exceptions=False)
    told = _json("resume", "--rounds", "2", "--quiet", "--as", "nobody")
    assert (told["stop"], told["rounds"]) == ("max_rounds", 5)
    assert _json("replay")["identical"]
    lines = [json.loads(line) for line in Path(told["run"], "events.jsonl").read_text().splitlines()]
    acts = [(line["action"], line["because"]) for line in lines if line["kind"] == "acted" and line["agent"] == "ines"]
    assert acts[:3] == [("say", "she slept"), ("noop", sayings("en")["listens"]), ("noop", "")]


def test_progress_is_on_standard_error_and_json_alone_on_standard_output(world: Path) -> None:
    told = CliRunner().invoke(app, ["run", "lighthouse", "--rounds", "2", "--embedder", "hashing", "--json"])
    assert json.loads(told.stdout)["rounds"] == 2
    assert "round 2 of 2" in told.stderr
    told = CliRunner().invoke(app, ["resume", "--rounds", "1", "--json", "--quiet"])
    assert (told.stderr, json.loads(told.stdout)["rounds"]) == ("", 3)


def test_a_run_of_players_ends_with_its_playbill_and_where_to_look_next(world: Path) -> None:
    options = ("--rounds", "4", "--embedder", "hashing")
    told = CliRunner().invoke(app, ["run", "lighthouse", *options], catch_exceptions=False)
    assert told.stdout.strip().startswith("Playbill of ")
    assert "runs/lighthouse-1/transcripts/" in told.stderr
    again = CliRunner().invoke(app, ["playbill"], catch_exceptions=False)
    assert again.stdout.strip() == told.stdout.strip()
    assert _json("playbill")["playbill"] == _json("run", "lighthouse", *options, "--quiet")["playbill"]
    quiet = CliRunner().invoke(app, ["run", "lighthouse", *options, "--quiet"], catch_exceptions=False)
    assert quiet.stdout == ""


def test_whoever_plays_is_told_where_the_playbill_is_but_not_what_it_says(world: Path) -> None:
    Path("lines.txt").write_text("pass\n")
    options = ("--embedder", "hashing", "--as", "ines", "--script", "lines.txt")
    told = CliRunner().invoke(app, ["run", "lighthouse", *options], catch_exceptions=False)
    assert "playbill runs/lighthouse-1" in told.stderr
    assert "Playbill of" not in told.output


@pytest.mark.thorough
def test_a_killed_run_loses_nothing_and_ends_as_if_it_had_not_been_killed() -> None:
    told = bench_kill(2)
    assert (told.kills, told.lost_rounds, told.identical) == (2, 0, 2)
