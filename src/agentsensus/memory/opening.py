"""Opening a memory: what the caller asks for has to agree with what the store was made with."""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from pydantic import ValidationError

from agentsensus.errors import InputError, NotAStore, StoreMismatch, StoreReadOnly
from agentsensus.files import as_path
from agentsensus.memory.core.checks import NAME_LENGTH, checked_name, checked_text
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.designs.common_settings import CommonSettings
from agentsensus.memory.designs.consensus.settings import Settings
from agentsensus.memory.designs.registry import SETTINGS, check_helpers, checked_design
from agentsensus.memory.judge import OFFLINE, Judge, offline_judge
from agentsensus.models.embed import Embedder, by_name
from agentsensus.models.embed.base import DEFAULT, PACKAGED
from agentsensus.store import Header, Store
from agentsensus.store.rows import AddedName
from agentsensus.store.sqlite import MEMORY, SqliteStore
from agentsensus.text.names import Names

NamesLike: TypeAlias = Names | Mapping[str, Sequence[str] | str]
SettingsLike: TypeAlias = CommonSettings | str | Mapping[str, object]


@dataclass(frozen=True, slots=True)
class OpenOptions:
    """What a caller opens a memory with; None stands for what the store was made with, or the default of a new one."""

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


def open_engine(where: str | Path, space: str, options: OpenOptions, *, read_only: bool, wait: float = 0.0) -> Engine:
    """An engine on the store at `where`, which is made if it is new; wrong options leave no file behind."""
    if options.seed is not None and (isinstance(options.seed, bool) or not isinstance(options.seed, int)):
        raise InputError(f"seed is {options.seed!r}: give a whole number")
    if isinstance(wait, bool) or not isinstance(wait, int | float) or not 0 <= wait < float("inf"):
        raise InputError(f"wait is {wait!r}: give seconds, 0 or more")
    if options.design is not None:
        as_settings(options.settings, checked_design(options.design))
    fresh = None if read_only or _is_there(where) else _fresh(options)
    store = SqliteStore(where, space=space, read_only=read_only, wait=wait)
    try:
        return _engine_on(store, options, fresh)
    except (sqlite3.Error, ValidationError, IndexError, OverflowError) as error:
        store.close()
        raise NotAStore(f"{where}: the file is damaged ({' '.join(str(error).split())})") from None
    except BaseException:
        store.close()
        raise


def file_of(where: str | Path) -> Path | None:
    """The file in which a memory lies; None for one that lies in this process alone."""
    if str(where) == MEMORY:
        return None
    if not str(where).strip():
        raise InputError(f"{where!r} cannot be the name of a file")
    return as_path(where)


def _is_there(where: str | Path) -> bool:
    return str(where) != MEMORY and Path(where).exists() and Path(where).stat().st_size > 0


def _fresh(options: OpenOptions) -> Fresh:
    """What a new store will be made with, checked before there is a file."""
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
    """An engine on an open store, if the options agree with what it was made with; a new one is as `fresh` says."""
    header = store.header()
    if header is None:
        fresh = fresh or _fresh(options)
        return Engine(store, _new(store, fresh, options.seed), fresh.settings, fresh.embedder)
    _check_made_with(header, options)
    model = _embedder(options.embedder, header)
    if model.id != header.embedder or model.dim != header.dim:
        raise StoreMismatch(
            f"this store was made with embedder {header.embedder}, not {model.id}; "
            "open it without `embedder`, or change it for good with reembed"
        )
    settings = options.settings if options.settings is not None else header.settings
    chosen = as_settings(settings, checked_design(header.design))
    return Engine(store, header, chosen, model)


def check_agrees(engine: Engine, options: OpenOptions) -> None:
    """Refuse options that do not agree with an engine that is open already."""
    _check_made_with(engine.header, options)
    if options.embedder is not None and _embedder(options.embedder, None).id != engine.embedder.id:
        raise StoreMismatch(f"this store is open in this process already, with embedder {engine.embedder.id}")
    if options.settings is not None and as_settings(options.settings, engine.settings.design) != engine.settings:
        raise StoreMismatch("this store is open in this process already, with other settings; leave `settings` out")


def _check_made_with(header: Header, options: OpenOptions) -> None:
    """Refuse options that do not agree with what a store was made with; its embedder is looked at elsewhere."""
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
    if options.seed is not None and options.seed != header.seed:
        raise StoreMismatch(f"this store was made with seed {header.seed}, not {options.seed}")


def as_names(names: NamesLike) -> Names:
    """Names from a dict of agents and what they are called."""
    if isinstance(names, Names):
        return names
    if not isinstance(names, Mapping):
        raise InputError(f"names is {names!r}: give a dict, {{'hamlet': ['Hamlet', 'the prince']}}")
    for agent, called in names.items():
        aliases = [called] if isinstance(called, str) else called
        if not isinstance(aliases, list | tuple) or not all(isinstance(name, str) for name in (agent, *aliases)):
            raise InputError(f"names[{agent!r}] is {called!r}: give a list of what that agent is called")
        for name in (agent, *aliases):
            checked_text(name, NAME_LENGTH, f"names[{agent!r}]")
    return Names(names)


def as_added_names(names: NamesLike, at: int) -> list[AddedName]:
    """Names to be added from round `at` on."""
    spelt = as_names(names).as_dict()
    if not spelt:
        raise InputError("names is empty: say who is called what, {'hamlet': ['Hamlet', 'the prince']}")
    return [AddedName(at, checked_name(agent), name) for agent, called in spelt.items() for name in called]


def as_settings(settings: SettingsLike | None, design: str) -> CommonSettings:
    """Settings of a design, from the name of a preset, a dict of changes to a preset, or settings as they are."""
    kind = SETTINGS[design]
    if settings is None:
        return kind()
    if isinstance(settings, str):
        return kind.preset(settings)
    if isinstance(settings, Mapping):
        changes = {str(name): value for name, value in settings.items()}
        preset = changes.pop("preset", kind.default)
        return kind.preset(str(preset)).with_(**changes)
    if isinstance(settings, CommonSettings) and not isinstance(settings, kind):
        raise InputError(f"settings are those of {settings.design}, and the design is {design}")
    if isinstance(settings, kind):
        return settings
    presets = ", ".join(repr(name) for name in kind.presets)
    raise InputError(f"settings is {settings!r}: give {presets}, a dict or a {kind.__name__}")


def _new(store: Store, fresh: Fresh, seed: int | None) -> Header:
    if store.read_only:
        raise StoreReadOnly("the store has nothing in this space yet; open it for writing")
    header = Header(
        embedder=fresh.embedder.id,
        dim=fresh.embedder.dim,
        seed=seed or 0,
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
