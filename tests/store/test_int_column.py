"""Columns of whole numbers keep their values in the narrowest type that fits."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from agentsensus.base.arrays import IntColumn

NUMBERS = st.lists(st.one_of(st.integers(-200, 200), st.integers(-(2**63), 2**63 - 1)), max_size=20)


@given(st.lists(NUMBERS, max_size=6))
def test_a_column_returns_what_was_appended(parts: list[list[int]]) -> None:
    column = IntColumn(np.int8)
    for part in parts:
        column.extend(part)
    assert column.values.tolist() == [number for part in parts for number in part]
    assert len(column) == len(column.values)


def test_a_column_widens_only_when_it_must() -> None:
    column, widths = IntColumn(np.int8), []
    for number in (127, -128, 128, -(2**31), 2**31, 5):
        column.extend([number])
        widths.append(column.values.itemsize)
    assert widths == [1, 1, 2, 4, 8, 8]
