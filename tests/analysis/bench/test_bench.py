"""The benchmarks: their output and their arithmetic."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from agentsensus.analysis.bench.curves import auc, curve, recall_at
from agentsensus.analysis.bench.merges import bench_merges, fitted_thresholds
from agentsensus.analysis.bench.pairs import read_pairs
from agentsensus.errors import InputError

DATA = Path(__file__).parents[2] / "data"


def _run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [str(Path(sys.executable).parent / "agentsensus"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_area_under_the_curve_counts_pairs_in_order() -> None:
    scores, same = np.array([0.9, 0.8, 0.7, 0.6]), np.array([True, False, True, False])
    assert auc(scores, same) == 0.75
    assert auc(np.array([0.5, 0.5]), np.array([True, False])) == 0.5


def test_recall_at_a_precision_is_the_most_that_can_be_had() -> None:
    scores, same = np.array([0.9, 0.8, 0.7, 0.6]), np.array([True, True, False, True])
    assert recall_at(scores, same, 0.95) == (2 / 3, 0.8)
    assert recall_at(scores, same, 0.75) == (1.0, 0.6)
    assert recall_at(-scores, ~same, 0.99) == (0.0, 1.0)


def test_tied_scores_are_taken_or_left_together() -> None:
    precisions, recalls, thresholds = curve(np.array([0.9, 0.9, 0.1]), np.array([True, False, True]))
    assert (precisions.tolist(), recalls.tolist(), thresholds.tolist()) == ([0.5, 2 / 3], [0.5, 1.0], [0.9, 0.1])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_handwritten_pairs_are_balanced_and_every_topic_has_both_labels(language: str) -> None:
    pairs = read_pairs(DATA / f"handwritten_{language}.tsv")
    assert len(pairs) >= 200
    assert sum(pair.same for pair in pairs) * 2 == len(pairs)
    topics = {pair.topic: {p.same for p in pairs if p.topic == pair.topic} for pair in pairs}
    assert all(labels == {True, False} for labels in topics.values())


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "label"),
        ("label\ttext_a\n1\tx\n", "text_b"),
        ("label\ttext_a\ttext_b\n2\tx\ty\n", "line 2"),
        ("label\ttext_a\ttext_b\n1\tx\t\n", "line 2"),
        ("label\ttext_a\ttext_b\n1\tx\ty\n", "both labels"),
    ],
)
def test_a_file_that_holds_no_pairs_is_named_with_its_line(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "pairs.tsv").write_text(content, "utf-8")
    with pytest.raises(InputError, match=said):
        read_pairs(tmp_path / "pairs.tsv")


def test_bench_merges_reports_the_judge_as_packaged() -> None:
    done = _run("bench", "merges", "--pairs", str(DATA / "handwritten_en.tsv"), "--judge", "learned", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert {"n", "auc", "precision", "recall", "threshold", "candidate_recall"} <= set(found)
    assert found["n"] == 240
    assert found["auc"] > found["cosine_auc"]
    assert found["merged_of_different"] <= 0.05
    assert found["precision"] >= 0.85


def test_bench_merges_draws_the_curve_and_keeps_thresholds(tmp_path: Path) -> None:
    pairs = str(DATA / "handwritten_en.tsv")
    done = _run("bench", "merges", "--pairs", pairs, "--plot", "--write", "--out", str(tmp_path), "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["n"] == 240
    drawn = (tmp_path / "handwritten_en-learned.svg").read_text("utf-8")
    assert "precision" in drawn
    assert "cosine alone" in drawn
    kept = json.loads((tmp_path / "handwritten_en-thresholds.json").read_text("utf-8"))
    assert kept["embedder"] == "universal-0.2.1"


def test_thresholds_that_are_kept_are_right_on_the_pairs_they_come_from(tmp_path: Path) -> None:
    same = [(f"Agent {n} opened the north gate.", f"The north gate was opened by agent {n}.") for n in range(15)]
    other = [(f"Agent {n} opened the north gate.", f"Agent {n} ate bread and cheese.") for n in range(15)]
    lines = [f"1\t{a}\t{b}" for a, b in same] + [f"0\t{a}\t{b}" for a, b in other]
    (tmp_path / "gates.tsv").write_text("\n".join(["label\ttext_a\ttext_b", *lines]), "utf-8")
    found = bench_merges(tmp_path / "gates.tsv", "rule")
    fitted = fitted_thresholds(found)
    assert set(fitted) == {"en"}
    assert found.same[found.cosines >= fitted["en"]].mean() >= 0.95


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    pairs = str(DATA / "handwritten_en.tsv")
    done = _run("bench", "merges", "--pairs", pairs, "--write", "--out", str(tmp_path / "nowhere"))
    assert done.returncode == 2
    assert "nowhere" in done.stderr


def test_bench_merges_by_a_judge_that_is_none_is_a_mistake_of_the_user() -> None:
    done = _run("bench", "merges", "--pairs", str(DATA / "handwritten_en.tsv"), "--judge", "lerned")
    assert done.returncode == 2
    assert "did you mean 'learned'" in done.stderr


@pytest.mark.parametrize("name", ["pawsx_en_dev", "pawsx_zh_dev"])
def test_the_learned_judge_merges_hardly_any_swapped_words(shared: Path, name: str) -> None:
    done = _run("bench", "merges", "--pairs", str(shared / "pairs" / f"{name}.tsv"), "--judge", "learned", "--json")
    assert json.loads(done.stdout)["merged_of_different"] <= 0.02


def test_the_learned_judge_ranks_news_no_worse_than_cosine(shared: Path) -> None:
    pairs = shared / "pairs" / "ecbplus_dev.tsv"
    found = json.loads(_run("bench", "merges", "--pairs", str(pairs), "--judge", "learned", "--json").stdout)
    assert found["auc"] >= found["cosine_auc"]


def test_bench_round_takes_two_calls_a_deposit() -> None:
    done = _run("bench", "round", "--agents", "2,3", "--latency", "0.01", "--json")
    rounds = json.loads(done.stdout)["rounds"]
    assert [(one["agents"], one["calls"]) for one in rounds] == [(2, 4), (3, 6)]
    assert all(one["seconds"] > 0 for one in rounds)


@pytest.mark.thorough
def test_bench_store_prints_every_figure(tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text(
        "\n".join(f"Agent {n} counted {n * 7} ships in harbour number {n % 13}." for n in range(900)), "utf-8"
    )
    done = _run("bench", "store", "--rows", "500", "--no-peer", "--sentences", str(text), "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["rows"]["500"]
    assert {"remember_ms", "recall_big_ms", "recall_small_ms", "save_round_ms", "global_ms", "reopen_s"} <= set(found)
    assert {"rss_mb", "peer", "disk_mb"} <= set(found)
    assert found["global_recall"] == 1.0
    assert found["peer"] is None
