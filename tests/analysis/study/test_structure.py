"""Footprint, sharing, growth, horizon, merges and depth of a memory of six rows, counted by hand."""

import random

import pytest

from agentsensus.analysis.study.metrics.structure import (
    busiest,
    deepest,
    depths,
    footprint,
    horizon,
    merge_classes,
    owned_by_round,
    permuted,
    permuted_horizon,
    rows_by_round,
    sharing,
)
from tests.analysis.study.rows import STORY, record, wording


def test_rows_of_the_past_of_the_play_and_by_products_are_counted_apart() -> None:
    past = [each for each in STORY if each.created == 0]
    counted = footprint(past, STORY)
    assert (counted.sediment, counted.sim, counted.total) == (2, 4, 6)
    assert (counted.sediment_byproducts, counted.sim_byproducts) == (0, 1)
    assert counted.wordings == 11  # two and one of the past, three, one, three and one of the play
    assert counted.text_bytes == sum(len(w.text) for r in STORY for w in r.wordings)


def test_by_products_are_counted_for_each_hundred_rows_that_were_laid_down() -> None:
    past = [record(wording(name, 0, "ada"), past=True) for name in "vwxy"]
    past.append(record(wording("z", 0, "ada"), past=True, kind="insight"))
    assert footprint(past, past).sediment_byproduct_share == 25.0  # one for four others
    assert footprint([], []).sediment_byproduct_share is None


def test_shared_and_linked_rows_are_those_of_the_play() -> None:
    counted = sharing(STORY)
    assert (counted.sim, counted.shared, counted.three_plus, counted.max_owners, counted.linked) == (4, 2, 1, 3, 2)
    assert (counted.shared_share, counted.linked_share) == (50.0, 50.0)
    assert counted.grown == 3  # p1 by Cy, a by Ben, c by Ben and Dot
    # Cy's telling of p1, three of a, one of b, three of c; the insight is nobody's statement.
    assert (counted.statements, counted.shared_statements) == (8, 7)
    assert counted.shared_statement_share == 87.5


def test_an_empty_memory_has_no_shares() -> None:
    counted = sharing([])
    assert (counted.sim, counted.shared_share, counted.linked_share, counted.max_owners) == (0, None, None, 0)


def test_rows_add_up_round_by_round() -> None:
    assert rows_by_round(STORY, 5) == [0, 2, 2, 3, 4, 4]


def test_what_each_agent_has_won_leaves_out_what_it_began_with() -> None:
    owned = owned_by_round(STORY, 5)
    assert owned["ada"] == [0, 2, 2, 2, 3, 3]  # a and b, then the insight; p1 was hers before
    assert owned["cy"] == [0, 0, 0, 2, 2, 2]  # p1 and c
    assert owned["dot"] == [0, 0, 0, 0, 0, 1]
    assert "hall" not in owned
    assert busiest(owned, ["dot", "cy", "ben", "ada", "eve"], 3) == ["ada", "ben", "cy"]


def test_sharing_is_read_at_each_round_as_it_stood_then() -> None:
    shares = horizon(STORY, [1, 2, 3, 5])
    assert (shares[1], shares[2], shares[5]) == (0.0, 50.0, 50.0)
    assert shares[3] == pytest.approx(200 / 3)


def test_exchanged_witnesses_keep_rows_rounds_and_who_deposits_how_often() -> None:
    exchanged = permuted(STORY, random.Random(3))
    before = [each for each in STORY if each.origin == "sim"]
    assert [[w.at for w in r.wordings] for r in exchanged] == [[w.at for w in r.wordings] for r in before]
    names = sorted(owner for r in exchanged for w in r.wordings for owner in w.owners)
    assert names == sorted(owner for r in before for w in r.wordings for owner in w.owners)


def test_if_everybody_says_everything_once_exchanging_witnesses_changes_nothing() -> None:
    alone = [record(wording("a", 1, "ada"), wording("b", 2, "ada"))]
    assert permuted_horizon(alone, [2], times=5) == {2: (0.0, 0.0, 0.0)}
    assert permuted_horizon(alone, [0], times=5) == {0: None}
    mean, low, high = permuted_horizon(STORY, [5])[5] or (0, 0, 0)
    assert low <= mean <= high
    assert permuted_horizon(STORY, [5]) == permuted_horizon(STORY, [5])


def test_merges_are_told_apart_by_whose_row_it_was_and_when_it_was_made() -> None:
    classes = merge_classes(STORY)
    assert (classes.self_sim, classes.cross_sim, classes.self_sediment, classes.cross_sediment) == (1, 3, 0, 1)
    assert (classes.total, classes.cross) == (5, 4)


def test_rows_by_number_of_owners_with_length_and_siblings() -> None:
    rows = [
        record(wording("a", 1, "ada"), text="12345678", linked=["b", "c"]),
        record(wording("b", 1, "ada"), text="1234"),
        record(wording("c", 1, "ada", "ben", "cy", "dot", "eve"), text="12", linked=["a"]),
    ]
    one, two, three, four = depths(rows)
    assert (one.rows, one.characters, one.siblings) == (2, 6.0, 1.0)
    assert (two.rows, two.characters) == (0, None)
    assert three.siblings is None
    assert (four.owners, four.rows, four.characters, four.siblings) == ("4+", 1, 2.0, 1.0)


def test_the_deepest_record_is_the_one_with_most_owners() -> None:
    assert (deepest(STORY) or STORY[1]).id == "p1"  # three owners, before c, which has three too
    assert deepest(STORY[1:2]) is None
