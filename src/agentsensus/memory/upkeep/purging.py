"""Purge: erase texts and vectors permanently. No other operation overwrites the texts of committed rows."""

import html
import json
import re
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import cast

from agentsensus.base.files import read_parts
from agentsensus.errors import InputError, UnknownName, did_you_mean
from agentsensus.language.caching import forget_texts
from agentsensus.memory.answers import Commit, Purged
from agentsensus.memory.core.checks import checked_name
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.ledger import attribute_rows
from agentsensus.memory.core.lookup import record_number
from agentsensus.memory.core.marks import expired
from agentsensus.memory.core.snapshot import DERIVED, Snapshot
from agentsensus.memory.designs.g_memory.tiers import QUERY, query_of
from agentsensus.memory.session import Session, in_turn
from agentsensus.store.rows import ERASED, NOBODY, AtomRow, AttributeRow, Erasure, RetractionRow, tombstone

__all__ = ["expire", "purge"]

PURGED = "purged"
_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'"


@in_turn
async def purge(
    session: Session,
    agent: str | None = None,
    record: str | None = None,
    mention: str | None = None,
    *,
    dry_run: bool = False,
) -> Purged:
    """Erase texts, vectors and metadata permanently: those of an agent, of a record, or all that mention a name.

    The rows stay, without text, so numbers do not change. With `dry_run`, only return what would be erased.
    """
    session.writable_round(None)
    engine, at = session.engine, session.engine.round
    if sum(each is not None for each in (agent, record, mention)) != 1:
        raise InputError("purge one thing: purge(agent=…), purge(record=…) or purge(mention=…)")
    view = engine.view()
    number = engine.agent(checked_name(agent)) if agent is not None else None
    if agent is not None and number is None:
        raise UnknownName(f"no agent is called {agent!r}{did_you_mean(agent, engine.columns.agents)}")
    if number is not None:
        owned: dict[int, int | None] = {
            int(engine.columns.of("owners", "atom")[row]): number for row in engine.columns.posting(number)
        }
    else:
        named = _mentioning(engine, mention) if mention is not None else []
        members = named if record is None else view.members(record_number(engine, view, record))
        owned = dict.fromkeys([*members, *_made_of(engine, members)])
    retractions = [
        RetractionRow(at, "owner", atom, NOBODY, owner)
        for atom, only_owner in owned.items()
        for owner in _owners_of(engine, view, atom)
        if only_owner in (None, owner)
    ]
    born_alone = (atom for atom, only_owner in owned.items() if only_owner is None or len(view.born(atom)) == 1)
    erased_atoms = [atom for atom in born_alone if engine.atom(atom).text]
    return _erase(session, retractions, erased_atoms, agent, number, dry_run=dry_run)


@in_turn
async def expire(session: Session, *, dry_run: bool = False) -> Purged:
    """Erase wordings that have expired for all their owners. Wordings expired for some owners are lost to those owners
    only.
    """
    session.writable_round(None)
    engine, at = session.engine, session.engine.round
    view = engine.view()
    over = {
        (atom, agent)
        for agent in range(len(engine.columns.agents))
        for latest in expired(engine, view, agent)
        for atom in _said_before(engine, view, agent, latest)
    }
    retractions = [RetractionRow(at, "owner", atom, NOBODY, agent) for atom, agent in sorted(over)]
    atoms = sorted({atom for atom, _ in over})
    erased_atoms = [atom for atom in atoms if all((atom, owner) in over for owner in _owners_of(engine, view, atom))]
    return _erase(session, retractions, erased_atoms, dry_run=dry_run)


def _said_before(engine: Engine, view: Snapshot, agent: int, latest: int) -> list[int]:
    """Return the owner's wordings of the record that ends with `latest`; empty if the owner has repeated the record
    since.
    """
    if not view.owns_atom(agent, latest):
        return []
    as_agent = engine.agent_view(view, agent)
    atoms = as_agent.atoms(as_agent.record_of(latest))
    return atoms if atoms[-1] == latest else []


