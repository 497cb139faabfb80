"""Scores retellings: one event in very different words, by weights over a few features (`RETOLD`).

Statements that name people in a registry (`known`) often share little but the names. A different thing or preposition
does not count against them; a different person, number or time does. For statements that name nobody in a registry
(`free`) every veto applies, and those that share most of their words are left to plain reading, which sees who did what
to whom. If only one word differs, plain reading decides alone.
"""

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
"""Pairs below these cosines are not scored: none of them was ever found to be one event."""
_OTHER_WORDS = 0.6
"""The share of common words from which on a pair is not a retelling."""
_SAME_FORM = 0.5
"""From this share of common words on, statements with the same word order differ only by replaced words."""


class RetellingReader:
    """Scores pairs by the weights of their language. Word vectors are requested once."""

    def __init__(
        self, embedder: Embedder, known: Mapping[str, LogisticWeights], free: Mapping[str, LogisticWeights]
    ) -> None:
        self._known, self._free = known, free
        self._words = WordVectors(embedder)

    async def prepare(self, pairs: Sequence[tuple[Reading, Candidate]]) -> None:
        """Request the word vectors of those pairs that can be scored and that no veto rules out."""
        await self._words.learn(
            [(a, b.reading) for a, b in pairs if self._weights(a, b) is not None and not counting(a, b.reading)]
        )

    def score(
        self, statement: Reading, candidate: Candidate, against: Mapping[str, Veto], read: Mapping[str, float]
    ) -> ScoredPair | None:
        """Return how likely a pair is one event; None if it cannot be scored or a veto rules it out.

        `against` are the vetoes on the pair, by name. `read` are the features of plain reading.
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
        """Return the weights for a pair; None if the pair is not scored."""
        b = candidate.reading
        if a.language != b.language:
            return None
        if _has_known(a, b):
            return self._known.get(a.language) if candidate.cosine >= KNOWN_COSINE else None
        return self._free.get(a.language) if candidate.cosine >= FREE_COSINE and is_free(a, b) else None


def is_free(a: Reading, b: Reading) -> bool:
    """Return whether two statements are short and share few words."""
    return not is_news(a, b) and words_shared(a, b) < _OTHER_WORDS


def is_told_otherwise(a: Reading, b: Reading) -> bool:
    """Return whether the statements differ by more than one replaced word. «Likes the desk» and «hates the desk» do
    not.

    If nobody in a registry is named, a different thing is already a veto, so only a replaced verb counts here.
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
