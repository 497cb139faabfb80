"""Labelled pairs as a table of features."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agentsensus.analysis.bench.logistic import Floats, Labels
from agentsensus.analysis.bench.pairs import LabelledPair
from agentsensus.base.loop import wait_for
from agentsensus.embed import by_name
from agentsensus.language.names import Names
from agentsensus.language.reading import Reading, read
from agentsensus.store.search.similarity import cosine


@dataclass(frozen=True, slots=True)
class Table:
    """Features of labelled pairs, with the set, topic, kind and language of each; `clear` means that no veto
    applies."""

    names: tuple[str, ...]
    values: Floats
    same: Labels
    sets: npt.NDArray[np.str_]
    topics: npt.NDArray[np.str_]
    kinds: npt.NDArray[np.str_]
    languages: npt.NDArray[np.str_]
    clear: Labels

    def of(self, *sets: str) -> Labels:
        """Return a mask of the pairs that belong to these sets."""
        chosen: Labels = np.isin(self.sets, sets)
        return chosen

    def column(self, name: str) -> Floats:
        """Return one feature of every pair."""
        values: Floats = self.values[:, self.names.index(name)]
        return values

    def rows(self, chosen: Labels) -> "Table":
        """Return a table of only the chosen pairs."""
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


@dataclass(frozen=True, slots=True)
class ReadPair:
    """A labelled pair, with both statements read using the name registry of the pair's set."""

    set: str
    label: LabelledPair
    a: Reading
    b: Reading
    cosine: float


def read_sets(
    sets: Mapping[str, Sequence[LabelledPair]], registries: Mapping[str, Names] | None = None
) -> list[ReadPair]:
    """Read and embed every pair of every set."""
    every = [(name, pair) for name, pairs in sets.items() for pair in pairs]
    known_by = [(registries or {}).get(name, Names()) for name, _ in every]
    readings = [
        (read(names.canonical(pair.a), names), read(names.canonical(pair.b), names))
        for (_, pair), names in zip(every, known_by, strict=True)
    ]
    texts = sorted({reading.text for both in readings for reading in both})
    vectors = dict(zip(texts, wait_for(by_name("universal").embed(texts)), strict=True))
    return [
        ReadPair(name, pair, a, b, cosine(vectors[a.text], vectors[b.text]))
        for (name, pair), (a, b) in zip(every, readings, strict=True)
    ]


def table_of(pairs: Sequence[ReadPair], rows: Sequence[Mapping[str, float]], clear: Sequence[bool]) -> Table:
    """Build a table from pairs, their feature rows, and whether each pair is free of vetoes."""
    return Table(
        names=tuple(rows[0]),
        values=np.array([list(row.values()) for row in rows]),
        same=np.array([pair.label.same for pair in pairs]),
        sets=np.array([pair.set for pair in pairs]),
        topics=np.array([f"{_family(pair.set)} {pair.label.topic}" for pair in pairs]),
        kinds=np.array([pair.label.kind for pair in pairs]),
        languages=np.array([pair.a.language for pair in pairs]),
        clear=np.array(clear),
    )


def _family(name: str) -> str:
    """Return the family of a set. A text's pairs, contrasts and translation have the same topics and one family."""
    return name.split("_")[0].removesuffix("+")
