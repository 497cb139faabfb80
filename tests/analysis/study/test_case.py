"""The case study on hand-made data."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentsensus.analysis.drawing import communities_of
from agentsensus.analysis.study.case.case import study_of
from agentsensus.analysis.study.case.data import CaseData, CaseRow, conversations, meetings
from agentsensus.analysis.study.case.pictures import apart, case_figures, central_five, positions, write_case
from agentsensus.analysis.study.case.relations import (
    adjusted_rand,
    agreement_of,
    contrast,
    mutual_information,
    relations_of,
    strata,
)
from agentsensus.errors import InputError
from tests.analysis.study.logs import a_lie_goes_round
from tests.worlds.minds.mill import mill

pytestmark = pytest.mark.thorough


def row(id_: str, *owners: str, place: str = "mill", is_sim: bool = True) -> CaseRow:
    return CaseRow(id_, f"row {id_}", owners, (place,), is_sim)


def two_circles() -> CaseData:
    """Ann, Bob and Cat speak and remember together, and so do Dan and Eli; the groups never mix."""
    rows = (
        row("1", "ann", "bob"),
        row("2", "ann", "bob", "cat"),
        row("3", "bob", "cat"),
        row("4", "dan", "eli", place="church"),
        row("5", "dan", "eli", place="church"),
        row("6", "eli", place="church"),
    )
    spoken = {("ann", "bob"): 4, ("ann", "cat"): 1, ("bob", "cat"): 2, ("dan", "eli"): 3}
    links = (("1", "2"), ("2", "3"), ("4", "5"))
    return CaseData(("ann", "bob", "cat", "dan", "eli"), spoken, {("ann", "bob"): 2}, rows, links)


def test_mutual_information_and_the_rand_index_as_computed_by_hand() -> None:
    same, halves = [0, 0, 1, 1], [0, 1, 0, 1]
    assert (mutual_information(same, [5, 5, 7, 7]), adjusted_rand(same, [5, 5, 7, 7])) == (1.0, 1.0)
    assert (mutual_information(same, halves), adjusted_rand(same, halves)) == (0.0, -0.5)
    # Three and one against two and two: I = ln 4/3 · 1/2 … by hand 0.2158, H = 0.5623 and 0.6931.
    assert mutual_information([0, 0, 0, 1], [0, 0, 1, 1]) == pytest.approx(0.343711, abs=1e-5)
    assert adjusted_rand([0, 0, 0, 1], [0, 0, 1, 1]) == 0.0


@settings(max_examples=30)
@given(st.lists(st.integers(0, 3), min_size=2, max_size=12), st.data())
def test_agreement_does_not_depend_on_names_or_order(labels: list[int], data: st.DataObject) -> None:
    others = data.draw(st.lists(st.integers(0, 3), min_size=len(labels), max_size=len(labels)))
    renamed = [{0: 9, 1: 4, 2: 7, 3: 1}[other] for other in others]
    assert mutual_information(labels, others) == pytest.approx(mutual_information(others, labels), abs=1e-5)
    assert mutual_information(labels, others) == pytest.approx(mutual_information(labels, renamed), abs=1e-5)
    assert adjusted_rand(labels, others) == pytest.approx(adjusted_rand(renamed, labels))


def test_a_null_of_shuffles_is_far_below_a_true_agreement_and_the_same_each_time() -> None:
    labels = [0] * 6 + [1] * 6
    found = agreement_of(labels, labels, 199)
    assert found == agreement_of(labels, labels, 199)
    assert (found.nmi, found.ari) == (1.0, 1.0)
    assert found.nmi_p <= 0.02
    assert abs(found.ari_null) < 0.1


def test_communities_follow_the_ties_and_whoever_has_none_stands_alone() -> None:
    data = two_circles()
    found = communities_of((*data.agents, "fay"), data.spoken)
    assert found["ann"] == found["bob"] == found["cat"] == 0
    assert found["dan"] == found["eli"] == 1
    assert found["fay"] == 2


def test_the_relations_of_two_circles_as_computed_by_hand() -> None:
    speaking, witnesses, links = relations_of(two_circles())
    # Four pairs speak and share 2, 1, 2 and 2 rows; six do not and share none.
    assert (speaking.first, speaking.second, speaking.first_n, speaking.second_n) == (1.75, 0.0, 4, 6)
    assert (speaking.ratio, speaking.low) == (None, None)
    assert speaking.p is not None
    assert speaking.p < 0.05
    # All three linked pairs have a common witness; of the twelve others 1–3, 4–6 and 5–6 do.
    assert (witnesses.first, witnesses.second, witnesses.first_n, witnesses.second_n) == (1.0, 0.25, 3, 12)
    assert witnesses.ratio == 4.0
    # Links 1–2 and 2–3 join all three pairs of the first circle, 4–5 joins Dan and Eli.
    assert (links.first, links.second) == (1.75, 0.0)


def test_a_contrast_that_is_only_co_location_vanishes_when_that_is_held_fixed() -> None:
    values = [4.0] * 8 + [4.0] * 2 + [0.0] * 2 + [0.0] * 8
    speaks = [True] * 8 + [False] * 2 + [True] * 2 + [False] * 8
    layers = [1] * 10 + [0] * 10
    found = contrast("P1", values, speaks, layers, 0)
    assert found.ratio == 4.0
    assert found.controlled == 1.0
    assert found.controlled_p == 1.0


def test_a_contrast_without_one_of_its_sides_says_nothing() -> None:
    found = contrast("P1", [1.0, 2.0], [True, True], [0, 0], 0)
    assert (found.ratio, found.p, found.controlled) == (None, None, None)


def test_pairs_are_layered_by_how_often_they_met() -> None:
    assert strata([0, 1, 2, 9]) == [0, 1, 1, 2]
    assert strata([0, 0]) == [0, 0]


def test_the_five_are_those_who_have_most_to_do_with_each_other() -> None:
    assert central_five(two_circles()) == ["ann", "bob", "cat"]
    assert central_five(replace(two_circles(), spoken={})) == []


def test_conversations_and_meetings_are_counted_from_the_log() -> None:
    world, events = mill(), a_lie_goes_round()
    assert conversations(world, events) == {("bob", "cat"): 1, ("cat", "eli"): 1, ("ann", "eli"): 1, ("ann", "bob"): 1}
    met = meetings(world, {}, events)
    together = {actor for actor in world.active if world.characters[actor].at == world.characters["ann"].at} - {"ann"}
    rounds = len({event.round for event in events}) + 1
    assert {pair: count for pair, count in met.items() if "ann" in pair} == {
        (min("ann", other), max("ann", other)): rounds for other in together
    }


def test_every_picture_is_written_and_the_same_to_the_byte(tmp_path: Path) -> None:
    world = mill()
    study = study_of(two_circles())
    first, second = (write_case(study, world, tmp_path / name) for name in ("a", "b"))
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]
    for path in first[:-1]:
        assert ElementTree.fromstring(path.read_text("utf-8")).tag.endswith("svg")
    assert case_figures(study, world)["agreement"]["nmi"] == 1.0


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for where in (tmp_path / "file", tmp_path / "no" / "where"):
        with pytest.raises(InputError) as refused:
            write_case(study_of(two_circles()), mill(), where)
        assert "\n" not in str(refused.value)


def test_names_that_would_cover_each_other_are_moved_apart_and_the_others_stay() -> None:
    at = {"anna": (10.0, 10.0), "ben": (20.0, 12.0), "cora": (200.0, 100.0)}
    moved = apart(at, (40.0, 20.0), (300.0, 200.0))
    assert moved["cora"] == (200.0, 100.0)
    (x, y), (to_x, to_y) = moved["anna"], moved["ben"]
    assert abs(to_x - x) >= 40 or abs(to_y - y) >= 20
    assert apart(moved, (40.0, 20.0), (300.0, 200.0)) == moved
    corner = apart({str(n): (0.0, 0.0) for n in range(6)}, (40.0, 20.0), (300.0, 200.0))
    assert len({*corner.values()}) == 6
    assert all(0 <= x <= 300 and 0 <= y <= 200 for x, y in corner.values())


def test_those_who_have_nothing_to_do_with_the_others_do_not_fly_off() -> None:
    near, far = [f"a{n}" for n in range(8)], [f"b{n}" for n in range(4)]
    weights = {pair: 1.0 for part in (near, far) for pair in combinations(part, 2)}
    at = positions([*near, *far], weights, (1000.0, 1000.0))
    for part in (near, far):
        spans = [max(at[one][axis] for one in part) - min(at[one][axis] for one in part) for axis in (0, 1)]
        assert max(spans) > 250
