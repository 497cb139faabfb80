"""What becomes of a row in time: it expires, is pinned, weighs more, is forgotten by what it is about."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agentsensus import Memory
from agentsensus.errors import InputError, NotAStore, NotOwned
from tests.memory.every_design import EVERY, Kind, ids

every = pytest.mark.parametrize("kind", EVERY, ids=ids)
DOOR, PUMP, BELL = "The code of the door is 4417.", "The pump is loud.", "The bell rings at noon."


@every
def test_what_has_expired_is_recalled_no_more_by_its_owner_alone(kind: Kind) -> None:
    with kind.open() as memory:
        record = memory.remember("ana", DOOR, at=1).ids[0]
        memory.remember("ben", DOOR)
        memory.mark("ana", record, expires=3)
        assert DOOR in memory.recall("ana", "door code").text()
        memory.advance(3)
        assert DOOR not in memory.recall("ana", "door code").text()
        assert DOOR in memory.recall("ana", "door code", at=2).text()
        assert DOOR in memory.recall("ben", "door code").text()
        assert memory.owns("ana", record)
        memory.mark("ana", record, expires="never")
        assert DOOR in memory.recall("ana", "door code").text()


def test_a_row_expires_at_a_time_and_saying_it_again_makes_it_last() -> None:
    with Memory.open(embedder="hashing") as memory:
        record = memory.remember("ana", DOOR).ids[0]
        memory.agent("ana").mark(record, expires=datetime.now(UTC) + timedelta(hours=1))
        assert memory.recall("ana", "door code")
        memory.agent("ana").mark(record, expires=datetime.now(UTC) - timedelta(hours=1))
        assert not memory.recall("ana", "door code")
        memory.remember("ana", DOOR)
        assert memory.recall("ana", "door code")


def test_pinned_rows_come_first_and_important_ones_count_as_nearer() -> None:
    with Memory.open(embedder="hashing") as memory:
        bell = memory.remember("ana", BELL).ids[0]
        memory.remember("ana", PUMP)
        memory.remember("ana", "The pump stands in the cellar.")

        def order(k: int = 3) -> list[str]:
            return [hit.text for hit in memory.recall("ana", "the pump is loud", k=k).hits]

        before = memory.recall("ana", "the pump is loud", k=3)
        assert order()[0] == PUMP
        memory.mark("ana", bell, pinned=True)
        assert order()[:2] == [BELL, PUMP]
        assert order(k=1) == [BELL]
        memory.mark("ana", bell, pinned=False)
        assert memory.recall("ana", "the pump is loud", k=3) == before
        first, second = memory.recall("ana", "pump", k=2).hits
        memory.mark("ana", second.id, importance=10)
        memory.mark("ana", first.id, importance=1)
        assert memory.recall("ana", "pump", k=2).hits == (second, first)


def test_marks_of_one_owner_are_nothing_to_another_and_only_owners_mark() -> None:
    with Memory.open(embedder="hashing") as memory:
        record = memory.remember("ana", BELL).ids[0]
        memory.remember("ben", BELL)
        memory.remember("ben", PUMP)
        memory.mark("ana", record, pinned=True, expires=0)
        assert memory.recall("ben", "the pump is loud")[0].text == PUMP
        with pytest.raises(NotOwned):
            memory.agent("cleo").mark(record, pinned=True)
        for wrong, why in (
            ({"importance": 11}, "importance is 11"),
            ({"expires": "soon"}, "expires is 'soon'"),
            ({"pinned": 1}, "pinned is 1"),
            ({}, "nothing to mark"),
        ):
            with pytest.raises(InputError, match=why):
                memory.mark("ana", record, **wrong)


def test_marks_are_in_the_file_and_in_its_export(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "a.db", embedder="hashing") as memory:
        memory.mark("ana", memory.remember("ana", BELL).ids[0], pinned=True, importance=7, expires=datetime.now(UTC))
        memory.export(tmp_path / "a.jsonl")
    with Memory.open(tmp_path / "a.db") as memory:
        assert not memory.recall("ana", "bell")
    with Memory.open(tmp_path / "b.db", embedder="hashing") as memory:
        memory.import_(tmp_path / "a.jsonl")
        assert not memory.recall("ana", "bell")


@every
def test_forgetting_by_a_query_shows_first_and_then_forgets_just_that(kind: Kind) -> None:
    with kind.open() as memory:
        for text in (DOOR, PUMP, BELL):
            memory.remember("ana", text)
        memory.remember("ben", DOOR)
        shown = memory.forget_about("ana", DOOR, min_score=0.99)
        assert [hit.text for hit in shown] == [DOOR]
        assert DOOR in memory.recall("ana", "door code", k=20).text()
        gone = memory.agent("ana").forget_about(DOOR, min_score=0.99, preview=False)
        assert [hit.text for hit in gone] == [DOOR]
        rows = [hit.text for hit in memory.recall("ana", "door code", k=20)]
        assert DOOR not in rows
        assert {PUMP, BELL} <= set(rows)
        assert DOOR in memory.recall("ben", "door code").text()
        assert memory.forget_about("ana", DOOR, min_score=0.99) == []


@every
def test_what_others_said_first_is_forgotten_by_its_query_too_in_ones_own_words(kind: Kind) -> None:
    with kind.open() as memory:
        memory.remember("ben", DOOR)
        memory.remember("ana", DOOR)
        memory.remember("ana", PUMP)
        (shown,) = memory.forget_about("ana", DOOR, min_score=0.99)
        assert memory.owns("ana", shown.id)
        assert memory.forget_about("ana", DOOR, min_score=0.99, preview=False) == [shown]
        assert DOOR not in [hit.text for hit in memory.recall("ana", "door code", k=20)]
        assert DOOR in memory.recall("ben", "door code").text()


def test_the_spaces_of_a_file_are_listed(tmp_path: Path) -> None:
    for space in ("main", "客服", "lab"):
        Memory.open(tmp_path / "a.db", space=space, embedder="hashing").close()
    assert Memory.spaces(tmp_path / "a.db") == ("main", "客服", "lab")
    with pytest.raises(NotAStore, match="there is no such file"):
        Memory.spaces(tmp_path / "b.db")
