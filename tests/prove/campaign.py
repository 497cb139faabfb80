"""What a part of the campaign found."""

from dataclasses import dataclass, field

from agentsensus.errors import AgentsensusError

__all__ = ["Proof", "is_ours"]

_SHOWN = 8


@dataclass
class Proof:
    """How often something was tried, how often it was refused in words, and what went wrong."""

    name: str
    tried: int = 0
    refused: int = 0
    wrong: list[str] = field(default_factory=list)
    note: str = ""

    @property
    def line(self) -> str:
        """One row for people."""
        outcome = f"{len(self.wrong)} wrong" if self.wrong else "all right"
        return f"{self.name:<28}{self.tried:>8} tried {self.refused:>7} refused  {outcome}  {self.note}".rstrip()

    @property
    def complaints(self) -> list[str]:
        """The first things that went wrong."""
        return [f"  {complaint}" for complaint in self.wrong[:_SHOWN]]


def is_ours(error: BaseException) -> bool:
    """Whether an error is one of ours, in one line."""
    return isinstance(error, AgentsensusError) and "\n" not in str(error)
