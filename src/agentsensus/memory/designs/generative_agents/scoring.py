"""The score of a row: recency, relevance and importance, each scaled to 0..1, weighted and summed."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from agentsensus.base.arrays import IntArray
from agentsensus.memory.designs.generative_agents.settings import GenerativeAgentsSettings
from agentsensus.store.search.similarity import DECIMALS

Floats: TypeAlias = npt.NDArray[np.float64]


def normalised(values: Floats) -> Floats:
    """Scale the values to 0..1 by their minimum and maximum; all become 0.5 if they are equal."""
    low, high = values.min(), values.max()
    if high == low:
        return np.full(len(values), 0.5)
    scaled: Floats = (values - low) / (high - low)
    return scaled


def recency(last: IntArray, now: int, settings: GenerativeAgentsSettings) -> Floats:
    """Return how recent each row is, computed from the round of its last access. Rows are in order of creation."""
    if settings.recency == "decay":
        hours = np.maximum(now - last, 0) * settings.hours_per_round
        return np.power(settings.decay, hours)
    order = np.lexsort((np.arange(len(last)), last))
    if settings.rank_order == "newest":
        order = order[::-1]
    ranks = np.empty(len(last), np.float64)
    ranks[order] = np.arange(1, len(last) + 1)
    return np.power(settings.decay, ranks)


def scored(
    relevance: Floats, importance: IntArray, last: IntArray, now: int, settings: GenerativeAgentsSettings
) -> Floats:
    """Return the rounded score of each row."""
    total = (
        settings.recency_weight * normalised(recency(last, now, settings))
        + settings.relevance_weight * normalised(relevance)
        + settings.importance_weight * normalised(importance.astype(np.float64))
    )
    return np.round(total, DECIMALS)


def best(scores: Floats, count: int) -> IntArray:
    """Return the positions of the highest scores, best first. Ties go to the older row."""
    places: IntArray = np.lexsort((np.arange(len(scores)), -scores))[:count]
    return places
