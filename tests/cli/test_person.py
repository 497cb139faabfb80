"""What a person at a terminal reads."""

import pytest

from agentsensus.cli.person import wrapped


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("Hamlet asked the players for a play.", 20, "Hamlet asked the\nplayers for a play."),
        ("  Ben: a miller by the river", 24, "  Ben: a miller by the\n  river"),
        ("刘备同关羽、张飞在桃园结义，誓同生死。", 20, "刘备同关羽、张飞在桃\n园结义，誓同生死。"),
        ("\nRound 3\n", 40, "\nRound 3\n"),
    ],
)
def test_long_lines_are_broken_between_words(text: str, width: int, shown: str) -> None:
    assert wrapped(text, width) == shown
