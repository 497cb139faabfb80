"""Streams: what is read is what was written, mistakes name file and line, and every design gets the same deposits."""

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from agentsensus import Memory
from agentsensus.cli import main
from agentsensus.errors import InputError
from agentsensus.language.names import Names
from agentsensus.memory.stream import (
    DepositLine,
    EventLine,
    NamesLine,
    RecallLine,
    RoundLine,
    StreamLine,
    feed,
    names_in,
    read_stream,
    write_stream,
)
from tests.memory.every_design import DATA, Kind, ids
from tests.memory.every_design import EVERY as KINDS


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_stream_written_and_read_again_is_the_same(language: str, tmp_path: Path) -> None:
    lines = read_stream(DATA / f"stream_{language}.jsonl")
    write_stream(lines, tmp_path / "again.jsonl")
    assert read_stream(tmp_path / "again.jsonl") == lines
    with pytest.raises(InputError, match="exists already"):
        write_stream(lines, tmp_path / "again.jsonl")
    with pytest.raises(InputError, match="nowhere does not exist; make it first"):
        write_stream(lines, tmp_path / "nowhere" / "again.jsonl")


def test_recalls_of_a_round_are_answered_from_before_it_and_its_deposits_are_one_batch() -> None:
    memory = Memory.open(embedder="hashing")
    heard: list[int] = []
    memory.subscribe(lambda commit: heard.append(len(commit.deposits)))
    lines: list[StreamLine] = [
        RoundLine(at=1),
        DepositLine(agent="horatio", text="The ghost walked."),
        RecallLine(agent="horatio", query="ghost"),
        DepositLine(agent="marcellus", text="Bernardo dropped his lantern."),
        RoundLine(at=2),
        RecallLine(agent="horatio", query="ghost"),
        RoundLine(at=3),
        EventLine(owners=["horatio", "battlements"], text="The cock crew."),
        RoundLine(at=7),
    ]
    fed = feed(lines, memory)
    assert (fed.rounds, fed.deposits, fed.events, fed.recalls) == (4, 2, 1, 2)
    assert heard == [2, 0, 1, 0]
    assert (memory.round, memory.stats().recalls["hits"]) == (7, 1)


def test_a_stream_may_go_on_where_another_ended() -> None:
    lines = read_stream(DATA / "stream_en.jsonl")
    border = lines.index(RoundLine(at=3))
    whole, parts = (Memory.open(embedder="hashing", names=names_in(lines)) for _ in range(2))
    feed(lines, whole)
    feed(lines[:border], parts)
    feed(lines[border:], parts)
    assert parts.sha256() == whole.sha256()


@pytest.mark.parametrize("kind", KINDS, ids=ids)
def test_feeding_twice_gives_the_same_bytes(kind: Kind) -> None:
    lines = read_stream(DATA / "stream_zh.jsonl")
    one, other = (kind.open(names=names_in(lines)) for _ in range(2))
    feed(lines, one)
    feed(lines, other)
    assert one.sha256() == other.sha256()


class Done(NamedTuple):
    """What a command printed and how it ended."""

    returncode: int
    stdout: str
    stderr: str


GOOD = '{"kind": "deposit", "agent": "a", "text": "The ghost walked."}'


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "Invalid JSON"),
        ('{"kind": "deposit", "agent": "a"}', "text: Field required"),
        ('{"kind": "deposit", "agent": "a", "text": "  "}', "text is empty"),
        ('{"kind": "deposit", "agent": " a", "text": "x"}', "leave out spaces"),
        ('{"kind": "deposit", "agent": "a", "text": "x", "via": "dreamt"}', "via is 'dreamt'"),
        ('{"kind": "deposit", "agent": "a", "text": "x", "mood": 1}', "mood: Extra inputs"),
        ('{"kind": "event", "owners": [], "text": "x"}', "owners: List should have at least 1"),
        ('{"kind": "event", "owners": ["a"], "text": []}', "text is empty"),
        ('{"kind": "recall", "agent": "a", "query": "?!"}', "query has neither a letter nor a digit"),
        ('{"kind": "recall", "agent": "a", "query": "x", "k": 0}', "k: Input should be greater"),
        ('{"kind": "round", "at": "soon"}', "at: Input should be a valid integer"),
        ('{"kind": "round", "at": 1}', "rounds never go back"),
        ('{"kind": "names", "names": {}}', "names come first"),
        ('{"kind": "dance"}', "'dance'"),
        ("[]", "Input should be"),
        ('{"kind": "round", "at": true}', "at: Input should be a valid integer"),
        ('{"kind": "round", "at": 4611686018427387904}', "at is 4611686018427387904: give a whole number"),
        ('{"kind": "event", "owners": ["a"], "text": "x", "truth": ["x", "y"]}', "truth has 2 keys"),
        ('{"kind": "deposit", "agent": "a", "text": "The cock crew.", "truth": ["x", "y"]}', "truth has 2 keys"),
        ('{"kind": "deposit", "agent": "a", "text": "It was cold. The cock crew.", "truth": "x"}', "truth has 1 keys"),
        ('{"kind": "deposit", "agent": "a", "text": "The cock crew and crew and crew."}', "more than 25"),
        ('{"kind": "recall", "agent": "a", "query": "Who was it that was there then?"}', "query has 31 characters"),
    ],
)
def test_a_bad_line_is_named_by_file_and_line_and_nothing_is_fed(line: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "stream.jsonl"
    path.write_text(f'{{"kind": "round", "at": 1}}\n{GOOD}\n\n{line}\n', "utf-8")
    memory = Memory.open(embedder="hashing", settings={"max_characters": 30 if "truth" in line else 25})
    before = memory.sha256()
    with pytest.raises(InputError) as error:
        feed(read_stream(path), memory)
    assert str(error.value).startswith(f"{path}:4: ")
    assert words in str(error.value)
    assert "\n" not in str(error.value)
    assert (memory.sha256(), memory.agents) == (before, ())


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([RoundLine(at=7), RoundLine(at=4)], "line 2 of the stream: round 4 comes after round 7"),
        ([RoundLine(at=4)], "line 1 of the stream: round 4 comes after round 5"),
        ([DepositLine(agent="a", text="The ghost walked."), RoundLine(at=2)], "line 2 of the stream: round 2 comes"),
        ([RoundLine(at=9), NamesLine(names={"a": ["A"]})], "line 2 of the stream: names come first"),
        ([NamesLine(names={"a": ["A"]}), RoundLine(at=9)], "line 1 of the stream: this memory was made with other"),
        ([RoundLine(at=9), DepositLine(agent="a", text="He ran.", truth=["x", "y"])], "line 2 of the stream: truth"),
    ],
)
def test_a_stream_that_cannot_be_fed_whole_is_not_begun(lines: list[StreamLine], words: str) -> None:
    memory = Memory.open(embedder="hashing")
    memory.advance(5)
    before = memory.sha256()
    with pytest.raises(InputError, match=words):
        feed(lines, memory)
    assert memory.sha256() == before


