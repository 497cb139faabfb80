"""A leak as a value: the line, what it uses, and the evidence that its speaker never had it."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["Leak", "LeakGround", "LeakRoute"]

LeakGround: TypeAlias = Literal["claim", "words", "whole", "name"]
"""What gives a leak away: an event of the world told outright, words of a fact that never reached the speaker, a
sentence that one fact explains and nothing received does, or a name put into another's mouth."""


@dataclass(frozen=True, slots=True)
class LeakRoute:
    """A way on which the speaker could have had it: somebody who has it, and when the two last had to do with each
    other before the line."""

    owner: str
    round: int


@dataclass(frozen=True, slots=True)
class Leak:
    """A line that uses what its speaker never received.

    `fact` is the nearest that there is, `text` its words, `owners` those who have it since round `since`, `words` what
    the line and the fact share that had never reached the speaker.
    """

    round: int
    agent: str
    kind: str
    line: str
    ground: LeakGround
    fact: str
    fact_kind: str
    text: str
    owners: tuple[str, ...]
    since: int
    words: tuple[str, ...]
    routes: tuple[LeakRoute, ...]
    strength: float
