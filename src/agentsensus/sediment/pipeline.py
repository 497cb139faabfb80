"""From a text to a world: source → form → account → cast → draft → checked folder."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from agentsensus.errors import InputError
from agentsensus.sediment.account import Account
from agentsensus.sediment.building import Authored, WorldDraft, draft_world
from agentsensus.sediment.casting import Selection, select_cast
from agentsensus.sediment.forms import read_form
from agentsensus.sediment.parts import TextScript
from agentsensus.sediment.plays.account import account_of_play, registry_of_play
from agentsensus.sediment.prose.account import account_of_prose
from agentsensus.sediment.recapitulations import merge_recapitulations
from agentsensus.sediment.registry import Registry, SuppliedRegistry, read_registry
from agentsensus.sediment.source import SourceText
from agentsensus.sediment.span import Division, divide
from agentsensus.sediment.words import words_of
from agentsensus.sediment.writing import check_target, write_world

__all__ = ["Progress", "Sedimentation", "Sedimented", "registry_of", "sediment"]

Progress: TypeAlias = Callable[[str], None]
"""Called with what is done next, in a few words."""


@dataclass(frozen=True)
class Sedimentation:
    """What is asked for: where the world goes, what of the text it tells, and who is in it."""

    out: Path
    form: str | None = None
    until: str | None = None
    registry: str | None = None
    more_than: int | None = None
    keep: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Sedimented:
    """What came of it: the folder, the figures of sediment.json, and the warnings of report.json."""

    folder: Path
    figures: dict[str, Any]
    warnings: tuple[str, ...]
    seconds: float


def registry_of(source: SourceText, asked: Sedimentation) -> Registry:
    """The registry of a text, for review: from a play by its structure, or as it was supplied."""
    supplied = read_registry(asked.registry) if asked.registry else None
    if supplied is not None:
        return supplied.registry
    script = read_form(source, asked.form)
    if script.form != "play":
        raise InputError(_needs_registry(script.form))
    return registry_of_play(script, source)[0]


async def sediment(source: SourceText, asked: Sedimentation, progress: Progress | None = None) -> Sedimented:
    """Make the world of a text by rule, and write it."""
    began = time.monotonic()
    say = progress or (lambda what: None)
    check_target(asked.out)
    supplied = read_registry(asked.registry) if asked.registry else None
    script = read_form(source, asked.form)
    division = divide(script, asked.until)
    say(f"{script.form}: {len(division.told)} parts told, {len(division.held_out)} held back")
    account = account_by_rule(script, source, division, supplied)
    return await finish(source, account, asked, supplied, began, say)


def account_by_rule(
    script: TextScript, source: SourceText, division: Division, supplied: SuppliedRegistry | None
) -> Account:
    """The account of a text without a model."""
    if script.form == "play":
        return account_of_play(script, source, division, supplied.registry if supplied else None)
    if supplied is None:
        raise InputError(_needs_registry(script.form))
    return account_of_prose(script, source, division, supplied.registry)


async def finish(
    source: SourceText,
    account: Account,
    asked: Sedimentation,
    supplied: SuppliedRegistry | None,
    began: float,
    say: Progress,
    authored: Authored | None = None,
    usage: dict[str, Any] | None = None,
) -> Sedimented:
    """Merge what is told twice, choose the cast, and write the world."""
    if not account.statements:
        raise InputError(
            f"{source.name}: no statement could be made of it: nobody of the registry is named in the text"
        )
    say(f"{len(account.statements)} statements; looking for what is told twice")
    before = list(account.statements)
    merged = 0
    if account.form != "timeline":  # what is dated on two days is two events, however alike
        names = account.registry.names("character")
        account.statements, merged = await merge_recapitulations(account.statements, names)
    _renumber(account, before)
    account.registry = account.registry.counted(dict(account.rows))
    selection = select_cast(account, asked.more_than, asked.keep)
    like = supplied.world if supplied else None
    draft = draft_world(_name(asked.out), account, selection, words_of(account.language), like, authored)
    figures = _figures(source, account, selection, draft, merged, usage or {})
    warnings = [*account.registry.warnings, *account.warnings]
    report = {"warnings": warnings, "boundary": _boundary(source, account, selection), "kept": selection.kept}
    say(f"writing {asked.out}")
    checked = write_world(asked.out, draft, account, source, {"sediment.json": figures, "report.json": report})
    noted = [str(problem) for problem in checked.problems]
    return Sedimented(asked.out, figures, (*warnings, *noted), time.monotonic() - began)


def _renumber(account: Account, before: list[Any]) -> None:
    """Deaths and whereabouts point at the statements that are left."""
    place = {id(statement): number for number, statement in enumerate(account.statements)}
    last, moved = 0, {}
    for number, statement in enumerate(before):
        last = place.get(id(statement), last)
        moved[number] = last
    account.deaths = [type(death)(death.who, death.doer, moved[death.statement]) for death in account.deaths]
    account.whereabouts = {
        id_: type(where)(where.place, None if where.statement is None else moved[where.statement])
        for id_, where in account.whereabouts.items()
    }


def _figures(
    source: SourceText, account: Account, selection: Selection, draft: WorldDraft, merged: int, usage: dict[str, Any]
) -> dict[str, Any]:
    owners = [len(event.owners) for event in draft.events]
    figures: dict[str, Any] = {
        "source": source.name,
        "sha256": source.sha256,
        "form": account.form,
        "language": account.language,
        "told": account.span[0],
        "held_out": account.span[1],
        "characters_in_source": len(source.text.strip()),
        "passages": account.passages,
        "passed_over": account.passed_over,
        "registry": {kind: len(account.registry.of_kind(kind)) for kind in ("character", "place", "carrier")},
        "cast": len(selection.active),
        "archived": len(selection.archived),
        "more_than": selection.more_than,
        "places": len(selection.places),
        "carriers": len(account.documents),
        "statements": len(draft.events),
        "groups": len({event.group for event in draft.events}),
        "recapitulations_merged": merged,
        "tellings": sum(len(event.tellings) for event in draft.events),
        "owners_per_statement": round(sum(owners) / len(owners), 2),
        "owned_by_three_or_more": sum(count >= 3 for count in owners),
        "most_owners": max(owners),
        "later_events": len(draft.files.get("reference", {}).get("events", [])),
    }
    return figures | {"usage": usage}


def _boundary(source: SourceText, account: Account, selection: Selection) -> list[dict[str, Any]]:
    """Where everyone ends and who is dead, each with the passage that says so."""
    endings: list[dict[str, Any]] = []
    for id_ in (*selection.active, *selection.archived):
        death = account.dead.get(id_)
        where = selection.at.get(id_) or account.whereabouts.get(id_)
        number = death.statement if death else where.statement if where else None
        passage = None
        if number is not None:
            statement = account.statements[number]
            passage = [source.offset(statement.start), source.offset(statement.end)]
        state = selection.archived.get(id_, "acts")
        endings.append({"id": id_, "state": state, "at": where.place if where else None, "passage": passage})
    return endings


def _name(out: Path) -> str:
    return out.name or "world"


def _needs_registry(form: str) -> str:
    return (
        f"a {form} tells by rule only whose names are known: give --registry (a file, a world's folder, or the name "
        "of a shipped world), or a model with --model sediment=ID"
    )
