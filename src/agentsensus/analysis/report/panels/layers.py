"""Three networks of a run: conversations, links between records, and shared ownership."""

from collections import Counter, defaultdict
from itertools import combinations
from typing import Any

from agentsensus.analysis.drawing import communities_of
from agentsensus.analysis.report.layout import spread, spring
from agentsensus.analysis.report.material import RunMaterial
from agentsensus.memory.answers import Record
from agentsensus.worlds.events.event import Sent

__all__ = ["layers"]

_RECORDS = 320


def layers(material: RunMaterial) -> dict[str, Any]:
    """Conversations by round, links between records, and characters in order of community."""
    return {"talk": _talk(material), "memory": _memory(material), "shared": _shared(material)}


def _talk(material: RunMaterial) -> dict[str, Any]:
    told: dict[tuple[str, str], list[int]] = defaultdict(list)
    people = set(material.people)
    for event in material.events:
        if isinstance(event, Sent) and event.sender in people:
            for to in event.recipients:
                if to in people and to != event.sender:
                    told[min(event.sender, to), max(event.sender, to)].append(event.round)
    weights = {pair: float(len(rounds)) for pair, rounds in sorted(told.items())}
    group, where = communities_of(material.people, weights), spread(spring(material.people, weights))
    nodes = [[agent, *where[agent], group[agent]] for agent in material.people]
    return {"nodes": nodes, "edges": [[*pair, told[pair]] for pair in weights]}


def _memory(material: RunMaterial) -> dict[str, Any]:
    """The records made in play and the records linked to them, most linked first, up to a limit."""
    by_id = {record.id: record for record in material.records}
    chosen = sorted(material.records, key=lambda record: (record.origin != "sim", -len(record.links), record.id))
    shown_ids = {record.id for record in chosen[:_RECORDS]}
    edges: dict[tuple[str, str], float] = {}
    for id_ in sorted(shown_ids):
        for other, _ in by_id[id_].links:
            if other in shown_ids and other != id_:
                edges[min(id_, other), max(id_, other)] = 1.0
    nodes = sorted(shown_ids)
    group, where = communities_of(nodes, edges), spring(nodes, edges)
    return {
        "nodes": [[id_, *where[id_], group[id_]] for id_ in nodes],
        "edges": [list(pair) for pair in edges],
        "left_out": len(material.records) - len(shown_ids),
    }


def _owners(material: RunMaterial, record: Record) -> list[str]:
    people = set(material.people)
    return [owner for owner in record.owners if owner in people]


def _shared(material: RunMaterial) -> dict[str, Any]:
    """Characters in the order of their communities; the page counts the shared records by round."""
    counts: Counter[tuple[str, str]] = Counter()
    for record in material.records:
        for pair in combinations(sorted(_owners(material, record)), 2):
            counts[pair] += 1
    group = communities_of(material.people, {pair: float(count) for pair, count in sorted(counts.items())})
    order = sorted(material.people, key=lambda agent: (group[agent], agent))
    return {"people": order}
