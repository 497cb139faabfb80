"""Which pair leaves a full cache: the oldest, the one least like what came, or a mixture of both."""

import json
from collections.abc import Sequence

from agentsensus.arrays import FloatArray
from agentsensus.store.vectors import cosine
from agentsensus.world.character import CacheEntry
from agentsensus.world.rules import Rules

__all__ = ["pair_text", "victim"]

_RESULT = 120
"""So much of a result tells what it was about; a recall may be fifty times as long."""


def pair_text(pair: CacheEntry) -> str:
    """An action and the beginning of its result as one text."""
    acted = json.dumps({"action": pair.action, "params": pair.params}, ensure_ascii=False, sort_keys=True)
    return f"{acted} => {json.dumps(pair.result, ensure_ascii=False, sort_keys=True)[:_RESULT]}"


def victim(vectors: Sequence[FloatArray], new: FloatArray, rules: Rules) -> int:
    """The place of the pair that leaves, of those with these vectors, when one with vector `new` comes."""
    last = len(vectors) - 1
    alpha = {"fifo": 1.0, "relevance": 0.0, "hybrid": rules.cache_alpha}[rules.cache]
    scores = []
    for place, vector in enumerate(vectors):
        recency = place / last if last else 1.0
        likeness = cosine(vector, new)
        worth = likeness if rules.cache == "relevance" else max(0.0, likeness)
        scores.append((round(alpha * recency + (1 - alpha) * worth, 4), place))
    return min(scores)[1]
