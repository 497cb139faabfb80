"""Reads retellings: one event told in quite other words, by weights over a few figures (`RETOLD`).

Statements that name people of a registry (`known`) often share little but the names, so another thing or another
preposition does not count against them; another person, number or time does. Between statements of which no registry knows
anybody (`free`) every veto stands, and those that share most of their words are left to plain reading, which sees who did
what to whom. Where only a word differs, plain reading decides alone.
"""  # noqa: E501

from collections.abc import Mapping, Sequence

from agentsensus.embed import Embedder
from agentsensus.language.reading import Reading
from agentsensus.language.units import VERB
from agentsensus.memory.judge.alignment import align
from agentsensus.memory.judge.features.order import order, same_tokens
from agentsensus.memory.judge.judge import Candidate
from agentsensus.memory.judge.retelling.every import retold_features
from agentsensus.memory.judge.retelling.logistic import LogisticWeights
from agentsensus.memory.judge.retelling.news import is_news
from agentsensus.memory.judge.retelling.pair import StatementPair
from agentsensus.memory.judge.retelling.scored import ScoredPair
from agentsensus.memory.judge.retelling.wording import words_shared
from agentsensus.memory.judge.retelling.words import WordVectors
from agentsensus.memory.judge.vetoes import Veto
from agentsensus.memory.judge.vetoes.retelling_vetoes import against_retelling, counting

__all__ = ["FREE_COSINE", "KNOWN_COSINE", "RetellingReader", "is_free", "is_told_otherwise"]

KNOWN_COSINE, FREE_COSINE = 0.65, 0.6
"""Below these no pair is read: nothing further apart was ever found to be one event."""
_OTHER_WORDS = 0.6
"""The share of words in both from which on a pair is no retelling."""
_SAME_FORM = 0.5
"""The share of words in both from which on, in the same order, some were only put in the place of others."""


class RetellingReader:
    """Scores pairs by the weights of their language; the vectors of their words are asked for once."""

    def __init__(
        self, embedder: Embedder, known: Mapping[str, LogisticWeights], free: Mapping[str, LogisticWeights]
    ) -> None:
        self._known, self._free = known, free
        self._words = WordVectors(embedder)

    async def prepare(self, pairs: Sequence[tuple[Reading, Candidate]]) -> None:
        """Learn the words of some pairs, those that can be read and that nothing speaks against."""
        await self._words.learn(
            [(a, b.reading) for a, b in pairs if self._weights(a, b) is not None and not counting(a, b.reading)]
        )

    def score(
        self, statement: Reading, candidate: Candidate, against: Mapping[str, Veto], read: Mapping[str, float]
    ) -> ScoredPair | None:
        """How likely a pair is one event; None for a pair that it does not read, or against which a veto counts.

        `against` are the vetoes that stand between the two, by name, and `read` the figures of plain reading.
        """
        other = candidate.reading
        weights = self._weights(statement, candidate)
        if weights is None or (against and not _has_known(statement, other)) or not is_told_otherwise(statement, other):
            return None
        if _has_known(statement, other) and against_retelling(statement, other, against):
            return None
        if not self._words.knows(statement, other):
            return None
        values = retold_features(StatementPair(statement, other, candidate.cosine, self._words.vectors), read)
        return ScoredPair(weights.probability(values), weights.threshold, weights.doubt, {})

    def _weights(self, a: Reading, candidate: Candidate) -> LogisticWeights | None:
        """The weights by which a pair is read, if it is."""
        b = candidate.reading
        if a.language != b.language:
            return None
        if _has_known(a, b):
            return self._known.get(a.language) if candidate.cosine >= KNOWN_COSINE else None
        return self._free.get(a.language) if candidate.cosine >= FREE_COSINE and is_free(a, b) else None


def is_free(a: Reading, b: Reading) -> bool:
    """Whether two statements are short, and told in words of their own."""
    return not is_news(a, b) and words_shared(a, b) < _OTHER_WORDS


def is_told_otherwise(a: Reading, b: Reading) -> bool:
    """Whether more differs than some words for others: who «likes» and who «hates» the same desk is no retelling.

    Where a registry knows nobody, another thing is a veto anyway, so there only one deed for another is meant.
    """
    alignment = align(a, b)
    if _has_known(a, b) and same_tokens(a, b) >= _SAME_FORM and not order(alignment, a.language).breaks:
        return False
    if not len(alignment.left_a) == len(alignment.left_b) == 1:
        return True
    is_deed = all(unit.kind == VERB for unit in (*alignment.only_a, *alignment.only_b))
    return not is_deed and not _has_known(a, b)


def _has_known(a: Reading, b: Reading) -> bool:
    return bool(a.known and b.known)
