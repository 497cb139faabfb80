"""Open and close a memory, and check that the caller's options agree with the store."""

import inspect
import secrets
import sqlite3
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, fields
from pathlib import Path

from pydantic import ValidationError

from agentsensus.base.addresses import is_address, shown_address
from agentsensus.base.files import as_path
from agentsensus.base.loop import without_forks
from agentsensus.embed import Embedder, by_name
from agentsensus.embed.base import DEFAULT, PACKAGED
from agentsensus.errors import InputError, NotAStore, StoreMismatch, StoreReadOnly
from agentsensus.language.names import Names
from agentsensus.memory.core import idempotency
from agentsensus.memory.core.atoms import Atomizer
from agentsensus.memory.core.checks import NamesLike, as_names, checked_name
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.handle_registry import HandleRegistry, Handles
from agentsensus.memory.core.write_batching import WriteBatching
from agentsensus.memory.designs.attributes import check_attributes
from agentsensus.memory.designs.consensus.settings import Settings
from agentsensus.memory.designs.registry import as_settings, check_helpers, checked_design, make, stored_settings
from agentsensus.memory.judge import OFFLINE, Judge, offline_judge
from agentsensus.memory.judge.instructions import Instructions
from agentsensus.memory.session import Session, SharedParts
from agentsensus.memory.settings import CommonSettings, SettingsLike
from agentsensus.memory.write.cut import ModelAtomizer, RuleAtomizer
from agentsensus.models.providers.open import ModelLike
from agentsensus.models.roles import Roles
from agentsensus.store import Header, Store
from agentsensus.store.opening import open_store
from agentsensus.store.sqlite import MEMORY

_REGISTRY: "HandleRegistry[Session]" = HandleRegistry()
"""The memories that this process has open for writing."""


@dataclass(frozen=True, slots=True)
class OpenOptions:
    """The caller's options. None means: the value in the store, or the default for a new store."""

    design: str | None = None
    settings: SettingsLike | None = None
    embedder: Embedder | str | None = None
    names: NamesLike | None = None
    seed: int | None = None
    judge: Judge | str | None = None


@dataclass(frozen=True, slots=True)
class Fresh:
    """The options with which a new store is created."""

    settings: CommonSettings
    embedder: Embedder
    names: Names


@dataclass(frozen=True, slots=True)
class Helpers:
    """The options of an open memory that are not stored in the file: judge, atomizer, models and their instructions."""

    judge: Judge | str | None = None
    atomizer: Atomizer | None = None
    model: ModelLike | Roles | None = None
    stamps: bool = True
    domain: str | None = None
    prompt: Mapping[str, str] | None = None


def open_session(
    where: str | Path,
    space: str,
    options: OpenOptions,
    helpers: Helpers,
    *,
    read_only: bool,
    wait: float,
    shared: bool,
) -> Session:
    """Open a memory, or return another handle on one that this process has open for writing."""
    Instructions.checked(helpers.domain, helpers.prompt)
    checked_name(space, "space")
    file = where if isinstance(where, str) and is_address(where) else file_of(where)
    if read_only or not shared or file is None:
        return _new_session(where, space, options, helpers, read_only=read_only, wait=wait)
    given = {part.name: getattr(helpers, part.name) for part in fields(helpers)}
    with _REGISTRY.one_at_a_time(file, space) as key:
        known = _REGISTRY.again(key, given, lambda engine: check_agrees(engine, options))
        if known is not None:
            return copy(known)
        session = _new_session(where, space, options, helpers, read_only=False, wait=wait)
        _REGISTRY.note(key, session.parts.handles, copy(session), given)
        return session


def _new_session(
    where: str | Path, space: str, options: OpenOptions, helpers: Helpers, *, read_only: bool, wait: float
) -> Session:
    with without_forks():
        return _opened(where, space, options, helpers, read_only=read_only, wait=wait)


