"""The log: numbered, cut at the last committed round, read once, and refused where it is damaged."""

import hashlib
from pathlib import Path

import pytest

from agentsensus.errors import CannotWrite, InputError
from agentsensus.worlds.events import AnyEvent, Log, log_sha256, read_log
from agentsensus.worlds.events.event import Arrived, Woke
from agentsensus.worlds.events.log import beyond, hashes_by_round, read_part


def _written(path: Path, rounds: int) -> list[AnyEvent]:
    log = Log(path)
    found: list[AnyEvent] = []
    for round_ in range(1, rounds + 1):
        found += log.write(
            [Arrived(round=round_, agent="ada", place="hall"), Woke(round=round_, agent="ada", reasons=("arrival",))]
        )
    log.close()
    return found


def test_what_is_written_is_numbered_and_read_back(tmp_path: Path) -> None:
    events = _written(tmp_path / "log", 3)
    assert [event.seq for event in events] == [0, 1, 2, 3, 4, 5]
    assert list(read_log(tmp_path / "log")) == events
    assert list(read_log(tmp_path / "log", 2)) == events[:4]
    assert list(read_log(tmp_path / "none")) == []


def test_going_on_with_a_log_cuts_what_was_not_committed(tmp_path: Path) -> None:
    path = tmp_path / "log"
    events = _written(path, 3)
    with path.open("ab") as out:
        out.write(b'{"seq":6,"rou')
    part = read_part(path, 2)
    log = Log(path, part)
    log.close()
    assert ([*part.events], log.next_seq) == (events[:4], 4)
    assert list(read_log(path)) == events[:4]
    assert log_sha256(path) == part.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_log_of_nothing_committed_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "log"
    _written(path, 2)
    log = Log(path)
    log.close()
    assert (log.next_seq, path.read_bytes()) == (0, b"")


def test_with_every_round_the_hash_of_the_whole_log_is_told(tmp_path: Path) -> None:
    path, noted = tmp_path / "log", dict[int, str]()
    log = Log(path, note=noted.__setitem__)
    log.write([], 0)
    log.write([Arrived(round=1, agent="ada", place="hall")])
    log.close()
    log = Log(path, read_part(path), noted.__setitem__)
    log.write([Arrived(round=4, agent="ada", place="hall")])
    log.close()
    assert [*noted] == [0, 1, 4]
    assert {0: hashlib.sha256().hexdigest(), **hashes_by_round(path)} == noted
    assert noted[4] == log_sha256(path)


def test_rounds_that_go_back_or_cannot_be_read_have_no_hash(tmp_path: Path) -> None:
    path = tmp_path / "log"
    _written(path, 3)
    whole, lines = hashes_by_round(path), path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines, *lines]))
    assert hashes_by_round(path) == whole
    path.write_bytes(b"".join([*lines[:4], b"{}\n", *lines[4:]]))
    assert hashes_by_round(path) == {round_: whole[round_] for round_ in (1, 2)}


def test_what_lies_beyond_is_told_by_its_rounds(tmp_path: Path) -> None:
    path = tmp_path / "log"
    _written(path, 3)
    size = read_part(path, 1).size
    with path.open("ab") as out:
        out.write(b'no event\n\0\0\0 where the power failed\n{"seq":6,"rou')
    assert beyond(path, size) == [2, 2, 3, 3, -1]
    assert beyond(tmp_path / "none", 0) == []


def test_a_damaged_line_is_named_and_nothing_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "log"
    _written(path, 2)
    spoilt = path.read_bytes().replace(b'"place":"hall"', b'"plaice":"hall"', 1)
    path.write_bytes(spoilt)
    with pytest.raises(InputError, match=r"log:1: .*damaged"):
        read_part(path, 2)
    assert path.read_bytes() == spoilt


def test_a_log_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "full").symlink_to("/dev/full")
    log = Log(tmp_path / "log")
    log.close()
    log._file = (tmp_path / "full").open("ab", buffering=0)
    with pytest.raises(CannotWrite, match=r"log: cannot be written \(no space left on device\)"):
        log.write([Arrived(round=1, agent="ada", place="hall")])
    log.close()
