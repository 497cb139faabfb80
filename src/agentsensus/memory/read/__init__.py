"""Functions that read an open memory, as one agent or as the application. They take a `Session` and write nothing."""

from agentsensus.memory.read.changes import close_calls, decided, history, original, own_history, why
from agentsensus.memory.read.contradictions import conflicts, own_conflicts
from agentsensus.memory.read.counts import stats
from agentsensus.memory.read.feed import commits_since
from agentsensus.memory.read.recalls import knows, latest, links, owns, prepare_recalls, recall, via_of
from agentsensus.memory.read.record_lookup import (
    byproducts,
    get,
    groups,
    knowers,
    record_ids,
    records,
    search,
    who_knows,
)

__all__ = [
    "byproducts",
    "close_calls",
    "commits_since",
    "conflicts",
    "decided",
    "get",
    "groups",
    "history",
    "knowers",
    "knows",
    "latest",
    "links",
    "original",
    "own_conflicts",
    "own_history",
    "owns",
    "prepare_recalls",
    "recall",
    "record_ids",
    "records",
    "search",
    "stats",
    "via_of",
    "who_knows",
    "why",
]
