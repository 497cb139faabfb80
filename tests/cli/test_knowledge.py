"""`agentsensus knows`, `ask`, `trace`, `diff` and `review` from the command line."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentsensus import play
from agentsensus.cli.main import app
from agentsensus.errors import InputError


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cli")
    play("hamlet", 5, seed=3, embedder="hashing", out=folder / "runs" / "one")
    play("hamlet", 5, seed=4, embedder="hashing", out=folder / "runs" / "two")
    return folder


@pytest.fixture(autouse=True)
def _here(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(runs)


def _call(*words: str, code: int = 0, typed: str = "") -> str:
    result = CliRunner().invoke(app, [*words], input=typed, catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result.stdout


def test_knows_prints_who_since_when_and_how() -> None:
    printed = _call("knows", "poison in the orchard", "--run", "runs/one", "--at", "5")
    assert re.search(r"^  Claudius +known from before: .*poison", printed, re.MULTILINE)
    assert re.search(r"^  on record too, without a part: .*the royal apartments$", printed, re.MULTILINE)
    place = _call("knows", "poison in the orchard", "--run", "runs/one", "--agent", "royal apartments")
    assert re.search(r"^  the royal apartments +known from before: ", place, re.MULTILINE)
    entries = json.loads(_call("knows", "poison in the orchard", "--run", "runs/one", "--json"))
    assert {"agent", "record", "text", "since", "via", "from", "heard"} <= set(entries[0])
    only = json.loads(_call("knows", "poison in the orchard", "--agent", "Claudius", "--json"))
    assert {entry["agent"] for entry in only} == {"claudius"}
    assert _call("knows", "quarterly tax invoice xq7", "--json").strip() == "[]"


def test_ask_prints_records_with_their_numbers() -> None:
    printed = _call("ask", "horatio", "What did the Ghost do?", "--run", "runs/one", "--at", "3")
    assert re.search(r"^\[1\] .*Ghost.* \(known from before\)  \[[0-9a-f]{16}\]$", printed, re.MULTILINE)
    answer = json.loads(_call("ask", "horatio", "What did the Ghost do?", "--json"))
    assert answer["model"] is None
    assert {cited for sentence in answer["answer"] for cited in sentence["cites"]} == {
        record["record"] for record in answer["records"]
    }


def test_trace_prints_a_tree_and_draws_a_picture(runs: Path) -> None:
    printed = _call("trace", "poison in the orchard", "--run", "runs/one", "--out", "road.svg")
    assert "├── " in printed
    picture = Path("road.svg").read_text("utf-8")
    assert picture.startswith("<svg ")
    assert picture.count("<circle ") == len(json.loads(_call("trace", "poison in the orchard", "--json"))["path"])
    with pytest.raises(InputError, match=r"name a \.svg file"):
        _call("trace", "poison", "--out", "road.pdf")


def test_diff_names_whose_knowledge_differs() -> None:
    result = json.loads(_call("diff", "runs/one", "runs/two", "--json"))
    printed = _call("diff", "runs/one", "runs/two")
    assert printed.startswith(f"after round 5: {len(result['agents'])} know something else")
    assert "- only in runs/one, + only in runs/two" in printed
    assert "said only in runs/one: " in printed
    same = "after round 5: everybody knows the same\nevery line that was said is the same\n"
    assert _call("diff", "runs/one", "runs/one") == same


def test_review_lists_asks_and_writes_pairs() -> None:
    play("hamlet", 5, seed=3, settings={"review_band": 0.3}, out=Path("close/one"))
    listed = _call("review", "close/one", "--list")
    entries = json.loads(_call("review", "close/one", "--json"))
    assert listed.count(" against 0.") == len(entries) > 0
    distances = [abs(entry["score"] - entry["threshold"]) for entry in entries]
    assert distances == sorted(distances)
    printed = _call("review", "close/one", typed="what?\ns\nq\n")
    assert "s: same, d: different, Enter: later, q: stop" in printed
    assert json.loads(_call("review", "close/one", "--json"))[0]["same"] is True
    _call("review", "close/one", "--pairs", "pairs.tsv")
    assert len(Path("pairs.tsv").read_text("utf-8").splitlines()) == 2
    printed = _call("review", "close/one", typed="d\n" * (len(entries) - 1) + "q\n")
    assert printed.count("same event?") == len(entries) - 1
    assert json.loads(_call("review", "close/one", "--json"))[-1]["same"] is False or len(entries) == 1
