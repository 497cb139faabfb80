"""The log: numbered, cut at the last committed round, read once, and refused where it is damaged."""

from pathlib import Path

import pytest

from agentsensus.errors import InputError
from agentsensus.events import AnyEvent, Log, log_sha256, read_log
from agentsensus.events.event import Arrived, Woke


def _written(path: Path, rounds: int) -> list[AnyEvent]:
    log = Log(path, None)
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


def test_opening_tells_the_past_and_cuts_what_was_not_committed(tmp_path: Path) -> None:
    path, past = tmp_path / "log", list[AnyEvent]()
    events = _written(path, 3)
    before = log_sha256(path, 2)
    with path.open("ab") as out:
        out.write(b'{"seq":6,"rou')
    log = Log(path, 2, past.append)
    log.close()
    assert (past, log.next_seq) == (events[:4], 4)
    assert list(read_log(path)) == events[:4]
    assert log_sha256(path) == before


def test_a_log_of_nothing_committed_is_begun_anew(tmp_path: Path) -> None:
    path, past = tmp_path / "log", list[AnyEvent]()
    _written(path, 2)
    log = Log(path, None, past.append)
    log.close()
    assert (past, log.next_seq, path.read_bytes()) == ([], 0, b"")


def test_a_damaged_line_is_named_and_nothing_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "log"
    _written(path, 2)
    spoilt = path.read_bytes().replace(b'"place":"hall"', b'"plaice":"hall"', 1)
    path.write_bytes(spoilt)
    with pytest.raises(InputError, match=r"log:1: .*damaged"):
        Log(path, 2)
    assert path.read_bytes() == spoilt
