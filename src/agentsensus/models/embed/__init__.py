"""Embedders: what turns a text into a vector. `by_name` opens one by its name."""

from agentsensus.models.embed.base import Embedder, by_name, is_by_wording, relevance_of, thresholds_of, weights_of
from agentsensus.models.embed.endpoint import EndpointEmbedder
from agentsensus.models.embed.hashing import HashingEmbedder

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
