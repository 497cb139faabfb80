"""Whole runs of players, read from their folders: truth.jsonl, stats with marked merges, and the playbill."""

import json
from pathlib import Path

import pytest

from agentsensus.errors import InputError
from agentsensus.testing import routine_company
from agentsensus.worlds.minds.players.player import players
from agentsensus.worlds.runs import RunFolder, fork, run_playbill, run_stats
from tests.worlds.kernel.runs import Run, done, six
from tests.worlds.minds.mill import courtyard, mill

MARKED = {"precision", "recall", "merges", "hard_negatives", "overlap", "by_class"}


def test_truth_is_the_same_to_the_byte_in_one_sitting_in_two_and_after_a_crash(tmp_path: Path) -> None:
    world = courtyard()
    whole, parts, broken = (Run(tmp_path / name, world, seed=1) for name in ("whole", "parts", "broken"))
    whole.play(players(world, 1), 12)
    parts.play(players(world, 1), 7)
    early = parts.folder.truth.read_bytes()
    parts.play(players(world, 1), 5)
    broken.play(players(world, 1), 7)
    broken.folder.truth.write_text("half a li")  # what is there is never read
    kept = len(broken.folder.log.read_bytes())
    broken.folder.log.write_bytes(whole.folder.log.read_bytes()[: kept + 900])  # the log got further than the store
    broken.play(players(world, 1), 5)
    truth = whole.folder.truth.read_bytes()
    assert truth == parts.folder.truth.read_bytes() == broken.folder.truth.read_bytes()
    assert truth.startswith(early)
    assert len(truth) > len(early) > 0


def test_truth_names_every_statement_of_the_log_that_it_knows(tmp_path: Path) -> None:
    world = mill()
    run = Run(tmp_path / "run", world, seed=1)
    run.play(players(world, 1), 12)
    stated = {one.id for event in run.of("remembered") for one in event.statements}
    lines = [json.loads(line) for line in run.folder.truth.read_text("utf-8").splitlines()]
    known = {line["statement"] for line in lines if "statement" in line}
    assert known
    assert known <= stated


def test_a_run_without_players_has_no_truth_no_marks_and_no_playbill(tmp_path: Path) -> None:
    world = six(tmp_path)
    run = Run(tmp_path / "run", world)
    told = run.play(routine_company(world, 3), 4)
    assert not run.folder.truth.exists()
    assert (told["stats"]["merge_truth"], told["playbill"]) == (None, None)
    with pytest.raises(InputError, match="no player has acted in this run") as refused:
        done(run_playbill(run.folder))
    assert "\n" not in str(refused.value)


def test_a_players_run_is_marked_and_the_same_when_it_is_read_again(tmp_path: Path) -> None:
    world = mill()
    run = Run(tmp_path / "run", world, seed=1)
    told = run.play(players(world, 1), 15)
    marked = told["stats"]["merge_truth"]
    assert set(marked) == MARKED
    assert sum(one["same"] for one in marked["by_class"].values()) > 0
    assert marked["hard_negatives"] > 0
    assert done(run_stats(run.folder)) == told["stats"]
    assert json.loads(json.dumps(told["playbill"]))["rounds"] == 15


@pytest.mark.parametrize("design", ["generative-agents", "g-memory", "collaborative"])
def test_a_memory_that_merges_nothing_has_no_precision_and_recalls_nothing(tmp_path: Path, design: str) -> None:
    world = mill()
    run = Run(tmp_path / "run", world, seed=1, design=design)
    marked = run.play(players(world, 1), 15)["stats"]["merge_truth"]
    assert (marked["precision"], marked["recall"], marked["merges"]) == (None, 0.0, 0)


def test_a_fork_has_the_truth_of_its_own_way(tmp_path: Path) -> None:
    world = mill()
    run = Run(tmp_path / "run", world, seed=1)
    run.play(players(world, 1), 10)
    (tmp_path / "fork").mkdir()
    target = RunFolder(tmp_path / "fork")
    done(fork(run.folder, 5, target))
    assert not target.truth.exists()
    assert done(run_playbill(target)).rounds == 5
