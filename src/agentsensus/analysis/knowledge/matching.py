"""Find the records near a query, and check the rounds and agents that a caller names."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from agentsensus.base.arrays import FloatArray
from agentsensus.embed.base import CAUTIOUS, thresholds_of
from agentsensus.errors import InputError, UnknownName
from agentsensus.language.languages import language, rules_of
from agentsensus.language.names import Names
from agentsensus.memory.answers import Record, Wording
from agentsensus.memory.sync import Memory
from agentsensus.worlds.runs.run import Run

__all__ = ["TOP", "MatchedRecord", "Nearness", "checked_agent", "checked_round", "matching"]


def checked_round(run: Run, at: int | None) -> int:
    """Return the round to ask about (default: the last). Raises InputError for a round that was not played."""
    last = run.rounds
    if at is None:
        return last
    if not 0 <= at <= last:
        raise InputError(f"{run.folder}: round {at} was not played; the run has rounds 0 to {last}")
    return at


def checked_agent(run: Run, name: str) -> str:
    """Return the id of the character, place or thing with this name or id. Raises UnknownName."""
    lookup = run.scenario.lookup()
    id_ = lookup.find(name)
    if id_ is None:
        raise UnknownName(f"{run.folder}: nobody in {run.scenario.world.name} is called {name!r}{lookup.hint(name)}")
    return id_


TOP = 5
_BELOW = 0.22
"""How far a record's similarity to the query may lie below the similarity of two statements of one event."""
_BY_WORDS = 0.5
"""Weight of the share of query words found in a text. Embedders are weak on single words."""


@dataclass(frozen=True, slots=True)
class MatchedRecord:
    """A record near a query, the wording nearest to the query, and the score."""

    record: Record
    wording: Wording
    score: float


class Nearness:
    """Scores texts against one query: similarity of meaning plus half the share of query words in the text."""

    def __init__(self, memory: Memory, query: str) -> None:
        self._memory, self._names = memory, memory.names
        self._words = _words(query, self._names)
        self._language = language(query)
        self._vector = memory.vectors([self._names.canonical(query)])[0]

    @property
    def floor(self) -> float:
        """The least score of a text that counts as near. Depends on how similar sentences of the language usually
        are."""
        thresholds = thresholds_of(self._memory.embedder) or CAUTIOUS
        return thresholds[self._language] - _BELOW

    def scores(self, texts: Sequence[str]) -> list[float]:
        """Return one score per text."""
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
    memory: Memory,
    query: str,
    *,
    at: int | None = None,
    agent: str | None = None,
    top: int = TOP,
    floor: float | None = None,
) -> list[MatchedRecord]:
    """Return up to `top` nearest records above the floor that existed after round `at`, best first; often none.

    With an `agent`, only records that the agent owned then, by its own wordings. `floor` is the least score (default:
    that of the embedder).
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
    scores = nearness.scores([wording.text for _, wording in wordings])
    floor = nearness.floor if floor is None else floor
    for (record, wording), score in zip(wordings, scores, strict=True):
        if score >= floor and (record.id not in best or score > best[record.id].score):
            best[record.id] = MatchedRecord(record, wording, score)
    return sorted(best.values(), key=lambda match: (-match.score, match.record.created, match.record.id))[:top]


def _words(text: str, names: Names) -> frozenset[str]:
    """Return the content words of a text; for text without spaces, every pair of adjacent characters."""
    canonical = names.canonical(text)
    rules = rules_of(language(canonical))
    units = rules.reader.content_units(canonical, ())
    if rules.comparing.has_capitals or len(units) < 2:
        return frozenset(units)
    return frozenset(first + second for first, second in pairwise(units))
