"""The PostgreSQL store beside the file store: equal contents, lost connections, secrets, copies, damage."""

import logging
from pathlib import Path
from typing import Any

import psycopg
import pytest
from hypothesis import given, settings

from agentsensus import Memory
from agentsensus.base.addresses import shown_address
from agentsensus.errors import InputError, StoreBusy, StoreDamaged, StoreError, StoreMismatch
from agentsensus.memory.api import engine_of
from agentsensus.store.postgres import PostgresStore, problems_on
from agentsensus.store.rows import Batch, NewVectors
from tests.memory.company import Deed, deeds, new_memory, play, snapshot
from tests.postgres import new_space

GHOST = "The ghost walked the battlements at midnight."
SECRET = "correct-horse"


def _open(address: str, space: str, **options: Any) -> Memory:
    return Memory.open(address, space=space, embedder="hashing", stamps=False, shared=False, **options)


def _store(memory: Memory) -> PostgresStore:
    store = engine_of(memory.asynchronous).store
    assert isinstance(store, PostgresStore)
    return store


@pytest.mark.thorough
@settings(max_examples=60)
@given(life=deeds())
def test_a_history_gives_the_same_hash_in_a_file_and_on_a_server(postgres: str, life: list[Deed]) -> None:
    file, server = new_memory(), _open(postgres, new_space())
    for deed in life:
        play(file, deed)
        play(server, deed)
    assert server.sha256() == file.sha256()
    server.close()


def test_processes_see_each_others_commits_and_agree(postgres: str) -> None:
    space = new_space()
    one, other = _open(postgres, space), _open(postgres, space)
    first = one.remember("horatio", GHOST, at=1)
    other.remember("marcellus", GHOST, at=2)
    assert one.round == 2
    assert one.get(first.ids[0]).owners == ("horatio", "marcellus")
    other.forget("horatio", first.ids[0])
    assert not one.recall("horatio", "ghost")
    one.add_names({"horatio": ["the scholar"]})
    assert other.names.as_dict() == one.names.as_dict()
    one.purge(agent="marcellus")
    assert other.agents == one.agents
    assert snapshot(one) == snapshot(other)
    assert one.sha256() == other.sha256()
    one.close()
    other.close()


def test_a_key_is_written_once_whichever_process_it_is_sent_to(postgres: str) -> None:
    space = new_space()
    one, other = _open(postgres, space), _open(postgres, space)
    first = one.remember("horatio", GHOST, key="letter 7")
    assert other.remember("horatio", GHOST, key="letter 7").ids == first.ids
    assert other.stats().wordings == 1
    one.close()
    other.close()


