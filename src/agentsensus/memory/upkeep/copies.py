"""Copies of a memory and its rewriting: fork, export, import, hash, added names, another embedder."""

from contextlib import closing
from pathlib import Path

import numpy as np

from agentsensus.base.arrays import FloatArray
from agentsensus.base.files import as_path
from agentsensus.embed import Embedder, by_name
from agentsensus.errors import InputError, StoreMismatch, UnknownName, did_you_mean
from agentsensus.language.names import Names
from agentsensus.memory.core.checks import NamesLike, as_added_names, as_names
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.ids import text_key
from agentsensus.memory.core.vector_book import embedded
from agentsensus.memory.designs.registry import check_helpers, stored_settings
from agentsensus.memory.session import Session
from agentsensus.memory.upkeep import transfer
from agentsensus.store import NewVectors
from agentsensus.store.rows import erased_key
from agentsensus.store.sqlite import SqliteStore
from agentsensus.store.sqlite.connection import spaces_of

__all__ = ["add_names", "backup", "delete_space", "export", "fork", "import_", "reembed", "sha256"]

_CHUNK = 2_048
"""So many texts are embedded at a time."""


async def fork(session: Session, to: str | Path, at: int | None = None) -> Path:
    """Copy the memory as of round `at` to a new file."""
    session.check_open()
    session.check_round_view("fork")
    until = session.until(at)
    target = transfer.new_file(to)
    if at is None or at >= session.engine.round:
        session.flush()
    session.engine.store.copy(target, at=until)
    return target


async def backup(session: Session, to: str | Path) -> Path:
    """Copy the whole file, with all spaces, to a new file; a writer may go on meanwhile."""
    session.check_open()
    target = transfer.new_file(to)
    if not session.engine.store.read_only:
        session.flush()
    session.engine.store.backup(target)
    return target


def delete_space(where: str | Path, space: str) -> None:
    """Erase one space of a file permanently; the file and its other spaces stay."""
    path = as_path(where)
    known = spaces_of(path)
    if space not in known:
        raise UnknownName(f"{path}: no space is called {space!r}{did_you_mean(space, known)}")
    with closing(SqliteStore(path, space=space)) as store:
        store.delete()


async def export(session: Session, to: str | Path) -> Path:
    """Write all rows and vectors to a new file of JSON lines."""
    session.check_open()
    session.check_round_view("export")
    target = transfer.new_file(to)
    session.flush()
    transfer.write_export(session.engine.store, target, session.at)
    return target


async def sha256(session: Session, *, authors: bool = True) -> str:
    """The hash of all rows, without vectors; without `authors`, also without the application's own rows."""
    session.check_open()
    session.check_round_view("sha256")
    session.flush()
    return transfer.sha256(session.engine.store, session.at, authors=authors)


async def import_(session: Session, source: str | Path) -> None:
    """Read an export into this memory, which must be empty, in one commit."""
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
    while len(keys) < engine.now.atoms:
        # Others may remember while the embedder is asked; from the last look to the commit nothing waits.
        last = min(engine.now.atoms, len(keys) + _CHUNK)
        texts = [engine.atom(number).text for number in range(len(keys), last)]
        keys += await _embed(texts, embedder, known_names, vectors)
    order = {key: place for place, key in enumerate(vectors)}
    header = engine.header.model_copy(
        update={
            "embedder": embedder.id,
            "dim": embedder.dim,
            "names": known_names.as_dict(),
            "places": known_names.places(),
            "parts": known_names.parts(),
            "added_names": (),
            "generation": engine.header.generation + 1,
        }
    )
    data = np.stack(list(vectors.values())) if vectors else np.empty((0, embedder.dim), np.float32)
    engine.matrix.close()
    engine.store.replace_vectors(header, NewVectors(list(vectors), data), [order[key] for key in keys])
    engine.remake(header, engine.settings, embedder)


async def _embed(texts: list[str], embedder: Embedder, names: Names, vectors: dict[str, FloatArray]) -> list[str]:
    """Add the vectors of these texts to `vectors` and return their keys; each purged text gets a separate zero
    vector.
    """
    canonical = [names.canonical(text) for text in texts]
    keys = [text_key(text) if text else "" for text in canonical]
    new = {key: text for key, text in zip(keys, canonical, strict=True) if text and key not in vectors}
    if new:
        vectors.update(zip(new, await embedded(embedder, list(new.values())), strict=True))
    return [key or _blank(embedder.dim, vectors) for key in keys]


def _blank(dim: int, vectors: dict[str, FloatArray]) -> str:
    """Add a zero vector, under a key by its own number; returns that key."""
    key = erased_key(len(vectors))
    vectors[key] = np.zeros(dim, np.float32)
    return key
