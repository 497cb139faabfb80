"""Ids say nothing of who wrote a row: they are keyed per space. A seed makes them the same everywhere."""

import hashlib
import secrets
from pathlib import Path

import pytest

from agentsensus import Memory
from agentsensus.errors import StoreMismatch
from agentsensus.memory import opening
from agentsensus.memory.api import engine_of


def _unkeyed(at: int, agent: str, count: int) -> str:
    whole = "\x1f".join(("0", str(at), agent, str(count)))
    return hashlib.blake2b(whole.encode(), digest_size=8).hexdigest()


def _grown(where: str | Path = ":memory:", seed: int | None = None) -> Memory:
    memory = Memory.open(where, embedder="hashing", stamps=False, seed=seed)
    memory.remember("ben", "The weather was fine in Ely.", at=3)
    memory.remember("cleo", "The merger with Contoso is off.", at=3)
    return memory


def test_id_dictionary_a_reader_of_a_grant_cannot_find_the_depositor() -> None:
    memory = Memory.open(embedder="hashing")
    memory.remember("ben", "The weather was fine in Ely.", at=3)
    secret = memory.remember("cleo", "The merger with Contoso is off.", at=3).ids[0]
    memory.grant(secret, "ana")
    (hit,) = memory.agent("ana").recall("merger").hits
    guesses = {_unkeyed(at, who, n) for who in ("ana", "ben", "cleo", "dag") for at in range(50) for n in range(50)}
    assert hit.id not in guesses


def test_every_space_gets_a_random_key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(opening, "new_id_key", lambda: secrets.token_hex(16))
    first, second = _grown(tmp_path / "a.db"), _grown(tmp_path / "b.db")
    assert {record.id for record in first.records()}.isdisjoint(record.id for record in second.records())
    assert first.sha256() != second.sha256()
    first.close()
    second.close()


def test_a_seed_gives_the_same_ids_and_the_same_hash_everywhere(tmp_path: Path) -> None:
    first, second = _grown(tmp_path / "a.db", seed=5), _grown(seed=5)
    assert [record.id for record in first.records()] == [record.id for record in second.records()]
    assert first.sha256() == second.sha256() != _grown(seed=6).sha256()
    assert engine_of(first.asynchronous).header.id_key == ""
    first.close()


def test_the_key_goes_with_forks_exports_and_imports(tmp_path: Path) -> None:
    memory = _grown(tmp_path / "a.db")
    memory.fork(tmp_path / "b.db")
    memory.export(tmp_path / "a.jsonl")
    with Memory.open(tmp_path / "b.db") as fork, Memory.open(embedder="hashing") as imported:
        imported.import_(tmp_path / "a.jsonl")
        assert memory.sha256() == fork.sha256() == imported.sha256()
        ids = [each.remember("dag", "The lamp fell over.", at=4).ids for each in (memory, fork, imported)]
    assert ids[0] == ids[1] == ids[2]
    memory.close()


def test_a_store_without_a_seed_is_not_opened_with_one(tmp_path: Path) -> None:
    _grown(tmp_path / "a.db").close()
    with pytest.raises(StoreMismatch, match="made without a seed"):
        Memory.open(tmp_path / "a.db", seed=0)
