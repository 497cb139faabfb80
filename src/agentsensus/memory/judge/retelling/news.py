"""Reads long sentences and headlines that name nobody whom a registry knows, as news does.

There one event is told in other words by each paper, and much the same words in another order tell another one. Weights of
their own rank such pairs, and a doubt about the order takes away from a pair of long sentences that share most words,
even where plain reading finds nothing that differs.
"""  # noqa: E501

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
"""With more words than these the order is doubted, and the weights of news rank a pair."""
_NEAR = 0.6
"""The share of words in both from which on their order matters."""
_THING = "thing"


class NewsWeights(BaseModel):
    """What was learned of news in one language: what is the same, and where the order speaks against it."""

    model_config = ConfigDict(frozen=True)

    same: LogisticWeights
    ordered: LogisticWeights
    plain: float
    """How sure of the order one must be where nothing else differs; where something does, `ordered.threshold`."""

    def doubt(self, values: Mapping[str, float], *, is_plain: bool) -> float:
        """The factor on the score of a pair: 1 if its word order agrees, below 0.5 if it speaks against a merge."""
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
        """Learn the words of some pairs, those that can be read."""
        await self._words.learn([pair for pair in pairs if self._can_read(*pair)])

    def again(
        self, statement: Reading, candidate: Candidate, read: ScoredPair, figures: Mapping[str, float]
    ) -> ScoredPair:
        """What is to be said of a pair that plain reading has `read`: the same again, where this is no news.

        `figures` are those of plain reading. Papers choose other things to tell of one event, so another thing counts only
        between sentences of much the same words.
        """  # noqa: E501
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
    """Whether one of two statements is long, or a headline."""
    return _length(a, b) > _LONG or is_headline(a.text) or is_headline(b.text)


def _length(a: Reading, b: Reading) -> int:
    return max(len(sequence(a)), len(sequence(b)))
