"""Compares long sentences and headlines that name nobody in a registry, such as news.

Newspapers report one event in different words, and almost the same words in another order may report another event. So
such pairs have their own weights, and long sentences that share most words get a lower score if their order differs,
even
if plain reading finds no difference.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pydantic import BaseModel, ConfigDict

from agentsensus.embed import Embedder
from agentsensus.language.reading import Reading
from agentsensus.memory.judge.judge import Candidate
from agentsensus.memory.judge.retelling.every import news_features
from agentsensus.memory.judge.retelling.logistic import LogisticWeights
from agentsensus.memory.judge.retelling.pair import StatementPair, sequence
from agentsensus.memory.judge.retelling.scored import ScoredPair
from agentsensus.memory.judge.retelling.wording import is_headline
from agentsensus.memory.judge.retelling.words import WordVectors

__all__ = ["NewsReader", "NewsWeights", "is_news"]

_ORDERED, _LONG = 14, 18
"""With more words than `_ORDERED`, the word order is checked; with more than `_LONG`, the weights of news apply."""
_NEAR = 0.6
"""The share of common words from which on their order matters."""
_THING = "thing"


class NewsWeights(BaseModel):
    """The weights for news in one language: `same` scores a pair, `ordered` says whether its word order agrees."""

    model_config = ConfigDict(frozen=True)

    same: LogisticWeights
    ordered: LogisticWeights
    plain: float
    """The threshold for the word order if nothing else differs. If something differs, `ordered.threshold` applies."""

    def doubt(self, values: Mapping[str, float], *, is_plain: bool) -> float:
        """Return the factor on the score of a pair: 1 if its word order agrees, below 0.5 if the order speaks against a
        merge.
        """
        is_short = values["length_high"] <= math.log1p(_ORDERED)
        if values["words_shared"] < _NEAR or (is_plain and (is_short or not values["reordered"])):
            return 1.0
        chance, bar = self.ordered.probability(values), self.plain if is_plain else self.ordered.threshold
        return 1.0 if chance >= bar else 0.5 * chance / bar


class NewsReader:
    """Scores pairs of long sentences or headlines by the weights of their language."""

    def __init__(self, embedder: Embedder, weights: Mapping[str, NewsWeights]) -> None:
        self._weights = weights
        self._words = WordVectors(embedder)

    async def prepare(self, pairs: Sequence[tuple[Reading, Reading]]) -> None:
        """Request the word vectors of those pairs that this reader can read."""
        await self._words.learn([pair for pair in pairs if self._can_read(*pair)])

    def again(
        self, statement: Reading, candidate: Candidate, read: ScoredPair, figures: Mapping[str, float]
    ) -> ScoredPair:
        """Return a new score for a pair that plain reading scored as `read`; `read` itself if the pair is not news.

        `figures` are the features of plain reading. Newspapers report different details of one event, so the veto
        `thing` counts
        only between sentences with mostly equal words.
        """
        other = candidate.reading
        if not self._can_read(statement, other) or not self._words.knows(statement, other):
            return read
        weights = self._weights[statement.language]
        values = news_features(StatementPair(statement, other, candidate.cosine, self._words.vectors), figures)
        is_clear = bool(figures["plain"]) and not read.against
        doubt = weights.doubt(values, is_plain=is_clear)
        if is_clear or not is_news(statement, other):
            return replace(read, score=read.score * doubt)
        is_near = values["words_shared"] >= _NEAR
        against = {name: reason for name, reason in read.against.items() if is_near or name != _THING}
        score = weights.same.probability(values) * doubt
        return ScoredPair(score, weights.same.threshold, weights.same.doubt, against)

    def _can_read(self, a: Reading, b: Reading) -> bool:
        if a.language != b.language or a.language not in self._weights or (a.known and b.known):
            return False
        return is_news(a, b) or _length(a, b) > _ORDERED


def is_news(a: Reading, b: Reading) -> bool:
    """Return whether one of two statements is long, or a headline."""
    return _length(a, b) > _LONG or is_headline(a.text) or is_headline(b.text)


def _length(a: Reading, b: Reading) -> int:
    return max(len(sequence(a)), len(sequence(b)))
