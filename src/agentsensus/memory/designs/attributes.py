"""Check attribute rows that come from an import: the subject and value that each key allows."""

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

import numpy as np

from agentsensus.base.files import parse_json
from agentsensus.memory.core.conflicts import DECIDED, DISMISSED, RESOLVED
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.grants import GROUP, JOINED, LEFT, UNSHARED
from agentsensus.memory.core.grants import SHARED as SHARED_WITH
from agentsensus.memory.core.idempotency import WRITTEN
from agentsensus.memory.core.marks import NEVER, PINNED, TIME, WEIGHT
from agentsensus.memory.core.writer import EXPIRES
from agentsensus.memory.designs.collaborative.access import (
    AGENT,
    CLOSED,
    GRANT,
    OPEN,
    RESOURCE,
    REVOKE,
    SHARED,
    TIER,
    edge_key,
)
from agentsensus.memory.designs.consensus.ablations import TRUTH
from agentsensus.memory.designs.consensus.commit import REVIEW, REVIEWED
from agentsensus.memory.designs.g_memory.insights import INSIGHT, OPPONENTS, SCORE, SUPPORTERS
from agentsensus.memory.designs.g_memory.tiers import DISTILLED, QUERY, ROWS
from agentsensus.memory.designs.generative_agents.ratings import ACCESSED, ACCUMULATED, DEPTH, IMPORTANCE, MODEL, RULE
from agentsensus.memory.designs.generative_agents.salience import HIGHEST, LOWEST
from agentsensus.memory.designs.private_rows import BYPRODUCT
from agentsensus.store.rows import NO_TARGET, NOBODY, AttributeRow

_WHOLE = re.compile(r"-?[0-9]{1,18}")


class Sizes(NamedTuple):
    """How many atoms and agents exist. A row must not refer to a higher number."""

    atoms: int
    agents: int


Check: TypeAlias = Callable[[str, Sizes], object]
"""A check of a subject or value. It raises ValueError, KeyError or TypeError if the text is not valid."""


def wrong_attribute(rows: Iterable[AttributeRow], sizes_at: Callable[[int], Sizes]) -> str | None:
    """Return an error message for the first invalid row; None if all are valid. Rows with unknown keys are not checked.

    `sizes_at` returns the counts at the end of a round. A row may refer only to rows that existed then.
    """
    insights, scored = dict[str, int](), set[str]()
    for number, row in enumerate(rows):
        if wrong := wrong_values(row, sizes_at(row.at)):
            return f"attributes row {number} {wrong}"
        if row.key == SCORE:
            scored.add(row.subject)
        if (row.key, row.value) == (BYPRODUCT, INSIGHT):
            insights[row.subject] = number
    bare = next((number for subject, number in insights.items() if subject not in scored), None)
    return None if bare is None else f"attributes row {bare} speaks of an insight that has no score"


def wrong_values(row: AttributeRow, sizes: Sizes) -> str | None:
    """Return an error message for an invalid subject or value of a row; None if both are valid."""
    of_subject, of_value = _CHECKS.get(row.key, (_anything, _anything))
    try:
        of_subject(row.subject, sizes)
        of_value(row.value, sizes)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        why = " ".join(str(error).split())
        return f"({row.key[:40]} of {row.subject[:40]!r}) is {row.value[:40]!r}: {why}"
    return None


def check_attributes(engine: Engine) -> None:
    """Make the engine check every attribute row when it is first read."""

    def wrong(row: AttributeRow) -> str | None:
        atoms = int(np.searchsorted(engine.columns.of("atoms", "at"), row.at, side="right"))
        return wrong_values(row, Sizes(atoms, engine.columns.agents_at(row.at)))

    engine.wrong_attribute = wrong


def _whole(text: object, sizes: Sizes) -> int:
    if not isinstance(text, str) or not _WHOLE.fullmatch(text):
        raise ValueError("a whole number was expected")
    return int(text)


def _atom(text: object, sizes: Sizes) -> None:
    if not 0 <= _whole(text, sizes) < sizes.atoms:
        raise ValueError(f"atom {text} is not there")


def _agent(text: object, sizes: Sizes) -> None:
    if not 0 <= _whole(text, sizes) < sizes.agents:
        raise ValueError(f"agent {text} is not there")


def _atoms(text: str, sizes: Sizes) -> None:
    for number in text.split():
        _atom(number, sizes)


def _anything(text: str, sizes: Sizes) -> None:
    """Accept every text."""


