"""Vectors of single words, computed once and cached; for packaged embedders, in one cache for the whole process."""

import os
import zipfile
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np

from agentsensus.base.arrays import FloatArray
from agentsensus.embed import Embedder
from agentsensus.embed.base import is_packaged

__all__ = ["WordVectors", "load_words", "save_words"]

_KEPT = 50_000
_PREFIX, _SUFFIX = "words-", ".npz"
_of_packaged: OrderedDict[tuple[str, str], FloatArray] = OrderedDict()
"""Embedder id and word → vector. A packaged embedder always returns the same vector for a word."""


class WordVectors:
    """The vectors of words. If there are too many, the oldest are dropped."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._vectors: OrderedDict[str, FloatArray] = OrderedDict()

    @property
    def vectors(self) -> Mapping[str, FloatArray]:
        """The vector of each word that was requested."""
        return self._vectors

    async def learn(self, words: Iterable[str]) -> None:
        """Compute the vectors of the words that have none yet."""
        for word in sorted(set(words) - self._vectors.keys()):
            # One word at a time: the last digits of a vector depend on the batch, and a resumed run has other batches.
            # Check again: another task may have requested the word in the meantime.
            if word not in self._vectors:
                self._vectors[word] = await _vector_of(word, self._embedder)
        while len(self._vectors) > _KEPT:
            self._vectors.popitem(last=False)

    def knows(self, words: Iterable[str]) -> bool:
        """Return whether all these words have vectors."""
        return not set(words) - self._vectors.keys()


def save_words(folder: Path) -> None:
    """Add the word vectors of this process to the files in a folder, one file per embedder."""
    for embedder in {id_ for id_, _ in _of_packaged}:
        known = _read(folder / _file(embedder)) | {w: v for (id_, w), v in _of_packaged.items() if id_ == embedder}
        words = sorted(known)
        unfinished = folder / f".{os.getpid()}-{_file(embedder)}"
        with unfinished.open("wb") as opened:
            np.savez(opened, words=np.array(words, dtype=str), vectors=np.stack([known[word] for word in words]))
        unfinished.replace(folder / _file(embedder))


def load_words(folder: Path) -> None:
    """Load word vectors from the files in a folder. Unreadable files are ignored."""
    for file in sorted(folder.glob(_file("*"))):
        embedder = file.name.removeprefix(_PREFIX).removesuffix(_SUFFIX)
        for word, vector in _read(file).items():
            _of_packaged.setdefault((embedder, word), vector)


def _file(embedder: str) -> str:
    return f"{_PREFIX}{embedder}{_SUFFIX}"


def _read(file: Path) -> dict[str, FloatArray]:
    try:
        with np.load(file, allow_pickle=False) as kept:
            return dict(zip(kept["words"].tolist(), kept["vectors"], strict=True))
    except (OSError, ValueError, KeyError, zipfile.BadZipFile):
        return {}


async def _vector_of(word: str, embedder: Embedder) -> FloatArray:
    key = (embedder.id, word)
    if is_packaged(embedder) and key in _of_packaged:
        return _of_packaged[key]
    vector: FloatArray = (await embedder.embed([word]))[0]
    if is_packaged(embedder):
        _of_packaged[key] = vector
        if len(_of_packaged) > _KEPT:
            _of_packaged.popitem(last=False)
    return vector
