"""A claim: an event, told one way or another."""

from dataclasses import dataclass

__all__ = ["Claim", "differs_by"]


@dataclass(frozen=True, slots=True, order=True)
class Claim:
    """That an event happened with these persons, places and numbers in it, or did not happen.

    Two claims of one event with unequal `filling` are versions of it that cannot both be right. Nothing here says
    which of them is.
    """

    event: str
    filling: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.event}({', '.join(self.filling)})"

    def contradicts(self, other: "Claim") -> bool:
        """Whether the other is another version of the same event."""
        return self.event == other.event and self.filling != other.filling


def differs_by(claim: Claim, other: Claim) -> int:
    """In how many things two versions of an event differ."""
    return sum(a != b for a, b in zip(claim.filling, other.filling, strict=True))
