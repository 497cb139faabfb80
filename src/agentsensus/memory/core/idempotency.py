"""Idempotency keys: a write that repeats the key of an earlier write returns the earlier receipt and writes nothing."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import NamedTuple
from weakref import WeakKeyDictionary

from agentsensus.errors import InputError
from agentsensus.memory.answers import Deposit, Statement
from agentsensus.memory.core.checks import checked_name
from agentsensus.memory.core.drafts import DepositKey
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.ledger import Ledgers
from agentsensus.memory.core.writer import Writer
from agentsensus.store.rows import NOBODY, AttributeRow

__all__ = [
    "WRITTEN",
    "AlreadyWritten",
    "DepositKey",
    "check_same_size",
    "check_unwritten",
    "checked_key",
    "edit_under",
    "is_written",
    "receipts_of",
    "watch",
]

WRITTEN = "written_by_key"
"""Key of the attribute rows of this module: subject is the hash of an idempotency key, value is what was written."""


class AlreadyWritten(Exception):
    """Raised if another call has written under the same key meanwhile."""


class _Written(NamedTuple):
    at: int
    agent: int
    atoms: list[int]
    known: list[int]


@dataclass(slots=True)
class _Keys:
    """For each key, the writes made under it, by the position of the deposit in its call."""

    written: dict[str, dict[int, _Written]] = field(default_factory=dict)

    def take(self, row: AttributeRow) -> None:
        """Add the row if it records a write under an idempotency key."""
        if row.key == WRITTEN:
            value = json.loads(row.value)
            entry = _Written(row.at, int(value["agent"]), value["atoms"], value["known"])
            self.written.setdefault(row.subject, {})[int(value["place"])] = entry


_ledgers: WeakKeyDictionary[Engine, Ledgers[_Keys]] = WeakKeyDictionary()


def checked_key(key: object, kind: str, agent: str = "") -> str | None:
    """Return the hash of the caller's key for this kind of call and agent; None without a key. Raises InputError."""
    if key is None:
        return None
    whole = "\x1f".join((kind, agent, checked_name(key, "key")))
    return hashlib.blake2b(whole.encode("utf-8"), digest_size=16).hexdigest()


def receipts_of(engine: Engine, hash_: str) -> list[Deposit]:
    """Return the receipts of the call that was written under a key, in order; empty if there was none."""
    return [_receipt(engine, entry) for _, entry in sorted(_written(engine, hash_).items())]


def check_same_size(receipts: list[Deposit], count: int) -> None:
    """Raise InputError if a repeated call has another number of deposits than the first."""
    if len(receipts) != count:
        raise InputError(f"this key was used for {len(receipts)} deposits, now there are {count}; use a new key")


@dataclass(slots=True)
class _EditKey:
    hash: str
    is_written: bool = False


_edit: ContextVar[_EditKey | None] = ContextVar("edit_key", default=None)


@contextmanager
def edit_under(hash_: str) -> Iterator[None]:
    """Context manager: record the first commit of the block under a key. Raises AlreadyWritten if the key was used
    before.
    """
    token = _edit.set(_EditKey(hash_))
    try:
        yield
    finally:
        _edit.reset(token)


def is_written(engine: Engine, hash_: str) -> bool:
    """Return whether something was written under a key."""
    return bool(_written(engine, hash_))


def watch(engine: Engine) -> None:
    """Make an engine check and record idempotency keys in every commit."""

    def check(writer: Writer, deposits: Sequence[Deposit]) -> None:
        edit = _edit.get()
        if edit is not None and not writer.keyed and not edit.is_written:
            check_unwritten(engine, [DepositKey(edit.hash)])
            nothing = {"place": 0, "agent": NOBODY, "atoms": [], "known": []}
            writer.batch.attributes.append(AttributeRow(writer.at, edit.hash, WRITTEN, json.dumps(nothing)))
            edit.is_written = True
        if writer.keyed:
            check_unwritten(engine, [key for key, _, _ in writer.keyed])
            first = engine.now.atoms
            known = {statement.id: statement.known for deposit in deposits for statement in deposit.statements}
            rows = [
                (key, agent, atoms, [writer.batch.atoms[n - first].id for n in atoms])
                for key, agent, atoms in writer.keyed
            ]
            writer.batch.attributes += _key_rows(writer.at, rows, known)

    engine.before_commit.append(check)


def check_unwritten(engine: Engine, keys: Sequence[DepositKey]) -> None:
    """Raise AlreadyWritten if one of these keys is already in the store or twice in this batch."""
    distinct = {id(key): key for key in keys}.values()
    names = [(key.hash, key.place) for key in distinct]
    if len(set(names)) < len(names) or any(_written(engine, key.hash) for key in distinct):
        raise AlreadyWritten


def _key_rows(
    at: int, parts: Sequence[tuple[DepositKey, int, range, list[str]]], known: Mapping[str, bool]
) -> list[AttributeRow]:
    """Return the rows that record which atoms were written under each key. A deposit may have one row per witness."""
    joined: dict[int, tuple[DepositKey, _Written]] = {}
    for key, agent, atoms, ids in parts:
        _, entry = joined.setdefault(id(key), (key, _Written(at, agent, [], [])))
        entry.atoms.extend(atoms)
        entry.known.extend(int(known.get(id_, False)) for id_ in ids)
    return [
        AttributeRow(
            at,
            key.hash,
            WRITTEN,
            json.dumps({"place": key.place, "agent": entry.agent, "atoms": entry.atoms, "known": entry.known}),
        )
        for key, entry in joined.values()
    ]


def _written(engine: Engine, hash_: str) -> dict[int, _Written]:
    if engine not in _ledgers:
        _ledgers[engine] = Ledgers(engine, _Keys)
    return _ledgers[engine].now.written.get(hash_, {})


def _receipt(engine: Engine, entry: _Written) -> Deposit:
    rows = engine.atoms(entry.atoms)
    statements = tuple(
        Statement(row.id, row.text, bool(known), tuple(row.flags.split()))
        for row, known in zip(rows, entry.known, strict=True)
    )
    return Deposit(engine.agent_name(entry.agent), entry.at, statements)
