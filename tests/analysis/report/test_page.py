"""The report as a file."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentsensus import Run, open_run
from agentsensus.analysis.drawing import communities_of
from agentsensus.analysis.report import report_page, write_report
from agentsensus.analysis.report.layout import map_cells, spread, spring
from agentsensus.analysis.report.material import RunMaterial
from agentsensus.analysis.report.panels.matrix import Step, since_known
from agentsensus.analysis.report.panels.road import road
from agentsensus.base.texts import texts
from agentsensus.cli.main import app
from agentsensus.errors import InputError
from agentsensus.language.languages import LANGUAGES
from agentsensus.worlds.runs.acquisitions import Acquisition
from tests.paths import ROOT


def _data(page: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    data: dict[str, object] = json.loads(found[1])
    return data


def test_the_same_run_gives_the_same_bytes_and_stays_small(run: Run) -> None:
    page = report_page([run])
    assert page == report_page([open_run(run.folder)])
    assert len(page.encode()) < 8_000_000
    assert page.count("plotly.js v") == 1


def test_the_data_cannot_close_its_own_tag(hostile: Run) -> None:
    page = report_page([hostile])
    json_text = page.partition('id="data">')[2].partition("</script>")[0]
    assert "<" not in json_text
    assert "window.hacked" in json.dumps(_data(page))


def test_both_languages_have_the_same_words() -> None:
    keys = [set(texts("agentsensus.analysis.report", "words", code)) for code in LANGUAGES]
    assert all(each == keys[0] for each in keys)


def test_every_word_that_a_script_asks_for_is_there() -> None:
    words = texts("agentsensus.analysis.report", "words", LANGUAGES[0])
    folder = ROOT / "src" / "agentsensus" / "analysis" / "report"
    scripts = "\n".join(path.read_text("utf-8") for path in folder.rglob("*.js"))
    asked = set(re.findall(r'words\("(\w+)"', scripts))
    assert asked - set(words) == set()
    assert len(asked) > 30


def test_a_strong_models_run_of_the_first_version_is_read_too(shared: Path, tmp_path: Path) -> None:
    run = open_run(shared / "runs" / "hamlet-strong")
    assert write_report([run], tmp_path / "report.html") < 8_000_000
    run.close()


def test_whoever_was_there_knew_from_the_start_however_often_it_is_heard_again() -> None:
    there = Acquisition("hamlet", 0, "sediment", text="Hamlet stabbed Polonius.")
    first: Step = (0, "first", "Hamlet stabbed Polonius.", "sediment", "")
    again: Step = (14, "knows", "Polonius was stabbed by Hamlet.", "told", "gertrude")
    wrong: Step = (20, "wrong", "Claudius stabbed Polonius.", "told", "osric")
    assert since_known(there, [again]) == [first]
    assert since_known(there, [again, wrong]) == [first, wrong]
    told = Acquisition("horatio", 14, "told", "gertrude", text="Polonius was stabbed by Hamlet.")
    assert since_known(told, [again]) == [again]


def test_a_road_names_each_at_its_beginning_once_and_whom_words_were_meant_for(run: Run) -> None:
    panel = road(RunMaterial(run))
    assert panel
    for each in panel["roads"]:
        first = [who for who, _ in each["first"]]
        assert len(first) == len(set(first))
        told = {step[3]: step[1] for step in reversed(each["steps"])}
        assert [who for who, at in each["first"] if who in told and at >= told[who]] == []
        assert all(step[7] for step in each["steps"] if step[6])


def test_the_command_writes_where_it_is_told_and_refuses_what_is_no_page(run: Run, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["report", str(run.folder), "--out", str(tmp_path / "a.html"), "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["bytes"] == (tmp_path / "a.html").stat().st_size
    with pytest.raises(InputError, match=r"ends in \.html"):
        write_report([run], tmp_path / "a.pdf")
    with pytest.raises(InputError, match="no such folder"):
        write_report([run], tmp_path / "nowhere" / "a.html")


def test_near_places_stand_side_by_side() -> None:
    line = ["a", "b", "c", "d"]
    cells = map_cells(line, lambda one, other: abs(line.index(one) - line.index(other)))
    assert len({tuple(cell) for cell in cells.values()}) == 4
    for one, other in pairwise(line):
        assert sum(abs(a - b) for a, b in zip(cells[one], cells[other], strict=True)) <= 2


def test_two_cliques_are_two_communities_and_lie_apart() -> None:
    nodes = ["a", "b", "c", "x", "y", "z"]
    edges = {("a", "b"): 3.0, ("a", "c"): 3.0, ("b", "c"): 3.0, ("x", "y"): 3.0, ("x", "z"): 3.0, ("y", "z"): 3.0}
    group = communities_of(nodes, edges | {("c", "x"): 1.0})
    assert len({group[node] for node in "abc"}) == len({group[node] for node in "xyz"}) == 1
    assert group["a"] != group["x"]
    where = spring(nodes, edges)
    assert where == spring(nodes, edges)

    def away(one: str, other: str) -> float:
        return sum((a - b) ** 2 for a, b in zip(where[one], where[other], strict=True))

    assert max(away("a", "b"), away("x", "y")) < away("a", "x")


def test_thirty_who_all_talk_with_each_other_do_not_cover_each_others_names() -> None:
    nodes = [f"n{number:02}" for number in range(30)]
    crowd = spring(nodes, {(one, other): 9.0 for one in nodes for other in nodes if one < other})
    places = list(spread(crowd).values())
    assert spread(crowd) == spread(crowd)
    covered = [
        (a, b)
        for number, a in enumerate(places)
        for b in places[:number]
        if abs(a[0] - b[0]) < 0.15 and abs(a[1] - b[1]) < 0.045
    ]
    assert covered == []
    assert spread({"alone": (3.0, 4.0)}) == {"alone": (3.0, 4.0)}
