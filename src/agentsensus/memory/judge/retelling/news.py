"""Reads long sentences and headlines that name nobody whom a registry knows, as news does.

There one event is told in other words by each paper, and much the same words in another order tell another one. Weights of
their own rank such pairs, and a doubt about the order takes away from a pair of long sentences that share most words,
even where plain reading finds nothing that differs.
"""  # noqa: E501

import math
from collections.abc import Mapping, Sequence

from pydantic import BaseModel, ConfigDict

from agentsensus.memory.judge.judge import Candidate
from agentsensus.memory.judge.retelling.every import features
from agentsensus.memory.judge.retelling.logistic import LogisticWeights
from agentsensus.memory.judge.retelling.pair import StatementPair, sequence
from agentsensus.memory.judge.retelling.wording import is_headline
from agentsensus.memory.judge.retelling.words import WordVectors
from agentsensus.models.embed import Embedder
from agentsensus.text.reading import Reading

__all__ = ["NewsReader", "NewsWeights"]

_ORDERED, _LONG = 14, 18
"""With more words than these the order is doubted, and the weights of news rank a pair."""
_NEAR = 0.6
"""The share of words in both from which on their order matters."""


class NewsWeights(BaseModel):
    """What was learned of news in one language: what is the same, and where the order speaks against it."""

    model_config = ConfigDict(frozen=True)

    same: LogisticWeights
    ordered: LogisticWeights
    plain: float
    """How sure of the order one must be where nothing else differs; where something does, `ordered.threshold`."""

    def doubt(self, values: Mapping[str, float], *, is_plain: bool) -> float:
        """The factor on the score of a pair: 1 where its order is not doubted, below 0.5 where it is."""
        if values["words_shared"] < _NEAR or values["length_high"] <= math.log1p(_ORDERED):
            return 1.0
        chance, bar = self.ordered.probability(values), self.plain if is_plain else self.ordered.threshold
        return 1.0 if chance >= bar else 0.5 * chance / bar


class NewsReader:
    """Scores pairs of long sentences or headlines by the weights of their language."""

    def __init__(self, embedder: Embedder, weights: Mapping[str, NewsWeights]) -> None:
        self._weights = weights
        self._words = WordVectors(embedder)

    async def prepare(self, pairs: Sequence[tuple[Reading, Reading]]) -> None:
        """Learn the words of some pairs, those that can be read."""
        await self._words.learn([pair for pair in pairs if self._can_read(*pair)])

    def score(
        self, statement: Reading, candidate: Candidate, read: tuple[float, float], *, is_plain: bool
    ) -> tuple[float, float]:
        """How likely a pair is one event, and the point from which on it is: as it was `read`, where this is no news.

        `is_plain` says that neither statement tells what the other does not, and no veto stands between them.
        """
        other = candidate.reading
        if not self._can_read(statement, other) or not self._words.knows(statement, other):
            return read
        weights = self._weights[statement.language]
        values = features(StatementPair(statement, other, candidate.cosine, self._words.vectors))
        doubt = weights.doubt(values, is_plain=is_plain)
        if is_plain or not _is_news(statement, other):
            return read[0] * doubt, read[1]
        return weights.same.probability(values) * doubt, weights.same.threshold

    def _can_read(self, a: Reading, b: Reading) -> bool:
        if a.language != b.language or a.language not in self._weights or (a.known and b.known):
            return False
        return _is_news(a, b) or _length(a, b) > _ORDERED


def _is_news(a: Reading, b: Reading) -> bool:
    return _length(a, b) > _LONG or is_headline(a.text) or is_headline(b.text)


def _length(a: Reading, b: Reading) -> int:
    return max(len(sequence(a)), len(sequence(b)))
