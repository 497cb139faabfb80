"""Atoms: self-contained statements of one fact each, in which people and places are named. Atomizers make them."""

from dataclasses import dataclass
from typing import Protocol

from agentsensus.language.names import Names
from agentsensus.memory.inputs import Context, Via

OVER_CAP = "over_cap"
UNRESOLVED = "unresolved"
UNNAMED = "unnamed"
"""Flag of a statement about a person without a name: «the user» of one agent is not «the user» of another agent."""

NOT_PROSE = ("code", "table", "data", "heading")
"""Flags of text that is kept whole and reports no event. No judge compares such text."""


@dataclass(frozen=True, slots=True)
class Atom:
    """One statement with its flags, such as `over_cap` (too long), `unresolved` (an unclear pronoun) or `code`.

    `via` is set if the text itself says how the depositor learned it.
    """

    text: str
    flags: tuple[str, ...] = ()
    via: Via | None = None


@dataclass(frozen=True, slots=True)
class Atomized:
    """The statements of one deposit, the number of model calls, and a note about errors."""

    atoms: tuple[Atom, ...]
    calls: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class CutTask:
    """A text to be cut, the agent that deposits it, and its context."""

    agent: str
    text: str
    context: Context


class Atomizer(Protocol):
    """Cuts a deposit into self-contained statements.

    An atomizer may also have a method `atomize_many(tasks, names, cap)` that returns an `Atomized` for each `CutTask`.
    Then it is called once for all texts of a write.
    """

    async def atomize(self, agent: str, text: str, context: Context, names: Names, cap: int) -> Atomized: ...
