"""What a deposit is cut into: self-contained statements of one fact, people and places named."""

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from pydantic import BaseModel, ConfigDict

from agentsensus.memory.provenance import Via
from agentsensus.models.request import NOWHERE, TapePlace
from agentsensus.text.names import Names

OVER_CAP = "over_cap"
UNRESOLVED = "unresolved"
UNNAMED = "unnamed"
"""The flag of what tells of somebody whom a conversation calls by a role alone: another agent's «user» is another."""

NOT_PROSE = ("code", "table", "data", "heading")
"""Flags of what is kept whole and tells no event: no judge compares it with anything."""

ReportsAs: TypeAlias = Literal["content", "whole"]
"""Whether a report to the depositor becomes what was told, or stays a report."""


class Context(BaseModel):
    """What the atomizer may know beside the text: where it was said, and who took part.

    `speaker` is whose words the text is, if not the depositor's own: «I» in it is the speaker. The memory fills in
    `reports` from its settings and `tape_place`, which agent deposits in which round; a model's reply is recorded
    under it.
    """

    model_config = ConfigDict(frozen=True)

    place: str = ""
    participants: tuple[str, ...] = ()
    speaker: str = ""
    reports: ReportsAs = "content"
    tape_place: TapePlace = NOWHERE


@dataclass(frozen=True, slots=True)
class Atom:
    """One statement, what is to be known of it (`over_cap`, `unresolved` pronouns, `code` …), and how its depositor
    came to know, where the text itself says so.
    """

    text: str
    flags: tuple[str, ...] = ()
    via: Via | None = None


@dataclass(frozen=True, slots=True)
class Atomized:
    """The statements of one deposit, how many model calls they took, and what went wrong on the way."""

    atoms: tuple[Atom, ...]
    calls: int = 0
    note: str = ""


class Atomizer(Protocol):
    """Cuts a deposit into self-contained statements."""

    async def atomize(self, agent: str, text: str, context: Context, names: Names, cap: int) -> Atomized: ...
