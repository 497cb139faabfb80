"""The one growing array."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from agentsensus.base.arrays import GrowingArray


@given(st.lists(st.lists(st.integers(-5, 5), max_size=40), max_size=12))
def test_what_was_added_is_there_in_order_and_earlier_views_keep_their_contents(parts: list[list[int]]) -> None:
    array, views = GrowingArray(np.int64), []
    for part in parts:
        array.extend(part)
        views.append((array.values, array.values.tolist()))
    assert array.values.tolist() == [number for part in parts for number in part]
    assert all(view.tolist() == contents for view, contents in views)


def test_rows_have_their_width_and_their_type() -> None:
    array = GrowingArray(np.float32, 3)
    assert array.values.shape == (0, 3)
    array.extend(np.ones((40, 3), np.float32))
    assert (array.values.shape, array.values.dtype, len(array)) == ((40, 3), np.dtype(np.float32), 40)


def test_padding_fills_up_to_a_size_and_never_shrinks() -> None:
    array = GrowingArray(np.int64)
    array.extend([7])
    array.pad(4, -1)
    array.pad(2, 9)
    assert array.values.tolist() == [7, -1, -1, -1]
