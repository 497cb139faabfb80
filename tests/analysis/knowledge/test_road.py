"""The road of a fact on hand-made logs."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from agentsensus.analysis.drawing import check_drawing
from agentsensus.analysis.knowledge.road.picture import road_lines, write_road
from agentsensus.analysis.knowledge.road.road import LaneNotes, Road, RoadSpan, lane_of, road_of
from agentsensus.analysis.knowledge.road.tellings import RoadTelling
from agentsensus.errors import InputError
from agentsensus.worlds.events.event import AnyEvent, LifeChanged
from agentsensus.worlds.runs.acquisitions import Acquisition
from agentsensus.worlds.runs.run import Run
from tests.analysis.study.logs import DAN_BURNT, DAN_BURNT_AT_CHURCH, a_lie_goes_round
from tests.analysis.study.runs_of_logs import run_of
from tests.worlds.minds.mill import BURNT


def burnt(tmp_path: Path, *more: AnyEvent) -> tuple[Run, Road]:
    run = run_of(tmp_path / "run", [*a_lie_goes_round(), *more])
    return run, road_of(run, BURNT)


def test_a_lane_lights_when_one_comes_to_know_and_says_from_whom(tmp_path: Path) -> None:
    _, road = burnt(tmp_path)
    lanes = {lane.agent: (lane.since, lane.how, lane.source) for lane in road.lanes}
    assert lanes["ann"] == (0, "saw", "")
    assert lanes["bob"] == (0, "saw", "")
    assert lanes["cat"] == (2, "told", "bob")
    assert lanes["eli"] == (8, "told", "ann")


def test_every_telling_has_its_version_and_the_first_to_each_is_news(tmp_path: Path) -> None:
    _, road = burnt(tmp_path)
    told = [(telling.said, telling.heard, telling.by, telling.to, telling.version) for telling in road.tellings]
    assert told == [
        (1, 2, "bob", "cat", DAN_BURNT),
        (4, 5, "cat", "eli", DAN_BURNT_AT_CHURCH),
        (7, 8, "ann", "eli", ""),
        (8, 9, "ann", "bob", ""),
    ]
    assert [road.is_news(telling) for telling in road.tellings] == [True, False, True, False]
    assert [(version.key, version.kind) for version in road.versions] == [
        ("", "original"),
        (DAN_BURNT, "lie"),
        (DAN_BURNT_AT_CHURCH, "drift"),
    ]


def test_a_second_version_brings_doubt_and_an_eyewitness_has_none(tmp_path: Path) -> None:
    _, road = burnt(tmp_path)
    eli = next(lane for lane in road.lanes if lane.agent == "eli")
    bob = next(lane for lane in road.lanes if lane.agent == "bob")
    assert [(span.first, span.last, span.in_doubt) for span in eli.spans] == [(5, 8, False), (8, 9.5, True)]
    assert bob.spans == (RoadSpan(0, 9.5, "", False),)


def test_a_death_ends_a_lane(tmp_path: Path) -> None:
    _, road = burnt(tmp_path, LifeChanged(round=9, of="cat", change="died", place="mill"))
    cat = next(lane for lane in road.lanes if lane.agent == "cat")
    assert (cat.end, cat.spans[-1].last) == (9, 9.5)


def heard(round_: int, by: str, version: str = "", *, is_hedged: bool = False) -> RoadTelling:
    return RoadTelling(round_ - 1, round_, by, "x", version, "…", f"{by}{round_}", "told", is_hedged)


def told(round_: int, by: str) -> Acquisition:
    return Acquisition("x", round_, "told", by, f"{by}{round_}", "…", said=round_ - 1)


def test_another_mouth_with_the_same_version_ends_a_doubt() -> None:
    notes = LaneNotes(told(2, "a"), heard=[heard(2, "a", is_hedged=True), heard(5, "b")])
    lane = lane_of(notes, 8)
    assert [(span.first, span.in_doubt) for span in lane.spans] == [(2, True), (5, False)]


def test_the_word_of_one_who_is_distrusted_is_doubted_and_so_is_what_one_asks_after() -> None:
    doubted = lane_of(LaneNotes(told(2, "a"), heard=[heard(2, "a")], distrusts=frozenset("a")), 8)
    asked = lane_of(LaneNotes(told(2, "a"), heard=[heard(2, "a")], asked=[4]), 8)
    assert [span.in_doubt for span in doubted.spans] == [True]
    assert [(span.first, span.in_doubt) for span in asked.spans] == [(2, False), (4, True)]


def test_whoever_never_hears_has_no_lane(tmp_path: Path) -> None:
    run, road = burnt(tmp_path)
    assert {lane.agent for lane in road.lanes} | {*road.unaware} == {*run.scenario.active}


def test_an_event_is_found_by_id_by_words_and_several_by_a_comma(tmp_path: Path) -> None:
    run, road = burnt(tmp_path)
    id_ = road.subject.events[0]
    assert road_of(run, id_).subject.events == road.subject.events
    other = next(event.id for event in run.scenario.events if event.id != id_)
    assert {*road_of(run, f"{id_}, {other}").subject.events} >= {id_, other}


@pytest.mark.parametrize("query", ["", "   ", "xyzzy plugh"])
def test_what_nothing_answers_to_is_refused_in_one_line(tmp_path: Path, query: str) -> None:
    run = run_of(tmp_path / "run", a_lie_goes_round())
    with pytest.raises(InputError) as refused:
        road_of(run, query)
    assert "\n" not in str(refused.value)


def test_the_picture_is_the_same_to_the_byte_and_keeps_its_words_as_text(tmp_path: Path) -> None:
    run, road = burnt(tmp_path)
    for name in ("a.svg", "b.svg", "a.html", "a.png"):
        write_road(road, run.scenario, tmp_path / name)
    drawn = (tmp_path / "a.svg").read_text("utf-8")
    assert drawn == (tmp_path / "b.svg").read_text("utf-8")
    words = " ".join("".join(element.itertext()) for element in ElementTree.fromstring(drawn).iter())
    assert "Ann" in words
    assert DAN_BURNT_AT_CHURCH in words
    assert DAN_BURNT in (tmp_path / "a.html").read_text("utf-8")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_words_from_outside_cannot_break_the_picture(tmp_path: Path) -> None:
    run, road = burnt(tmp_path)
    nasty = replace(road, tellings=tuple(replace(telling, text="<b>&\"'") for telling in road.tellings))
    write_road(nasty, run.scenario, tmp_path / "nasty.svg")
    assert ElementTree.fromstring((tmp_path / "nasty.svg").read_text("utf-8")) is not None


def test_a_road_can_be_read_as_lines(tmp_path: Path) -> None:
    run, road = burnt(tmp_path)
    lines = list(road_lines(road, run.scenario))
    assert lines[0] == BURNT
    assert any("Cat ← Bob" in line for line in lines)


@pytest.mark.parametrize("name", ["road.jpg", "road", "nowhere/road.svg"])
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_made(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError) as refused:
        check_drawing(tmp_path / name)
    assert "\n" not in str(refused.value)


def test_the_death_of_polonius_is_followed_through_a_models_own_words(shared: Path) -> None:
    with Run(shared / "runs" / "hamlet-strong") as run:
        road = road_of(run, "a3_polonius_killed")
    since = {lane.agent: (lane.since, lane.how, lane.source) for lane in road.lanes}
    assert since == {
        "gertrude": (0, "saw", ""),
        "hamlet": (0, "saw", ""),
        "claudius": (1, "announced", ""),
        "horatio": (4, "told", "hamlet"),
        "cornelius": (7, "guessed", ""),
        "ophelia": (10, "told", "gertrude"),
        "marcellus": (11, "told", "horatio"),
    }


def test_the_sentence_of_an_event_means_that_event_and_no_other(tmp_path: Path) -> None:
    run, by_id = burnt(tmp_path)
    by_sentence = road_of(run, by_id.subject.text)
    assert by_sentence.subject.events == by_id.subject.events
    assert by_sentence.subject.others == ()
