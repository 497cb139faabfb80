"""YAML without surprises: words stay words, every path has its line, and nothing is raised."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentsensus.worlds.scenario.reading.yaml_files import read_yaml


def test_words_and_times_stay_what_was_written() -> None:
    told = read_yaml(
        "a: off\nb: no\nc: 12:30\nd: 1.10\ne: 007\nf: 2024-01-02\ng: '5'\nh: 5\ni: true\nj:\nk: -3\n"
    ).value
    assert told == {
        "a": "off",
        "b": "no",
        "c": "12:30",
        "d": "1.10",
        "e": "007",
        "f": "2024-01-02",
        "g": "5",
        "h": 5,
        "i": True,
        "j": None,
        "k": -3,
    }


def test_folded_lines_of_chinese_have_no_blank_between_them() -> None:
    told = read_yaml("a: >-\n  她走了。\n  “别哭”，我说。\n  Then he\n  left.\nb: 她 走了\nc: |\n  一 二\n  三\n").value
    assert told == {"a": "她走了。“别哭”，我说。 Then he left.", "b": "她 走了", "c": "一 二\n三\n"}


def test_every_path_has_its_line() -> None:
    lines = read_yaml("a:\n  b:\n    - x\n    - {c: 1}\n").lines
    assert [lines[path] for path in (("a",), ("a", "b"), ("a", "b", 0), ("a", "b", 1, "c"))] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, "'a' is here a second time; the first is on line 1"),
        ("a: &x [1]\nb: *x\n", 1, "write it out"),
        ("a: [1\nb: 2\n", 2, "not valid YAML"),
        ("a: 1\n---\nb: 2\n", 2, "not valid YAML"),
        ("a: \x07\n", 1, "not valid YAML"),
        ("[" * 5000, 1, "nested too deeply"),
        ("? [a]\n: 1\n", 1, "a key must be a word"),
        ('a: "\\ud800"\n', 1, "half a character"),
    ],
)
def test_what_is_wrong_is_listed_by_line(text: str, line: int, told: str) -> None:
    (found,) = read_yaml(text).wrong
    assert found[0] == line
    assert told in found[1]


def test_an_anchor_that_holds_itself_ends() -> None:
    assert read_yaml("&a [*a]\n").wrong


@given(st.text(max_size=100) | st.text(st.sampled_from("ab:-[]{}&*!|>#'\"\n ?,%@"), max_size=60))
def test_no_text_at_all_is_raised_about(text: str) -> None:
    document = read_yaml(text)
    assert all(line >= 1 and told for line, told in document.wrong)
    assert document.value is None or isinstance(document.value, str | int | list | dict)
