"""An embedder with a cache, because training embeds the same words many times."""

from collections.abc import Sequence

import numpy as np

from agentsensus.base.arrays import FloatArray
from agentsensus.embed import Embedder

__all__ = ["RememberingEmbedder"]


class RememberingEmbedder:
    """Returns the vectors of another embedder and caches them by text."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._vectors: dict[str, FloatArray] = {}

    @property
    def id(self) -> str:
        return self._embedder.id

    @property
    def dim(self) -> int:
        return self._embedder.dim

    async def embed(self, texts: Sequence[str]) -> FloatArray:
        for text in texts:
            if text not in self._vectors:
                self._vectors[text] = (await self._embedder.embed([text]))[0]
        return np.stack([self._vectors[text] for text in texts])
