"""Conflicts between records: find the open ones, and how the others ended, including the author's decisions."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.ledger import Ledgers
from agentsensus.memory.core.marks import unexpired_owners
from agentsensus.memory.core.snapshot import CONFLICT, SUPERSEDES, Snapshot
from agentsensus.store.rows import ERASED, NOBODY, AttributeRow

__all__ = ["DECIDED", "DISMISSED", "RESOLVED", "Conflict", "conflict_id", "decisions", "every_conflict", "is_dismissed"]

DECIDED = "conflict"
"""Key of an attribute row about an atom. Its value is {"atom": the other side, "kept": an atom or -1, "decision":
"dismissed" or "resolved"}.
"""

DISMISSED, RESOLVED = "dismissed", "resolved"


@dataclass(frozen=True, slots=True)
class ConflictDecision:
    """A decision of the author on a conflict, made in round `at`.

    `sides` holds one atom of each record; `kept` is the atom of the record to keep, or -1 if the conflict was
    dismissed.
    """

    at: int
    sides: tuple[int, int]
    decision: str
    kept: int
    stamp: int = 0


@dataclass(slots=True)
class ConflictDecisions:
    """All decisions of the author on conflicts, oldest first."""

    made: list[ConflictDecision] = field(default_factory=list)

    def take(self, row: AttributeRow) -> None:
        """Add the row if it holds a decision on a conflict."""
        if row.key == DECIDED:
            value = json.loads(row.value)
            sides = int(row.subject), int(value["atom"])
            decision, kept = str(value["decision"]), int(value["kept"])
            self.made.append(ConflictDecision(row.at, sides, decision, kept, row.stamp))


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two records that contradict each other since round `at`. `ended` says how the conflict ended; empty while it is
    open.

    `atoms` are the two statements that were first found to contradict each other. The id of the conflict is made from
    them.
    """

    at: int
    atoms: tuple[int, int]
    records: tuple[int, int]
    ended: str
    stamp: int = 0


_ledgers: WeakKeyDictionary[Engine, Ledgers[ConflictDecisions]] = WeakKeyDictionary()


def decisions(engine: Engine, view: Snapshot) -> list[ConflictDecision]:
    """Return the author's decisions on conflicts as of a view, oldest first."""
    if engine not in _ledgers:
        _ledgers[engine] = Ledgers(engine, ConflictDecisions)
    return _ledgers[engine].at(view).made


def is_dismissed(engine: Engine, view: Snapshot, a: int, b: int) -> bool:
    """Return whether the author dismissed the conflict between the records of two atoms."""
    return frozenset((int(view.roots[a]), int(view.roots[b]))) in _decided(engine, view, DISMISSED)


def every_conflict(engine: Engine, view: Snapshot) -> Iterator[Conflict]:
    """Yield each conflict once, oldest first, including conflicts that ended. Purged conflicts are left out."""
    dismissed, resolved = _decided(engine, view, DISMISSED), _decided(engine, view, RESOLVED)
    origins = engine.columns.of("atoms", "origin")
    seen = set()
    for link in view.links():
        if link.kind != CONFLICT or link.agent != NOBODY:
            continue
        older, newer = sorted((int(view.roots[link.a]), int(view.roots[link.b])))
        key = (older, newer) if older != newer else (min(link.a, link.b), max(link.a, link.b))
        is_purged = any(all(origins[atom] & ERASED for atom in view.members(side)) for side in (older, newer))
        if key in seen or is_purged:
            continue
        seen.add(key)
        pair = frozenset((older, newer))
        if older == newer:
            ended = "merged"
        elif pair in dismissed:
            ended = DISMISSED
        else:
            ended = next(filter(None, (_end_of(engine, view, side) for side in (older, newer))), "")
            ended = RESOLVED if ended == "forgotten" and pair in resolved else ended
        yield Conflict(link.at, (min(link.a, link.b), max(link.a, link.b)), (older, newer), ended, link.stamp)


def conflict_id(engine: Engine, atoms: tuple[int, int]) -> str:
    """Return the id of the conflict between two statements. Later merges do not change the id."""
    ids = "\x1f".join(engine.atom(atom).id for atom in sorted(atoms))
    return "c" + hashlib.blake2b(ids.encode("ascii"), digest_size=6).hexdigest()


def _end_of(engine: Engine, view: Snapshot, record: int) -> str:
    """Return how a side of a conflict ended: superseded, forgotten or expired; "" while the record has owners."""
    if not view.is_live(record):
        ends = {link.b for link in view.links() if link.kind == SUPERSEDES}
        return "superseded" if ends & set(view.members(record)) else "forgotten"
    return "" if unexpired_owners(engine, view, record) else "expired"


def _decided(engine: Engine, view: Snapshot, decision: str) -> set[frozenset[int]]:
    made = (each for each in decisions(engine, view) if each.decision == decision)
    return {frozenset(int(view.roots[atom]) for atom in each.sides) for each in made}
