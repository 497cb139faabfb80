"""Grids of several settings: finished cells, failing cells, and cost estimates."""

import json
import os
import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import pytest

from agentsensus.analysis.compare import Comparison, Varied, compare, estimate_comparison
from agentsensus.analysis.compare.pool import run_all
from agentsensus.analysis.compare.reuse import Measured, TrialFailed
from agentsensus.analysis.compare.trial import Trial
from agentsensus.errors import InputError, UnknownName
from agentsensus.worlds.run_folder import Allowance
from agentsensus.worlds.runs import Plan
from agentsensus.worlds.runs.estimate import estimate
from agentsensus.worlds.runs.playing import PlayOptions, play_plan
from tests.worlds.minds.mill import mill

OFFLINE = Plan(embedder="hashing")
MERGING, CACHE = Varied("merging", ("judged", "off")), Varied("cache", ("fifo", "hybrid"))


def asked(**more: Any) -> Comparison:
    return Comparison(mill(), **{"rounds": 6, "seeds": (1,), "designs": ("consensus",), "plan": OFFLINE, **more})


def test_several_keys_make_a_column_for_each_combination_that_a_design_has() -> None:
    figures = compare(asked(vary=[MERGING, CACHE], designs=("consensus", "collaborative"))).as_json()
    assert [*figures["designs"]] == [
        "consensus merging=judged cache=fifo",
        "consensus merging=judged cache=hybrid",
        "consensus merging=off cache=fifo",
        "consensus merging=off cache=hybrid",
        "collaborative cache=fifo",
        "collaborative cache=hybrid",
    ]
    cells = figures["cells"]
    assert [(cell["design"], cell["vary"], cell["seed"]) for cell in cells[:2]] == [
        ("consensus", {"merging": "judged", "cache": "fifo"}, 1),
        ("consensus", {"merging": "judged", "cache": "hybrid"}, 1),
    ]
    assert [cell["stats"] for cell in cells] == [seeds[0] for seeds in figures["designs"].values()]
    assert {cell["error"] for cell in cells} == {None}


def test_a_preset_can_be_varied_and_a_design_is_played_with_those_it_has() -> None:
    presets = Varied("preset", ("ours", "paper", "code"))
    columns = asked(vary=presets, designs=("consensus", "generative-agents")).columns()
    assert {name: column.plan.preset for name, column in columns.items()} == {
        "consensus preset=ours": "ours",
        "consensus preset=paper": "paper",
        "generative-agents preset=ours": "ours",
        "generative-agents preset=paper": "paper",
        "generative-agents preset=code": "code",
    }
    rows = {
        name: figures["sim"]
        for name, figures in compare(asked(vary=Varied("preset", ("ours", "paper")))).as_json()["mean"].items()
    }
    assert set(rows) == {"consensus preset=ours", "consensus preset=paper"}