def _one_of(*words: str) -> Check:
    def check(text: str, sizes: Sizes) -> None:
        if text not in words:
            raise ValueError(f"known: {', '.join(words)}")

    return check


def _rating(text: str, sizes: Sizes) -> None:
    number, _, by = text.partition(" ")
    if not LOWEST <= _whole(number, sizes) <= HIGHEST:
        raise ValueError(f"importance goes from {LOWEST} to {HIGHEST}")
    _one_of(RULE, MODEL)(by, sizes)


def _owned(check: Check) -> Check:
    """Return a check for values that begin with the number of an owner; the rest must pass `check`."""

    def both(text: str, sizes: Sizes) -> None:
        owner, _, value = text.partition(" ")
        _agent(owner, sizes)
        check(value, sizes)

    return both


def _round(text: str, sizes: Sizes) -> None:
    if text != NEVER:
        _whole(text.removeprefix(TIME), sizes)


def _weight(text: str, sizes: Sizes) -> None:
    if not LOWEST <= _whole(text, sizes) <= HIGHEST:
        raise ValueError(f"a weight goes from {LOWEST} to {HIGHEST}")


def _query(text: str, sizes: Sizes) -> None:
    query = parse_json(text)
    if not isinstance(query["key"], str) or not all(isinstance(n, int) and n >= 0 for n in query["near"]):
        raise ValueError("a query has a key and the places of others near it")
    for atom in query["rows"]:
        _atom(str(atom), sizes)


def _review(text: str, sizes: Sizes) -> None:
    mark = parse_json(text)
    _atom(str(mark["atom"]), sizes)
    if not all(isinstance(mark[name], float | int) for name in ("score", "threshold")):
        raise ValueError("a score and a threshold were expected")
    str(mark["relation"])


def _reviewed(text: str, sizes: Sizes) -> None:
    decision = parse_json(text)
    _atom(str(decision["atom"]), sizes)
    if not isinstance(decision["same"], bool):
        raise ValueError("whether the two are the same was expected")


def _written(text: str, sizes: Sizes) -> None:
    value = parse_json(text)
    if value["agent"] != NOBODY or value["atoms"]:  # the row of an edit has neither an agent nor atoms
        _agent(str(value["agent"]), sizes)
    for atom in value["atoms"]:
        _atom(str(atom), sizes)
    if not isinstance(value["place"], int) or len(value["known"]) != len(value["atoms"]):
        raise ValueError("a place and one flag an atom were expected")


def _decided(text: str, sizes: Sizes) -> None:
    decision = parse_json(text)
    _atom(str(decision["atom"]), sizes)
    if decision["kept"] != NO_TARGET:
        _atom(str(decision["kept"]), sizes)
    _one_of(DISMISSED, RESOLVED)(decision["decision"], sizes)


def _share(text: str, sizes: Sizes) -> None:
    granter, _, reader = text.partition(" ")
    if granter != str(NOBODY):
        _agent(granter, sizes)
    if not reader.startswith(GROUP):
        _agent(reader, sizes)


_CHECKS: dict[str, tuple[Check, Check]] = {
    EXPIRES: (_atom, _owned(_round)),
    PINNED: (_atom, _owned(_one_of("0", "1"))),
    WEIGHT: (_atom, _owned(_weight)),
    WRITTEN: (_anything, _written),
    DECIDED: (_atom, _decided),
    REVIEW: (_atom, _review),
    REVIEWED: (_atom, _reviewed),
    TRUTH: (_atom, _anything),
    BYPRODUCT: (_atom, _anything),
    IMPORTANCE: (_atom, _rating),
    ACCESSED: (_atom, _whole),
    DEPTH: (_atom, _whole),
    ACCUMULATED: (_agent, _whole),
    SCORE: (_atom, _whole),
    SUPPORTERS: (_atom, _atoms),
    OPPONENTS: (_atom, _atoms),
    DISTILLED: (_agent, _atom),
    ROWS: (_agent, _whole),
    QUERY: (_agent, _query),
    SHARED_WITH: (_atom, _share),
    UNSHARED: (_atom, _share),
    JOINED: (_anything, _agent),
    LEFT: (_anything, _agent),
    GRANT: (_atom, _agent),
    REVOKE: (_atom, _agent),
    TIER: (_atom, _one_of(SHARED)),
    **{edge_key(kind, state): (_agent, _agent) for kind in (AGENT, RESOURCE) for state in (OPEN, CLOSED)},
}
"""The checks of the subject and of the value, by attribute key."""