def _opened(
    where: str | Path, space: str, options: OpenOptions, helpers: Helpers, *, read_only: bool, wait: float
) -> Session:
    told = Instructions.checked(helpers.domain, helpers.prompt)
    model, atomizer = helpers.model, helpers.atomizer
    roles = None if model is None else model if isinstance(model, Roles) else Roles(model)
    engine = open_engine(where, space, options, read_only=read_only, wait=wait)
    engine.has_stamps = helpers.stamps
    idempotency.watch(engine)
    try:
        if roles is not None and atomizer is None and "atomizer" in roles.ids:
            atomizer = ModelAtomizer(roles.of("atomizer"), domain=told.domain or None, prompt=told.atomizer or None)
        design = make(engine, helpers.judge, roles, told)
        parts = SharedParts(
            engine=engine,
            design=design,
            judge=helpers.judge,
            atomizer=atomizer or RuleAtomizer(),
            roles=roles,
            instructions=told,
            required_design=options.design,
            handles=Handles(engine),
            batching=WriteBatching(),
            owned_roles=None if roles is model else roles,
        )
        return Session(parts)
    except BaseException:
        engine.close()
        raise


async def close_session(session: Session) -> None:
    """Close a handle; the last one closes the models, the caches and the file. Idempotent."""
    if session.at is not None or session.is_closed:
        return
    session.is_closed = True
    parts = session.parts
    if not parts.handles.take():
        return
    try:
        for part in (parts.judge, parts.atomizer, parts.owned_roles):
            close = getattr(part, "close", None)
            if inspect.iscoroutinefunction(close):
                await close()
    finally:
        parts.engine.close()
        parts.handles.gone.set()


def open_engine(where: str | Path, space: str, options: OpenOptions, *, read_only: bool, wait: float = 0.0) -> Engine:
    """Open the store at `where`, or create it, and return its engine. Invalid options leave no file behind."""
    if options.seed is not None and (isinstance(options.seed, bool) or not isinstance(options.seed, int)):
        raise InputError(f"seed is {options.seed!r}: give a whole number")
    if isinstance(wait, bool) or not isinstance(wait, int | float) or not 0 <= wait < float("inf"):
        raise InputError(f"wait is {wait!r}: give seconds, 0 or more")
    if options.design is not None:
        as_settings(options.settings, checked_design(options.design))
    fresh = None if read_only or _is_there(where) else _fresh(options)
    store = open_store(where, space, read_only=read_only, wait=wait)
    try:
        engine = _engine_on(store, options, fresh)
        check_attributes(engine)
        return engine
    except (sqlite3.Error, ValidationError, IndexError, OverflowError) as error:
        store.close()
        shown = shown_address(str(where))
        raise NotAStore(f"{shown}: the store is damaged ({' '.join(str(error).split())})") from None
    except BaseException:
        store.close()
        raise


def file_of(where: str | Path) -> Path | None:
    """Return the file of a memory; None for a memory that exists only in this process."""
    if str(where) == MEMORY:
        return None
    if not str(where).strip():
        raise InputError(f"{where!r} cannot be the name of a file")
    return as_path(where)


def _is_there(where: str | Path) -> bool:
    if is_address(where):
        return True  # only the server knows whether the space is new
    return str(where) != MEMORY and Path(where).exists() and Path(where).stat().st_size > 0


def _fresh(options: OpenOptions) -> Fresh:
    """Return the options for a new store. Raises InputError before any file is created."""
    design = checked_design(options.design or "consensus")
    settings = as_settings(options.settings, design)
    names = Names() if options.names is None else as_names(options.names)
    check_helpers(design, options.judge)
    embedder = _embedder(options.embedder, None)
    if isinstance(settings, Settings):
        name = options.judge if isinstance(options.judge, str) and options.judge in OFFLINE else None
        offline_judge(name, embedder, settings.thresholds)
    return Fresh(settings, embedder, names)


