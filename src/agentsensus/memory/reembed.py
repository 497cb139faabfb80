"""Changing the embedder or the names of a store that has records already."""

import numpy as np

from agentsensus.arrays import FloatArray
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.ids import text_key
from agentsensus.memory.core.vector_book import embedded
from agentsensus.memory.opening import NamesLike, as_names
from agentsensus.models.embed import Embedder
from agentsensus.store import NewVectors
from agentsensus.store.rows import erased_key
from agentsensus.text.names import Names

_CHUNK = 2_048


async def reembed(engine: Engine, embedder: Embedder, names: NamesLike | None) -> None:
    """Compute every vector anew and replace the old ones, in one commit."""
    known_names = engine.names if names is None else as_names(names)
    vectors: dict[str, FloatArray] = {}
    keys: list[str] = []
    while len(keys) < engine.now.atoms:
        # Others may remember while the embedder is asked; from the last look to the commit nothing waits.
        last = min(engine.now.atoms, len(keys) + _CHUNK)
        texts = [engine.atom(number).text for number in range(len(keys), last)]
        keys += await _embed(texts, embedder, known_names, vectors)
    order = {key: place for place, key in enumerate(vectors)}
    header = engine.header.model_copy(
        update={
            "embedder": embedder.id,
            "dim": embedder.dim,
            "names": known_names.as_dict(),
            "places": known_names.places(),
            "parts": known_names.parts(),
            "added_names": (),
            "generation": engine.header.generation + 1,
        }
    )
    data = np.stack(list(vectors.values())) if vectors else np.empty((0, embedder.dim), np.float32)
    engine.matrix.close()
    engine.store.replace_vectors(header, NewVectors(list(vectors), data), [order[key] for key in keys])
    engine.remake(header, engine.settings, embedder)


async def _embed(texts: list[str], embedder: Embedder, names: Names, vectors: dict[str, FloatArray]) -> list[str]:
    """Add the vectors of these texts to `vectors`; returns their keys. A purged text has a zero vector of its own."""
    canonical = [names.canonical(text) for text in texts]
    keys = [text_key(text) if text else "" for text in canonical]
    new = {key: text for key, text in zip(keys, canonical, strict=True) if text and key not in vectors}
    if new:
        vectors.update(zip(new, await embedded(embedder, list(new.values())), strict=True))
    return [key or _blank(embedder.dim, vectors) for key in keys]


def _blank(dim: int, vectors: dict[str, FloatArray]) -> str:
    """Add a zero vector, under a key by its own number; returns that key."""
    key = erased_key(len(vectors))
    vectors[key] = np.zeros(dim, np.float32)
    return key
