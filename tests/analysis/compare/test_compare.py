"""Comparisons of small worlds: four designs, varied settings, paired deposits, reproducible results."""

import json
from pathlib import Path
from typing import Any

import pytest

from agentsensus.analysis.compare import Comparison, TrialProgress, Varied, compare, means
from agentsensus.analysis.compare.reuse import marks
from agentsensus.errors import InputError, UnknownName
from agentsensus.memory.designs.registry import DESIGNS
from agentsensus.worlds.runs import Plan
from tests.worlds.minds.mill import mill

pytestmark = pytest.mark.thorough

OFFLINE = Plan(embedder="hashing")


def asked(**more: Any) -> Comparison:
    return Comparison(mill(), **{"rounds": 12, "seeds": (1,), "plan": OFFLINE, **more})


def test_the_four_designs_are_set_side_by_side_and_only_one_shares() -> None:
    told = compare(asked(seeds=(1, 2))).as_json()
    assert [*told["designs"]] == [*DESIGNS]
    assert {name: [one["design"] for one in found] for name, found in told["designs"].items()} == {
        name: [name, name] for name in DESIGNS
    }
    rows = {name: figures["sim"] for name, figures in told["mean"].items()}
    assert min(rows, key=lambda name: rows[name]) == "consensus"
    assert {name for name, figures in told["mean"].items() if figures["shared_pct"]} == {"consensus"}


def test_the_same_comparison_gives_the_same_json_in_one_process_or_two() -> None:
    one, two = (
        compare(asked(rounds=6, designs=("consensus", "collaborative")), jobs=jobs).as_json() for jobs in (1, 2)
    )
    assert json.dumps(one) == json.dumps(two)


def test_paired_memories_are_fed_the_same_and_the_one_that_played_ends_as_it_did(tmp_path: Path) -> None:
    told = compare(asked(paired=True), tmp_path / "out").as_json()
    fed = [found[0]["fed"] for found in told["designs"].values()]
    assert fed[0]["deposits"] > 0
    assert all(one["deposits"] == fed[0]["deposits"] and one["recalls"] == fed[0]["recalls"] for one in fed)
    played = compare(asked(designs=("consensus",))).as_json()["designs"]["consensus"][0]
    again = told["designs"]["consensus"][0]
    # What came to mind in play, and the vectors it was looked up by, are not fed.
    for figures in (again, played):
        figures["recalls"]["minded"] = figures["vectors"] = 0
    assert {**again, "fed": None} == {**played, "fed": None}
    kept = {path.name for path in (tmp_path / "out").iterdir()}
    assert kept == {"world.json", "comparison.json", "played-1", *(f"{design}-1" for design in DESIGNS)}
    assert (tmp_path / "out" / "played-1" / "stream.jsonl").is_file()


def test_a_setting_makes_a_column_for_each_value_where_a_design_has_it() -> None:
    vary = Varied("merging", ("judged", "off"))
    told = compare(asked(vary=vary, designs=("consensus", "collaborative"))).as_json()
    assert [*told["designs"]] == ["consensus merging=judged", "consensus merging=off", "collaborative"]
    rows = {name: figures["sim"] for name, figures in told["mean"].items()}
    assert rows["consensus merging=judged"] < rows["consensus merging=off"]


@pytest.mark.parametrize(
    ("more", "error", "words"),
    [
        ({"designs": ("concensus",)}, UnknownName, "no design is called 'concensus'"),
        ({"vary": Varied("flor", (1,))}, UnknownName, "none of the memories has such a setting; did you mean 'floor'"),
        ({"vary": Varied("floor", (7,))}, InputError, "setting floor is 7"),
        ({"vary": Varied("cache", ("fifo",)), "paired": True}, InputError, "a rule of play"),
        ({"plan": Plan(embedder="hashing", company="nul")}, UnknownName, "no company of minds is called 'nul'"),
        ({"plan": Plan(embedder="hashing", changes={"nothing": 1})}, UnknownName, "'nothing'"),
    ],
)
def test_what_cannot_be_compared_is_refused_before_anything_is_written(
    more: dict[str, Any], error: type[Exception], words: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=words):
        compare(asked(**more), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_folder_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="already exists"):
        compare(asked(), tmp_path)
    assert [*tmp_path.iterdir()] == []


def test_growth_is_told_at_every_fifth_round_and_the_last() -> None:
    assert (marks(4), marks(10), marks(17)) == ([4], [5, 10], [5, 10, 15, 17])
    found = compare(asked(designs=("consensus",))).as_json()
    assert [*found["by_round"]["consensus"][0]] == ["5", "10", "12"]
    last, stats = found["by_round"]["consensus"][0]["12"], found["designs"]["consensus"][0]
    assert last == {name: stats[name] for name in last}


def test_who_looks_on_is_told_of_every_trial_and_its_end() -> None:
    seen: list[list[TrialProgress]] = []
    compare(asked(rounds=3, designs=("consensus", "g-memory")), progress=lambda now: seen.append([*now]))
    assert [sum(one.is_done for one in now) for now in seen] == [0, 1, 2]
    assert [one.name for one in seen[0]] == ["consensus, seed 1", "g-memory, seed 1"]


def test_a_mean_is_of_those_that_have_the_figure() -> None:
    one = compare(asked(rounds=2, designs=("consensus",))).as_json()["designs"]["consensus"][0]
    other = {**one, "sim": one["sim"] + 4, "merge_truth": None}
    told = {**one, "merge_truth": {"precision": 0.5, "recall": None}}
    found = means([told, other])
    assert (found["sim"], found["precision"], found["recall"]) == (one["sim"] + 2, 0.5, None)
