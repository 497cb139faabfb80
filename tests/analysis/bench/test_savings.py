"""Rows saved by merging: by word overlap, by witnesses, by judge."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentsensus.analysis.bench.plots import plot_savings
from agentsensus.analysis.bench.savings import bench_savings
from agentsensus.cli.main import app
from agentsensus.errors import InputError, UnknownName
from agentsensus.worlds.scenario.template_world import make_world
from tests.worlds.kernel.runs import six
from tests.worlds.minds.mill import mill

pytestmark = pytest.mark.thorough


def test_no_row_is_saved_of_one_witness_and_never_more_than_all_but_one_of_several() -> None:
    found = bench_savings(mill(), 2, "universal").savings
    assert {one.judge for one in found} == {"learned", "rule", "cosine"}
    assert {one.saved for one in found if one.witnesses == 1} == {0.0}
    assert all(0 <= one.saved <= one.possible for one in found if not one.wrong)
    assert all(one.records <= one.statements for one in found)


def test_repeated_words_are_saved_whatever_the_judge() -> None:
    found = bench_savings(mill(), 4, "hashing", ["rule"]).savings
    by_count = {(one.overlap, one.witnesses): one for one in found}
    for overlap, count in by_count:
        if count == 4:  # tellings are few here, so the later witnesses repeat the earlier ones
            assert by_count[overlap, 4].saved > by_count[overlap, 2].saved


def test_no_more_events_of_a_bin_are_told_than_asked_for() -> None:
    found = bench_savings(mill(), 1, "hashing", ["rule"], events=1).savings
    assert {one.events for one in found} == {1}
    assert all(one.statements >= 1 for one in found)


def test_a_world_without_tellings_and_an_unknown_judge_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no event of this world has another telling"):
        bench_savings(six(tmp_path), embedder="hashing")
    with pytest.raises(UnknownName, match="no judge is called 'rul'; did you mean 'rule'"):
        bench_savings(mill(), judges=["rul"])


def test_the_picture_is_the_same_each_time_and_has_both_panels(tmp_path: Path) -> None:
    found = bench_savings(mill(), 3, "hashing", ["rule"])
    for name in ("one.svg", "two.svg"):
        plot_savings(found, tmp_path / name)
    one, two = ((tmp_path / name).read_text("utf-8") for name in ("one.svg", "two.svg"))
    assert one == two
    assert "2 witnesses, by judge" in one
    assert "rule judge, by witnesses" in one


def test_the_command_prints_json_or_a_table(tmp_path: Path) -> None:
    words = ["bench", "savings", "--world", str(make_world("lighthouse", "zh", tmp_path)), "--witnesses", "2"]
    words += ["--embedder", "hashing", "--judges", "rule,cosine"]
    told = json.loads(CliRunner().invoke(app, [*words, "--json"], catch_exceptions=False).stdout)
    assert (told["world"], told["embedder"]) == ("lighthouse", "hashing")
    assert {one["judge"] for one in told["savings"]} == {"rule", "cosine"}
    table = CliRunner().invoke(app, [*words, "--plot", str(tmp_path / "s.png")], catch_exceptions=False).stdout
    assert "saved by 2" in table
    assert (tmp_path / "s.png").stat().st_size > 1000
