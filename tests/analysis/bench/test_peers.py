"""`bench peers`: the same deposits and questions in several memories."""

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentsensus.analysis.bench.peers import bench_peers
from agentsensus.cli.main import app
from agentsensus.errors import InputError
from tests.paths import ROOT

TEMPLATE = ROOT / "src" / "agentsensus" / "worlds" / "scenario" / "template" / "en"
KEPT_BACK = "  \u2248 Walt Grice landed forty tins of lamp oil at Gull Rock.\n"


@pytest.fixture
def world(tmp_path: Path) -> Path:
    folder = tmp_path / "rock"
    shutil.copytree(TEMPLATE, folder)
    scenes = folder / "scenes.md"
    told = "  ~ Forty cans of oil for the lamp were rowed over to the landing by Walt Grice.\n"
    text = scenes.read_text("utf-8")
    assert told in text
    scenes.write_text(text.replace(told, told + KEPT_BACK), "utf-8")
    return folder


@pytest.mark.thorough
def test_every_installed_memory_answers_and_only_ours_shows_an_event_once(world: Path) -> None:
    peers = {each.name: each for each in bench_peers(str(world), "universal")}
    ours, langgraph, bm25 = (peers[name] for name in ("Agentsensus", "LangGraph InMemoryStore", "BM25"))
    assert {each.found_by_all for each in (ours, langgraph, bm25)} == {1.0}
    assert {each.found_by_one for each in (ours, langgraph, bm25)} == {1.0}
    assert ours.rows is not None
    assert langgraph.rows is not None
    assert ours.rows < langgraph.rows == bm25.rows
    assert ours.repeats is not None
    assert langgraph.repeats is not None
    assert ours.repeats < langgraph.repeats
    assert ours.disk_mb
    assert peers["mem0 (infer=False)"].found_by_all is None or peers["mem0 (infer=False)"].rows == langgraph.rows


def test_a_world_without_questions_is_refused_in_one_line() -> None:
    with pytest.raises(InputError, match="keeps no wordings back"):
        bench_peers(str(TEMPLATE), "hashing")
    result = CliRunner().invoke(app, ["bench", "peers", "--world", str(TEMPLATE), "--json"])
    assert result.exit_code != 0


@pytest.mark.thorough
def test_the_command_prints_json(world: Path) -> None:
    result = CliRunner().invoke(app, ["bench", "peers", "--world", str(world), "--embedder", "hashing", "--json"])
    assert next(each["name"] for each in json.loads(result.stdout)["peers"]) == "Agentsensus"