def test_an_empty_memory_may_begin_below_zero_but_not_after_lines_without_a_round() -> None:
    memory = Memory.open(embedder="hashing")
    early: list[StreamLine] = [RoundLine(at=-4), DepositLine(agent="a", text="The ghost walked.")]
    with pytest.raises(InputError, match="round -4 comes after round 0"):
        feed([early[1], *early], memory)
    assert feed(early, memory).rounds == 1
    assert memory.round == -4


def test_a_text_with_separators_of_unicode_is_one_line(tmp_path: Path) -> None:
    odd = "The ghost walked.\u2028The cock crew.\x85It was cold.\u2029\x0bAll slept.\x1c"
    lines: list[StreamLine] = [RoundLine(at=1), DepositLine(agent="a", text=odd, metadata={"note": odd})]
    assert read_stream(write_stream(lines, tmp_path / "odd.jsonl")) == lines


def test_a_file_that_is_none_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such file"):
        read_stream(tmp_path / "nothing.jsonl")
    (tmp_path / "bytes.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="not UTF-8"):
        read_stream(tmp_path / "bytes.jsonl")


def command(*arguments: object) -> Done:
    """Run a command of this process, as the shell would."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", ["agentsensus", *map(str, arguments)])
        with pytest.raises(SystemExit) as left:
            main()
    return Done(int(left.value.code or 0), out.getvalue(), err.getvalue())


def fed_to(tmp_path: Path, name: str, *options: str) -> dict[str, Any]:
    stream, into = DATA / "stream_en.jsonl", tmp_path / name
    done = command("store", "feed", stream, "--into", into, "--embedder", "hashing", "--json", *options)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_command_feeds_a_stream_to_any_design_and_prints_statistics(tmp_path: Path) -> None:
    plain = fed_to(tmp_path, "a.db", "--memory", "generative-agents", "--preset", "code", "--set", "recall_k=3")
    assert (plain["design"], plain["importance"], plain["shared"]) == ("generative-agents", "rule", 0)
    assert plain["byproducts"] == {"sediment": 0, "sim": 0}
    off = fed_to(tmp_path, "b.db", "--set", "merging=off")
    assert (off["design"], off["total"]) == ("consensus", plain["total"])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--memory", "generative"), "UnknownName: no design is called 'generative'"),
        (("--set", "merging"), "InputError: --set 'merging': write key=value"),
        (("--set", "mergin=off"), "did you mean 'merging'"),
        (("--preset", "theirs"), "no preset of consensus is called 'theirs'"),
        (("--embedder", "nosuch"), "unknown embedder 'nosuch'"),
        (("--set", "max_characters=40"), "stream_en.jsonl:3: text has 61 characters"),
    ],
)
def test_mistakes_on_the_command_line_are_one_line_and_exit_code_two(
    options: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    done = command("store", "feed", DATA / "stream_en.jsonl", "--into", tmp_path / "a.db", *options)
    assert done.returncode == 2
    assert words in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_stream_that_cannot_be_fed_makes_no_file(tmp_path: Path) -> None:
    stream = tmp_path / "bad.jsonl"
    stream.write_text(f'{GOOD}\n{{"kind": "deposit", "agent": "a", "text": "He ran.", "truth": ["x", "y"]}}\n')
    done = command("store", "feed", stream, "--into", tmp_path / "a.db", "--embedder", "hashing")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"InputError: {stream}:2: truth has 2 keys")
    assert list(tmp_path.iterdir()) == [stream]


def test_a_stream_says_which_names_are_places(tmp_path: Path) -> None:
    line = NamesLine(names={"hamlet": ["Hamlet"]}, places={"ramparts": ["the ramparts", "the battlements"]})
    write_stream([line, RoundLine(at=1)], tmp_path / "s.jsonl")
    lines = read_stream(tmp_path / "s.jsonl")
    assert lines[0] == line
    known = names_in(lines)
    assert isinstance(known, Names)
    assert (known.as_dict(), known.places()) == (
        {"hamlet": ("Hamlet",)},
        {"ramparts": ("the ramparts", "the battlements")},
    )
