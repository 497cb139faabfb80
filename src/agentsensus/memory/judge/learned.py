"""The learned judge: logistic weights over readable features, one threshold per language, and the vetoes.

A pair at or above the threshold is the same. A pair between `doubt` and the threshold is doubtful: it does not merge
and
is marked for review; if there is a model, the model may decide. The embedder brings the file with weights and
thresholds,
which `python -m tools.training` makes.
"""

import json
import math
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import lru_cache

from pydantic import BaseModel, ConfigDict

from agentsensus.base.blas_threads import on_one_thread
from agentsensus.embed import Embedder, by_name, weights_of
from agentsensus.embed.base import DEFAULT
from agentsensus.errors import InputError
from agentsensus.language.reading import Reading
from agentsensus.memory.judge.features import features
from agentsensus.memory.judge.judge import Candidate, Judged, Question, Relation, Verdict
from agentsensus.memory.judge.retelling import LogisticWeights, NewsReader, NewsWeights, RetellingReader, ScoredPair
from agentsensus.memory.judge.rule import relation
from agentsensus.memory.judge.vetoes import standing

PLAIN = 0.98
"""The minimum score of two statements of which one plainly says nothing that the other does not."""


LONG = math.log1p(24)
LONG_COUNTS = 0.75
"""The factor on the probability of a pair whose statements together have more than 24 words."""


_KEPT = 20_000
"""How many verdicts are cached, so that the same texts are not compared again."""


class Weights(BaseModel):
    """One logistic regression: a weight per feature, and the mean and spread that scale the feature."""

    model_config = ConfigDict(frozen=True)

    intercept: float
    threshold: float
    doubt: float
    mean: dict[str, float]
    spread: dict[str, float]
    weight: dict[str, float]

    def probability(self, features: Mapping[str, float]) -> float:
        """Return the probability that a pair with these features reports the same event."""
        total = self.intercept + sum(
            weight * (features[name] - self.mean[name]) / self.spread[name] for name, weight in self.weight.items()
        )
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))

    def score(self, features: Mapping[str, float]) -> float:
        """Return the probability, but at least `PLAIN` for a pair that plainly says the same.

        The weights are less reliable for long sentences, so their probability counts for less there.
        """
        probability = self.probability(features)
        if features["plain"] and features["clear"]:
            return max(probability, PLAIN)
        return probability * LONG_COUNTS if features["length"] > LONG else probability


class LearnedWeights(BaseModel):
    """The weights of the judge by language, and the embedder they were trained with."""

    model_config = ConfigDict(frozen=True)

    embedder: str
    languages: dict[str, Weights]
    known: dict[str, LogisticWeights] = {}
    """Weights by language, for retellings about people in a registry."""
    free: dict[str, LogisticWeights] = {}
    """Weights by language, for short retellings that name nobody in a registry."""
    news: dict[str, NewsWeights] = {}
    """Weights by language, for long sentences and headlines that name nobody in a registry."""
    worlds: tuple[str, ...] = ()
    """Names of the worlds whose texts the weights were trained on."""


def packaged() -> LearnedWeights:
    """Return the packaged weights of the default embedder."""
    return learned_with(by_name(DEFAULT))


def learned_with(embedder: Embedder) -> LearnedWeights:
    """Return the weights that were trained with an embedder. Raises an error that says what to do if there are none."""
    file = weights_of(embedder)
    if file is None:
        raise InputError(
            f"the learned judge was never trained with embedder {embedder.id}; use judge='rule', or train it "
            "(python -m tools.training) and give the embedder the file as `weights`"
        )
    learned = _parsed(file.read_text("utf-8"))
    if learned.embedder != embedder.id:
        raise InputError(f"the weights of embedder {embedder.id} were learned with {learned.embedder}; train new ones")
    return learned


@lru_cache(maxsize=8)
def _parsed(weights: str) -> LearnedWeights:
    return LearnedWeights.model_validate_json(weights)


class LearnedJudge:
    """Says «same» if the probability reaches the threshold of the language and no veto applies."""

    def __init__(self, embedder: Embedder, learned: LearnedWeights | None = None) -> None:
        self.id = "learned"
        self.weights = learned or learned_with(embedder)
        self._retellings = RetellingReader(embedder, self.weights.known, self.weights.free)
        self._news = NewsReader(embedder, self.weights.news)
        self._judged: OrderedDict[tuple[Reading, Reading, float], Verdict] = OrderedDict()

    async def prepare(self, questions: Sequence[Question]) -> None:
        """Request the vectors of single words that are needed to compare these questions, if they include retellings or
        news.

        Without this call `compare` judges such pairs by plain reading alone.
        """
        pairs = [(q.statement, c) for q in questions for c in q.candidates]
        await self._retellings.prepare(pairs)
        await self._news.prepare([(statement, candidate.reading) for statement, candidate in pairs])

    async def judge(self, questions: Sequence[Question]) -> Judged:
        new = [Question(q.statement, tuple(c for c in q.candidates if not self._has_judged(q, c))) for q in questions]
        await self.prepare(new)
        with on_one_thread():
            return Judged(tuple(tuple(self._verdict(q.statement, c) for c in q.candidates) for q in questions))

    def _has_judged(self, question: Question, candidate: Candidate) -> bool:
        return (question.statement, candidate.reading, candidate.cosine) in self._judged

    def _verdict(self, statement: Reading, candidate: Candidate) -> Verdict:
        """Return the verdict on one pair, from the cache if the same texts were compared before."""
        key = (statement, candidate.reading, candidate.cosine)
        if key not in self._judged:
            self._judged[key] = self.compare(statement, candidate)
            if len(self._judged) > _KEPT:
                self._judged.popitem(last=False)
        return self._judged[key]

    def compare(self, statement: Reading, candidate: Candidate) -> Verdict:
        """Return the verdict on one pair."""
        other = candidate.reading
        weights = self.weights.languages[statement.language]
        against = standing(statement, other)
        values = features(statement, other, candidate.cosine, is_clear=not against)
        plain = ScoredPair(weights.score(values), weights.threshold, weights.doubt, against)
        read = self._news.again(statement, candidate, plain, values)
        if not read.is_same:
            retold = self._retellings.score(statement, candidate, against, values)
            if retold and (retold.is_same or (retold.is_doubtful and not against and not read.is_doubtful)):
                read = retold
        is_one_language = statement.language == other.language
        alike = is_one_language and round(read.score, 4) >= read.threshold
        return Verdict(
            relation=relation(alike, statement, other, read.against) if is_one_language else Relation.DIFFERENT,
            score=round(read.score, 4),
            threshold=read.threshold,
            cosine=candidate.cosine,
            features={name: round(value, 4) for name, value in values.items()},
            vetoes=tuple(read.against.values()),
            judge=self.id,
            is_doubtful=is_one_language and read.is_doubtful,
        )


def as_json(learned: LearnedWeights) -> str:
    """Return the weights as JSON, in the format of the packaged file."""
    return json.dumps(learned.model_dump(), indent=1) + "\n"
