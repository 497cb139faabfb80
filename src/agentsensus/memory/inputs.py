"""The types that callers pass to a memory: deposits, provenance, and the context of a text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, TypeAlias, cast

from pydantic import BaseModel, ConfigDict, model_validator

from agentsensus.errors import InputError, did_you_mean
from agentsensus.models.chat import NOWHERE, TapePlace

Kind = Literal["witnessed", "did", "told", "overheard", "read", "sediment", "inferred"]
KINDS: tuple[Kind, ...] = ("witnessed", "did", "told", "overheard", "read", "sediment", "inferred")
_FROM_SOMEBODY = ("told", "overheard")


FIRST_HAND = ("witnessed", "did")
"""The `Via` kinds of an owner who was present at the event."""


class Via(BaseModel):
    """How an owner learned a statement: `kind`, the person or document (`source`), and the message (`detail`).

    For told statements, `place` is where they were told, and `telling` is the sentence that reports it: «Ophelia wrote
    to Laertes in Paris».
    """

    model_config = ConfigDict(frozen=True)

    kind: Kind = "witnessed"
    source: str = ""
    detail: str = ""
    place: str = ""
    telling: str = ""

    @model_validator(mode="after")
    def _told_by_somebody(self) -> "Via":
        if self.kind in _FROM_SOMEBODY and not self.source:
            raise ValueError(f"{self.kind} by whom? give a source")
        return self

    @classmethod
    def told(cls, by: str, message: str = "") -> "Via":
        """Return the `Via` of something that another agent told, optionally in a message."""
        return cls(kind="told", source=by, detail=message)

    @classmethod
    def overheard(cls, by: str, message: str = "") -> "Via":
        """Return the `Via` of something that an agent said to someone else."""
        return cls(kind="overheard", source=by, detail=message)

    @classmethod
    def read(cls, where: str, passage: str = "") -> "Via":
        """Return the `Via` of something read in a letter, an edict or a book."""
        return cls(kind="read", source=where, detail=passage)

    @classmethod
    def of(cls, via: "Via | str | None") -> "Via":
        """Make a `Via` from the caller's value: `"witnessed"`, `"told:horatio"`, `"read:the_letter"`, or a `Via`.
        Raises InputError.
        """
        if via is None:
            return cls()
        if isinstance(via, Via):
            return via.checked()
        if not isinstance(via, str):
            raise InputError(f"via is {via!r}: write 'witnessed', 'told:horatio' or a Via")
        kind, _, source = via.partition(":")
        if kind not in KINDS:
            raise InputError(f"via is {via!r}{did_you_mean(kind, KINDS)}")
        if kind in _FROM_SOMEBODY and not source:
            raise InputError(f"via is {kind!r}: by whom? write '{kind}:horatio' or Via.{kind}('horatio')")
        return cls(kind=kind, source=source).checked()

    def checked(self) -> "Via":
        """Return this value. Raises InputError if one of its texts cannot be stored."""
        for text in (self.source, self.detail, self.place, self.telling):
            if "\x00" in text or any("\ud800" <= char <= "\udfff" for char in text):
                raise InputError(f"via is {text!r}: leave out NUL bytes and lone surrogates")
        return self

    @classmethod
    def stored(cls, kind: str, source: str, detail: str, place: str = "", telling: str = "") -> "Via":
        """Return a `Via` from the columns of a stored row, without checks."""
        return cls.model_construct(kind=cast(Kind, kind), source=source, detail=detail, place=place, telling=telling)

    def __str__(self) -> str:
        return f"{self.kind}:{self.source}" if self.source else self.kind


ReportsAs: TypeAlias = Literal["content", "whole"]
"""How «Ann told me that …» is stored: only the content after «that», or the whole report."""


StatementsKept: TypeAlias = Literal["self-contained", "all"]
"""Which statements are stored: only self-contained ones (fillers are dropped, unclear ones never merge with other
agents), or every sentence.
"""


class Context(BaseModel):
    """What the atomizer (which cuts texts into statements) knows about a text: place, participants and speaker.

    `speaker` is set if the text is not in the depositor's own words; «I» then means the speaker. `question` is what
    another speaker asked just before, so that a short answer can be completed. The memory fills in `reports`,
    `statements` and `asks_always` (ask a model even if rules could cut the text) from its settings, and `tape_place`
    (agent and round), under which a tape records the model's reply.
    """

    model_config = ConfigDict(frozen=True)

    place: str = ""
    participants: tuple[str, ...] = ()
    speaker: str = ""
    question: str = ""
    reports: ReportsAs = "content"
    statements: StatementsKept = "self-contained"
    asks_always: bool = False
    tape_place: TapePlace = NOWHERE


EditKind: TypeAlias = Literal["forget", "revise", "link", "unlink", "relink"]
"""The kinds of edit that an agent can make to its own rows."""


@dataclass(frozen=True, slots=True)
class DepositInput:
    """One deposit for `remember_many`.

    `number` is the caller's own count of this agent's deposits in the batch. Agent, number and text determine the order
    of writing, whatever the order of arrival. `cut=False` keeps the text as one statement. Of deposits with the same
    agent and `key`, only the first is written; the others get its receipt. `expires` (a round or a `datetime`) and
    `supersedes` (the id of one of the agent's own records) are as in `Memory.remember`.

    `answers` is the number of an earlier deposit of this agent in the same call. This deposit answers the last question
    in it, and a recall finds it by the words of both. Deposits of one agent with the same `group` are written as one
    deposit: their statements are linked, a model cuts them in one call, and each keeps its own `via`.

    `truth` (one key, or one per statement) marks statements that are known to report the same event; only the control
    experiment `merging="oracle"` reads it.
    """

    agent: str
    text: str
    via: Via | str | None = None
    metadata: Mapping[str, Any] | None = None
    number: int = 0
    context: Context = field(default_factory=Context)
    truth: str | Sequence[str] | None = None
    cut: bool = True
    answers: int | None = None
    key: str | None = None
    expires: int | datetime | str | None = None
    supersedes: str | None = None
    group: str = ""
