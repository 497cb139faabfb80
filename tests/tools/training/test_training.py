"""Training stands beside the package: it can be run from the project, and nothing that is installed needs it."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np

from agentsensus.analysis.bench.pairs import LabelledPair, read_pairs
from tests.paths import ROOT
from tools.training.report import interval
from tools.training.sets import other_events


def test_training_is_run_as_a_module_of_the_project() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.training", "--help"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "--pairs" in done.stdout


def test_nothing_in_the_package_needs_training_and_the_source_release_has_it() -> None:
    needing = [
        path.name
        for path in (ROOT / "src").rglob("*.py")
        if re.search(r"^\s*(from|import) tools\b", path.read_text(), re.M)
    ]
    assert needing == []
    build = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]
    assert build["wheel"]["packages"] == ["src/agentsensus"]
    assert "tools" in build["sdist"]["include"]


def test_other_events_sound_alike_and_come_from_different_topics() -> None:
    pairs = read_pairs(ROOT / "tests" / "data" / "handwritten_en.tsv")[:40]
    topics = {text: pair.topic for pair in pairs for text in (pair.a, pair.b)}
    others = other_events(pairs)
    assert others
    assert not any(pair.same for pair in others)
    assert all(topics[pair.a] != topics[pair.b] for pair in others)
    assert len({frozenset((pair.a, pair.b)) for pair in others}) == len(others)


def test_the_interval_of_an_area_holds_it_and_narrows_with_more_topics() -> None:
    rng = np.random.default_rng(0)
    same = np.tile([True, False], 200)
    scores = same * 0.3 + rng.random(400)
    few, many = (interval(scores, same, [str(place // size) for place in range(400)]) for size in (100, 4))
    assert few[0] <= many[0] + 0.1
    assert 0.5 < many[0] < many[1] < 1.0


def test_a_labelled_pair_without_a_topic_gets_one(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text("label\ttext_a\ttext_b\n1\tA came.\tA arrived.\n0\tA came.\tB came.\n")
    assert read_pairs(path)[0] == LabelledPair(a="A came.", b="A arrived.", same=True, topic="0", kind="")
