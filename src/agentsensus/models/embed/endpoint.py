"""An embedder behind an OpenAI-compatible endpoint, the extra `endpoint`."""

import asyncio
import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from agentsensus.arrays import FloatArray
from agentsensus.errors import InputError, ModelError
from agentsensus.models.embed.base import unit

_ATTEMPTS = 5
_BATCH = 256
_TRANSIENT = frozenset({408, 409, 425, 429, 500, 502, 503, 504})


class EndpointEmbedder:
    """Any `/embeddings` endpoint that speaks the OpenAI protocol.

    The key comes from the environment (`key_variable`) and is kept nowhere else.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        dim: int,
        *,
        key_variable: str = "OPENAI_API_KEY",
        timeout: float = 300.0,
        first_pause: float = 1.0,
    ) -> None:
        self.dim = dim
        self.id = f"endpoint-{model}-{dim}"
        self._url = f"{base_url.rstrip('/')}/embeddings"
        self._model = model
        self._key_variable = key_variable
        self._timeout = timeout
        self._first_pause = first_pause

    async def embed(self, texts: Sequence[str]) -> FloatArray:
        try:
            import httpx
        except ImportError:
            raise InputError("an endpoint embedder needs httpx; pip install 'agentsensus[endpoint]'") from None
        key = os.environ.get(self._key_variable, "")
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        async with httpx.AsyncClient(timeout=self._timeout, headers=headers) as client:
            parts = [await self._batch(client, list(texts[i : i + _BATCH])) for i in range(0, len(texts), _BATCH)]
        return unit(np.concatenate(parts)) if parts else np.empty((0, self.dim), np.float32)

    async def _batch(self, client: Any, texts: list[str]) -> FloatArray:
        import httpx

        trouble = ""
        for attempt in range(_ATTEMPTS):
            if attempt:
                await asyncio.sleep(self._first_pause * 2 ** (attempt - 1))
            try:
                reply = await client.post(self._url, json={"model": self._model, "input": texts})
            except httpx.TransportError as error:
                trouble = f"{type(error).__name__}: {error}"
                continue
            if reply.status_code in _TRANSIENT:
                trouble = f"status {reply.status_code}"
                continue
            if reply.status_code != httpx.codes.OK:
                raise ModelError(f"{self._url} answered {reply.status_code}; check the address, the model and the key")
            return self._parse(reply, len(texts))
        raise ModelError(f"{self._url} could not be reached in {_ATTEMPTS} attempts ({trouble})")

    def _parse(self, reply: Any, count: int) -> FloatArray:
        try:
            rows = sorted(reply.json()["data"], key=lambda row: row["index"])
            vectors = np.array([row["embedding"] for row in rows], np.float32)
        except (ValueError, KeyError, TypeError) as error:
            raise ModelError(f"{self._url} did not answer as an embeddings endpoint does ({error})") from None
        if vectors.shape != (count, self.dim):
            raise ModelError(f"{self._url} answered vectors of shape {vectors.shape}, expected {(count, self.dim)}")
        return vectors
