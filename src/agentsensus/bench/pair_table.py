"""Labelled pairs as a table of features."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agentsensus.bench.logistic import Floats, Labels
from agentsensus.bench.pairs import LabelledPair
from agentsensus.loop import wait_for
from agentsensus.memory.judge.features import features
from agentsensus.memory.judge.vetoes import standing
from agentsensus.models.embed import by_name
from agentsensus.store.vectors import cosine
from agentsensus.text.names import Names
from agentsensus.text.reading import read


@dataclass(frozen=True, slots=True)
class Table:
    """The features of labelled pairs; the set, topic, kind and language of each; whether no veto stands against it."""

    names: tuple[str, ...]
    values: Floats
    same: Labels
    sets: npt.NDArray[np.str_]
    topics: npt.NDArray[np.str_]
    kinds: npt.NDArray[np.str_]
    languages: npt.NDArray[np.str_]
    clear: Labels

    def of(self, *sets: str) -> Labels:
        """Which pairs are of these sets."""
        chosen: Labels = np.isin(self.sets, sets)
        return chosen

    def column(self, name: str) -> Floats:
        """One feature of every pair."""
        values: Floats = self.values[:, self.names.index(name)]
        return values

    def rows(self, chosen: Labels) -> "Table":
        """Only these pairs."""
        return Table(
            names=self.names,
            values=self.values[chosen],
            same=self.same[chosen],
            sets=self.sets[chosen],
            topics=self.topics[chosen],
            kinds=self.kinds[chosen],
            languages=self.languages[chosen],
            clear=self.clear[chosen],
        )


def table(sets: Mapping[str, Sequence[LabelledPair]], registries: Mapping[str, Names] | None = None) -> Table:
    """Features of every pair of every set, read with the names of the registry that belongs to the set."""
    every = [(name, pair) for name, pairs in sets.items() for pair in pairs]
    embedder, registries = by_name("universal"), registries or {}
    known_by = [registries.get(name, Names()) for name, _ in every]
    readings = [
        (read(names.canonical(pair.a), names), read(names.canonical(pair.b), names))
        for (_, pair), names in zip(every, known_by, strict=True)
    ]
    texts = sorted({reading.text for both in readings for reading in both})
    vectors = dict(zip(texts, wait_for(embedder.embed(texts)), strict=True))
    clear = [not standing(a, b) for a, b in readings]
    rows = [
        features(a, b, cosine(vectors[a.text], vectors[b.text]), is_clear=is_clear)
        for (a, b), is_clear in zip(readings, clear, strict=True)
    ]
    return Table(
        names=tuple(rows[0]),
        values=np.array([list(row.values()) for row in rows]),
        same=np.array([pair.same for _, pair in every]),
        sets=np.array([name for name, _ in every]),
        topics=np.array([f"{_family(name)} {pair.topic}" for name, pair in every]),
        kinds=np.array([pair.kind for _, pair in every]),
        languages=np.array([a.language for a, _ in readings]),
        clear=np.array(clear),
    )


def _family(name: str) -> str:
    """Sets whose topics are the same: pairs of one text, its contrasts, and its translation."""
    return name.split("_")[0].removesuffix("+")
