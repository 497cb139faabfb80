"""What comes back: a reply, a failure, or the news that the budget is used up. All three are values."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens in and out."""

    input: int = 0
    output: int = 0

    @property
    def total(self) -> int:
        return self.input + self.output


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said.

    `usage` is None where the model does not tell. `is_cut`: it ran into `max_tokens`. `is_doubtful`: a schema was sent
    and no JSON came, which is worth another attempt.
    """

    text: str
    usage: Usage | None = None
    is_cut: bool = False
    is_doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Failed:
    """No reply could be had, after that many calls."""

    reason: str
    calls: int = 1


@dataclass(frozen=True, slots=True)
class BudgetExhausted:
    """The call was not made: the budget has no room for it."""

    reason: str


Outcome: TypeAlias = Reply | Failed | BudgetExhausted
