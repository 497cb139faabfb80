"""What is purged is gone: from answers, from the file and its log, from names and queries, and from this process."""

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agentsensus import Memory
from agentsensus.errors import CannotWrite, InputError
from agentsensus.language.reading import read
from agentsensus.memory.api import engine_of
from agentsensus.memory.core.ids import text_key
from agentsensus.memory.upkeep import purging
from agentsensus.store.sqlite import SqliteStore
from tests.memory.every_design import Kind

SECRET = "Claudius poured henbane into the ear of the sleeping king"
QUESTION = "who poured the henbane?"
NAMES = {"claudius": ["Claudius", "the usurper of Elsinore"], "horatio": ["Horatio"]}


def told(path: Path | str, **options: object) -> Memory:
    memory = Memory.open(path, embedder="hashing", names=NAMES, **options)  # type: ignore[arg-type]
    memory.remember("claudius", f"{SECRET}.", at=1)
    memory.remember("horatio", "The watch saw a ghost.", at=1)
    memory.recall("claudius", QUESTION)
    memory.advance(2)
    return memory


def bytes_of(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(path.parent.glob(f"{path.name}*")))


def test_no_word_name_alias_or_hash_of_a_purged_agent_stays_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with told(path) as memory:
        canonical = engine_of(memory.asynchronous).names.canonical
        hashes = [text_key(canonical(text)) for text in (f"{SECRET}.", QUESTION)]
        assert [digest.encode() in bytes_of(path) for digest in hashes] == [True, False], "queries leave no hash"
        gone = memory.purge(agent="claudius")
        assert (gone.wordings, gone.unfinished) == (1, "")
        for word in ("henbane", "usurper", "laudius", *hashes):
            assert word.encode() not in bytes_of(path), word
        assert memory.recall("horatio", "ghost").hits
    for word in ("henbane", "usurper", "laudius", *hashes):
        assert word.encode() not in bytes_of(path), word


def test_the_vector_of_what_a_purged_agent_asked_is_gone_too() -> None:
    kind = Kind("g-memory with queries", "g-memory", {"preset": "original", "batch": 3, "query_cosine": 0.3})
    with kind.open() as memory:
        memory.remember("claudius", f"{SECRET}.", at=1)
        memory.remember("horatio", "The watch saw a ghost.", at=1)
        memory.recall("claudius", QUESTION)
        memory.recall("horatio", "what did the watch see?")
        memory.advance(2)
        store = engine_of(memory.asynchronous).store
        assert store.find_vectors([text_key(QUESTION)])
        memory.purge(agent="claudius")
        store = engine_of(memory.asynchronous).store
        assert not store.find_vectors([text_key(QUESTION)])
        assert store.find_vectors([text_key("what did the watch see?")]), "what others asked stays"
        assert not [row for row in store.rows("attributes") if text_key(QUESTION) in str(row)]
        memory.recall("claudius", QUESTION)
        memory.recall("horatio", "what did the watch see?")


def test_an_agent_called_like_a_purged_one_is_somebody_else(tmp_path: Path) -> None:
    with told(tmp_path / "a.db") as memory:
        memory.remember("purged-0", "A third one spoke.", at=2)
        memory.purge(agent="claudius")
        assert [hit.text for hit in memory.recall("purged-0", "spoke").hits] == ["A third one spoke."]
        memory.remember("purged-1", "A fourth one spoke.", at=2)
        memory.purge(agent="horatio")
        assert [hit.text for hit in memory.recall("purged-1", "spoke").hits] == ["A fourth one spoke."]
        assert memory.agents.count("purged-0") == 2
        memory.purge(agent="purged-0")
    with Memory.open(tmp_path / "a.db", embedder="hashing") as memory:
        assert {owner for record in memory.records() for owner in record.owners} == {"purged-1"}
        export = memory.export(tmp_path / "a.jsonl")
    with Memory.open(embedder="hashing") as copy:
        copy.import_(export)


def test_purge_then_reembed_then_purge_works(tmp_path: Path) -> None:
    with told(tmp_path / "a.db") as memory:
        for number in range(6):
            memory.remember("osric", f"Wager number {number} was laid.", at=2)
        memory.purge(agent="claudius")
        memory.reembed("hashing")
        memory.purge(agent="osric")
        memory.reembed("hashing", names={})
        memory.purge(agent="horatio")
        assert memory.records() == []


def test_words_stay_in_the_file_only_as_long_as_a_reader_keeps_its_state_and_that_is_said(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    memory = told(path)
    store = engine_of(memory.asynchronous).store
    assert isinstance(store, SqliteStore)
    store._db.execute("PRAGMA busy_timeout = 100")
    store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    reader = SqliteStore(path, read_only=True)
    with reader.one_state():
        reader.header()
        gone = memory.purge(agent="claudius")
        assert "another process is reading" in gone.unfinished
        assert not memory.recall("claudius", "henbane").hits
        assert b"henbane" in bytes_of(path)
        memory.remember("horatio", "The cock crew.", at=3)
    reader.close()
    memory.close()
    Memory.open(path, embedder="hashing").close()
    assert b"henbane" not in bytes_of(path)
    with Memory.open(path, embedder="hashing") as memory:
        assert len(memory.records()) == 2


def test_a_full_disk_during_a_purge_is_said_and_finished_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.db"
    memory = told(path)
    store = engine_of(memory.asynchronous).store
    assert isinstance(store, SqliteStore)
    execute = store._db.execute

    def full(query: str, *values: Any) -> object:
        if query == "VACUUM":
            raise CannotWrite(f"{path}: the disk is full")
        return execute(query, *values)

    with monkeypatch.context() as patched:
        patched.setattr(store._db, "execute", full)
        assert memory.purge(agent="claudius").unfinished == "the disk is full"
    memory.close()
    Memory.open(path, embedder="hashing").close()
    assert b"henbane" not in bytes_of(path)


def test_the_process_forgets_the_text_too() -> None:
    memory = told(":memory:")
    memory.remember("horatio", f"{SECRET} at noon.", at=2)
    assert read.cache_info().currsize  # type: ignore[attr-defined]
    memory.purge(agent="claudius")
    memory.purge(agent="horatio")
    gc.collect()
    left = [thing for thing in gc.get_objects() if isinstance(thing, tuple) and any(_is_secret(part) for part in thing)]
    assert not [thing for thing in left if thing.__class__.__name__ in ("AtomRow", "OriginalRow")]
    assert read.cache_info().currsize == 0  # type: ignore[attr-defined]


def _is_secret(part: object) -> bool:
    return isinstance(part, str) and "henbane into the ear" in part


def test_a_file_beside_the_store_that_cannot_be_read_is_named_and_stops_no_purge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "notes.txt").write_text("nothing of it")

    def refuse(path: Path, overlap: int) -> Iterator[bytes]:
        raise InputError(f"{path}: cannot be read (permission denied)")

    with Memory.open(tmp_path / "a.db", embedder="hashing") as memory:
        memory.remember("ophelia", "The brook is deep.")
        monkeypatch.setattr(purging, "read_parts", refuse)
        gone = memory.purge(agent="ophelia")
        assert (gone.wordings, gone.also_in) == (1, ("notes.txt",))
        assert not memory.records()
