"""Another embedder or other names for a store that has records already."""

import numpy as np

from agentsensus.memory.embedding import embedded
from agentsensus.memory.engine import Engine
from agentsensus.memory.keys import text_key
from agentsensus.memory.opening import NamesLike, as_names
from agentsensus.models.embed import Embedder
from agentsensus.store import NewVectors

_CHUNK = 2_048


async def reembed(engine: Engine, embedder: Embedder, names: NamesLike | None) -> Engine:
    """Compute every vector anew, put them in the place of the old ones in one commit, and open the result."""
    known = engine.names if names is None else as_names(names)
    numbers: dict[str, int] = {}
    texts: list[str] = []
    places = []
    for number in range(engine.now.atoms):
        text = engine.atom(number).text
        canonical = known.canonical(text)
        key = text_key(canonical) if text else f"erased-{number}"
        if key not in numbers:
            numbers[key] = len(texts)
            texts.append(canonical)
        places.append(numbers[key])
    blocks = [await embedded(embedder, texts[i : i + _CHUNK]) for i in range(0, len(texts), _CHUNK)]
    data = np.concatenate(blocks) if blocks else np.empty((0, embedder.dim), np.float32)
    data[[place for place, text in enumerate(texts) if not text]] = 0
    header = engine.header.model_copy(
        update={"embedder": embedder.id, "dim": embedder.dim, "names": known.as_dict() if known else {}}
    )
    engine.matrix.close()
    engine.store.replace_vectors(header, NewVectors(list(numbers), data), places)
    return Engine(engine.store, header, engine.settings, embedder, known)
