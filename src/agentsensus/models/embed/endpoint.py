"""An embedder behind an OpenAI-compatible endpoint (extra `endpoint`), by the same rules as models."""

import asyncio
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from agentsensus.arrays import FloatArray
from agentsensus.errors import InputError, ModelError
from agentsensus.models.budget import Budget, Exhaustion
from agentsensus.models.chat import Trouble
from agentsensus.models.embed.base import unit
from agentsensus.models.keys import OWN_KEY, find_key, key_for_address, scrub
from agentsensus.models.limits import Gate, Limits, in_time
from agentsensus.models.live import check_live
from agentsensus.models.reply import Usage

PURPOSE = "embed"
_BATCH = 256
_TRANSIENT = frozenset({408, 409, 425, 429})


class EndpointEmbedder:
    """Any `/embeddings` endpoint that speaks the OpenAI protocol.

    The key comes from the environment or the keyring and is kept nowhere else: the one in `key_variable`, or else
    AGENTSENSUS_API_KEY; OpenAI's goes only to OpenAI, or where OPENAI_BASE_URL names the address. Texts are sent in
    batches, several at once as `limits` allow; a batch that fails is tried again.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        dim: int,
        *,
        key_variable: str | None = None,
        limits: Limits | None = None,
        budget: Budget | None = None,
    ) -> None:
        if urlsplit(base_url).scheme not in ("http", "https"):
            raise InputError(f"base_url is {base_url!r}: give an address such as http://127.0.0.1:8080/v1")
        self.dim = dim
        self.id = f"endpoint-{model}-{dim}"
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
            parts = await asyncio.gather(*(self._batch(client, batch) for batch in batches))
        return unit(np.concatenate(parts)) if parts else np.empty((0, self.dim), np.float32)

    async def _batch(self, client: Any, texts: list[str]) -> FloatArray:
        most = Usage(sum(len(text.encode("utf-8", "surrogatepass")) + 8 for text in texts))

        async def attempt() -> FloatArray:
            async with self._budget.reserved(PURPOSE, f"openai:{self._model}", most) as held:
                try:
                    reply = await in_time(lambda: self._post(client, texts), self._limits.timeout)
                except Trouble as trouble:
                    if not trouble.may_cost:
                        held.settle(Usage())
                    raise
                vectors, used = self._parse(reply, len(texts))
                held.settle(used)
                return vectors

        try:
            return await self._gate.run(attempt, lambda: most.total, lambda _: True)
        except Exhaustion as error:
            raise ModelError(f"nothing more is embedded: {error}") from None
        except Trouble as trouble:
            raise ModelError(self._said(trouble)) from None

    def _said(self, trouble: Trouble) -> str:
        if not trouble.passes:
            return scrub(str(trouble))
        return scrub(f"{self._url} could not be reached in {trouble.calls} attempts ({trouble})")

    async def _post(self, client: Any, texts: list[str]) -> Any:
        reply = await client.post(self._url, json={"model": self._model, "input": texts})
        status = reply.status_code
        if status in _TRANSIENT or status >= 500:
            raise Trouble(f"status {status}", passes=True, wait=_wait(reply), may_cost=False)
        if status != 200:
            key = self._key_variable or OWN_KEY
            said = f"{self._url} answered {status}; check the address, the model and the key in {key}"
            raise Trouble(said, passes=False, may_cost=False)
        return reply

    def _parse(self, reply: Any, count: int) -> tuple[FloatArray, Usage]:
        try:
            loaded = reply.json()
            rows = sorted(loaded["data"], key=lambda row: row["index"])
            vectors = np.array([row["embedding"] for row in rows], np.float32)
            used = Usage(int((loaded.get("usage") or {}).get("total_tokens") or 0))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ModelError(scrub(f"{self._url} did not answer as an embeddings endpoint does ({error})")) from None
        if vectors.shape != (count, self.dim):
            raise ModelError(f"{self._url} answered vectors of shape {vectors.shape}, expected {(count, self.dim)}")
        if not np.isfinite(vectors).all():
            raise ModelError(scrub(f"{self._url} answered vectors with values that are no numbers"))
        return vectors, used


def _wait(reply: Any) -> float | None:
    try:
        return max(0.0, float(reply.headers.get("retry-after", "")))
    except ValueError:
        return None
