"""Contradictions: between all records for the application, between an agent's own wordings for that agent."""

from typing import Any

from agentsensus.memory.answers import Contradiction
from agentsensus.memory.core.agent_view import last_wording
from agentsensus.memory.core.conflicts import Conflict, conflict_id, every_conflict, is_dismissed
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.limits import When, as_time, checked_limits, time_of
from agentsensus.memory.core.marks import unexpired
from agentsensus.memory.core.snapshot import CONFLICT, Snapshot
from agentsensus.memory.session import Session


def conflicts(
    session: Session,
    at: int | None = None,
    *,
    is_open: bool | None = True,
    since: When | None = None,
    until: When | None = None,
) -> list[Contradiction]:
    """Return pairs of records that contradict each other, oldest first.

    `is_open`: True for open conflicts, False for ended ones, None for all.
    """
    view, engine, limits = session.view(at), session.engine, checked_limits(None, since, until)
    return [
        _of_author(engine, view, each)
        for each in every_conflict(engine, view)
        if (is_open is None or is_open == (not each.ended))
        and (limits is None or limits.allows_time(each.at, each.stamp))
    ]


def own_conflicts(
    session: Session, agent: str, at: int | None = None, since: When | None = None, until: When | None = None
) -> list[Contradiction]:
    """Return pairs of an agent's own wordings that contradict each other, oldest first, without wordings it
    lost later.
    """
    limits = checked_limits(None, since, until)
    view, engine = session.view(at, without_lost=True), session.engine
    number = engine.agent(agent)
    if number is None:
        return []
    pairs, as_agent = set(), engine.agent_view(view, number)
    current = set(unexpired(engine, view, number, as_agent.latest()).tolist())
    for atom in sorted(current):
        for other, kinds in as_agent.linked(as_agent.record_of(atom)).items():
            wording = last_wording(as_agent, other)
            if wording is None or CONFLICT not in kinds or wording not in current:
                continue
            if not is_dismissed(engine, view, atom, wording):
                pairs.add((min(atom, wording), max(atom, wording)))
    # A conflict is found when the newer statement is judged.
    return [_of_agent(engine, pair) for pair in sorted(pairs) if limits is None or limits.allows(engine, pair[1])]


def _of_author(engine: Engine, view: Snapshot, conflict: Conflict) -> Contradiction:
    # After a merge both sides are one record, so show the two statements.
    is_merged = conflict.records[0] == conflict.records[1]
    first, second = conflict.atoms if is_merged else conflict.records
    names = [tuple(sorted(engine.agent_name(agent) for agent in view.owners(side))) for side in conflict.records]
    rows = engine.atom(first), engine.atom(second)
    texts = (rows[0].text, rows[1].text) if is_merged else (engine.shown(first, view), engine.shown(second, view))
    return Contradiction(
        (rows[0].id, rows[1].id),
        texts,
        (names[0], names[1]),
        conflict_id(engine, conflict.atoms),
        conflict.at,
        conflict.ended,
        as_time(conflict.stamp),
    )


def _of_agent(engine: Engine, pair: tuple[int, int]) -> Contradiction:
    older, newer = engine.atom(pair[0]), engine.atom(pair[1])
    found = max(older.at, newer.at)
    given: dict[str, Any] = {"id": conflict_id(engine, pair), "at": found, "time": time_of(engine, pair[1])}
    return Contradiction((older.id, newer.id), (older.text, newer.text), **given)
