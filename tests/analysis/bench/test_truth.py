"""Accuracy of merges in runs: the same command gives the same figures, and names worlds in the training data."""

import json
import sys
from pathlib import Path

import pytest

from agentsensus.analysis.bench.truth import bench_truth
from agentsensus.cli import main
from agentsensus.memory.judge.learned import packaged
from agentsensus.worlds.runs.merge_truth import CONTENT
from agentsensus.worlds.scenario import load
from tests.worlds.minds.mill import MILL, courtyard, mill
from tests.worlds.scenario.worlds import written


def test_the_same_seeds_give_the_same_figures() -> None:
    told = bench_truth(mill(), [1], 7)
    assert told == bench_truth(mill(), [1], 7)
    assert told.packaged
    assert told.packaged["hard_negatives"] + told.packaged["by_class"].get("other_telling", {}).get("same", 0) > 0
    by_class = told.packaged["by_class"]
    assert told.packaged["merges"] == sum(by_class[kind]["merged"] for kind in by_class if kind != CONTENT)


@pytest.mark.thorough
def test_a_world_that_was_learned_from_says_so() -> None:
    assert set(packaged().worlds) == {"red_chamber", "russia_ukraine", "three_kingdoms"}
    assert bench_truth(load("red_chamber"), [1], 1).learned_from
    assert not bench_truth(load("hamlet"), [1], 1).learned_from
    assert not bench_truth(courtyard(), [1], 2).learned_from


def test_the_command_prints_its_figures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    world = str(written(tmp_path / "mill", MILL))
    for arguments in (["--json"], []):
        given = ["agentsensus", "bench", "truth", "--seeds", "1", "--rounds", "2", "--world", world, *arguments]
        monkeypatch.setattr(sys, "argv", given)
        with pytest.raises(SystemExit) as left:
            main()
        assert left.value.code in (0, None)
        printed = capsys.readouterr().out
        if arguments:
            assert {"learned_from", "packaged", "seeds", "rounds", "wrong", "missed"} <= set(json.loads(printed))
        else:
            assert "this world is unseen" in printed
