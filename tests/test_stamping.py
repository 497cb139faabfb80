"""The stamp of a world comes first, in JSON and in text, and takes nothing away."""

from hypothesis import given
from hypothesis import strategies as st

from agentsensus.base.stamp import stamped, stamped_text

WORDS = st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1).filter(str.strip)


@given(st.dictionaries(st.text().filter(lambda key: key != "stamp"), st.integers()), WORDS)
def test_an_object_has_the_stamp_first_and_all_it_had(fields: dict[str, int], stamp: str) -> None:
    found = stamped(fields, stamp)
    assert next(iter(found)) == "stamp"
    assert found == {**fields, "stamp": stamp}
    assert stamped(found, stamp) == found


@given(st.dictionaries(st.text(), st.integers()), st.text())
def test_without_a_stamp_nothing_changes(fields: dict[str, int], text: str) -> None:
    assert stamped(fields, "") == fields
    assert stamped_text(text, "") == text


@given(st.text(), WORDS)
def test_a_text_begins_with_a_line_that_is_the_stamp(text: str, stamp: str) -> None:
    assert stamped_text(text, stamp).split("\n", 1) == [stamp, text]
