"""Opening a memory: the store, what it was made with, and what it is opened with must fit."""

import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from pydantic import ValidationError

from agentsensus.errors import InputError, NotAStore, StoreMismatch, StoreReadOnly
from agentsensus.memory.common_settings import CommonSettings
from agentsensus.memory.designs import SETTINGS, checked_design
from agentsensus.memory.draft import NAME_LENGTH, checked_text
from agentsensus.memory.engine import Engine
from agentsensus.memory.names import Names
from agentsensus.models.embed import Embedder, by_name
from agentsensus.models.embed.base import DEFAULT, PACKAGED
from agentsensus.store import Header, Store
from agentsensus.store.sqlite import SqliteStore

NamesLike: TypeAlias = Names | Mapping[str, Sequence[str] | str]
SettingsLike: TypeAlias = CommonSettings | str | Mapping[str, object]


def open_engine(
    where: str | Path,
    space: str,
    design: str | None,
    settings: SettingsLike | None,
    embedder: Embedder | str | None,
    names: NamesLike | None,
    seed: int | None,
    read_only: bool,
) -> Engine:
    """An engine on the store at `where`; a new store is made with what is given."""
    if not isinstance(where, str | Path) or not str(where).strip():
        raise InputError(f"{where!r} cannot be the name of a file")
    if "\x00" in str(where):
        raise NotAStore(f"{where!r} holds a NUL byte; no file can be called that")
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
        raise InputError(f"seed is {seed!r}: give a whole number")
    if design is not None:
        as_settings(settings, checked_design(design))
    store = SqliteStore(where, space=space, read_only=read_only)
    try:
        return fitted(store, design, settings, embedder, names, seed)
    except (sqlite3.Error, ValidationError, IndexError, OverflowError) as error:
        store.close()
        raise NotAStore(f"{where}: the file is damaged ({' '.join(str(error).split())})") from None
    except BaseException:
        store.close()
        raise


def fitted(
    store: Store,
    design: str | None,
    settings: SettingsLike | None,
    embedder: Embedder | str | None,
    names: NamesLike | None,
    seed: int | None,
) -> Engine:
    """An engine on an open store, if what it was made with allows it."""
    kept = store.header()
    named = None if names is None else as_names(names)
    model = _embedder(embedder, kept)
    if kept is None:
        chosen = as_settings(settings, checked_design(design or "consensus"))
        return Engine(store, _new(store, chosen, model, named, seed), chosen, model, named or Names())
    if design is not None and design != kept.design:
        raise StoreMismatch(
            f"this store was made with the design {kept.design}, not {design}; open it without `design`, "
            "or feed its deposits to a new store"
        )
    if model.id != kept.embedder or model.dim != kept.dim:
        raise StoreMismatch(
            f"this store was made with embedder {kept.embedder}, not {model.id}; "
            "open it without `embedder`, or change it for good with reembed"
        )
    if named is not None and Names(kept.names) != named:
        raise StoreMismatch(
            "this store was made with other names; open it without `names`, or change them for good with reembed"
        )
    if seed is not None and seed != kept.seed:
        raise StoreMismatch(f"this store was made with seed {kept.seed}, not {seed}")
    chosen = as_settings(settings if settings is not None else kept.settings, checked_design(kept.design))
    return Engine(store, kept, chosen, model, Names(kept.names))


def as_names(given: NamesLike) -> Names:
    """Names from a dict of agents and what they are called."""
    if isinstance(given, Names):
        return given
    if not isinstance(given, Mapping):
        raise InputError(f"names is {given!r}: give a dict, {{'hamlet': ['Hamlet', 'the prince']}}")
    for agent, listed in given.items():
        names = [listed] if isinstance(listed, str) else listed
        if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in (agent, *names)):
            raise InputError(f"names[{agent!r}] is {listed!r}: give a list of what that agent is called")
        for name in (agent, *names):
            checked_text(name, NAME_LENGTH, f"names[{agent!r}]")
    return Names(given)


def as_settings(given: SettingsLike | None, design: str) -> CommonSettings:
    """Settings of a design from a preset's name, a dict of changes to one, or settings."""
    kind = SETTINGS[design]
    if given is None:
        return kind()
    if isinstance(given, str):
        return kind.preset(given)
    if isinstance(given, Mapping):
        changes = {str(name): value for name, value in given.items()}
        preset = changes.pop("preset", kind.default)
        return kind.preset(str(preset)).with_(**changes)
    if isinstance(given, CommonSettings) and not isinstance(given, kind):
        raise InputError(f"settings are those of {given.design}, and the design is {design}")
    if isinstance(given, kind):
        return given
    presets = ", ".join(repr(name) for name in kind.presets)
    raise InputError(f"settings is {given!r}: give {presets}, a dict or a {kind.__name__}")


def _new(store: Store, settings: CommonSettings, embedder: Embedder, names: Names | None, seed: int | None) -> Header:
    if store.read_only:
        raise StoreReadOnly("the store has nothing in this space yet; open it for writing")
    header = Header(
        embedder=embedder.id,
        dim=embedder.dim,
        seed=seed or 0,
        names=names.as_dict() if names else {},
        design=settings.design,
        settings=settings.model_dump(),
    )
    store.write_header(header)
    return header


def _embedder(given: Embedder | str | None, kept: Header | None) -> Embedder:
    if isinstance(given, str):
        return by_name(given)
    if given is not None:
        if not hasattr(given, "embed") or not isinstance(getattr(given, "dim", None), int):
            raise InputError(f"embedder is {given!r}: give a name, or something with id, dim and embed")
        return given
    family = kept.embedder.split("-")[0] if kept else DEFAULT
    if kept and family not in PACKAGED:
        raise StoreMismatch(f"this store was made with embedder {kept.embedder}; pass that embedder to open it")
    return by_name(family)
