"""Embedders: what turns a text into a vector. `by_name` opens one by its name."""

from agentsensus.models.embed.base import Embedder, by_name

__all__ = ["Embedder", "by_name"]
