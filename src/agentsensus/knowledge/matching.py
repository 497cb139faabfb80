"""Which records a query is about: by meaning and by shared words, among those that were there at a round."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from agentsensus.arrays import FloatArray
from agentsensus.memory.client import Memory
from agentsensus.memory.record import Record, Wording
from agentsensus.models.embed.base import CAUTIOUS, thresholds_of
from agentsensus.text.language import language
from agentsensus.text.languages import rules_of
from agentsensus.text.names import Names

__all__ = ["TOP", "MatchedRecord", "Nearness", "matching"]

TOP = 5
_BELOW = 0.22
"""How far below the likeness of two statements of one event a record may be from a query."""
_BY_WORDS = 0.5
"""What it counts that all content words of the query are in a text; an embedder knows little of single words."""


@dataclass(frozen=True, slots=True)
class MatchedRecord:
    """A record that a query is about, in its nearest wording, and how near that is."""

    record: Record
    wording: Wording
    score: float


class Nearness:
    """How near texts are to one query: likeness of meaning, and half the share of its words that a text has."""

    def __init__(self, memory: Memory, query: str) -> None:
        self._memory, self._names = memory, memory.names
        self._words = _words(query, self._names)
        self._language = language(query)
        self._vector = memory.vectors([self._names.canonical(query)])[0]

    @property
    def floor(self) -> float:
        """The score from which on a text is near: sentences of one language are more alike than those of another."""
        thresholds = thresholds_of(self._memory.embedder) or CAUTIOUS
        return thresholds[self._language] - _BELOW

    def scores(self, texts: Sequence[str]) -> list[float]:
        """One score a text."""
        if not texts:
            return []
        vectors: FloatArray = self._memory.vectors([self._names.canonical(text) for text in texts])
        alike = vectors @ self._vector
        return [round(float(cosine) + self._shared(text), 4) for cosine, text in zip(alike, texts, strict=True)]

    def _shared(self, text: str) -> float:
        if not self._words:
            return 0.0
        return _BY_WORDS * len(self._words & _words(text, self._names)) / len(self._words)


def matching(
    memory: Memory, query: str, *, at: int | None = None, agent: str | None = None, top: int = TOP
) -> list[MatchedRecord]:
    """The `top` nearest records above the floor, of those there were after round `at`, best first; often none.

    With an `agent`, only records that it owned then, by its own wordings.
    """
    records = memory.records(agent=agent, at=at)
    wordings = [
        (record, wording)
        for record in records
        for wording in record.wordings
        if wording.text and (agent is None or agent in wording.owners)
    ]
    best: dict[str, MatchedRecord] = {}
    nearness = Nearness(memory, query)
    scores, floor = nearness.scores([wording.text for _, wording in wordings]), nearness.floor
    for (record, wording), score in zip(wordings, scores, strict=True):
        if score >= floor and (record.id not in best or score > best[record.id].score):
            best[record.id] = MatchedRecord(record, wording, score)
    return sorted(best.values(), key=lambda match: (-match.score, match.record.created, match.record.id))[:top]


def _words(text: str, names: Names) -> frozenset[str]:
    """The content words of a text; where words are not told by spaces, every two characters side by side."""
    canonical = names.canonical(text)
    rules = rules_of(language(canonical))
    units = rules.reader.content_units(canonical, ())
    if rules.comparing.has_capitals or len(units) < 2:
        return frozenset(units)
    return frozenset(first + second for first, second in pairwise(units))