class _Breaks:
    """Ends the connection of a store from the outside, before or after one of its statements."""

    def __init__(self, store: PostgresStore, address: str, statement: str, *, after: bool) -> None:
        self.left = 1
        self._inner, self._address, self._statement, self._after = store._open, address, statement, after
        self._store = store
        store._open = self._opened  # type: ignore[method-assign]  # the border to the server

    def _opened(self, statement: str) -> None:
        self._inner(statement)
        db = self._store._db
        assert db is not None
        execute = db.execute

        def broken(query: Any, *args: Any, **options: Any) -> Any:
            wanted = self.left and str(query).startswith(self._statement)
            if wanted and not self._after:
                self._end(db)
            answer = execute(query, *args, **options)
            if wanted and self._after:
                self._end(db)
                raise psycopg.OperationalError("the connection is gone")
            return answer

        db.execute = broken  # type: ignore[method-assign]

    def _end(self, db: "psycopg.Connection[Any]") -> None:
        self.left -= 1
        with psycopg.connect(self._address, autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(%s)", (db.info.backend_pid,))


@pytest.mark.parametrize("after", [False, True], ids=["before the commit", "after the commit"])
def test_a_connection_that_breaks_during_a_commit_costs_and_doubles_nothing(postgres: str, after: bool) -> None:
    memory = _open(postgres, new_space())
    memory.remember("osric", "Osric bowed.")
    breaks = _Breaks(_store(memory), postgres, "COMMIT", after=after)
    receipt = memory.remember("horatio", GHOST)
    assert breaks.left == 0
    assert memory.stats().wordings == 2
    assert [hit.id for hit in memory.recall("horatio", "ghost").hits] == list(receipt.ids)
    memory.forget("osric", memory.recall("osric", "bowed").hits[0].id)
    memory.close()


def test_a_connection_that_breaks_while_rows_are_read_is_replaced(postgres: str) -> None:
    space = new_space()
    writer, reader = _open(postgres, space), _open(postgres, space)
    breaks = _Breaks(_store(reader), postgres, "b'SELECT", after=False)
    writer.remember("horatio", GHOST)
    assert reader.recall("horatio", "ghost").hits
    assert breaks.left == 0
    assert reader.recall("horatio", "ghost").hits
    assert snapshot(reader) == snapshot(writer)
    writer.close()
    reader.close()


def test_a_writer_inside_at_once_keeps_others_out_until_it_ends(postgres: str) -> None:
    space = new_space()
    one, other = _open(postgres, space), _open(postgres, space)
    with one.at_once():
        one.remember("horatio", GHOST)
        store = _store(other)
        store._wait = 1
        with pytest.raises(StoreBusy, match="another writer"):
            other.remember("marcellus", "Marcellus stood guard.")
    assert other.remember("marcellus", GHOST).statements
    assert one.stats().total == 1
    one.close()
    other.close()


def test_a_stale_batch_is_refused(postgres: str) -> None:
    memory = _open(postgres, new_space())
    store = _store(memory)
    seen = store.counts()
    memory.remember("horatio", GHOST)
    with pytest.raises(StoreBusy):
        store.append(seen, Batch(), NewVectors([], store.vectors(0, 0)))
    memory.close()


def test_options_must_agree_with_the_space(postgres: str) -> None:
    space = new_space()
    _open(postgres, space).close()
    with pytest.raises(StoreMismatch, match="design"):
        Memory.open(postgres, space=space, design="g-memory", embedder="hashing")


def test_no_password_is_shown(postgres: str, caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    assert shown_address(f"postgresql://me:{SECRET}@db.example/x?sslpassword={SECRET}&sslmode=require") == (
        "postgresql://me@db.example/x?sslmode=require"
    )
    wrong = [
        f"postgresql://me:{SECRET}@127.0.0.1:1/nowhere",
        f"postgresql://me:{SECRET}@127.0.0.1:port/x",
        f"postgresql://me:{SECRET}@/x?host={tmp_path}&password={SECRET}",
    ]
    with caplog.at_level(logging.DEBUG):
        for address in wrong:
            with pytest.raises((StoreError, InputError)) as error:
                Memory.open(address, embedder="hashing")
            assert SECRET not in str(error.value)
        store = PostgresStore(f"{postgres}&password={SECRET}", space=new_space())
        assert SECRET not in repr(store)
        assert SECRET not in repr(store._server)
        store.close()
    assert SECRET not in caplog.text


def test_copies_hold_the_same_and_go_their_own_way(postgres: str, tmp_path: Path) -> None:
    space, copied, back = new_space(), new_space(), new_space()
    memory = _open(postgres, space)
    memory.remember("horatio", GHOST, at=1)
    memory.note_log("a hash", at=1)
    early = memory.sha256()
    memory.remember("marcellus", "Marcellus stood guard.", at=2)
    memory.fork_space(copied, at=1)
    memory.fork(tmp_path / "fork.db", at=1)
    memory.backup(tmp_path / "backup.db")
    with _open(postgres, copied) as copy, Memory.open(tmp_path / "fork.db", space=space) as file:
        assert copy.sha256() == file.sha256() == early
        assert copy.noted_log() == file.noted_log() == (1, "a hash")
        file.fork_space(back, to=postgres)
    with Memory.open(tmp_path / "backup.db", space=space) as file, _open(postgres, back) as again:
        assert file.sha256() == memory.sha256()
        assert again.sha256() == early
    with pytest.raises(InputError, match="already"):
        memory.fork_space(copied)
    Memory.delete_space(postgres, copied)
    assert copied not in Memory.spaces(postgres)
    memory.close()


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ("UPDATE agentsensus.atoms SET text = 'The ghost danced.'", "row 0 of atoms"),
        ("UPDATE agentsensus.owners SET agent = 1", "rows of owners"),
        ("DELETE FROM agentsensus.owners", "owners"),
        ("UPDATE agentsensus.vectors SET data = set_byte(data, 5, 77)", "vectors"),
        ("UPDATE agentsensus.tallies SET counts = 'atoms:9'", "row counts"),
    ],
)
def test_altered_rows_are_noticed(postgres: str, change: str, what: str) -> None:
    space = new_space()
    with _open(postgres, space) as memory:
        memory.remember("horatio", GHOST)
    where = " WHERE space = (SELECT space FROM agentsensus.spaces WHERE name = %s)"
    with psycopg.connect(postgres, autocommit=True) as db:
        db.execute(f"{change}{where}".encode(), (space,))
    assert any(space in problem and what in problem for problem in problems_on(postgres))
    with pytest.raises(StoreDamaged), _open(postgres, space, read_only=True) as memory:
        memory.recall("horatio", "ghost")
    with psycopg.connect(postgres, autocommit=True) as db:
        db.execute("DELETE FROM agentsensus.spaces WHERE name = %s", (space,))
