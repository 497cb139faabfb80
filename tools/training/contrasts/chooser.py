"""Choices of the rules, drawn from a seed, the sentence and what is chosen, so that the same sentences give the same contrasts."""  # noqa: E501

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from agentsensus.base.chance import draw

Choice = TypeVar("Choice")


@dataclass(slots=True)
class Chooser:
    """Draws for one sentence; each draw differs from the one before."""

    seed: int
    sentence: str
    drawn: int = 0

    def chance(self) -> float:
        """A number from 0 to 1."""
        self.drawn += 1
        return draw(self.seed, self.drawn, self.sentence, "contrast")

    def one_of(self, choices: Sequence[Choice]) -> Choice:
        """One of some choices."""
        return choices[int(self.chance() * len(choices))]

    def other_than(self, value: Choice, choices: Sequence[Choice]) -> Choice:
        """One of some choices that is not this value."""
        return self.one_of([choice for choice in choices if choice != value])
