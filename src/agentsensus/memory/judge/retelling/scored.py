"""The score of a pair."""

from dataclasses import dataclass

from agentsensus.memory.judge.vetoes import Veto

__all__ = ["ScoredPair"]


@dataclass(frozen=True, slots=True)
class ScoredPair:
    """The score of a pair, the threshold for «same», the lower bound of doubt, and the vetoes against the pair."""

    score: float
    threshold: float
    doubt: float
    against: dict[str, Veto]

    @property
    def is_same(self) -> bool:
        """Whether the pair counts as one event."""
        return self.score >= self.threshold and not self.against

    @property
    def is_doubtful(self) -> bool:
        """Whether the pair should go to review."""
        return self.doubt <= self.score < self.threshold and not self.against
