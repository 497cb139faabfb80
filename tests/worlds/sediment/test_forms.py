"""Texts in their forms: parts, passages with offsets, and what is wrong said clearly."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentsensus.errors import InputError
from agentsensus.worlds.sediment import read_source, source_of
from agentsensus.worlds.sediment.forms import form_of, read_form
from agentsensus.worlds.sediment.parts import StageDirection, StageSpeech, divide, number_of, roman
from tests.worlds.sediment.texts import CHINESE_PLAY, NOVEL, PLAY, TIMELINE


@pytest.mark.parametrize(
    ("text", "form", "labels"),
    [
        (PLAY, "play", ["I.1", "I.2", "II.1", "II.2", "III.1"]),
        (CHINESE_PLAY, "play", ["I.1", "I.2"]),
        (NOVEL, "novel", ["1", "2", "3"]),
        (TIMELINE, "timeline", ["2031-01-02", "2031-01-05", "2031-02-01", "2031-03-01"]),
    ],
)
def test_a_text_is_read_in_its_form(text: str, form: str, labels: list[str]) -> None:
    source = source_of(text, "text")
    script = read_form(source)
    assert script.form == form
    assert [part.label for part in script.parts] == labels


def test_every_passage_says_where_it_stands() -> None:
    for text in (PLAY, CHINESE_PLAY, NOVEL, TIMELINE):
        source = source_of(text, "text")
        for part in read_form(source).parts:
            for passage in part.passages:
                words = "".join(source.text[passage.start : passage.end].split())
                assert "".join(passage.text.split()) in words


def test_offsets_lead_back_into_the_file_as_it_was_written() -> None:
    written = "\ufeff" + PLAY.replace("\n", "\r\n")
    source = source_of(written, "lamp")
    for part in read_form(source).parts:
        for passage in part.passages:
            there = written[source.offset(passage.start) : source.offset(passage.end - 1) + 1]
            assert passage.text.split()[0] in there
            assert passage.text.split()[-1] in there


def test_speeches_and_directions_are_told_apart() -> None:
    first = read_form(source_of(PLAY, "lamp")).parts[0]
    assert [type(passage) for passage in first.passages] == [
        StageDirection, StageSpeech, StageDirection, StageSpeech, StageDirection, StageSpeech, StageDirection,
    ]  # fmt: skip
    assert [p.cue for p in first.passages if isinstance(p, StageSpeech)] == ["INES", "TOBIAS", "INES"]


@pytest.mark.parametrize("layout", ["{cue}.\n{words}\n\n", "{cue}: {words}\n\n", "{cue}\n  {words}\n\n"])
def test_speakers_are_found_however_the_play_is_laid_out(layout: str) -> None:
    said = [("MARTHA", "The bread is in the oven."), ("JOHN", "Then we shall wait."), ("MARTHA", "Not for long."),
            ("JOHN", "I have the time.")]  # fmt: skip
    body = "".join(layout.format(cue=cue, words=words) for cue, words in said)
    script = read_form(
        source_of(f"The Oven\n\nACT I\n\nSCENE I. A kitchen.\n\n[Enter MARTHA and JOHN]\n\n{body}", "oven")
    )
    speeches = [passage for passage in script.parts[0].passages if isinstance(passage, StageSpeech)]
    assert [(passage.cue, passage.text) for passage in speeches] == said


def test_a_table_of_contents_is_no_part() -> None:
    contents = (
        "Chapter 1\nChapter 2\n\n" + "Chapter 1\n\nIt rained all day.\n\nChapter 2\n\nIt rained all night as well.\n"
    )
    assert [part.label for part in read_form(source_of(contents, "rain")).parts] == ["1", "2"]


def test_a_publishers_header_is_left_out_and_no_offset_moves() -> None:
    text = f"A header about INES\n*** START OF THIS EBOOK ***\n{PLAY}\n*** END OF THIS EBOOK ***\nA licence\n"
    source = source_of(text, "lamp")
    passage = read_form(source).parts[0].passages[1]
    assert "header" not in source.text
    assert "licence" not in source.text
    assert text[source.offset(passage.start) :].startswith("The lamp must burn")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_chinese_is_read_in_the_encodings_it_comes_in(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "novel.txt"
    path.write_bytes(NOVEL.encode(encoding))
    assert "周大与吴二" in read_source(path).text


@pytest.mark.parametrize(
    ("form", "until", "told"),
    [
        ("play", "Act I", ["I.1", "I.2"]),
        ("play", "II.1", ["I.1", "I.2", "II.1"]),
        ("play", "2", ["I.1", "I.2", "II.1", "II.2"]),
        ("novel", "2", ["1", "2"]),
        ("novel", "第二章", ["1", "2"]),
        ("timeline", "2031-01", ["2031-01-02", "2031-01-05"]),
        ("timeline", "2031-02-01", ["2031-01-02", "2031-01-05", "2031-02-01"]),
    ],
)
def test_until_names_the_last_part_that_is_told(form: str, until: str, told: list[str]) -> None:
    text = {"play": PLAY, "novel": NOVEL, "timeline": TIMELINE}[form]
    division = divide(read_form(source_of(text, "text")), until)
    assert [part.label for part in division.told] == told


@pytest.mark.parametrize("until", ["Act IX", "soon", "0"])
def test_an_end_that_the_text_does_not_have_is_refused(until: str) -> None:
    with pytest.raises(InputError, match="--until"):
        divide(read_form(source_of(PLAY, "lamp")), until)


def test_a_text_of_no_form_is_refused_and_says_what_was_looked_for() -> None:
    source = source_of("Once there was a king who had no name and no story at all, and that was it.", "king")
    with pytest.raises(InputError, match="chapter headings"):
        form_of(source)
    with pytest.raises(InputError, match="no acts and scenes"):
        form_of(source, "play")
    with pytest.raises(InputError, match="did you mean 'novel'"):
        form_of(source, "novle")


@pytest.mark.parametrize(
    ("content", "said"), [(b"", "empty"), (b"\n \n", "empty"), (bytes(range(256)) * 40, "not a text file")]
)
def test_a_file_that_is_no_text_is_refused(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes(content)
    with pytest.raises(InputError, match=said):
        read_source(path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such file"):
        read_source(tmp_path / "nothing.txt")


@given(st.integers(1, 120))
def test_roman_numerals_come_back_as_they_went(number: int) -> None:
    assert number_of(roman(number)) == number


@pytest.mark.parametrize(
    ("text", "number"), [("四十", 40), ("一百二十", 120), ("十二", 12), ("二〇", 20), ("three", 3)]
)
def test_numbers_in_words_are_read(text: str, number: int) -> None:
    assert number_of(text) == number


@given(st.text(max_size=400))
def test_no_text_breaks_the_reader(text: str) -> None:
    with suppress(InputError):
        assert read_form(source_of(text, "junk")).parts
