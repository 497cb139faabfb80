"""The history of a record: deposits, decisions of the judge, merges and splits."""

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any, cast

import numpy as np

from agentsensus.language.languages import language
from agentsensus.memory.answers import Change, Close, Decided, Original
from agentsensus.memory.core.atoms import Atom
from agentsensus.memory.core.checks import checked_text
from agentsensus.memory.core.conflicts import decisions
from agentsensus.memory.core.decision_json import unpacked_candidates
from agentsensus.memory.core.drafts import DraftDeposit, embed
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.ledger import attribute_rows
from agentsensus.memory.core.limits import AskLimits, When, as_stamp, as_time, checked_limits, time_of
from agentsensus.memory.core.lookup import atom_number, owned_record, record_number
from agentsensus.memory.core.snapshot import SPLIT, SUPERSEDES
from agentsensus.memory.designs.consensus.commit import REVIEW, REVIEWED
from agentsensus.memory.judge import Verdict, Veto
from agentsensus.memory.session import Session
from agentsensus.store.integrity import damaged, stored_json
from agentsensus.store.rows import (
    NO_ORIGINAL,
    NO_TARGET,
    NOBODY,
    DecisionRow,
    LinkRow,
    MergeRow,
    OriginalRow,
    OwnerRow,
)
from agentsensus.store.search.similarity import cosine

__all__ = ["close_calls", "decided", "history", "original", "own_history", "why"]


def history(
    session: Session, record: str, at: int | None = None, since: When | None = None, until: When | None = None
) -> list[Change]:
    """Return the dated changes of a record and of each of its wordings, in order."""
    view, engine, limits = session.view(at), session.engine, checked_limits(None, since, until)
    members = view.members(record_number(engine, view, record))
    changes = [change for atom in members for change in _births(engine, atom)]
    atoms = set(members)
    for row in cast("Iterator[MergeRow]", islice(engine.store.rows("merges"), view.size("merges"))):
        if row.agent == NOBODY and row.atom in atoms:
            kind = "split" if row.cause == SPLIT else "merged"
            target = engine.atom(row.record)
            detail = {"into": target.id, "of": target.text}
            changes.append(Change(row.at, kind, "", engine.atom(row.atom).text, detail, as_time(row.stamp)))
    for decision in cast("Iterator[DecisionRow]", engine.store.rows("decisions")):
        if decision.atom in atoms:
            changes.append(_judged(engine, decision))
    replaced = set()
    for link in view.links():
        if link.kind == SUPERSEDES and not atoms.isdisjoint((link.a, link.b)):
            new, old, who = engine.atom(link.a), engine.atom(link.b), engine.agent_name(link.agent)
            if link.b in atoms:
                replaced.add((link.agent, link.at))
                kind, text, detail = "superseded", old.text, {"by": new.id, "text": new.text, **_valid(engine, link)}
            else:
                kind, text, detail = "supersedes", new.text, {"of": old.id, "text": old.text}
            changes.append(Change(link.at, kind, who, text, detail, as_time(link.stamp)))
    for retraction in engine.columns.retractions[: view.size("retractions")]:
        is_loss = retraction.kind == "owner" and retraction.a in atoms
        if is_loss and (retraction.agent, retraction.at) not in replaced:
            loser, text = engine.agent_name(retraction.agent), engine.atom(retraction.a).text
            changes.append(Change(retraction.at, "forgotten", loser, text, time=as_time(retraction.stamp)))
    for made in decisions(engine, view):
        if atoms & set(made.sides):
            kept = engine.atom(made.kept).id if made.kept != NO_TARGET else ""
            ids = {"sides": [engine.atom(side).id for side in made.sides], "kept": kept}
            text = engine.atom(made.sides[0]).text
            changes.append(Change(made.at, made.decision, "", text, ids, as_time(made.stamp)))
    order = {"said": 0, "judged": 1, "merged": 2}
    return _within(sorted(changes, key=lambda change: (change.at, order.get(change.kind, 3))), limits)


def _valid(engine: Engine, link: LinkRow) -> dict[str, Any]:
    """Return the rounds and times between which a superseded statement was valid."""
    times = time_of(engine, link.b), as_time(link.stamp)
    clock = {name: time.isoformat() for name, time in zip(("from_time", "to_time"), times, strict=True) if time}
    return {"valid": {"from": int(engine.columns.of("atoms", "at")[link.b]), "to": link.at, **clock}}


def _within(changes: list[Change], limits: AskLimits | None) -> list[Change]:
    """Return the changes between `since` and `until`."""
    return [each for each in changes if limits is None or limits.allows_time(each.at, as_stamp(each.time))]


def own_history(
    session: Session, agent: str, record: str, since: When | None = None, until: When | None = None
) -> list[Change]:
    """Return when and how an agent deposited its own wording of a record."""
    view, engine, limits = session.view(), session.engine, checked_limits(None, since, until)
    number, root = owned_record(engine, view, agent, record)
    atom = atom_number(engine, view, record)
    own = atom if view.owns_atom(number, atom) else view.own_wording(number, root)
    assert own is not None
    return _within([change for change in _births(engine, own) if change.who == agent], limits)


def original(session: Session, record: str) -> Original | None:
    """Return the original deposit that a wording was cut from; None if the store has none."""
    return _original(session.engine, atom_number(session.engine, session.view(), record))


