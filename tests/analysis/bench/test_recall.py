"""`bench recall`: the share of gold turns among the first ones, for our memory and for plain searches."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentsensus.analysis.bench.recall import bench_recall
from agentsensus.cli.main import app
from agentsensus.errors import InputError

SESSION = [
    ("Tom", "Hi Maria! Where did you spend your holidays?"),
    ("Maria", "In Norway, with my brother."),
    ("Tom", ";)"),
    ("Maria", "My dog Rex broke a vase yesterday."),
    ("Tom", "I bought a new guitar."),
]
QUESTIONS = [
    {"question": "Where did Maria spend her holidays?", "evidence": ["D1:2"], "category": 4},
    {"question": "What did Tom buy?", "evidence": ["D1:5; D1:9"], "category": 1},
    {"question": "What has no answer?", "evidence": ["D1:1"], "category": 5},
    {"question": "What has no evidence?", "evidence": [], "category": 2},
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    turns = [{"dia_id": f"D1:{n}", "speaker": who, "text": text} for n, (who, text) in enumerate(SESSION, 1)]
    talk = {"speaker_a": "Tom", "speaker_b": "Maria", "session_1": turns, "session_1_date_time": "1 May"}
    path = tmp_path / "talks.json"
    path.write_text(json.dumps([{"conversation": talk, "qa": QUESTIONS}]), "utf-8")
    return path


def test_every_way_answers_the_questions_that_have_evidence(file: Path) -> None:
    ways = {way.name: way for way in bench_recall(file, "hashing")}
    assert {"ours", 'ours, recall="dense"', 'BM25 over "speaker: text"', 'cosine over "speaker: text"'} <= ways.keys()
    assert {way.questions for way in ways.values()} == {2}
    assert ways["ours"].recall_at_5 == ways["ours"].recall_at_10 == 1.0
    assert ways["ours"].tokens > 0


def test_the_command_prints_json(file: Path) -> None:
    result = CliRunner().invoke(app, ["bench", "recall", str(file), "--embedder", "hashing", "--json"])
    assert json.loads(result.stdout)["ways"][0]["name"] == "ours"


@pytest.mark.parametrize("text", ["{}", "[]", '[{"qa": []}]', "no json"])
def test_a_file_of_another_format_is_refused_in_one_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "talks.json"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=r"talks\.json: "):
        bench_recall(path, "hashing")
