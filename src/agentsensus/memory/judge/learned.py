"""The learned judge: a few weights over readable features, with the vetoes on top.

Statements of three kinds are weighed apart: nearly the same words, short statements, and long ones. The weights and the
operating point of each kind are in `weights.json`, made by `python -m agentsensus.bench.train`.
"""

import json
import math
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from agentsensus.arrays import FloatArray
from agentsensus.memory.judge.features import Pair, features, vocabulary
from agentsensus.memory.judge.judge import Candidate, Judged, Question, Verdict
from agentsensus.memory.judge.rule import relation
from agentsensus.memory.judge.vetoes import vetoes
from agentsensus.memory.reading import Reading
from agentsensus.models.embed import Embedder

NEAR, SHORT, LONG = "near", "short", "long"
_WORDS_KEPT = 50_000


class Weights(BaseModel):
    """One kind's logistic regression: a weight for each feature (of its deviation from the mean, in spreads)."""

    model_config = ConfigDict(frozen=True)

    intercept: float
    threshold: float
    mean: dict[str, float]
    spread: dict[str, float]
    weight: dict[str, float]

    def probability(self, found: Mapping[str, float]) -> float:
        """How likely it is that a pair with these features tells the same event."""
        total = self.intercept + sum(
            weight * (found[name] - self.mean[name]) / self.spread[name] for name, weight in self.weight.items()
        )
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


@lru_cache(maxsize=1)
def packaged() -> dict[str, Weights]:
    """The weights that come with the package, by kind of pair."""
    text = files(__package__).joinpath("weights.json").read_text("utf-8")
    return {kind: Weights.model_validate(value) for kind, value in json.loads(text)["kinds"].items()}


def kind_of(found: Mapping[str, float]) -> str:
    """Which weights judge a pair: by shared words first, then by length."""
    if found["words_shared"] >= 0.6:
        return NEAR
    longest = math.log1p(30 if found["chinese"] else 18)
    return LONG if found["length_high"] > longest or found["headlines"] else SHORT


class LearnedJudge:
    """Same when the probability reaches the operating point of its kind and no veto stands against it; no model."""

    def __init__(self, embedder: Embedder, weights: Mapping[str, Weights] | None = None) -> None:
        self.id = "learned"
        self._embedder = embedder
        self._weights = weights or packaged()
        self._words: OrderedDict[str, FloatArray] = OrderedDict()

    async def judge(self, questions: Sequence[Question]) -> Judged:
        await self._learn_words([(q.statement, c.reading) for q in questions for c in q.candidates])
        return Judged(tuple(tuple(self.compare(q.statement, c) for c in q.candidates) for q in questions))

    def compare(self, statement: Reading, candidate: Candidate) -> Verdict:
        """The verdict on one pair whose words are known."""
        found = features(Pair(statement, candidate.reading, candidate.cosine, self._words))
        weights = self._weights[kind_of(found)]
        score = round(weights.probability(found), 4)
        alike = score >= weights.threshold and statement.language == candidate.reading.language
        against = vetoes(statement, candidate.reading) if alike else {}
        return Verdict(
            relation=relation(alike, against),
            score=score,
            threshold=weights.threshold,
            cosine=candidate.cosine,
            features={name: round(value, 4) for name, value in found.items()},
            vetoes=tuple(against.values()),
            judge=self.id,
        )

    async def _learn_words(self, pairs: Sequence[tuple[Reading, Reading]]) -> None:
        needed = sorted({word for a, b in pairs for word in vocabulary(a, b)} - self._words.keys())
        if needed:
            vectors = await self._embedder.embed(needed)
            self._words.update(zip(needed, vectors, strict=True))
        while len(self._words) > _WORDS_KEPT:
            self._words.popitem(last=False)