def _engine_on(store: Store, options: OpenOptions, fresh: Fresh | None) -> Engine:
    """Return an engine on an open store. A new store is initialised from `fresh`. Raises StoreMismatch if options
    disagree.
    """
    header = store.header()
    if header is None:
        fresh = fresh or _fresh(options)
        made = _new(store, fresh, options.seed)
        if store.many_writers and store.header() != made:  # another process has made the space meanwhile
            return _engine_on(store, options, None)
        return Engine(store, made, fresh.settings, fresh.embedder)
    _check_made_with(header, options)
    model = _embedder(options.embedder, header)
    if model.id != header.embedder or model.dim != header.dim:
        raise StoreMismatch(
            f"this store was made with embedder {header.embedder}, not {model.id}; "
            "open it without `embedder`, or change it for good with reembed"
        )
    design = checked_design(header.design)
    if options.settings is None:
        chosen = stored_settings(header.settings, design)
    else:
        chosen = as_settings(options.settings, design)
    return Engine(store, header, chosen, model)


def check_agrees(engine: Engine, options: OpenOptions) -> None:
    """Raise StoreMismatch if the options disagree with an open engine."""
    _check_made_with(engine.header, options)
    if options.embedder is not None and _embedder(options.embedder, None).id != engine.embedder.id:
        raise StoreMismatch(f"this store is open in this process already, with embedder {engine.embedder.id}")
    if options.settings is not None and as_settings(options.settings, engine.settings.design) != engine.settings:
        raise StoreMismatch("this store is open in this process already, with other settings; leave `settings` out")


def _check_made_with(header: Header, options: OpenOptions) -> None:
    """Raise StoreMismatch if the options disagree with the header of a store. The embedder is not checked here."""
    if options.design is not None and options.design != header.design:
        raise StoreMismatch(
            f"this store was made with the design {header.design}, not {options.design}; open it without `design`, "
            "or feed its deposits to a new store"
        )
    check_helpers(header.design, options.judge)
    if options.names is not None and as_names(options.names) not in (
        Names(header.names, header.places, header.parts),
        Names(header.names_at(None), header.places, header.parts),
    ):
        raise StoreMismatch(
            "this store was made with other names; open it without `names`, add new ones with add_names, "
            "or change them for good with reembed"
        )
    if options.seed is not None and header.id_key:
        raise StoreMismatch("this store was made without a seed, so its ids have a random key; open it without `seed`")
    if options.seed is not None and options.seed != header.seed:
        raise StoreMismatch(f"this store was made with seed {header.seed}, not {options.seed}")


def new_id_key() -> str:
    """Return a random key for the ids of a new space."""
    return secrets.token_hex(16)


def _new(store: Store, fresh: Fresh, seed: int | None) -> Header:
    if store.read_only:
        raise StoreReadOnly("the store has nothing in this space yet; open it for writing")
    header = Header(
        embedder=fresh.embedder.id,
        dim=fresh.embedder.dim,
        seed=seed or 0,
        id_key="" if seed is not None else new_id_key(),
        names=fresh.names.as_dict(),
        places=fresh.names.places(),
        parts=fresh.names.parts(),
        design=fresh.settings.design,
        settings=fresh.settings.model_dump(),
        own_from=0,
    )
    store.write_header(header)
    return header


def _embedder(embedder: Embedder | str | None, header: Header | None) -> Embedder:
    if isinstance(embedder, str):
        return by_name(embedder)
    if embedder is not None:
        id_, dim = getattr(embedder, "id", None), getattr(embedder, "dim", None)
        if not hasattr(embedder, "embed") or not isinstance(id_, str) or not isinstance(dim, int) or dim < 1:
            raise InputError(f"embedder is {embedder!r}: give a name, or something with id, dim and embed")
        return embedder
    family = header.embedder.split("-")[0] if header else DEFAULT
    if header and family not in PACKAGED:
        raise StoreMismatch(f"this store was made with embedder {header.embedder}; pass that embedder to open it")
    return by_name(family)