def _mentioning(engine: Engine, mention: str) -> list[int]:
    """Return the atoms that contain a name as a whole word, in any registered spelling of that name."""
    if not isinstance(mention, str) or not mention.strip():
        raise InputError(f"mention is {mention!r}: give a name")
    registry = engine.names.as_dict()
    spellings = {mention, *(name for who, names in registry.items() if mention in (who, *names) for name in names)}
    # Chinese writes no spaces between words: a name is found anywhere.
    forms = [re.escape(name) if not name.isascii() else rf"(?<!\w){re.escape(name)}(?!\w)" for name in spellings]
    pattern = re.compile("|".join(sorted(forms)), re.IGNORECASE)
    rows = enumerate(cast("Iterator[AtomRow]", engine.store.rows("atoms")))
    return [number for number, row in rows if pattern.search(row.text)]


def _erase(
    session: Session,
    retractions: Sequence[RetractionRow],
    erased_atoms: Sequence[int],
    agent: str | None = None,
    number: int | None = None,
    *,
    dry_run: bool,
) -> Purged:
    """Erase these atoms and write these retractions in one transaction. With `dry_run`, only list the texts."""
    engine, at = session.engine, session.engine.round
    texts = [engine.atom(atom).text for atom in erased_atoms]
    also_in = tuple(_still_in(engine.store.beside, texts))
    if dry_run:
        return Purged(len(erased_atoms), tuple([agent] if agent else []), also_in, texts=tuple(texts))
    if not retractions and not erased_atoms and number is None:
        return Purged(0, (), ())
    writer = engine.writer(at)
    writer.batch.retractions = list(retractions)
    writer.mark_as_application()
    writer.batch.set_stamp(engine.time_of_writing())
    tombstones = {
        atom: engine.atom(atom)._replace(text="", flags=PURGED, metadata="", origin=_erased(engine, atom))
        for atom in erased_atoms
    }
    queries = _queries(engine, number)
    erasure = Erasure(
        tombstones,
        {number: tombstone(number)} if number is not None else {},
        _unused_vectors(engine, set(erased_atoms), queries),
        queries,
        {name: spelt for name, spelt in engine.header.names.items() if name != agent},
        [added for added in engine.header.added_names if added.agent != agent],
    )
    engine.matrix.close()
    unfinished = engine.store.erase(erasure, writer.batch)
    header = engine.store.header() or engine.header
    forget_texts()  # before the caches are rebuilt, so that no cached result of the erased texts is used again
    engine.remake(header, engine.settings, engine.embedder)
    forget_texts()
    engine.notify(Commit(at, (), purged=tuple(row.id for row in tombstones.values())))
    return Purged(len(erased_atoms), tuple([agent] if agent else []), also_in, unfinished)


def _queries(engine: Engine, agent: int | None) -> dict[int, AttributeRow]:
    """Return the attribute rows about an agent's queries, by row number, with the hashes of the queries removed."""
    rows = enumerate(attribute_rows(engine))
    own = {number: row for number, row in rows if row.key == QUERY and row.subject == str(agent)}
    return {number: row._replace(value=replace(query_of(row), key="").as_text()) for number, row in own.items()}


def _unused_vectors(engine: Engine, erased: set[int], queries: Mapping[int, AttributeRow]) -> list[int]:
    """Return the vectors of erased atoms and queries that no other row uses."""
    vectors = engine.columns.of("atoms", "vector").tolist()
    used = {vector for atom, vector in enumerate(vectors) if atom not in erased}
    rows = enumerate(attribute_rows(engine))
    asked = [query_of(row).key for number, row in rows if row.key == QUERY and number not in queries]
    used |= set(engine.store.find_vectors(asked).values())
    return sorted(set(range(engine.store.counts().vectors)) - used)


def _made_of(engine: Engine, atoms: Sequence[int]) -> list[int]:
    """Return the reflections and insights derived from these atoms, directly or not: they may repeat the atoms'
    words.
    """
    derived: list[int] = []
    waiting = list(atoms)
    while waiting:
        atom = waiting.pop()
        for number in engine.columns.links_of.get(atom, ()):
            link = engine.columns.links[number]
            if link.kind == DERIVED and link.b == atom and link.a not in derived:
                derived.append(link.a)
                waiting.append(link.a)
    return sorted(derived)


