"""Test data for stores: vectors of real sentences, and mixes of two such vectors."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agentsensus.base.arrays import FloatArray, IntArray
from agentsensus.embed.base import CAUTIOUS
from agentsensus.language.names import Names
from agentsensus.memory.core.atoms import Atom, Atomized
from agentsensus.memory.inputs import Context
from agentsensus.memory.judge import Judged, Question, Relation, Verdict

BIG, SMALL = "big", "small"
BIG_SHARE, SMALL_SHARE = 0.23, 0.007
STATEMENTS = 4
"""The number of statements in a deposit whose `remember` is timed."""

JOINT = " | "
_OTHERS = 30


@dataclass(frozen=True, slots=True)
class Material:
    """Sentences with their vectors. The last `queries` sentences are used as queries and never stored."""

    sentences: list[str]
    vectors: FloatArray
    queries: int

    @property
    def base(self) -> int:
        return len(self.sentences) - self.queries

    def texts(self, first: int, last: int) -> list[str]:
        """Return the texts of rows `first` to `last` - 1: real sentences, then numbered copies for the mixed
        vectors."""
        return [
            self.sentences[n] if n < self.base else f"{self.sentences[n % self.base]} ({n})" for n in range(first, last)
        ]

    def rows(self, first: int, last: int) -> FloatArray:
        """Return the vectors of rows `first` to `last` - 1: real ones, then normalised mixes of two (cosine 0.6 to
        0.9)."""
        out = np.empty((last - first, self.vectors.shape[1]), np.float32)
        numbers = np.arange(first, last)
        real = numbers < self.base
        out[real] = self.vectors[numbers[real]]
        mixed = numbers[~real]
        chance = np.random.default_rng([7, first, last])
        weight = chance.uniform(0.6, 0.9, (len(mixed), 1)).astype(np.float32)
        other = chance.integers(0, self.base, len(mixed))
        blend = weight * self.vectors[mixed % self.base] + (1 - weight) * self.vectors[other]
        out[~real] = blend / np.linalg.norm(blend, axis=1, keepdims=True)
        return out


def owners(first: int, last: int) -> IntArray:
    """Return the owner of each row: 0 is `big` (23 % of rows), 1 is `small` (0.7 %), others share the rest."""
    drawn = np.random.default_rng([11, first, last]).random(last - first)
    rest = 2 + (drawn * 1e6).astype(np.int64) % _OTHERS
    return np.where(drawn < BIG_SHARE, 0, np.where(drawn < BIG_SHARE + SMALL_SHARE, 1, rest))


AGENTS = [BIG, SMALL, *(f"agent{n:02d}" for n in range(_OTHERS))]


class Ready:
    """An embedder that looks vectors up instead of computing them."""

    thresholds = CAUTIOUS

    def __init__(self, dim: int) -> None:
        self.id = f"ready-{dim}"
        self.dim = dim
        self._kept: dict[str, FloatArray] = {}

    def keep(self, texts: Sequence[str], rows: FloatArray) -> None:
        """Store the vectors of these texts for lookup."""
        self._kept.update(zip(texts, rows, strict=True))

    async def embed(self, texts: Sequence[str]) -> FloatArray:
        return np.stack([self._kept[text] for text in texts])


class Cut:
    """An atomizer that cuts at a separator, without delay."""

    async def atomize(self, agent: str, text: str, context: Context, names: Names, cap: int) -> Atomized:
        return Atomized(tuple(Atom(part) for part in text.split(JOINT)))


class Never:
    """A judge that finds all statements different, without delay."""

    id = "never"

    async def judge(self, questions: Sequence[Question]) -> Judged:
        return Judged(
            tuple(
                tuple(
                    Verdict(relation=Relation.DIFFERENT, score=0.0, threshold=1.0, cosine=c.cosine, judge=self.id)
                    for c in question.candidates
                )
                for question in questions
            )
        )


def percentiles(times: Sequence[float]) -> dict[str, float]:
    """Return the median and the 99th percentile of durations given in seconds, in milliseconds."""
    ordered = sorted(times)
    p50, p99 = statistics.median(ordered), ordered[int(len(ordered) * 0.99) - 1]
    return {"p50": round(p50 * 1000, 3), "p99": round(p99 * 1000, 3)}