@pytest.mark.parametrize(
    ("vary", "error", "words"),
    [
        ([MERGING, Varied("flor", (1,))], UnknownName, "did you mean 'floor'"),
        ([MERGING, MERGING], InputError, "named twice"),
        (Varied("preset", ("papr",)), UnknownName, "did you mean 'paper'"),
    ],
)
def test_a_grid_that_cannot_be_played_is_refused(vary: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        asked(vary=vary).columns()


def test_what_is_done_is_not_played_again_and_seeds_can_be_added(tmp_path: Path) -> None:
    out = tmp_path / "out"
    first = compare(asked(), out).as_json()
    kept = out / "consensus-1" / "measured.json"
    kept.write_text(
        json.dumps(json.loads(kept.read_text()) | {"stats": {**first["designs"]["consensus"][0], "sim": 999}})
    )
    more = compare(asked(seeds=(1, 2)), out).as_json()["designs"]["consensus"]
    assert more[0]["sim"] == 999
    assert more[1] == compare(asked(seeds=(2,))).as_json()["designs"]["consensus"][0]


@pytest.mark.parametrize("paired", [False, True])
def test_a_comparison_that_was_broken_off_ends_as_one_that_was_not(tmp_path: Path, paired: bool) -> None:
    comparison = asked(paired=paired, designs=("consensus", "g-memory"))
    whole = compare(comparison, tmp_path / "whole").as_json()
    out = tmp_path / "out"
    compare(comparison, out)
    begun = out / ("played-1" if paired else "consensus-1")
    shutil.rmtree(begun)
    play_plan(comparison.scenario, replace(OFFLINE, seed=1), PlayOptions(2), begun)
    (out / "g-memory-1" / "measured.json").unlink()
    assert compare(comparison, out).as_json() == whole


def test_another_comparison_is_not_mixed_into_a_folder(tmp_path: Path) -> None:
    compare(asked(), tmp_path / "out")
    for other in (asked(rounds=7), asked(paired=True), asked(plan=Plan(embedder="hashing", preset="paper"))):
        with pytest.raises(InputError, match="is there already, with a comparison of another"):
            compare(other, tmp_path / "out")


def test_a_cell_that_fails_is_named_and_the_others_are_there(tmp_path: Path) -> None:
    out = tmp_path / "out"
    compare(asked(), out)
    broken = out / "consensus-2"
    broken.mkdir()
    (broken / "run.json").write_text("{half a")
    compared = compare(asked(seeds=(1, 2, 3)), out)
    assert compared.has_failed
    figures = compared.as_json()
    stats = figures["designs"]["consensus"]
    assert [set(one) == {"design", "error"} for one in stats] == [False, True, False]
    assert "not a run folder" in stats[1]["error"]
    assert [cell["error"] is None for cell in figures["cells"]] == [True, False, True]
    assert figures["mean"]["consensus"]["sim"] == (stats[0]["sim"] + stats[2]["sim"]) / 2
    shutil.rmtree(broken)
    assert not compare(asked(seeds=(1, 2, 3)), out).has_failed


def test_a_play_that_fails_fails_only_what_is_fed_from_it(tmp_path: Path) -> None:
    out = tmp_path / "out"
    compare(asked(paired=True), out)
    (out / "played-2").mkdir()
    (out / "played-2" / "run.json").write_text("{half a")
    cells = compare(asked(paired=True, seeds=(1, 2)), out).cells
    assert [cell.error and cell.error.partition(" (")[0] for cell in cells] == [None, "the play it is fed from failed"]


@dataclass(frozen=True)
class Ending:
    """A trial that exits its process."""

    name: str = "ending"
    rounds: int = 1

    def reached(self) -> int:
        return 0

    def run(self) -> Measured:
        os._exit(3)


def test_a_process_that_is_ended_from_outside_is_a_failure_of_its_trial() -> None:
    outcomes = run_all([cast(Trial, Ending()), cast(Trial, Ending())], 2, lambda _: None)
    assert [isinstance(outcome, TrialFailed) and "ended from outside" in outcome.error for outcome in outcomes] == [
        True,
        True,
    ]


def test_an_estimate_is_the_sum_of_all_runs_and_of_a_paired_one_less() -> None:
    plan = Plan(embedder="hashing", models={"default": "openai:gpt-4o-mini"}, budget=Allowance(calls=5))
    comparison = asked(plan=plan, seeds=(1, 2, 3), vary=MERGING)
    reckoned = estimate_comparison(comparison)
    alone = estimate(comparison.scenario, replace(plan, design="consensus"), 6)
    assert reckoned.calls == 3 * 2 * alone.calls > 0
    assert reckoned.tokens == reckoned.input + reckoned.output
    assert reckoned.money == pytest.approx(3 * sum(each.money or 0 for each in reckoned.columns.values()))
    paired = estimate_comparison(replace(comparison, paired=True))
    assert [*paired.columns] == ["played", "consensus merging=judged", "consensus merging=off"]
    assert paired.calls < reckoned.calls
    assert {work.purpose for work in paired.columns["consensus merging=off"].purposes} == {"atomize", "judge"}
