"""Lifecycle: expired rows are erased, mentions purged after a preview, spaces deleted, files backed up."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agentsensus import Memory
from agentsensus.errors import InputError, StoreBusy, StoreError, UnknownName
from agentsensus.memory.answers import Commit

DOOR, PUMP = "The code of the door is 4417.", "The pump is loud."


def bytes_of(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(path.parent.glob(f"{path.name}*")))


def test_expired_rows_are_erased_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with Memory.open(path, embedder="hashing") as memory:
        record = memory.remember("ana", DOOR, at=1, expires=3).ids[0]
        memory.remember("ana", PUMP, at=1, expires=9)
        assert memory.expire().wordings == 0
        memory.advance(3)
        preview = memory.expire(dry_run=True)
        assert (preview.wordings, preview.texts) == (1, (DOOR,))
        assert b"4417" in bytes_of(path)
        commits: list[Commit] = []
        memory.subscribe(commits.append)
        assert memory.expire().wordings == 1
        assert [commit.purged for commit in commits] == [(record,)]
        assert b"4417" not in bytes_of(path)
        assert [hit.text for hit in memory.recall("ana", "pump and door").hits] == [PUMP]
        assert memory.expire().wordings == 0


def test_what_a_co_owner_keeps_is_not_erased_by_expiry() -> None:
    with Memory.open(embedder="hashing") as memory:
        record = memory.remember_event(["ana", "ben"], DOOR, at=1).ids[0]
        memory.mark("ana", record, expires=datetime.now(UTC) - timedelta(hours=1))
        assert memory.expire().wordings == 0
        assert memory.get(record).owners == ("ben",)
        assert memory.recall("ben", "door").hits[0].text == DOOR


def test_a_person_who_is_only_mentioned_is_purged_after_a_preview(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with Memory.open(path, embedder="hashing", names={"claudius": ["Claudius", "the usurper"]}) as memory:
        memory.remember("ana", "Yorick told Hamlet a joke. The pump is loud.")
        memory.remember("ben", "Nobody told yorick's joke again.")
        memory.remember("ben", "A Yorickshire pudding stands on the table.")
        memory.remember("ben", "The usurper drank.")
        memory.remember("ben", "约里克讲了一个笑话。")
        preview = memory.purge(mention="Yorick", dry_run=True)
        assert preview.texts == ("Yorick told Hamlet a joke.", "Nobody told yorick's joke again.")
        assert len(memory.records()) == 6
        assert memory.purge(mention="Yorick").wordings == 2
        assert b"Yorick told" not in bytes_of(path)
        assert b"yorick's joke" not in bytes_of(path)
        assert memory.purge(mention="Claudius", dry_run=True).texts == ("The usurper drank.",)
        assert memory.purge(mention="约里克").wordings == 1
        assert len(memory.records()) == 3
        with pytest.raises(InputError):
            memory.purge(mention="")
        with pytest.raises(InputError):
            memory.purge(mention="Yorick", agent="ana")


def test_a_preview_of_a_purge_changes_nothing() -> None:
    with Memory.open(embedder="hashing") as memory:
        memory.remember("ana", DOOR)
        before = memory.sha256()
        assert memory.purge(agent="ana", dry_run=True).texts == (DOOR,)
        assert memory.sha256() == before


def test_a_space_is_deleted_and_the_others_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    for space, text in (("one", DOOR), ("two", PUMP)):
        with Memory.open(path, space=space, embedder="hashing") as memory:
            memory.remember("ana", text)
    with Memory.open(path, space="one", embedder="hashing"), pytest.raises((StoreBusy, StoreError)):
        Memory.delete_space(path, "one")
    with pytest.raises(UnknownName, match="three"):
        Memory.delete_space(path, "three")
    Memory.delete_space(path, "one")
    assert Memory.spaces(path) == ("two",)
    assert b"4417" not in bytes_of(path)
    with Memory.open(path, space="two") as memory:
        assert memory.recall("ana", "pump").hits[0].text == PUMP
    with Memory.open(path, space="one", embedder="hashing") as memory:
        assert not memory.records()


def test_a_backup_beside_a_writer_holds_every_space_and_goes_on_alike(tmp_path: Path) -> None:
    path, copy = tmp_path / "a.db", tmp_path / "copy.db"
    with Memory.open(path, space="one", embedder="hashing") as memory:
        memory.remember("ana", PUMP)
    with Memory.open(path, space="two", embedder="hashing") as writer:
        writer.remember("ana", DOOR)
        with Memory.open(path, space="two", read_only=True) as reader:
            assert reader.backup(copy) == copy
        writer.remember("ana", "The bell rings at noon.")
        with pytest.raises(InputError):
            writer.backup(copy)
    assert Memory.spaces(copy) == ("one", "two")
    with Memory.open(copy, space="two") as memory:
        assert [record.text for record in memory.records()] == [DOOR]
        memory.remember("ana", "The lamp is out.")
    with Memory.open(copy, space="one") as memory:
        assert [record.text for record in memory.records()] == [PUMP]
