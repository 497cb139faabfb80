"""What a reader makes of a pair."""

from dataclasses import dataclass

__all__ = ["ScoredPair"]


@dataclass(frozen=True, slots=True)
class ScoredPair:
    """How likely a pair is one event, the point from which on it is, where doubt begins, and what speaks against it."""

    score: float
    threshold: float
    doubt: float
    against: dict[str, str]

    @property
    def is_same(self) -> bool:
        """Whether it is taken for one event."""
        return self.score >= self.threshold and not self.against

    @property
    def is_doubtful(self) -> bool:
        """Whether somebody else should decide."""
        return self.doubt <= self.score < self.threshold and not self.against
