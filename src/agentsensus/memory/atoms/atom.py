"""What a deposit is cut into: self-contained statements of one fact, people and places named."""

from dataclasses import dataclass
from typing import Protocol

from pydantic import BaseModel, ConfigDict

from agentsensus.models.request import NOWHERE, TapePlace
from agentsensus.text.names import Names

OVER_CAP = "over_cap"
UNRESOLVED = "unresolved"


class Context(BaseModel):
    """What the atomizer may know beside the text: where it was said, and who took part.

    The memory fills in `tape_place`, which agent deposits in which round; a model's reply is recorded under it.
    """

    model_config = ConfigDict(frozen=True)

    place: str = ""
    participants: tuple[str, ...] = ()
    tape_place: TapePlace = NOWHERE


@dataclass(frozen=True, slots=True)
class Atom:
    """One statement, and what is wrong with it: `over_cap`, or `unresolved` pronouns."""

    text: str
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Atomized:
    """The statements of one deposit, how many model calls they took, and what went wrong on the way."""

    atoms: tuple[Atom, ...]
    calls: int = 0
    note: str = ""


class Atomizer(Protocol):
    """Cuts a deposit into self-contained statements."""

    async def atomize(self, agent: str, text: str, context: Context, names: Names, cap: int) -> Atomized: ...
