"""Copies and rewrites of a memory: fork, export, import, hash, added names, another embedder."""

from contextlib import closing
from functools import partial
from pathlib import Path

import numpy as np

from agentsensus.base.addresses import is_address, shown_address
from agentsensus.base.arrays import FloatArray
from agentsensus.base.files import as_path
from agentsensus.embed import Embedder, by_name
from agentsensus.errors import InputError, StoreMismatch, UnknownName, did_you_mean
from agentsensus.language.names import Names
from agentsensus.memory.core.checks import NamesLike, as_added_names, as_names, checked_name
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.ids import text_key
from agentsensus.memory.core.vector_book import embedded
from agentsensus.memory.designs.registry import check_helpers, stored_settings
from agentsensus.memory.session import Session, in_turn
from agentsensus.memory.upkeep import transfer
from agentsensus.store import Batch, NewVectors, RowCounts
from agentsensus.store.copying import Contents
from agentsensus.store.opening import open_store
from agentsensus.store.postgres import delete_space as delete_on_server
from agentsensus.store.postgres import spaces_on
from agentsensus.store.rows import erased_key
from agentsensus.store.sqlite import MEMORY, SqliteStore
from agentsensus.store.sqlite.connection import spaces_of

__all__ = [
    "add_names",
    "backup",
    "delete_space",
    "export",
    "fork",
    "fork_space",
    "import_",
    "reembed",
    "sha256",
    "spaces",
]

_CHUNK = 2_048
"""How many texts are embedded at a time."""


async def fork(session: Session, to: str | Path, at: int | None = None) -> Path:
    """Copy the memory as of round `at` to a new file."""
    session.check_round_view("fork")
    until, target = _begin_copy(session, at), transfer.new_file(to)
    session.engine.store.copy(target, at=until)
    return target


async def fork_space(session: Session, space: str, at: int | None = None, to: str | Path | None = None) -> None:
    """Copy the memory as of round `at` to a new space in the same store, or (with `to`) in another file or database."""
    checked_name(space, "space")
    session.check_round_view("fork_space")
    until, store = _begin_copy(session, at), session.engine.store
    _write_space(store.address if to is None else to, transfer.contents_at(store, space, until))


def _begin_copy(session: Session, at: int | None) -> int | None:
    """Commit pending rows, so that a copy of the present is complete. Returns the last round to copy (None: the
    present).
    """
    session.check_open()
    until = session.until(at)
    if at is None or at >= session.engine.round:
        session.flush()
    return until


def _write_space(to: str | Path, contents: Contents) -> None:
    """Write a new space of a file or database. Raises InputError if a space of that name exists."""
    if str(to) == MEMORY:
        raise InputError("a memory without a file has one space only; name a file or a database")
    with closing(open_store(to, contents.space)) as store:
        if store.header() is not None:
            shown = shown_address(to) if isinstance(to, str) and is_address(to) else to
            raise InputError(f"{shown}: has a space {contents.space!r} already; give the copy another name")
        with store.at_once():
            nothing = RowCounts(dict.fromkeys(Batch.TABLES, 0), 0)
            store.append(nothing, contents.batch, contents.vectors, contents.header)
            for round_, digest in contents.log_hashes:
                store.note_log(round_, digest)


async def backup(session: Session, to: str | Path) -> Path:
    """Copy the whole file, with all spaces, to a new file. Another process may write during the copy."""
    session.check_open()
    target = transfer.new_file(to)
    if not session.engine.store.read_only:
        session.flush()
    session.engine.store.backup(target)
    return target


def delete_space(where: str | Path, space: str) -> None:
    """Delete one space of a file permanently. The file and its other spaces stay."""
    if isinstance(where, str) and is_address(where):
        delete_on_server(where, space)
        return
    path = as_path(where)
    known = spaces_of(path)
    if space not in known:
        raise UnknownName(f"{path}: no space is called {space!r}{did_you_mean(space, known)}")
    with closing(SqliteStore(path, space=space)) as store:
        store.delete()


def spaces(where: str | Path) -> tuple[str, ...]:
    """Return the names of the spaces in a file or database, in the order of their creation."""
    return spaces_on(where) if isinstance(where, str) and is_address(where) else spaces_of(where)


async def export(session: Session, to: str | Path) -> Path:
    """Write all rows and vectors to a new file of JSON lines."""
    session.check_open()
    session.check_round_view("export")
    target = transfer.new_file(to)
    session.flush()
    transfer.write_export(session.engine.store, target, session.at)
    return target


