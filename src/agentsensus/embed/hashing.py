"""An embedder without a model: it hashes sequences of one to three characters."""

import hashlib
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from agentsensus.base.arrays import FloatArray
from agentsensus.embed.base import unit
from agentsensus.language.caching import text_cache


class HashingEmbedder:
    """Counts character sequences in a fixed number of buckets. Texts are similar if they share words, whatever they
    mean.
    """

    thresholds: ClassVar[dict[str, float]] = {"en": 0.70, "zh": 0.70, "cross": 1.01}
    is_by_wording: ClassVar[bool] = True
    """These vectors compare words, not meaning, so judges do not use them."""
    relevance = 0.05

    def __init__(self, dim: int = 1024) -> None:
        self.dim = dim
        self.id = f"hashing-1-{dim}"

    async def embed(self, texts: Sequence[str]) -> FloatArray:
        rows = np.zeros((len(texts), self.dim), np.float32)
        for row, text in zip(rows, texts, strict=True):
            padded = f" {text.casefold()} "
            for size in (1, 2, 3):
                for start in range(len(padded) - size + 1):
                    bucket, sign = _place(padded[start : start + size], self.dim)
                    row[bucket] += sign * size
        return unit(rows)


@text_cache(200_000)
def _place(run: str, dim: int) -> tuple[int, int]:
    number = int.from_bytes(hashlib.blake2b(run.encode("utf-8"), digest_size=8).digest(), "little")
    return (number >> 1) % dim, 1 if number & 1 else -1
