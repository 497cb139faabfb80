"""An embedder that calls an OpenAI-compatible endpoint (extra `endpoint`). Limits and budget work as for models."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from agentsensus.base.arrays import FloatArray
from agentsensus.base.loop import together
from agentsensus.embed.base import CAUTIOUS, unit
from agentsensus.errors import InputError, ModelError
from agentsensus.models.budget import Budget, Exhaustion
from agentsensus.models.chat import Trouble, Usage
from agentsensus.models.limits import Gate, Limits, asked_wait, in_time, may_pass
from agentsensus.models.live import check_live
from agentsensus.models.providers.model_id import checked_address
from agentsensus.models.secrets import OWN_KEY, find_key, key_for_address, noted

PURPOSE = "embed"
_BATCH = 256


class EndpointEmbedder:
    """An embedder that calls any OpenAI-compatible `/embeddings` endpoint.

    The key is read from the variable `key_variable`, or else AGENTSENSUS_API_KEY, in the environment or the keyring.
    OpenAI's own key is sent only to OpenAI, or to the address in OPENAI_BASE_URL. Texts are sent in batches, as many at
    once as `limits` allow; failed batches are retried. `thresholds` are the cosines from which the rule judge may call
    two statements the same: one per language and one for "cross".
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        dim: int,
        *,
        key_variable: str | None = None,
        thresholds: Mapping[str, float] = CAUTIOUS,
        limits: Limits | None = None,
        budget: Budget | None = None,
    ) -> None:
        base_url = checked_address(base_url, "base_url")
        self.dim = dim
        self.id = f"endpoint-{model}-{dim}"
        self.thresholds = dict(thresholds)
        self._base_url = base_url
        self._url = f"{base_url.rstrip('/')}/embeddings"
        self._model = model
        self._key_variable = key_variable
        self._limits = limits or Limits(attempts=5, concurrency=4)
        self._gate = Gate(self._limits)
        self._budget = budget or Budget()

    async def embed(self, texts: Sequence[str]) -> FloatArray:
        try:
            import httpx
        except ImportError:
            raise InputError("an endpoint embedder needs httpx; pip install 'agentsensus[endpoint]'") from None
        check_live(urlsplit(self._url).hostname or "")
        key = find_key((self._key_variable,)) if self._key_variable else key_for_address(self._base_url)
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        batches = [list(texts[start : start + _BATCH]) for start in range(0, len(texts), _BATCH)]
        async with httpx.AsyncClient(timeout=self._limits.timeout, headers=headers) as client:
            parts = await together([self._batch(client, batch) for batch in batches])
        return unit(np.concatenate(parts)) if parts else np.empty((0, self.dim), np.float32)

    async def _batch(self, client: Any, texts: list[str]) -> FloatArray:
        most = Usage(sum(len(text.encode("utf-8", "surrogatepass")) + 8 for text in texts))

        async def attempt() -> FloatArray:
            async with self._budget.reserved(PURPOSE, f"openai:{self._model}", most) as reservation:
                vectors, used = await in_time(lambda: self._post(client, texts), self._limits.timeout)
                reservation.settle(used or self._budget.counted(texts))
                return vectors

        try:
            return await self._gate.run(attempt, lambda: most.total, lambda _: True)
        except Exhaustion as error:
            raise ModelError(f"stopped embedding: {error}") from None
        except Trouble as trouble:
            tries = f" in {trouble.calls} attempts" if trouble.passes else ""
            raise ModelError(noted(f"{self._url} gave no vectors{tries}: {trouble}")) from None

    async def _post(self, client: Any, texts: list[str]) -> tuple[FloatArray, Usage | None]:
        import httpx

        try:
            reply = await client.post(self._url, json={"model": self._model, "input": texts})
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            raise Trouble(f"nothing answers there ({error})", passes=True, may_cost=False) from error
        status = reply.status_code
        if status != 200:
            passes = may_pass(status)
            hint = "" if passes else f"; check the address, the model and the key in {self._key_variable or OWN_KEY}"
            raise Trouble(f"status {status}{hint}", passes=passes, wait=asked_wait(reply.headers), may_cost=False)
        return self._parse(reply, len(texts))

    def _parse(self, reply: Any, count: int) -> tuple[FloatArray, Usage | None]:
        try:
            loaded = reply.json()
            rows = sorted(loaded["data"], key=lambda row: row["index"])
            with np.errstate(over="ignore"):
                vectors = np.array([row["embedding"] for row in rows], np.float64).astype(np.float32)
            used = int((loaded.get("usage") or {}).get("total_tokens") or 0)
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
            reason = f"not the reply of an embeddings endpoint ({type(error).__name__}: {error})"
            raise Trouble(reason, passes=True) from None
        if vectors.shape != (count, self.dim):
            reason = f"its vectors have the shape {vectors.shape}, expected {(count, self.dim)}"
            raise Trouble(reason, passes=False)
        if not np.isfinite(vectors).all():
            raise Trouble("its vectors contain NaN or infinity", passes=True)
        return vectors, Usage(used) if used > 0 else None
