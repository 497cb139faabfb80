"""Commits as a stream that can be resumed: all changes by any process after a position."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any, cast

from agentsensus.errors import InputError
from agentsensus.memory.answers import Commit, Deposit, Statement
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.snapshot import CONFLICT, SPLIT, SUPERSEDES
from agentsensus.memory.session import Session
from agentsensus.store.rows import NOBODY, AtomRow, DepositRow, LinkRow, MergeRow

__all__ = ["commits_since"]

_TABLES = ("deposits", "merges", "links", "retractions", "attributes")


def commits_since(session: Session, position: str | None) -> tuple[list[Commit], str]:
    """Return all changes after a position, as one `Commit` per round, and the current position.

    Without a position, returns no commits and the current position. A purge is reported as a commit without contents.
    """
    session.check_open()
    engine = session.engine
    engine.catch_up()
    sizes = engine.columns.counts(0).rows
    now = ".".join(str(number) for number in (engine.header.generation, *(sizes[table] for table in _TABLES)))
    if position is None or position == now:
        return [], now
    generation, *before = _numbers(position)
    if generation > engine.header.generation or any(
        number > sizes[table] for number, table in zip(before, _TABLES, strict=True)
    ):
        raise InputError(f"the position {position!r} is not one of this memory; begin without one")
    commits = list(_commits(engine, dict(zip(_TABLES, before, strict=True)), sizes))
    if generation < engine.header.generation and not commits:
        commits = [Commit(engine.round, ())]
    return commits, now


def _numbers(position: str) -> list[int]:
    parts = position.split(".")
    if len(parts) != len(_TABLES) + 1 or not all(
        part.isascii() and part.isdigit() and len(part) < 16 for part in parts
    ):
        raise InputError(f"{position!r} is not a position of the stream; use the id of the last event")
    return [int(part) for part in parts]


def _commits(engine: Engine, before: dict[str, int], sizes: dict[str, int]) -> Iterable[Commit]:
    rows: list[tuple[int, str, Any]] = []
    for table in _TABLES:
        stored = engine.store.rows(table, range(before[table], sizes[table]))
        rows += [(cast(Any, row).at, table, row) for row in stored]
    rows.sort(key=lambda entry: entry[0])
    for at, entries in groupby(rows, key=lambda entry: entry[0]):
        by_table: dict[str, list[Any]] = {}
        for _, table, row in entries:
            by_table.setdefault(table, []).append(row)
        yield _commit(engine, at, by_table)


def _commit(engine: Engine, at: int, rows: dict[str, list[Any]]) -> Commit:
    def ids(pairs: Iterable[tuple[int, int]]) -> tuple[tuple[str, str], ...]:
        return tuple((engine.atom(a).id, engine.atom(b).id) for a, b in pairs)

    merges = cast("list[MergeRow]", [row for row in rows.get("merges", ()) if row.agent == NOBODY])
    links = cast("list[LinkRow]", rows.get("links", []))
    return Commit(
        at,
        tuple(_deposit(engine, row) for row in rows.get("deposits", ())),
        merges=ids((row.atom, row.record) for row in merges if row.cause != SPLIT),
        splits=ids((row.atom, row.record) for row in merges if row.cause == SPLIT),
        conflicts=ids((row.a, row.b) for row in links if row.kind == CONFLICT and row.agent == NOBODY),
        superseded=ids((row.b, row.a) for row in links if row.kind == SUPERSEDES),
    )


def _deposit(engine: Engine, row: DepositRow) -> Deposit:
    atoms: list[AtomRow] = engine.atoms(range(row.first, row.first + row.size))
    statements = tuple(Statement(atom.id, atom.text, False, tuple(atom.flags.split())) for atom in atoms)
    return Deposit(engine.agent_name(row.agent), row.at, statements, row.note)
