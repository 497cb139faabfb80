"""`agentsensus study` on a small comparison: tables, figures, page, and messages for bad input."""

import csv
import json
import shutil
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from agentsensus.analysis.compare import Comparison, Varied, compare
from agentsensus.analysis.study.figures import draw_figure
from agentsensus.analysis.study.figures.runs import ablation
from agentsensus.analysis.study.measures import StudyFolder, arrange_groups, folders_in
from agentsensus.analysis.study.page import QualityRequest, StudyResult, make_study
from agentsensus.analysis.study.quality import Judging
from agentsensus.cli.main import app
from agentsensus.errors import InputError
from agentsensus.testing import ScoringModel
from agentsensus.worlds.runs import Plan, RunFolder, open_run, prepare
from tests.worlds.minds.mill import mill
from tests.worlds.sediment.texts import PLAY

pytestmark = pytest.mark.thorough

ROUNDS = 10


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two comparisons of the mill: all designs played, and merging varied on equal deposits."""
    place = tmp_path_factory.mktemp("study")
    world, plan = mill(), Plan(embedder="hashing")
    compare(Comparison(world, ROUNDS, (1, 2), plan=plan), place / "live")
    varied = Varied("merging", ("judged", "off", "oracle"))
    compare(Comparison(world, ROUNDS, (1,), ("consensus",), varied, paired=True, plan=plan), place / "merging")
    return place


@pytest.fixture(scope="module")
def made(runs: Path) -> StudyResult:
    return make_study([runs / "live", runs / "merging"])


def study(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["study", *map(str, arguments)])


def test_columns_are_designs_or_what_varies(made: StudyResult) -> None:
    live, merging = made.groups
    assert [column.name for column in live.columns] == ["consensus", "generative-agents", "g-memory", "collaborative"]
    assert (live.seeds, live.rounds, live.is_paired, live.missing) == ((1, 2), ROUNDS, False, [])
    assert [column.name for column in merging.columns] == [
        "consensus merging=judged",
        "consensus merging=off",
        "consensus merging=oracle",
    ]
    assert merging.is_paired


def test_the_figures_of_a_run_are_those_of_stats(runs: Path, made: StudyResult) -> None:
    measured = next(run for run in made.runs if (run.origin.design, run.origin.seed) == ("consensus", 1))
    with open_run(runs / "live" / "consensus-1") as run:
        stats = run.stats
    assert (measured.footprint.sediment, measured.footprint.sim) == (stats["sediment"], stats["sim"])
    assert (measured.sharing.shared, measured.sharing.linked) == (stats["shared"], stats["linked"])
    assert (measured.sharing.grown, measured.sharing.shared_statements) == (stats["grown"], stats["shared_statements"])
    assert vars_of(measured.merges) == stats["merges"]
    assert measured.footprint.text_bytes == stats["bytes"]
    assert measured.growth[-1] == stats["sim"]


def vars_of(merges: Any) -> dict[str, int]:
    return {name: getattr(merges, name) for name in ("self_sim", "self_sediment", "cross_sim", "cross_sediment")}


def test_fed_memories_were_given_the_same_deposits(made: StudyResult) -> None:
    judged, off, oracle = (column.runs[0] for column in made.groups[1].columns)
    assert judged.sharing.statements == off.sharing.statements == oracle.sharing.statements > 0
    assert off.merges.total == 0
    assert off.footprint.sediment > judged.footprint.sediment == oracle.footprint.sediment
    assert judged.expansion.recalls == off.expansion.recalls
    assert judged.latency
    assert judged.census is None


def test_known_events_are_asked_for_in_words_that_no_row_has(made: StudyResult) -> None:
    points = made.runs[0].useful
    assert points
    assert {point.cue for point in points} == {"whole", "first half"}
    assert all(0 <= point.answered <= 100 for point in points)
    assert all(point.rows <= 5 for point in points if point.budget == "5 rows")


def test_everything_is_written_and_linked(runs: Path, tmp_path: Path) -> None:
    result = study(runs / "live", "--out", tmp_path / "study", "--paper", "--jobs", "1")
    assert result.exit_code == 0, result.output
    written = [path for path in (tmp_path / "study").rglob("*") if path.is_file()]
    assert {path.suffix for path in written} == {".csv", ".md", ".tex", ".svg", ".png", ".html"}
    page = (tmp_path / "study" / "study.md").read_text("utf-8")
    links = [part.split(")")[0] for part in page.split("](")[1:]]
    assert len(links) >= 4
    assert [link for link in links if not (tmp_path / "study" / link).is_file()] == []
    rows = list(csv.reader((tmp_path / "study" / "tables" / "footprint.csv").read_text("utf-8").splitlines()))
    assert len(rows) == 1 + 4
    assert "http" not in page


def test_a_panel_for_which_no_run_has_a_value_is_not_drawn(made: StudyResult) -> None:
    _, merging = made.groups
    without = tuple(
        replace(column, runs=tuple(replace(run, expansion=replace(run.expansion, tokens=None)) for run in column.runs))
        for column in merging.columns
    )
    whole, less = ablation(merging), ablation(replace(merging, columns=without))
    assert whole
    assert less
    assert [panel.title for panel in less.panels] == ["rows made in play", "statements in shared rows, %"]
    assert all(series.y for panel in less.panels for series in panel.series)


def test_tables_and_figures_are_the_same_each_time(runs: Path, made: StudyResult, tmp_path: Path) -> None:
    again = make_study([runs / "live", runs / "merging"])
    for first, second in zip(made.groups, again.groups, strict=True):
        assert [asdict(column) for column in first.columns] == [asdict(column) for column in second.columns]
    for name in ("a.svg", "b.svg"):
        draw_figure(made.figures[0], tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_the_json_has_every_run_and_table(runs: Path) -> None:
    result = study(runs / "merging", "--json", "--jobs", "1")
    printed = json.loads(result.stdout)
    assert [run["origin"]["design"] for run in printed["runs"]] == ["consensus"] * 3
    assert printed["tables"]["footprint"]["head"][:4] == ["runs", "memory", "sediment", "sim"]


def test_a_missing_design_is_said_and_its_cells_are_blank(runs: Path, tmp_path: Path) -> None:
    for name in ("consensus-1", "collaborative-1"):
        shutil.copytree(runs / "live" / name, tmp_path / "two" / name)
    made = make_study([tmp_path / "two"])
    assert any("no run with generative-agents, g-memory" in remark for remark in made.remarks)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"world": "harbour"}, "runs of two worlds, mill and harbour"),
        ({"world_hash": "0"}, "runs of two versions of mill"),
        ({"rounds": 4}, f"unlike lengths, {ROUNDS} and 4 rounds"),
    ],
)
def test_runs_of_one_folder_that_cannot_be_compared_are_refused(
    made: StudyResult, changes: dict[str, Any], words: str
) -> None:
    first, second = made.runs[:2]
    other = replace(second, origin=replace(second.origin, **changes))
    folder = StudyFolder(Path("two/run"), Path("two"))
    with pytest.raises(InputError, match=words):
        arrange_groups([(folder, first), (folder, other)])
    apart = arrange_groups([(StudyFolder(Path("a")), first), (StudyFolder(Path("b")), other)])
    assert len(apart) == 2


def test_a_run_in_which_nothing_was_played_is_refused(runs: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    prepare(RunFolder(tmp_path / "empty"), mill(), Plan(embedder="hashing"))
    result = study(tmp_path / "empty", "--jobs", "1")
    assert "nothing has been played" in str(result.exception)


@pytest.mark.parametrize(
    ("name", "words"),
    [("nowhere", "there is no such folder"), ("live/consensus-1/transcripts", "there is no run in it")],
)
def test_what_is_no_run_is_named(runs: Path, name: str, words: str) -> None:
    result = study(runs / name)
    assert result.exit_code != 0
    assert words in str(result.exception)


def test_a_sediment_json_fills_the_table_of_worlds(runs: Path, tmp_path: Path) -> None:
    path = tmp_path / "harbour" / "sediment.json"
    text = tmp_path / "harbour.txt"
    text.write_text(PLAY, "utf-8")
    printed = CliRunner().invoke(app, ["sediment", str(text), "--out", str(path.parent), "--json"])
    figures = json.loads(printed.stdout)
    assert figures.items() >= json.loads(path.read_text("utf-8")).items()
    assert figures["warnings"] == len(json.loads((path.parent / "report.json").read_text("utf-8"))["warnings"])
    made = make_study([runs / "live" / "consensus-1", path.parent])
    table = next(t for tables in made.tables.values() for t in tables if t.slug == "sedimentation")
    keys = ("registry", "events", "calls", "tokens", "seconds", "active", "archived", "places", "carriers", "warnings")
    assert all(isinstance(figures[key], int) for key in keys if key != "seconds")
    expected = [figures[key] / 60 if key == "seconds" else figures[key] for key in keys]
    assert table.rows[0] == ("harbour", *expected)
    path.write_text("[", "utf-8")
    result = study(runs / "live" / "consensus-1", path)
    assert "sediment.json: not valid JSON" in str(result.exception)


def test_plays_that_memories_were_fed_from_are_no_column(runs: Path) -> None:
    folders, _ = folders_in([runs / "merging", runs / "merging" / "consensus-merging=off-1"])
    assert [folder.path.name for folder in folders] == [
        "consensus-merging=judged-1",
        "consensus-merging=off-1",
        "consensus-merging=oracle-1",
    ]


def test_a_run_of_the_first_version_is_read_with_blanks(shared: Path) -> None:
    made = make_study([shared / "runs" / "hamlet-strong"], paper=True)
    (run,) = made.runs
    assert (run.footprint.sediment, run.footprint.sim, run.origin.rounds) == (480, 110, 12)
    assert (run.sharing.shared, run.latency, run.precision) == (7, [], None)
    assert [usage.purpose for usage in run.usage] == ["atomize", "decide", "judge"]
    assert run.calls_per_deposit is not None


def test_quality_is_a_table_and_a_figure_by_memory_and_dimension(runs: Path, tmp_path: Path) -> None:
    folders = [runs / "live" / "consensus-1", runs / "live" / "collaborative-1"]
    model = ScoringModel(4)
    judging = Judging(model, tmp_path / "unused", ("log", "play"), repeats=1)
    made = make_study(folders, quality=QualityRequest(judging))
    by_model, agreement, by_rules = made.tables["Quality"]
    assert by_model.head[2:6] == ("grounding", "trajectory", "narrative", "goals")
    assert [row[1] for row in by_model.rows] == ["consensus", "collaborative"]
    assert [(row[2], row[4]) for row in by_model.rows] == [("0.75 ± 0.00", "4.00 ± 0.00")] * 2
    assert [row[0] for row in agreement.rows] == ["grounding", "trajectory", "narrative", "goals"]
    assert [agreement.rows[place][2] for place in (0, 2)] == [0.75, 0.75]
    assert len(by_rules.rows) == 2
    (drawn,) = [figure for figure in made.figures if figure.slug.endswith("quality")]
    heights = [{bar.y for bar in panel.series} for panel in drawn.panels]
    assert (heights[0], heights[2]) == ({(0.75,)}, {(4.0,)})
    draw_figure(drawn, tmp_path / "quality.svg")
    assert "trajectory" in (tmp_path / "quality.svg").read_text("utf-8")
    asked = model.calls
    make_study(folders, quality=QualityRequest(judging))
    assert asked == model.calls, "the second time everything is on the tapes"


def test_without_a_model_quality_is_by_rules_and_says_so(runs: Path) -> None:
    one = runs / "live" / "consensus-1"
    by_rules = study(one, "--judge", "rules", "--no-figures")
    assert by_rules.exit_code == 0
    assert "need a model" in by_rules.stderr
    assert "quality is not scored: give --judge MODEL" in study(one, "--no-figures").stderr
    (table,) = make_study([one], quality=QualityRequest()).tables["Quality"]
    assert (table.slug, len(table.rows)) == ("quality-rules", 1)
    for words in (("--judge", "nobody"), ("--judge", "rules", "--source", "film")):
        refused = study(one, *words)
        assert isinstance(refused.exception, InputError) or refused.exit_code == 2
