"""Atoms: self-contained statements of one fact, with people and places named."""

from dataclasses import dataclass
from typing import Protocol

from agentsensus.language.names import Names
from agentsensus.memory.inputs import Context, Via

OVER_CAP = "over_cap"
UNRESOLVED = "unresolved"
UNNAMED = "unnamed"
"""The flag of what tells of somebody whom a conversation calls by a role alone: another agent's «user» is another."""

NOT_PROSE = ("code", "table", "data", "heading")
"""Flags of what is kept whole and tells no event: no judge compares it with anything."""


@dataclass(frozen=True, slots=True)
class Atom:
    """One statement with its flags (`over_cap`, `unresolved` pronouns, `code` …).

    `via` is set if the text itself says how the depositor came to know it.
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
    """A text to be cut, who deposits it, and its context."""

    agent: str
    text: str
    context: Context


class Atomizer(Protocol):
    """Cuts a deposit into self-contained statements.

    One with a method `atomize_many(tasks, names, cap)`, which returns an `Atomized` for each `CutTask`, is given all
    texts of a write at once.
    """

    async def atomize(self, agent: str, text: str, context: Context, names: Names, cap: int) -> Atomized: ...
