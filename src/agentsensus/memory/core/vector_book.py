"""Vectors of texts. Vectors of statements are stored by hash and computed once; vectors of queries are never stored.

The vector of a query comes from the asking agent's own cache or from the embedder, never from the store. Otherwise the
duration of a recall would reveal whether another agent has stored exactly that text.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Sequence

import numpy as np

from agentsensus.base.arrays import FloatArray
from agentsensus.embed import Embedder, is_by_wording, relevance_of, thresholds_of, weights_of
from agentsensus.embed.base import unit
from agentsensus.errors import AgentsensusError, BadText, ModelError
from agentsensus.memory.core.background import embed_on_owners_loop
from agentsensus.memory.core.ids import text_key
from agentsensus.store import NewVectors, Store

_REMEMBERED = 20_000
_REMEMBERED_OF_SERVER = 2_000
_QUERIES_OF_AN_AGENT = 8
APPLICATION = ""
"""The name under which queries of the application itself are cached, instead of an agent's name."""


class VectorBook:
    """The vectors of statements (stored in the memory) and of queries (cached for the agent that asked)."""

    def __init__(self, embedder: Embedder, store: Store) -> None:
        self.embedder = embedder
        self._store = store
        self._most = _REMEMBERED if store.served is None else _REMEMBERED_OF_SERVER
        self._known: OrderedDict[str, FloatArray] = OrderedDict()
        self._pending: dict[str, FloatArray] = {}
        self._under_way: dict[str, asyncio.Future[FloatArray]] = {}
        self._given: list[str] = []
        self._queries: dict[str, OrderedDict[str, FloatArray]] = {}
        self.stores_queries = False
        """Whether query vectors are stored like those of statements. Runs do this, because a replay needs identical
        bits.
        """

    async def query_vector(self, agent: str, query: str) -> FloatArray:
        """Return the vector of an agent's query, from the cache of this agent's last queries or from the embedder."""
        return (await self.query_vectors([(agent, query)]))[0]

    async def query_vectors(self, queries: Iterable[tuple[str, str]]) -> list[FloatArray]:
        """Return the vectors of queries given as (agent, canonical text). Queries new to their agent are embedded in
        one batch.

        How many texts are embedded depends only on earlier queries of the same agents.
        """
        asked = [(agent, _checked_key(text), text) for agent, text in queries]
        if self.stores_queries:
            return list(await self.vectors([text for _, _, text in asked]))
        none: OrderedDict[str, FloatArray] = OrderedDict()
        found = {(agent, key): self._queries.get(agent, none).get(key) for agent, key, _ in asked}
        new = {(agent, key): text for agent, key, text in asked if found[agent, key] is None}
        computed = list(await embedded(self.embedder, list(new.values()))) if new else []
        for (agent, key), vector in zip(new, computed, strict=True):
            cache = self._queries.setdefault(agent, OrderedDict())
            found[agent, key] = cache[key] = vector
            if len(cache) > _QUERIES_OF_AN_AGENT:
                cache.popitem(last=False)
        return [vector for agent, key, _ in asked if (vector := found[agent, key]) is not None]

    async def vectors(self, texts: Sequence[str]) -> FloatArray:
        """Return one vector per statement. Statements without a stored vector are embedded once each."""
        keys = [_checked_key(text) for text in texts]
        distinct = dict(zip(keys, texts, strict=True))
        known = {key: vector for key in distinct if (vector := self._cached(key)) is not None}
        elsewhere = {key: future for key in distinct if key not in known and (future := self._awaited(key)) is not None}
        known |= self._fetch([key for key in distinct if key not in known and key not in elsewhere])
        new = {key: text for key, text in distinct.items() if key not in known and key not in elsewhere}
        if new:
            known |= await self._compute(new)
        for key, future in elsewhere.items():
            # `wait` instead of `await`, so that a cancelled task does not cancel the others.
            await asyncio.wait([future])
            failed = future.cancelled() or future.exception() is not None
            known[key] = (await self.vectors([distinct[key]]))[0] if failed else future.result()
        return np.stack([known[key] for key in keys]) if keys else np.empty((0, self.embedder.dim), np.float32)

    def _awaited(self, key: str) -> "asyncio.Future[FloatArray] | None":
        """Return the future of a vector that another task of the running loop is computing; None if no task is."""
        future = self._under_way.get(key)
        return future if future is not None and future.get_loop() is asyncio.get_running_loop() else None

    def _cached(self, key: str) -> FloatArray | None:
        vector = self._pending.get(key)
        return self._known.get(key) if vector is None else vector

    def give(self, key: str, vector: FloatArray) -> None:
        """Add the vector of a text, so that it is not computed. It is stored with the next commit."""
        self._pending[key] = vector
        self._given.append(key)

    def take_pending(self) -> NewVectors:
        """Return the vectors that are not in the store yet, ordered by the hashes of their texts."""
        # Other processes may have stored the vector of the same text since it was computed here.
        doubtful = list(self._pending) if self._store.many_writers else self._given
        for key in self._store.find_vectors(doubtful):
            self._remember(key, self._pending.pop(key))
        self._given.clear()
        keys = sorted(self._pending)
        dim = self.embedder.dim
        data = np.stack([self._pending[key] for key in keys]) if keys else np.empty((0, dim), np.float32)
        return NewVectors(keys, data)

    def committed(self, vectors: NewVectors) -> None:
        """Record that these vectors are now in the store."""
        for key in vectors.keys:
            self._remember(key, self._pending.pop(key))

    async def _compute(self, new: dict[str, str]) -> dict[str, FloatArray]:
        loop = asyncio.get_running_loop()
        futures: dict[str, asyncio.Future[FloatArray]] = {key: loop.create_future() for key in new}
        self._under_way |= futures
        try:
            computed = dict(zip(new, await embedded(self.embedder, list(new.values())), strict=True))
        except BaseException:
            for future in futures.values():
                future.cancel()
            raise
        finally:
            for key in futures:
                self._under_way.pop(key, None)
        for key, vector in computed.items():
            if self._store.read_only:
                self._remember(key, vector)
            else:
                self._pending[key] = vector
            futures[key].set_result(vector)
        return computed

    def _fetch(self, keys: list[str]) -> dict[str, FloatArray]:
        vectors = {key: self._store.vectors(number, 1)[0] for key, number in self._store.find_vectors(keys).items()}
        for key, vector in vectors.items():
            self._remember(key, vector)
        return vectors

    def _remember(self, key: str, vector: FloatArray) -> None:
        self._known[key] = vector
        if len(self._known) > self._most:
            self._known.popitem(last=False)


