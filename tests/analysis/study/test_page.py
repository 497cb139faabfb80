"""The page of a study: findings by world, the tables it shows, and the tables it leaves to files."""

from pathlib import Path

import pytest

from agentsensus.analysis.compare import Comparison, Varied, compare
from agentsensus.analysis.study.page import StudyFinding, StudyResult, make_study
from agentsensus.analysis.study.page.markdown import PageFolders, page_text
from agentsensus.analysis.study.tables import StudyTable, as_markdown
from agentsensus.errors import InputError
from agentsensus.worlds.runs import Plan
from tests.worlds.minds.mill import mill


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("page")
    plan = Plan(embedder="hashing")
    compare(Comparison(mill(), 6, (1, 2), ("consensus", "collaborative"), plan=plan), place / "live")
    cache = Varied("cache", ("fifo", "hybrid"))
    compare(Comparison(mill(), 6, (1,), ("consensus",), cache, plan=plan), place / "cache")
    return place


def text_of(made: StudyResult, findings: list[StudyFinding] | None = None) -> str:
    found = made.findings if findings is None else findings
    return page_text("Page", made.groups, found, made.tables, made.figures, PageFolders("pictures", "tables"))


def test_a_claim_is_said_for_each_world_and_then_with_its_figures(runs: Path) -> None:
    found = [
        StudyFinding("hamlet, 40 rounds", "rows are few", True, "It makes 3"),
        StudyFinding("red_chamber, 40 rounds", "rows are few", False, "It makes 9"),
        StudyFinding("hamlet, 40 rounds, paired, reports", "reports help", True, "They do"),
    ]
    lines = text_of(make_study([runs / "live"]), found).splitlines()
    assert "| claim | hamlet | red_chamber |" in lines
    assert "| rows are few | holds | **does not hold** |" in lines
    assert "| reports help | holds | – |" in lines
    assert "| rows are few | red_chamber, 40 rounds | **does not hold** | It makes 9. |" in lines


def test_tables_are_of_designs_and_what_varies_has_its_own_section(runs: Path) -> None:
    text = text_of(make_study([runs / "live", runs / "cache"]))
    structure, ablations = text.split("## Ablations and controls")
    assert "consensus cache=fifo" not in structure.split("## Structure")[1]
    assert "consensus cache=fifo" in ablations
    assert "Actions taken, mill, 6 rounds, whole run" in text
    assert "Actions taken, mill, 6 rounds, cache" not in text
    assert "cache-horizon.svg" not in text
    assert "[usefulness](tables/usefulness.csv)" in text


def test_where_nothing_but_a_setting_varies_it_has_all_tables(runs: Path) -> None:
    text = text_of(make_study([runs / "cache"]))
    assert "consensus cache=fifo" in text.split("## Structure")[1].split("## Cost")[0]


def test_a_cell_that_is_not_done_is_left_out_and_its_seed_is_named(runs: Path, tmp_path: Path) -> None:
    plan = Plan(embedder="hashing")
    out = tmp_path / "live"
    compare(Comparison(mill(), 6, (1, 2), ("consensus", "collaborative"), plan=plan), out)
    (out / "collaborative-2" / "measured.json").unlink()
    made = make_study([out])
    assert [run.origin.folder for run in made.runs] == ["collaborative-1", "consensus-1", "consensus-2"]
    assert "mill, 6 rounds: seeds that are not there: collaborative (2)." in made.remarks
    for file in out.glob("*/measured.json"):
        file.unlink()
    with pytest.raises(InputError, match="no run in it is done yet"):
        make_study([out])


def test_no_text_of_a_run_is_html_on_a_page() -> None:
    hostile = "<img src=x onerror=alert(1)>"
    table = StudyTable("records", hostile, ("record", "text"), ((hostile, hostile),))
    for text in (as_markdown(table, hostile), page_text(hostile, [], [], {"S": [table]}, [], PageFolders("p", "t"))):
        assert "<" not in text
        assert "&lt;img" in text
