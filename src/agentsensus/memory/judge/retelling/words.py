"""The vectors of single words, asked for once and kept; those of the package's embedders in the whole process."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence

from agentsensus.arrays import FloatArray
from agentsensus.memory.judge.retelling.pair import vocabulary
from agentsensus.models.embed import Embedder
from agentsensus.models.embed.base import is_packaged
from agentsensus.text.reading import Reading

__all__ = ["WordVectors"]

_KEPT = 50_000
_of_packaged: OrderedDict[tuple[str, str], FloatArray] = OrderedDict()
"""By the embedder's id and the word: the package's embedders say the same of a word whoever asks."""


class WordVectors:
    """The vectors of the words of pairs that were learned; the oldest go when there are too many."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._vectors: OrderedDict[str, FloatArray] = OrderedDict()

    @property
    def vectors(self) -> Mapping[str, FloatArray]:
        """A vector for each word that was learned."""
        return self._vectors

    async def learn(self, pairs: Sequence[tuple[Reading, Reading]]) -> None:
        """Ask for the vectors of the words of some pairs that are not known yet."""
        needed = sorted({word for pair in pairs for word in vocabulary(*pair)} - self._vectors.keys())
        for word in needed:
            # Alone: the last digits of a vector depend on what is embedded with it, and a resumed run asks for others.
            # Looked for again: another may have asked for it while this one waited.
            if word not in self._vectors:
                self._vectors[word] = await _vector_of(word, self._embedder)
        while len(self._vectors) > _KEPT:
            self._vectors.popitem(last=False)

    def knows(self, a: Reading, b: Reading) -> bool:
        """Whether every word of a pair was learned."""
        return not vocabulary(a, b) - self._vectors.keys()


async def _vector_of(word: str, embedder: Embedder) -> FloatArray:
    if not is_packaged(embedder):
        return (await embedder.embed([word]))[0]
    key = (embedder.id, word)
    if key not in _of_packaged:
        _of_packaged[key] = (await embedder.embed([word]))[0]
        if len(_of_packaged) > _KEPT:
            _of_packaged.popitem(last=False)
    return _of_packaged[key]
