"""An embedder of one's own, whole: one file, one class, and what it is calibrated by."""

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from agentsensus.base.arrays import FloatArray
from agentsensus.embed.base import unit

ENTRY = f"{__name__}:ToyEmbedder"
"""Its entry in the table of embedders."""


class BareEmbedder:
    """Counts letters; brings nothing to judge by."""

    id, dim = "bare-1", 26

    async def embed(self, texts: Sequence[str]) -> FloatArray:
        return unit(np.array([[text.lower().count(chr(97 + n)) for n in range(26)] for text in texts], np.float32))


class ToyEmbedder(BareEmbedder):
    """Counts letters, and says from which cosine on two statements may be the same."""

    id = "toy-1"
    thresholds: ClassVar[dict[str, float]] = {"en": 0.99, "zh": 0.9, "cross": 1.01}
