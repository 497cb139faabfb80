"""Equal cells of earlier comparisons are copied, others are not."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agentsensus.analysis.compare import Comparison, Varied, compare
from agentsensus.analysis.compare.trial import Feeding, Playing
from agentsensus.analysis.study.measures import RunMeasures, StudyFolder, folders_in, measure
from agentsensus.analysis.study.page import make_study
from agentsensus.errors import InputError
from agentsensus.worlds.runs import Plan
from tests.worlds.minds.mill import mill

pytestmark = pytest.mark.thorough

OFFLINE = Plan(embedder="hashing")
MEASURE = "agentsensus.analysis.study.measures.measuring.measure"
MERGING = Varied("merging", ("judged", "off"))


def asked(**more: Any) -> Comparison:
    return Comparison(mill(), **{"rounds": 4, "seeds": (1,), "designs": ("consensus",), "plan": OFFLINE, **more})


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the cells that were really played or fed."""
    names: list[str] = []
    play, feed = Playing._played, Feeding._feed

    def played(self: Playing) -> Any:
        names.append(self.name)
        return play(self)

    def fed(self: Feeding) -> Any:
        names.append(self.name)
        return feed(self)

    monkeypatch.setattr(Playing, "_played", played)
    monkeypatch.setattr(Feeding, "_feed", fed)
    return names


def test_an_equal_cell_of_an_earlier_comparison_is_copied_and_the_figures_are_those_of_playing_it(
    tmp_path: Path, made: list[str]
) -> None:
    alone = compare(asked(vary=MERGING, paired=True), tmp_path / "alone").as_json()
    made.clear()
    results = tmp_path / "results"
    results.mkdir()
    compare(asked(designs=("consensus", "collaborative")), results / "designs", reuse=results)
    assert made == ["consensus, seed 1", "collaborative, seed 1"]
    made.clear()
    together = compare(asked(vary=MERGING, paired=True), results / "merging", reuse=results).as_json()
    assert made == ["consensus merging=judged, seed 1", "consensus merging=off, seed 1"]  # and not the play
    assert together == alone
    made.clear()
    reports = Varied("reports", ("content", "whole"))
    compare(asked(vary=reports, paired=True), results / "reports", reuse=results)
    assert made == ["consensus reports=whole, seed 1"]


def test_whatever_decides_how_a_cell_goes_keeps_it_from_being_copied(tmp_path: Path, made: list[str]) -> None:
    compare(asked(), tmp_path / "first", reuse=tmp_path)
    others = {
        "seed": asked(seeds=(2,)),
        "length": asked(rounds=5),
        "setting": asked(plan=replace(OFFLINE, changes={"floor": 0.7})),
        "rule": asked(plan=replace(OFFLINE, changes={"hearing": "notices"})),
        "company": asked(plan=replace(OFFLINE, company="null")),
        "preset": asked(plan=replace(OFFLINE, preset="paper")),
    }
    for name, other in others.items():
        made.clear()
        compare(other, tmp_path / name, reuse=tmp_path)
        assert made, name
    made.clear()
    compare(asked(plan=replace(OFFLINE, preset="ours")), tmp_path / "named", reuse=tmp_path)
    assert made == []


def test_a_cell_that_is_not_done_is_not_copied_and_a_copy_that_was_broken_off_is_made_again(
    tmp_path: Path, made: list[str]
) -> None:
    compare(asked(), tmp_path / "first", reuse=tmp_path)
    unfinished = tmp_path / "second" / ".taking-over" / "consensus-1"
    compare(asked(seeds=(2,)), tmp_path / "second", reuse=tmp_path)
    shutil.copytree(tmp_path / "first" / "consensus-1", unfinished)
    (unfinished / "memory.db").unlink()
    assert [folder.path.name for folder in folders_in([tmp_path / "second"])[0]] == ["consensus-2"]
    made.clear()
    compare(asked(), tmp_path / "second", reuse=tmp_path)
    assert made == []
    assert not unfinished.exists()
    (tmp_path / "first" / "consensus-1" / "measured.json").unlink()
    (tmp_path / "second" / "consensus-1" / "measured.json").unlink()
    compare(asked(), tmp_path / "third", reuse=tmp_path)
    assert made == ["consensus, seed 1"]


def test_a_folder_of_earlier_comparisons_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        compare(asked(), tmp_path / "out", reuse=tmp_path / "nowhere")
    assert not (tmp_path / "out").exists()


def test_copies_are_measured_once_and_stand_in_the_study_under_their_own_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare(asked(), tmp_path / "designs", reuse=tmp_path)
    presets = Varied("preset", ("ours", "paper"))
    compare(asked(vary=presets), tmp_path / "preset", reuse=tmp_path)
    measured: list[str] = []

    def counted(folder: StudyFolder) -> RunMeasures:
        measured.append(folder.path.name)
        return measure(folder)

    monkeypatch.setattr(MEASURE, counted)
    made = make_study([tmp_path / "designs", tmp_path / "preset"])
    assert measured == ["consensus-1", "consensus-preset=paper-1"]
    assert [run.origin.folder for run in made.runs] == [
        "consensus-1",
        "consensus-preset=ours-1",
        "consensus-preset=paper-1",
    ]
    assert [column.name for column in made.groups[1].columns] == ["consensus preset=ours", "consensus preset=paper"]


def test_what_was_measured_is_kept_and_not_measured_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compare(asked(), tmp_path / "designs")
    first = make_study([tmp_path / "designs"], keep=tmp_path / "measures")
    monkeypatch.setattr(MEASURE, lambda _: pytest.fail("measured again"))
    again = make_study([tmp_path / "designs"], keep=tmp_path / "measures")
    assert again.runs == first.runs
    log = tmp_path / "designs" / "consensus-1" / "timings.jsonl"
    log.write_text(log.read_text("utf-8") + "\n", "utf-8")  # another run now
    monkeypatch.setattr(MEASURE, lambda _: first.runs[0])
    make_study([tmp_path / "designs"], keep=tmp_path / "measures")
    assert len(list((tmp_path / "measures").iterdir())) == 2
