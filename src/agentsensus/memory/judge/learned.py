"""The learned judge: a few weights over readable features, with the vetoes on top.

Four small logistic models say how likely two statements tell the same event: one for news and other long English
sentences, one for English and one for Chinese statements of a story, and one for English statements of a world whose
registry knows the people and places they name. Two more take away from that when they doubt it:
whether statements of a story agree in what they say, and whether much the same words stand in an order that says the
same. Very short statements that the rules can read whole are left to them (`short_statements.py`). Weights and
operating points are a file that the embedder brings, made by `python -m training`.
"""

import json
import math
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import lru_cache

from pydantic import BaseModel, ConfigDict

from agentsensus.arrays import FloatArray
from agentsensus.errors import InputError
from agentsensus.memory.judge.features import StatementPair, features, vocabulary
from agentsensus.memory.judge.judge import Candidate, Judged, Question, Verdict
from agentsensus.memory.judge.rule import relation
from agentsensus.memory.judge.short_statements import is_plain
from agentsensus.memory.judge.vetoes_in_context import standing
from agentsensus.models.embed import Embedder, by_name, weights_of
from agentsensus.models.embed.base import DEFAULT
from agentsensus.text.reading import Reading

NEWS, STORY_EN, STORY_ZH, KNOWN_EN = "news", "story_en", "story_zh", "known_en"
STANDING = {NEWS: "news", STORY_EN: "story", STORY_ZH: "story", KNOWN_EN: "known"}
_LONG_EN, _LONG_ZH = 18, 30
_NEAR_EN, _NEAR_ZH = 0.6, 0.35
_WORDS_KEPT = 50_000


class Weights(BaseModel):
    """One logistic regression: a weight for each feature, which is scaled by its mean and its spread."""

    model_config = ConfigDict(frozen=True)

    intercept: float
    threshold: float
    mean: dict[str, float]
    spread: dict[str, float]
    weight: dict[str, float]

    def probability(self, features: Mapping[str, float]) -> float:
        """The probability that a pair with these features is what the weights were trained to find."""
        total = self.intercept + sum(
            weight * (features[name] - self.mean[name]) / self.spread[name] for name, weight in self.weight.items()
        )
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


class LearnedWeights(BaseModel):
    """Everything the judge has learned, and the embedder whose vectors it learned from."""

    model_config = ConfigDict(frozen=True)

    embedder: str
    same: dict[str, Weights]
    agrees: dict[str, Weights]
    ordered: Weights


def packaged() -> LearnedWeights:
    """The weights of the default embedder, which come with the package."""
    return learned_with(by_name(DEFAULT))


def learned_with(embedder: Embedder) -> LearnedWeights:
    """The weights that were learned with an embedder; an error that says what to do if there are none."""
    file = weights_of(embedder)
    if file is None:
        raise InputError(
            f"the learned judge was never trained with embedder {embedder.id}; use judge='rule', or train it "
            "(agentsensus.bench.training.train) and give the embedder the file as `weights`"
        )
    learned = _parsed(file.read_text("utf-8"))
    if learned.embedder != embedder.id:
        raise InputError(f"the weights of embedder {embedder.id} were learned with {learned.embedder}; train new ones")
    return learned


@lru_cache(maxsize=8)
def _parsed(weights: str) -> LearnedWeights:
    return LearnedWeights.model_validate_json(weights)


def kind_of(features: Mapping[str, float], known: bool) -> str:
    """Which weights judge a pair: by language, by whether a registry knows who is named, and in English by length."""
    if features["chinese"]:
        return STORY_ZH
    if known:
        return KNOWN_EN
    return NEWS if (features["length_high"] > math.log1p(_LONG_EN) or features["headlines"]) else STORY_EN


def is_near(features: Mapping[str, float]) -> bool:
    """Whether two statements have so many words in common that their order matters."""
    if features["chinese"]:
        return features["words_shared"] >= _NEAR_ZH or features["length_high"] > math.log1p(_LONG_ZH)
    return features["words_shared"] >= _NEAR_EN


def share(chance: float, threshold: float) -> float:
    """The factor of a doubt on a score: 1 from the threshold on, below it less than 0.5, so that nothing merges."""
    return 1.0 if chance >= threshold else 0.5 * chance / threshold


class LearnedJudge:
    """Says «same» when the probability reaches the operating point of its kind and no veto stands against it."""

    def __init__(self, embedder: Embedder, learned: LearnedWeights | None = None) -> None:
        self.id = "learned"
        self._embedder = embedder
        self.weights = learned or learned_with(embedder)
        self._words: OrderedDict[str, FloatArray] = OrderedDict()

    async def judge(self, questions: Sequence[Question]) -> Judged:
        await self._learn_words([(q.statement, c.reading) for q in questions for c in q.candidates])
        return Judged(tuple(tuple(self.compare(q.statement, c) for c in q.candidates) for q in questions))

    def compare(self, statement: Reading, candidate: Candidate) -> Verdict:
        """The verdict on one pair whose words are known."""
        values = features(StatementPair(statement, candidate.reading, candidate.cosine, self._words))
        kind = kind_of(values, bool(statement.known and candidate.reading.known))
        weights, doubts = self.weights.same[kind], self._doubts(kind, values)
        chance = weights.probability(values) * math.prod(doubts.values())
        score = round(max(chance, candidate.cosine) if is_plain(statement, candidate.reading, values) else chance, 4)
        alike = score >= weights.threshold and statement.language == candidate.reading.language
        against = standing(statement, candidate.reading, STANDING[kind]) if alike else {}
        return Verdict(
            relation=relation(alike, against),
            score=score,
            threshold=weights.threshold,
            cosine=candidate.cosine,
            features={name: round(value, 4) for name, value in (values | doubts).items()},
            vetoes=tuple(against.values()),
            judge=self.id,
        )

    def _doubts(self, kind: str, features: Mapping[str, float]) -> dict[str, float]:
        """The factor of each doubt, by name: 1 where there is no doubt."""
        agrees, ordered = self.weights.agrees.get(kind), self.weights.ordered
        near = kind != KNOWN_EN and is_near(features)
        return {
            "agrees": share(agrees.probability(features), agrees.threshold) if agrees else 1.0,
            "ordered": share(ordered.probability(features), ordered.threshold) if near else 1.0,
        }

    async def _learn_words(self, pairs: Sequence[tuple[Reading, Reading]]) -> None:
        needed = sorted({word for a, b in pairs for word in vocabulary(a, b)} - self._words.keys())
        if needed:
            vectors = await self._embedder.embed(needed)
            self._words.update(zip(needed, vectors, strict=True))
        while len(self._words) > _WORDS_KEPT:
            self._words.popitem(last=False)


def as_json(learned: LearnedWeights) -> str:
    """The weights as the package keeps them."""
    return json.dumps(learned.model_dump(), indent=1) + "\n"