class KeptVectors:
    """An embedder that takes vectors from a store, and calls another embedder only for texts without a stored vector.

    Thresholds, weights and relevance are those of the other embedder, so judges and recalls work the same.
    """

    def __init__(self, embedder: Embedder, store: Store) -> None:
        self.id = embedder.id
        self.dim = embedder.dim
        self.thresholds = thresholds_of(embedder)
        self.weights = weights_of(embedder)
        self.relevance = relevance_of(embedder)
        self.is_by_wording = is_by_wording(embedder)
        self._embedder = embedder
        self._store = store

    async def embed(self, texts: Sequence[str]) -> FloatArray:
        keys = [text_key(text) for text in texts]
        vectors = {key: self._store.vectors(number, 1)[0] for key, number in self._store.find_vectors(keys).items()}
        new = [text for key, text in zip(keys, texts, strict=True) if key not in vectors]
        if new:
            vectors |= dict(zip(map(text_key, new), await self._embedder.embed(new), strict=True))
        return np.stack([vectors[key] for key in keys]) if keys else np.empty((0, self.dim), np.float32)


async def embedded(embedder: Embedder, texts: Sequence[str]) -> FloatArray:
    """Return the unit vectors of texts. Raises ModelError if the embedder fails or its answer is unusable."""
    try:
        answer = await embed_on_owners_loop(embedder, texts)
    except AgentsensusError:
        raise
    except Exception as error:  # a user's embedder may raise anything
        cause = " ".join(f"{type(error).__name__}: {error}".split())
        raise ModelError(f"embedder {embedder.id} failed: {cause}") from error
    if not isinstance(answer, np.ndarray) or answer.dtype.kind != "f":
        raise ModelError(f"embedder {embedder.id} answered {type(answer).__name__}, not an array of floats")
    if answer.shape != (len(texts), embedder.dim):
        raise ModelError(f"embedder {embedder.id} answered no usable vectors (shape {answer.shape})")
    with np.errstate(all="ignore"):  # values too large for 32 bits become infinite, and so does the length
        vectors = unit(answer.astype(np.float32))
        lengths = np.linalg.norm(answer.astype(np.float32), axis=1)
    if not (np.isfinite(answer).all() and np.isfinite(lengths).all() and np.isfinite(vectors).all()):
        raise ModelError(f"embedder {embedder.id} answered values that are no numbers, or too large ones")
    return vectors


def _checked_key(text: str) -> str:
    try:
        return text_key(text)
    except UnicodeEncodeError as error:
        raise BadText(f"text holds a lone surrogate at character {error.start}; it is not valid Unicode") from None
