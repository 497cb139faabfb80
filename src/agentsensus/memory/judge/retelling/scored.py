"""What a reader makes of a pair."""

from dataclasses import dataclass

from agentsensus.memory.judge.vetoes import Veto

__all__ = ["ScoredPair"]


@dataclass(frozen=True, slots=True)
class ScoredPair:
    """How likely a pair is one event, the point from which on it is, where doubt begins, and what speaks against it."""

    score: float
    threshold: float
    doubt: float
    against: dict[str, Veto]

    @property
    def is_same(self) -> bool:
        """Whether it is taken for one event."""
        return self.score >= self.threshold and not self.against

    @property
    def is_doubtful(self) -> bool:
        """Whether the pair should go to review."""
        return self.doubt <= self.score < self.threshold and not self.against
