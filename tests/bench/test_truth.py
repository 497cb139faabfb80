"""Held-out figures: nothing that is counted was learned from, and the same command gives the same figures."""

import json
import sys
from pathlib import Path

import pytest

from agentsensus.bench import truth
from agentsensus.bench.truth import Halves, bench_truth, held_out_weights
from agentsensus.bench.world_pairs import world_pairs
from agentsensus.cli import main
from agentsensus.errors import InputError
from agentsensus.memory.judge.learned import KNOWN_EN, packaged
from agentsensus.minds.players.claims import script_of
from agentsensus.world import load
from tests.minds.mill import MILL, courtyard, mill
from tests.world.worlds import written


def test_scenes_alternate_and_a_report_is_where_its_event_is() -> None:
    halves = Halves(mill())
    assert [halves.of(event) for event in ("burnt", "coins", "seen", "bell", "flour")] == [0, 1, 0, 0, 1]
    assert halves.of("told:ann:bob:coins") == 1
    assert halves.of("told:ann:bob:burnt") == 0
    assert halves.of("came:ann:mill") == halves.of("going:dan:mill")
    hamlet = load("hamlet")
    counted = [Halves(hamlet).of(event.id) for event in hamlet.events]
    assert 0.3 < sum(counted) / len(counted) < 0.7


def test_no_pair_that_is_learned_from_tells_of_the_half_left_out() -> None:
    halves, script, pairs = Halves(mill()), script_of(mill()), world_pairs(mill())
    for half in (0, 1):
        kept = [pair for pair, within in zip(pairs, halves.within(half, pairs), strict=True) if within]
        assert 0 < len(kept) < len(pairs)
        claims = [claim for pair in kept for text in (pair.a, pair.b) if (claim := script.claim(text))]
        assert {halves.of(claim.event) for claim in claims} == {half}


def test_only_the_weights_for_known_names_are_learned_anew() -> None:
    first, second = held_out_weights(mill(), Halves(mill()))
    own = packaged()
    for one in (first, second):
        assert one.ordered == own.ordered
        assert one.agrees == own.agrees
        assert {kind: w for kind, w in one.same.items() if kind != KNOWN_EN} == {
            kind: w for kind, w in own.same.items() if kind != KNOWN_EN
        }
        assert one.same[KNOWN_EN] != own.same[KNOWN_EN]
    assert first.same[KNOWN_EN] != second.same[KNOWN_EN]


def test_the_same_seeds_give_the_same_figures_and_both_judges_are_told_apart() -> None:
    told = bench_truth(mill(), [1], 7)
    assert told == bench_truth(mill(), [1], 7)
    assert told.packaged
    assert told.packaged["hard_negatives"] + told.packaged["by_class"].get("other_telling", {}).get("same", 0) > 0
    for side in (told.held_out, told.packaged):
        if side:
            assert side["merges"] == sum(counts["merged"] for counts in side["by_class"].values())


def test_a_chinese_world_has_nothing_to_hold_out() -> None:
    with pytest.raises(InputError, match="nothing to hold out"):
        bench_truth(courtyard(), [1], 2)


def test_the_command_prints_both_sides(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(truth, "held_out_weights", lambda *_: [packaged(), packaged()])
    world = str(written(tmp_path / "mill", MILL))
    for arguments in (["--json"], []):
        given = ["agentsensus", "bench", "truth", "--seeds", "1", "--rounds", "2", "--world", world, *arguments]
        monkeypatch.setattr(sys, "argv", given)
        with pytest.raises(SystemExit) as left:
            main()
        assert left.value.code in (0, None)
        printed = capsys.readouterr().out
        if arguments:
            assert {"held_out", "packaged", "seeds", "rounds", "wrong", "missed"} <= set(json.loads(printed))
        else:
            assert "half held out" in printed
