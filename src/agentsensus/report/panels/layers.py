"""The three layers of a case study: who talks with whom, how records hang together, and who owns what in common."""

from collections import Counter
from itertools import combinations
from typing import Any

from agentsensus.events.event import Sent
from agentsensus.memory.record import Record
from agentsensus.report.material import RunMaterial
from agentsensus.report.networks import communities, spring

__all__ = ["layers"]

_RECORDS = 320


def layers(material: RunMaterial) -> dict[str, Any]:
    """Conversation between people, links between records, and how many records any two people share."""
    return {"talk": _talk(material), "memory": _memory(material), "shared": _shared(material)}


def _talk(material: RunMaterial) -> dict[str, Any]:
    edges: Counter[tuple[str, str]] = Counter()
    people = set(material.people)
    for event in material.events:
        if isinstance(event, Sent) and event.sender in people:
            for to in event.recipients:
                if to in people and to != event.sender:
                    edges[min(event.sender, to), max(event.sender, to)] += 1
    weights = {pair: float(count) for pair, count in sorted(edges.items())}
    group, where = communities(material.people, weights), spring(material.people, weights)
    degree = Counter(end for pair in edges for end in pair)
    nodes = [[agent, *where[agent], group[agent], degree[agent]] for agent in material.people]
    return {"nodes": nodes, "edges": [[*pair, edges[pair]] for pair in weights]}


def _memory(material: RunMaterial) -> dict[str, Any]:
    """The records made in play and those linked to them, at most so many, the most linked first."""
    by_id = {record.id: record for record in material.records}
    chosen = sorted(material.records, key=lambda record: (record.origin != "sim", -len(record.links), record.id))
    shown_ids = {record.id for record in chosen[:_RECORDS]}
    edges: dict[tuple[str, str], float] = {}
    for id_ in sorted(shown_ids):
        for other, _ in by_id[id_].links:
            if other in shown_ids and other != id_:
                edges[min(id_, other), max(id_, other)] = 1.0
    nodes = sorted(shown_ids)
    group, where = communities(nodes, edges), spring(nodes, edges)
    return {
        "nodes": [[id_, *where[id_], group[id_], len(_owners(material, by_id[id_]))] for id_ in nodes],
        "edges": [list(pair) for pair in edges],
        "left_out": len(material.records) - len(shown_ids),
    }


def _owners(material: RunMaterial, record: Record) -> list[str]:
    people = set(material.people)
    return [owner for owner in record.owners if owner in people]


def _shared(material: RunMaterial) -> dict[str, Any]:
    """By pair of people, in the order of their communities, how many records both own."""
    counts: Counter[tuple[str, str]] = Counter()
    for record in material.records:
        for pair in combinations(sorted(_owners(material, record)), 2):
            counts[pair] += 1
    group = communities(material.people, {pair: float(count) for pair, count in sorted(counts.items())})
    order = sorted(material.people, key=lambda agent: (group[agent], agent))
    cells = [
        [0 if owner == other else counts[min(owner, other), max(owner, other)] for other in order] for owner in order
    ]
    return {"people": order, "cells": cells}