def close_calls(
    session: Session, at: int | None = None, since: When | None = None, until: When | None = None
) -> list[Close]:
    """Return the verdicts marked for review, each with the author's decision and whether the statements are
    merged now.
    """
    limits = checked_limits(None, since, until)
    view, engine, calls = session.view(at), session.engine, []
    rows = [row for row in islice(attribute_rows(engine), view.size("attributes")) if row.key in (REVIEW, REVIEWED)]
    decided_: dict[tuple[int, int], tuple[bool, int]] = {}
    for row in rows:
        if row.key == REVIEWED:
            value = json.loads(row.value)
            decided_[int(row.subject), int(value["atom"])] = bool(value["same"]), row.at
    for row in rows:
        if row.key != REVIEW or (limits is not None and not limits.allows_time(row.at, row.stamp)):
            continue
        mark: dict[str, Any] = json.loads(row.value)
        atom, other = engine.atoms([int(row.subject), int(mark["atom"])])
        together = int(view.roots[int(row.subject)]) == int(view.roots[int(mark["atom"])])
        verdict = (float(mark["score"]), float(mark["threshold"]), str(mark["relation"]))
        reviewed = decided_.get((int(row.subject), int(mark["atom"])), (None, None))
        calls.append(Close(row.at, atom.id, atom.text, other.id, other.text, *verdict, together, *reviewed))
    return calls


def decided(
    session: Session, at: int | None = None, since: When | None = None, until: When | None = None
) -> list[Decided]:
    """Return every statement that the judge compared with others, and the wordings it was compared with."""
    limits = checked_limits(None, since, until)
    view, engine, found = session.view(at), session.engine, []
    for row in cast("Iterator[DecisionRow]", engine.store.rows("decisions")):
        if row.atom < view.atoms and (limits is None or limits.allows(engine, row.atom)):
            others = tuple(engine.atom(candidate["atom"]).id for candidate in _candidates(engine, row))
            found.append(Decided(row.at, engine.atom(row.atom).id, others))
    return found


async def why(session: Session, a: str, b: str) -> Verdict:
    """Return the judge's verdict on two statements (or records, by id). Writes nothing."""
    view, engine, drafts = session.view(), session.engine, []
    limit = engine.settings.max_characters
    numbers = engine.store.find([checked_text(statement, limit) for statement in (a, b)])
    for statement in (a, b):
        number = numbers.get(statement)
        text = engine.shown(int(view.roots[number]), view) if number is not None else statement
        holder = DraftDeposit("", (), "")
        await embed(engine, [holder], [[Atom(text)]])
        drafts.append(holder.drafts[0])
    first, second = drafts
    return await session.design.verdict(second, first, cosine(first.vector, second.vector))


def _births(engine: Engine, atom: int) -> Iterator[Change]:
    view = engine.view()
    text, original_row = engine.atom(atom).text, _original(engine, atom)
    words = (
        {"original": original_row.text}
        if original_row is not None and original_row.was_cut and original_row.text
        else {}
    )
    for row in cast("Iterator[OwnerRow]", engine.store.rows("owners", view.born(atom))):
        via = f"{row.via}:{row.source}" if row.source else row.via
        detail = {"via": via, "atom": engine.atom(atom).id} | words
        yield Change(row.at, "said", engine.agent_name(row.agent), text, detail, time_of(engine, atom))


def _original(engine: Engine, atom: int) -> Original | None:
    """Return the original deposit of an atom; None if the store has none."""
    columns = engine.columns
    number = int(columns.of("deposits", "original")[columns.of("atoms", "deposit")[atom]])
    if number == NO_ORIGINAL:
        return None
    row = cast(OriginalRow, next(engine.store.rows("originals", [number])))
    deposits = np.flatnonzero(columns.of("deposits", "original") == number).tolist()
    first, size, stamp = (columns.of("deposits", name) for name in ("first", "size", "stamp"))
    atoms = engine.atoms(
        [place for deposit in deposits for place in range(first[deposit], first[deposit] + size[deposit])]
    )
    words = row.text if row.cut else "\n".join(dict.fromkeys(atom.text for atom in atoms))
    return Original(
        agent=engine.agent_name(row.agent),
        at=row.at,
        number=row.number,
        text=words,
        was_cut=bool(row.cut),
        statements=tuple(atom.id for atom in atoms),
        stamp=as_time(int(stamp[deposits[0]])),
    )


def _candidates(engine: Engine, row: DecisionRow) -> list[dict[str, Any]]:
    """Return the candidates that were given to the judge. Raises StoreDamaged if they cannot be read."""
    stored: Any = stored_json(engine.store, row.candidates, "a list of candidates")
    atoms = len(engine.columns.of("atoms", "at"))
    try:
        candidates = unpacked_candidates(stored)
        if all(isinstance(each["atom"], int) and 0 <= each["atom"] < atoms for each in candidates):
            return candidates
    except (TypeError, KeyError, ValueError):
        pass
    raise damaged(engine.store, "a list of candidates refers to atoms that do not exist")


def _judged(engine: Engine, row: DecisionRow) -> Change:
    candidates = _candidates(engine, row)
    for candidate in candidates:
        known = engine.atom(candidate["atom"])
        spoken = language(known.text)
        candidate["vetoes"] = [Veto.stored_words(stored, spoken) for stored in candidate.get("vetoes", ())]
        candidate["atom"], candidate["text"] = known.id, known.text
    detail = {"relation": row.relation, "candidates": candidates, "note": row.note}
    return Change(row.at, "judged", row.judge, engine.atom(row.atom).text, detail, time_of(engine, row.atom))
