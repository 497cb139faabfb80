"""Line breaking in pictures."""

import pytest

from agentsensus.analysis.drawing import balanced, fitted, text_width

ENGLISH = "Hamlet stabbed Polonius to death through the arras in the queen's closet."
CHINESE = "程昱骗得徐母的笔迹，仿造一封徐母家书送到新野。徐庶读完痛哭，连夜拜别刘备。"


@pytest.mark.parametrize("text", [ENGLISH, CHINESE, "Short.", "word " * 300])
def test_a_heading_is_broken_into_as_few_lines_of_about_equal_length(text: str) -> None:
    rows, greedy = balanced(text, 23, 900, 3), fitted(text, 23, 900, 3)
    assert len(rows) == len(greedy)
    assert "".join(rows).replace(" ", "") == "".join(greedy).replace(" ", "")
    widths, before = ([text_width(row, 23) for row in lines] for lines in (rows, greedy))
    assert max(widths) - min(widths) <= max(before) - min(before)
    assert all(width <= 900 for width in widths)


def test_no_word_is_left_alone_on_the_last_line() -> None:
    assert fitted(ENGLISH, 23, 900, 3)[-1] == "closet."
    assert balanced(ENGLISH, 23, 900, 3)[-1] == "the arras in the queen's closet."