def _erased(engine: Engine, atom: int) -> int:
    return int(engine.columns.of("atoms", "origin")[atom]) | ERASED


def _owners_of(engine: Engine, view: Snapshot, atom: int) -> list[int]:
    agents = engine.columns.of("owners", "agent")
    return [int(agents[row]) for row in view.ownerships(atom)]


_TELLING = 8
"""Texts with fewer letters and digits than this are compared exactly, with all their signs."""


def _still_in(path: Path | None, texts: Sequence[str]) -> list[str]:
    """Return the files in and below the store's folder that contain one of these texts, in any of our file formats."""
    if path is None:
        return []
    # `path` is NAME.NUMBER beside the store NAME.
    own = re.compile(re.escape(path.stem) + r"(-wal|-shm|-journal|\.lock|\.\d+\.(vectors|signs))?")
    plain = {form for text in texts for form in (text, " ".join(text.split()))}
    forms = plain | {form for text in plain for form in _escaped(text)}
    files = (file for file in sorted(path.parent.rglob("*")) if file.is_file() and not own.fullmatch(file.name))
    return [file.relative_to(path.parent).as_posix() for file in files if _may_hold(file, plain, forms)]


def _escaped(text: str) -> tuple[str, ...]:
    """Return the forms that a text takes in JSON, HTML and SVG."""
    page = html.escape(text)
    quoted = (json.dumps(text, ensure_ascii=False)[1:-1], json.dumps(text)[1:-1])
    return *quoted, page, html.escape(text, quote=False), page.replace("&#x27;", "&#39;"), json.dumps(page)[1:-1]


def _may_hold(file: Path, plain: Collection[str], forms: Collection[str]) -> bool:
    """Return whether a file contains one of these texts. True for a file that cannot be read."""
    if file.name.endswith("-shm"):
        return False  # an index without text; opening and closing it would release the locks of an open store
    if (found := _is_in_database(file, plain)) is not None:
        return found
    longest = max((len(form.encode("utf-8", "replace")) for form in forms), default=0)
    try:
        return any(_holds(part.decode("utf-8", "replace"), plain, forms) for part in read_parts(file, 8 * longest))
    except InputError:
        return True


def _holds(text: str, plain: Collection[str], forms: Collection[str]) -> bool:
    # As written, without Markdown's backslashes, and without line breaks, because screenplays and notes are wrapped.
    spellings = (text, re.sub(r"\\(.)", r"\1", text), " ".join(text.split()))
    if any(form in spelling for spelling in spellings for form in forms):
        return True
    # CSV doubles quotes, and HTML can write a sign in several ways, so compare letters and digits only.
    letters = _letters(html.unescape(re.sub(r"\\u([0-9a-fA-F]{4})", lambda code: chr(int(code[1], 16)), text)))
    return any(len(own) >= _TELLING and own in letters for own in map(_letters, plain))


def _letters(text: str) -> str:
    return re.sub(r"\W+", "", text)


def _is_in_database(file: Path, plain: Iterable[str]) -> bool | None:
    """Return whether a row of an SQLite database contains one of these texts; None for a file of another kind.

    The file is opened through SQLite only. It may be a store that is open in this process, and opening and closing it
    in any other way would release the store's locks.
    """
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as db:
            queries = [_holding(db, table) for (table,) in db.execute(_TABLES).fetchall()]
            return any(db.execute(query, (text,)).fetchone()[0] for query in queries if query for text in plain)
    except sqlite3.Error as error:
        return None if "not a database" in str(error) else True


def _holding(db: sqlite3.Connection, table: str) -> str:
    """Return an SQL query that finds a text in any column of a table; "" if no column holds text."""
    name = table.replace('"', '""')
    columns = [row[1].replace('"', '""') for row in db.execute(f'PRAGMA table_info("{name}")') if row[2] != "BLOB"]
    whole = " || char(10) || ".join(f"COALESCE(\"{column}\", '')" for column in columns)
    return f'SELECT EXISTS (SELECT 1 FROM "{name}" WHERE instr({whole}, ?) > 0)' if columns else ""
