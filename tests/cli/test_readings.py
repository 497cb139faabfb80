"""`agentsensus road`, `leaks`, `case` and `quality` from the command line."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentsensus.cli.main import app
from agentsensus.errors import InputError
from agentsensus.testing import ModelServer, ScoringModel, allow_loopback_requests
from agentsensus.worlds.runs.playing import play
from tests.worlds.minds.mill import courtyard


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("readings") / "run"
    play(courtyard(), 8, seed=1, embedder="hashing", out=folder).close()
    return str(folder)


def _call(*words: str) -> str:
    result = CliRunner().invoke(app, [*words], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_road_is_printed_drawn_and_given_as_json(run: str, tmp_path: Path) -> None:
    event = courtyard().events[0]
    assert _call("road", run, event.id).splitlines()[0] == event.text
    _call("road", run, event.id, "--out", str(tmp_path / "r.svg"), "--out", str(tmp_path / "r.html"))
    assert "<svg" in (tmp_path / "r.svg").read_text("utf-8")
    assert "<table>" in (tmp_path / "r.html").read_text("utf-8")
    road = json.loads(_call("road", run, event.id, "--json"))["road"]
    assert {"subject", "lanes", "tellings", "versions", "unaware"} <= set(road)


def test_leaks_are_none_for_players_and_planted_ones_are_counted(run: str) -> None:
    assert json.loads(_call("leaks", run, "--json"))["count"] == 0
    assert "没有一句话" in _call("leaks", run)
    planted = json.loads(_call("leaks", run, "--planted", "5", "--json"))["planted"]
    assert [figure["kind"] for figure in planted] == ["spoken", "kept_back"]
    assert planted[0]["recall"] == 1.0


def test_a_case_study_is_printed_and_written(run: str, tmp_path: Path) -> None:
    figures = json.loads(_call("case", run, "--out", str(tmp_path / "case"), "--json"))
    assert [relation["name"] for relation in figures["relations"]] == ["P1", "P2", "P3"]
    assert {path.name for path in (tmp_path / "case").iterdir()} == {
        *(f"{name}.svg" for name in ("interaction", "affiliation", "sharing", "subset", "relations")),
        "case.json",
    }
    assert "P1" in _call("case", run)


def test_two_judges_score_a_run_and_are_set_apart(run: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with ModelServer(ScoringModel(4).answer) as server, allow_loopback_requests():
        judges = [word for name in ("a", "b") for word in ("--judge", f"openai:{name}@{server.url}")]
        figures = json.loads(_call("quality", run, *judges, "--repeats", "1", "--excerpts", "--json"))
    assert len(figures["models"]) == 2
    (apart,) = figures["judges_apart"].values()
    assert apart == dict.fromkeys(("grounding/log", "trajectory/log", "narrative/log", "goals/log"), 0.0)
    measures = next(iter(figures["models"].values()))["measures"]
    assert (measures["grounding"]["mean"], measures["narrative"]["mean"]) == (0.75, 4.0)
    beside = next(iter(figures["models"].values()))["beside_rules"]
    assert [pair["model"] for pair in beside] == [0.75] * 4
    assert beside[0]["apart"] == pytest.approx(abs(0.75 - figures["rules"]["grounded"]["value"]))


def test_quality_without_a_model_says_what_needs_one(run: str) -> None:
    assert "need a model: --judge ID" in _call("quality", run)
    figures = json.loads(_call("quality", run, "--json"))
    assert (figures["models"], figures["judges_apart"]) == ({}, {})
    assert figures["needs_a_model"]["calls"] > 0
    assert set(figures["rules"]) >= {"grounded", "repeated", "goals", "arcs", "reference"}


@pytest.mark.parametrize(
    "words",
    [
        ("road", "{run}", "xyzzy"),
        ("road", "{run}", "fire", "--out", "road.jpg"),
        ("road", "nowhere", "fire"),
        ("leaks", "nowhere"),
        ("case", "nowhere"),
        ("case", "{run}", "--out", "no/where"),
        ("quality", "{run}", "--judge", "nobody"),
        ("quality", "{run}", "--source", "film"),
    ],
)
def test_bad_input_is_refused_in_one_line(run: str, words: tuple[str, ...]) -> None:
    with pytest.raises(InputError) as refused:
        CliRunner().invoke(app, [word.format(run=run) for word in words], catch_exceptions=False)
    assert "\n" not in str(refused.value)
