"""The lines of a stream of paired deposits: names, rounds, deposits, events, recalls and edits."""

from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, model_validator

from agentsensus.errors import InputError
from agentsensus.memory.atoms import Context
from agentsensus.memory.core.checks import (
    check_truth_count,
    checked_at,
    checked_metadata,
    checked_name,
    checked_text,
    truth_keys,
)
from agentsensus.memory.opening import as_names
from agentsensus.memory.provenance import Via
from agentsensus.memory.record import EditKind, Said
from agentsensus.text.names import Names

LONGEST = 100_000


class _Line(BaseModel):
    """What every line has: where it was read, which does not count when two lines are compared."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    _where: str = PrivateAttr("")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, _Line) and self.model_dump() == other.model_dump()

    def at_place(self, where: str) -> Self:
        """This line, marked with where it was read."""
        self._where = where
        return self

    @property
    def where(self) -> str:
        """File and line, if it was read from a file."""
        return self._where


class NamesLine(_Line):
    """Who is called what, and which places; the first line if it is there at all."""

    kind: Literal["names"] = "names"
    names: dict[str, list[str]]
    places: dict[str, list[str]] = {}
    parts: dict[str, list[str]] = {}

    @model_validator(mode="after")
    def _usable(self) -> "NamesLine":
        self.known()
        return self

    @classmethod
    def of(cls, names: Names) -> Self:
        """The line that declares these names."""
        agents = {agent: [*aliases] for agent, aliases in names.as_dict().items()}
        places, parts = ({place: [*called] for place, called in of.items()} for of in (names.places(), names.parts()))
        return cls(names=agents, places=places, parts=parts)

    def known(self) -> Names:
        """The names in the form that a memory takes."""
        return Names(as_names(self.names).as_dict(), as_names(self.places).as_dict(), self.parts)


class RoundLine(_Line):
    """A round begins; the one before it ends."""

    kind: Literal["round"] = "round"
    at: int = Field(strict=True)

    @model_validator(mode="after")
    def _usable(self) -> "RoundLine":
        checked_at(self.at)
        return self


class _Deposited(_Line):
    via: str = "witnessed"
    detail: str = ""
    metadata: dict[str, Any] = Field(default_factory=dict)
    truth: str | list[str] | None = None

    def how(self) -> Via:
        """How its owners came to know."""
        via = Via.of(self.via)
        return Via(kind=via.kind, source=via.source, detail=self.detail) if self.detail else via

    def check(self) -> None:
        """Refuse a line that no memory could take as a deposit."""
        self.how().checked()
        checked_metadata(self.metadata)


class DepositLine(_Deposited):
    """One agent remembers a text."""

    kind: Literal["deposit"] = "deposit"
    agent: str
    text: str
    number: int = Field(0, strict=True)
    place: str = ""
    participants: list[str] = Field(default_factory=list)

    @model_validator(mode="after")
    def _usable(self) -> "DepositLine":
        checked_name(self.agent)
        checked_text(self.text, LONGEST)
        self.check()
        return self

    def deposit(self) -> Said:
        """The deposit as `remember_many` takes it."""
        context = Context(place=self.place, participants=tuple(self.participants))
        return Said(self.agent, self.text, self.how(), self.metadata, self.number, context, self.truth)


class EventLine(_Deposited):
    """Several agents, places or carriers witness an event, in statements that are taken as they are."""

    kind: Literal["event"] = "event"
    owners: list[str] = Field(min_length=1)
    text: str | list[str]

    @model_validator(mode="after")
    def _usable(self) -> "EventLine":
        for owner in self.owners:
            checked_name(owner, "owner")
        if not self.statements:
            raise InputError("text is empty; an event needs a statement")
        for statement in self.statements:
            checked_text(statement, LONGEST)
        self.check()
        check_truth_count(truth_keys(self.truth), len(self.statements))
        return self

    @property
    def statements(self) -> list[str]:
        """What happened, statement by statement."""
        return [self.text] if isinstance(self.text, str) else self.text


class RecallLine(_Line):
    """One agent asks its memory something."""

    kind: Literal["recall"] = "recall"
    agent: str
    query: str
    k: int | None = Field(None, ge=1, strict=True)

    @model_validator(mode="after")
    def _usable(self) -> "RecallLine":
        checked_name(self.agent)
        checked_text(self.query, LONGEST, "query")
        return self


class EditLine(_Line):
    """One agent forgets, revises or links a row of its own, named by its id."""

    kind: Literal["edit"] = "edit"
    agent: str
    edit: EditKind
    record: str = Field(min_length=1)
    others: list[str] = Field(default_factory=list)
    text: str = ""

    @model_validator(mode="after")
    def _usable(self) -> "EditLine":
        checked_name(self.agent)
        if self.edit == "revise":
            checked_text(self.text, LONGEST)
        if self.edit in ("link", "unlink", "relink") and not self.others:
            raise InputError("others is empty; name the rows it is about")
        return self


StreamLine: TypeAlias = Annotated[
    NamesLine | RoundLine | DepositLine | EventLine | RecallLine | EditLine, Field(discriminator="kind")
]
"""One line of a stream."""
