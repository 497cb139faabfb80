"""Intervals over seeds and the paired test, against hand-computed values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentsensus.analysis.study.metrics.statistics import paired_test, seeds_of


def test_few_seeds_give_their_range_and_ten_an_interval_of_the_mean() -> None:
    few = seeds_of([1, None, 3])
    assert few is not None
    assert (few.values, few.mean, few.low, few.high, few.has_interval) == ((1.0, 3.0), 2.0, 1.0, 3.0, False)
    ten = seeds_of(list(range(10)))
    assert ten is not None
    assert ten.has_interval
    assert 0 < ten.low < 4.5 < ten.high < 9
    assert seeds_of([None]) is None


def test_the_paired_test_is_exact_for_few_pairs() -> None:
    assert paired_test([1, 1, 1, 1]) is None
    assert paired_test([1, 1, 1, 1, 1]) == 2 / 32
    assert paired_test([1, -1, 1, -1, 0]) == 1.0
    # Nine or more: all of one sign, or either of the ones turned round; and the opposites of these.
    assert paired_test([3, 2, 1, 4, -1]) == 6 / 32


@given(st.lists(st.floats(-100, 100), min_size=1, max_size=15))
def test_an_interval_lies_within_the_values_and_holds_the_mean_of_equals(values: list[float]) -> None:
    seeds = seeds_of(values)
    assert seeds is not None
    assert min(values) - 1e-9 <= seeds.low <= seeds.high <= max(values) + 1e-9
    assert seeds_of([values[0]] * 12).mean == pytest.approx(values[0])  # type: ignore[union-attr]
