"""Reads pairs that name people of a registry: one event is often told there in words that share little but the names.

Names that a registry knows carry what plain reading cannot see, so these pairs have a reader of their own beside it.
Another person, number or time, a denial, a plan and a report speak against a pair here too; another thing or another
preposition does not, for that is what a retelling is made of.
"""

import math
from collections.abc import Mapping, Sequence

from pydantic import BaseModel, ConfigDict

from agentsensus.memory.judge.judge import Candidate
from agentsensus.memory.judge.retelling.against import against_retelling, counting
from agentsensus.memory.judge.retelling.every import features
from agentsensus.memory.judge.retelling.logistic import LogisticWeights
from agentsensus.memory.judge.retelling.pair import StatementPair
from agentsensus.memory.judge.retelling.words import WordVectors
from agentsensus.models.embed import Embedder
from agentsensus.text.reading import Reading

__all__ = ["RetellingReader", "RetellingWeights"]

_LONG, _NEAR = math.log1p(30), 0.35


class RetellingWeights(BaseModel):
    """What was learned of retellings in one language; `agrees` and `ordered` take away where they doubt."""

    model_config = ConfigDict(frozen=True)

    same: LogisticWeights
    agrees: LogisticWeights | None = None
    ordered: LogisticWeights | None = None

    def score(self, values: Mapping[str, float]) -> float:
        """How likely it is one event."""
        chance = self.same.probability(values)
        if self.agrees is not None:
            chance *= _share(self.agrees, values)
        is_near = values["words_shared"] >= _NEAR or values["length_high"] > _LONG
        return chance * _share(self.ordered, values) if self.ordered is not None and is_near else chance


class RetellingReader:
    """Scores pairs by the weights of their language; the vectors of their words are asked for once."""

    def __init__(self, embedder: Embedder, weights: Mapping[str, RetellingWeights]) -> None:
        self._weights = weights
        self._words = WordVectors(embedder)

    async def prepare(self, pairs: Sequence[tuple[Reading, Reading]]) -> None:
        """Learn the words of some pairs, those that can be read and that nothing speaks against."""
        await self._words.learn([pair for pair in pairs if self._can_read(*pair) and not counting(*pair)])

    def score(self, statement: Reading, candidate: Candidate, against: Mapping[str, str]) -> tuple[float, float] | None:
        """How likely a pair is one event, and the point from which on it is; None for a pair that it does not read.

        `against` are the vetoes that stand between the two, by name.
        """
        other = candidate.reading
        if against_retelling(statement, other, against):
            return None
        if not self._can_read(statement, other) or not self._words.knows(statement, other):
            return None
        weights = self._weights[statement.language]
        values = features(StatementPair(statement, other, candidate.cosine, self._words.vectors))
        return weights.score(values), weights.same.threshold

    def _can_read(self, a: Reading, b: Reading) -> bool:
        return bool(a.known and b.known) and a.language == b.language and a.language in self._weights


def _share(weights: LogisticWeights, values: Mapping[str, float]) -> float:
    """The factor of a doubt on a score: 1 from its threshold on, below it less than 0.5, so that nothing merges."""
    chance = weights.probability(values)
    return 1.0 if chance >= weights.threshold else 0.5 * chance / weights.threshold
