"""Embedders turn texts into vectors. `by_name` opens one by its name."""

from agentsensus.embed.base import Embedder, by_name, is_by_wording, relevance_of, thresholds_of, weights_of
from agentsensus.embed.endpoint import EndpointEmbedder
from agentsensus.embed.hashing import HashingEmbedder

__all__ = [
    "Embedder",
    "EndpointEmbedder",
    "HashingEmbedder",
    "by_name",
    "is_by_wording",
    "relevance_of",
    "thresholds_of",
    "weights_of",
]
