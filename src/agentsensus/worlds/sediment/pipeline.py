"""Turn a text into a world without a model: read, account, merge retellings, choose the cast, write."""

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from agentsensus.embed import HashingEmbedder
from agentsensus.errors import InputError
from agentsensus.language.names import Names
from agentsensus.language.reading import read
from agentsensus.memory.judge.judge import Candidate
from agentsensus.memory.judge.rule import RuleJudge
from agentsensus.worlds.scenario import WorldCheck
from agentsensus.worlds.sediment.account import Account, TextStatement
from agentsensus.worlds.sediment.building import Authored, WorldDraft, check_target, draft_world, write_world
from agentsensus.worlds.sediment.casting import Selection, select_cast
from agentsensus.worlds.sediment.forms import read_form
from agentsensus.worlds.sediment.parts import Division, TextScript, divide
from agentsensus.worlds.sediment.plays.account import account_of_play, registry_of_play
from agentsensus.worlds.sediment.prose.account import account_of_prose
from agentsensus.worlds.sediment.prose.proposing import proposed_registry
from agentsensus.worlds.sediment.registry import Registry, SuppliedRegistry, read_registry
from agentsensus.worlds.sediment.sources import SourceText
from agentsensus.worlds.sediment.words import words_of

__all__ = ["Progress", "Sedimentation", "Sedimented", "merge_recapitulations", "registry_of", "sediment"]


_ALIKE = 0.5
_COMMON = 40
"""A word that occurs in more statements than this is not used to find candidates."""


async def merge_recapitulations(statements: list[TextStatement], names: Names) -> tuple[list[TextStatement], int]:
    """Merge statements that the judge finds equal to an earlier one; return the rest and the count.

    The earlier statement gets the owners, the wording (as a telling) and the passage of the later one.
    """
    pairs = _candidates(statements, names)
    if not pairs:
        return statements, 0
    embedder = HashingEmbedder()
    judge = RuleJudge(embedder)
    numbers = sorted({number for pair in pairs for number in pair})
    keys = [names.canonical(statements[number].text) for number in numbers]
    vectors = dict(zip(numbers, await embedder.embed(keys), strict=True))
    readings = {number: read(key, names) for number, key in zip(numbers, keys, strict=True)}
    merged: dict[int, int] = {}
    for earlier, later in pairs:
        if later in merged or earlier in merged:
            continue
        cosine = round(float(np.dot(vectors[earlier], vectors[later])), 4)
        if judge.compare(readings[later], Candidate(readings[earlier], cosine)).merges:
            merged[later] = earlier
    for later, earlier in merged.items():
        _merge(statements[later], statements[earlier])
    return [statement for number, statement in enumerate(statements) if number not in merged], len(merged)


def _merge(later: TextStatement, earlier: TextStatement) -> None:
    wordings = (*earlier.tellings, later.text) if later.text != earlier.text else earlier.tellings
    earlier.tellings = tuple(dict.fromkeys(wordings))
    earlier.owners = tuple(sorted({*earlier.owners, *later.owners}))
    earlier.also_at.append((later.start, later.end))


def _candidates(statements: Sequence[TextStatement], names: Names) -> list[tuple[int, int]]:
    """Return pairs of statements from different parts that share half of their words, earlier first."""
    words = [read(names.canonical(statement.text), names).vocabulary for statement in statements]
    having: dict[str, list[int]] = defaultdict(list)
    for number, own in enumerate(words):
        for word in own:
            having[word].append(number)
    pairs: set[tuple[int, int]] = set()
    for numbers in having.values():
        if not 1 < len(numbers) <= _COMMON:
            continue
        for place, later in enumerate(numbers):
            for earlier in numbers[:place]:
                if _may_repeat(statements[earlier], statements[later]) and _is_alike(words[earlier], words[later]):
                    pairs.add((earlier, later))
    return sorted(pairs, key=lambda pair: (pair[1], pair[0]))


def _is_alike(words: frozenset[str], other: frozenset[str]) -> bool:
    return bool(words) and len(words & other) / len(words | other) >= _ALIKE


def _may_repeat(earlier: TextStatement, later: TextStatement) -> bool:
    """Return whether two statements can tell one event: different parts, and no entrances."""
    return earlier.part != later.part and "entrance" not in (earlier.sort, later.sort)


Progress: TypeAlias = Callable[[str], None]
"""Called with a short description of the next step."""


@dataclass(frozen=True)
class Sedimentation:
    """The request: target folder, told part of the text, and cast options."""

    out: Path
    form: str | None = None
    until: str | None = None
    registry: str | None = None
    more_than: int | None = None
    keep: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Sedimented:
    """The result: the folder, the counts of sediment.json, and the warnings of report.json."""

    folder: Path
    figures: dict[str, Any]
    warnings: tuple[str, ...]
    seconds: float


def registry_of(source: SourceText, asked: Sedimentation) -> Registry:
    """Return the registry for review: as supplied, derived from a play, or proposed for a novel."""
    supplied = read_registry(asked.registry) if asked.registry else None
    if supplied is not None:
        return supplied.registry
    script = read_form(source, asked.form)
    if script.form == "timeline":
        raise InputError(_needs_registry(script.form))
    return registry_of_play(script, source)[0] if script.form == "play" else proposed_registry(script, source)


async def sediment(source: SourceText, asked: Sedimentation, progress: Progress | None = None) -> Sedimented:
    """Make and write the world of a text without a model."""
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
    """Return the account of a text without a model."""
    if script.form == "play":
        return account_of_play(script, source, division, supplied.registry if supplied else None)
    if supplied is None and script.form == "timeline":
        raise InputError(_needs_registry(script.form))
    registry = supplied.registry if supplied else proposed_registry(script, source)
    return account_of_prose(script, source, division, registry)


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
    """Merge retellings, choose the cast, and write the world."""
    if not account.statements:
        raise InputError(f"{source.name}: no statements found: the text mentions no character of the registry")
    say(f"{len(account.statements)} statements; looking for what is told twice")
    before = list(account.statements)
    merged = 0
    if account.form != "timeline":  # entries of two dates are two events, however similar
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

    def reports(checked: WorldCheck) -> dict[str, dict[str, Any]]:
        warnings.extend(str(problem) for problem in checked.problems)
        figures.update(seconds=round(time.monotonic() - began, 1), warnings=len(warnings))
        return {"sediment.json": figures, "report.json": report}

    say(f"writing {asked.out}")
    write_world(asked.out, draft, account, source, reports)
    return Sedimented(asked.out, figures, tuple(warnings), figures["seconds"])


def _renumber(account: Account, before: list[Any]) -> None:
    """Update the statement numbers of deaths and whereabouts after merging."""
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
    by_model = [spent for spent in usage.values() if isinstance(spent, dict) and "calls" in spent]
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
        "registry": len(account.registry.of_kind("character")),
        "registry_of": {kind: len(account.registry.of_kind(kind)) for kind in ("character", "place", "carrier")},
        "events": len(draft.events),
        "calls": sum(int(spent["calls"]) for spent in by_model),
        "tokens": sum(int(spent["input"]) + int(spent["output"]) for spent in by_model),
        "active": len(selection.active),
        "archived": len(selection.archived),
        "more_than": selection.more_than,
        "places": len(selection.places),
        "carriers": len(account.documents),
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
    """Return everyone's last place or death, with the passage that tells it."""
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
