"""How an agent came to know: seen, told, overheard, read, from the world's history, or inferred."""

from typing import Literal, cast

from pydantic import BaseModel, ConfigDict, model_validator

from agentsensus.errors import InputError, nearest

Kind = Literal["witnessed", "told", "overheard", "read", "sediment", "inferred"]
KINDS: tuple[Kind, ...] = ("witnessed", "told", "overheard", "read", "sediment", "inferred")
_FROM_SOMEBODY = ("told", "overheard")


WITNESSED = "witnessed"
"""The kind of one who was there."""


class Via(BaseModel):
    """How an owner came to know: `kind`, from whom or where (`source`), and which message (`detail`).

    Of what was told, `place` is where, and `telling` the words of the deposit in which the telling itself was put:
    «Ophelia wrote to Laertes in Paris».
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
        """Heard from somebody, in a message if there was one."""
        return cls(kind="told", source=by, detail=message)

    @classmethod
    def overheard(cls, by: str, message: str = "") -> "Via":
        """Heard from somebody who was speaking to somebody else."""
        return cls(kind="overheard", source=by, detail=message)

    @classmethod
    def read(cls, where: str, passage: str = "") -> "Via":
        """Read in a letter, an edict, a book."""
        return cls(kind="read", source=where, detail=passage)

    @classmethod
    def of(cls, via: "Via | str | None") -> "Via":
        """A `Via` from what a caller wrote: `"witnessed"`, `"told:horatio"`, `"read:the_letter"`, or a `Via`."""
        if via is None:
            return cls()
        if isinstance(via, Via):
            return via.checked()
        if not isinstance(via, str):
            raise InputError(f"via is {via!r}: write 'witnessed', 'told:horatio' or a Via")
        kind, _, source = via.partition(":")
        if kind not in KINDS:
            raise InputError(f"via is {via!r}{nearest(kind, KINDS)}")
        if kind in _FROM_SOMEBODY and not source:
            raise InputError(f"via is {kind!r}: by whom? write '{kind}:horatio' or Via.{kind}('horatio')")
        return cls(kind=kind, source=source).checked()

    def checked(self) -> "Via":
        """This value, if its texts can be stored; else an error."""
        for text in (self.source, self.detail, self.place, self.telling):
            if "\x00" in text or any("\ud800" <= char <= "\udfff" for char in text):
                raise InputError(f"via is {text!r}: leave out NUL bytes and lone surrogates")
        return self

    @classmethod
    def stored(cls, kind: str, source: str, detail: str, place: str = "", telling: str = "") -> "Via":
        """A `Via` from what a store holds, which was checked when it was written."""
        return cls.model_construct(kind=cast(Kind, kind), source=source, detail=detail, place=place, telling=telling)

    def __str__(self) -> str:
        return f"{self.kind}:{self.source}" if self.source else self.kind