async def sha256(session: Session, *, authors: bool = True) -> str:
    """Return the hash of all rows, without vectors. With `authors=False`, rows of the application are left out too."""
    session.check_open()
    session.check_round_view("sha256")
    session.flush()
    return transfer.sha256(session.engine.store, session.at, authors=authors)


@in_turn
async def import_(session: Session, source: str | Path) -> None:
    """Read an export into this memory in one commit. The memory must be empty."""
    session.writable_round(None)
    engine, parts = session.engine, session.parts
    if any(engine.columns.counts(0).rows.values()):
        raise InputError("import needs an empty memory; open a new file or space")
    header, batch, vectors = transfer.read_export(as_path(source))
    settings = stored_settings(header.settings, header.design)
    if parts.required_design not in (None, header.design):
        raise StoreMismatch(f"{source}: made with the design {header.design}, this memory has {parts.required_design}")
    check_helpers(header.design, parts.judge)
    if (header.embedder, header.dim) != (engine.header.embedder, engine.header.dim):
        raise InputError(f"{source}: made with embedder {header.embedder}, this memory has {engine.header.embedder}")
    transfer.fill(engine.store, header, batch, vectors)
    engine.remake(header, settings, engine.embedder)
    parts.remake_design()


@in_turn
async def add_names(session: Session, names: NamesLike, at: int | None = None) -> None:
    """Give agents further names from round `at` on."""
    round_ = session.writable_round(at)
    session.engine.add_names(as_added_names(names, round_), round_)


async def reembed(session: Session, embedder: Embedder | str, names: NamesLike | None = None) -> None:
    """Replace the embedder, and the names if given, and compute every vector again."""
    session.writable_round(None)
    model = by_name(embedder) if isinstance(embedder, str) else embedder
    await _replace_vectors(session.engine, model, names)
    session.parts.remake_design()


async def _replace_vectors(engine: Engine, embedder: Embedder, names: NamesLike | None) -> None:
    """Compute every vector again and replace the old ones, in one commit."""
    known_names = engine.names if names is None else as_names(names)
    vectors: dict[str, FloatArray] = {}
    keys: list[str] = []
    replace = partial(_replace_all, engine, embedder, known_names, keys, vectors)
    while not engine.turn(replace):
        # Other writers may commit while the embedder runs; nothing is awaited between the last check and the commit.
        last = min(engine.now.atoms, len(keys) + _CHUNK)
        texts = [engine.atom(number).text for number in range(len(keys), last)]
        keys.extend(await _embed(texts, embedder, known_names, vectors))


def _replace_all(
    engine: Engine, embedder: Embedder, names: Names, keys: list[str], vectors: dict[str, FloatArray]
) -> bool:
    """Commit the vectors if there is one for every atom. Returns whether there was."""
    if len(keys) < engine.now.atoms:
        return False
    order = {key: place for place, key in enumerate(vectors)}
    header = engine.header.model_copy(
        update={
            "embedder": embedder.id,
            "dim": embedder.dim,
            "names": names.as_dict(),
            "places": names.places(),
            "parts": names.parts(),
            "added_names": (),
            "generation": engine.header.generation + 1,
        }
    )
    data = np.stack(list(vectors.values())) if vectors else np.empty((0, embedder.dim), np.float32)
    engine.matrix.close()
    engine.store.replace_vectors(header, NewVectors(list(vectors), data), [order[key] for key in keys])
    engine.remake(header, engine.settings, embedder)
    return True


async def _embed(texts: list[str], embedder: Embedder, names: Names, vectors: dict[str, FloatArray]) -> list[str]:
    """Add the vectors of these texts to `vectors` and return their keys. Each purged text gets a zero vector of its
    own.
    """
    canonical = [names.canonical(text) for text in texts]
    keys = [text_key(text) if text else "" for text in canonical]
    new = {key: text for key, text in zip(keys, canonical, strict=True) if text and key not in vectors}
    if new:
        vectors.update(zip(new, await embedded(embedder, list(new.values())), strict=True))
    return [key or _blank(embedder.dim, vectors) for key in keys]


def _blank(dim: int, vectors: dict[str, FloatArray]) -> str:
    """Add a zero vector under a new key, and return that key."""
    key = erased_key(len(vectors))
    vectors[key] = np.zeros(dim, np.float32)
    return key
