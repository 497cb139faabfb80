"""Opening a memory: the store, what it was made with, and what it is opened with must fit."""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from pydantic import ValidationError

from agentsensus.errors import InputError, NotAStore, StoreMismatch, StoreReadOnly
from agentsensus.memory.core.draft import NAME_LENGTH, checked_text
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.designs.common_settings import CommonSettings
from agentsensus.memory.designs.consensus.settings import Settings
from agentsensus.memory.designs.registry import SETTINGS, check_helpers, checked_design
from agentsensus.memory.judge import Judge, offline_judge
from agentsensus.models.embed import Embedder, by_name
from agentsensus.models.embed.base import DEFAULT, PACKAGED
from agentsensus.store import Header, Store
from agentsensus.store.sqlite import MEMORY, SqliteStore
from agentsensus.text.names import Names

NamesLike: TypeAlias = Names | Mapping[str, Sequence[str] | str]
SettingsLike: TypeAlias = CommonSettings | str | Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a caller opens a memory with; None where a store's own is meant, or the default."""

    design: str | None = None
    settings: SettingsLike | None = None
    embedder: Embedder | str | None = None
    names: NamesLike | None = None
    seed: int | None = None
    judge: Judge | str | None = None


@dataclass(frozen=True, slots=True)
class Fresh:
    """What a new store is made with."""

    settings: CommonSettings
    embedder: Embedder
    names: Names


def open_engine(where: str | Path, space: str, wanted: Wanted, *, read_only: bool) -> Engine:
    """An engine on the store at `where`; a new store is made with what is wanted, once nothing is wrong with it."""
    if not isinstance(where, str | Path) or not str(where).strip():
        raise InputError(f"{where!r} cannot be the name of a file")
    if "\x00" in str(where):
        raise NotAStore(f"{where!r} holds a NUL byte; no file can be called that")
    if wanted.seed is not None and (isinstance(wanted.seed, bool) or not isinstance(wanted.seed, int)):
        raise InputError(f"seed is {wanted.seed!r}: give a whole number")
    if wanted.design is not None:
        as_settings(wanted.settings, checked_design(wanted.design))
    fresh = None if read_only or _is_there(where) else _fresh(wanted)
    store = SqliteStore(where, space=space, read_only=read_only)
    try:
        return fitted(store, wanted, fresh)
    except (sqlite3.Error, ValidationError, IndexError, OverflowError) as error:
        store.close()
        raise NotAStore(f"{where}: the file is damaged ({' '.join(str(error).split())})") from None
    except BaseException:
        store.close()
        raise


def _is_there(where: str | Path) -> bool:
    return str(where) != MEMORY and Path(where).exists() and Path(where).stat().st_size > 0


def _fresh(wanted: Wanted) -> Fresh:
    """What a new store will be made with; a mistake in it is found before there is a file."""
    design = checked_design(wanted.design or "consensus")
    settings = as_settings(wanted.settings, design)
    names = Names() if wanted.names is None else as_names(wanted.names)
    check_helpers(design, wanted.judge)
    embedder = _embedder(wanted.embedder, None)
    if isinstance(settings, Settings):
        offline_judge(wanted.judge if isinstance(wanted.judge, str) else None, embedder, settings.thresholds)
    return Fresh(settings, embedder, names)


def fitted(store: Store, wanted: Wanted, fresh: Fresh | None) -> Engine:
    """An engine on an open store, if what it was made with allows it; on a new one, as `fresh` says if it is known."""
    kept = store.header()
    if kept is None:
        fresh = fresh or _fresh(wanted)
        return Engine(store, _new(store, fresh, wanted.seed), fresh.settings, fresh.embedder, fresh.names)
    if wanted.design is not None and wanted.design != kept.design:
        raise StoreMismatch(
            f"this store was made with the design {kept.design}, not {wanted.design}; open it without `design`, "
            "or feed its deposits to a new store"
        )
    check_helpers(kept.design, wanted.judge)
    model = _embedder(wanted.embedder, kept)
    if model.id != kept.embedder or model.dim != kept.dim:
        raise StoreMismatch(
            f"this store was made with embedder {kept.embedder}, not {model.id}; "
            "open it without `embedder`, or change it for good with reembed"
        )
    if wanted.names is not None and Names(kept.names, kept.places) != as_names(wanted.names):
        raise StoreMismatch(
            "this store was made with other names; open it without `names`, or change them for good with reembed"
        )
    if wanted.seed is not None and wanted.seed != kept.seed:
        raise StoreMismatch(f"this store was made with seed {kept.seed}, not {wanted.seed}")
    settings = wanted.settings if wanted.settings is not None else kept.settings
    chosen = as_settings(settings, checked_design(kept.design))
    return Engine(store, kept, chosen, model, Names(kept.names, kept.places))


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


def _new(store: Store, fresh: Fresh, seed: int | None) -> Header:
    if store.read_only:
        raise StoreReadOnly("the store has nothing in this space yet; open it for writing")
    header = Header(
        embedder=fresh.embedder.id,
        dim=fresh.embedder.dim,
        seed=seed or 0,
        names=fresh.names.as_dict(),
        places=fresh.names.places(),
        design=fresh.settings.design,
        settings=fresh.settings.model_dump(),
    )
    store.write_header(header)
    return header


def _embedder(given: Embedder | str | None, kept: Header | None) -> Embedder:
    if isinstance(given, str):
        return by_name(given)
    if given is not None:
        known, dim = getattr(given, "id", None), getattr(given, "dim", None)
        if not hasattr(given, "embed") or not isinstance(known, str) or not isinstance(dim, int) or dim < 1:
            raise InputError(f"embedder is {given!r}: give a name, or something with id, dim and embed")
        return given
    family = kept.embedder.split("-")[0] if kept else DEFAULT
    if kept and family not in PACKAGED:
        raise StoreMismatch(f"this store was made with embedder {kept.embedder}; pass that embedder to open it")
    return by_name(family)
