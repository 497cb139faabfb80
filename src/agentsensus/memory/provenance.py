"""How an agent came to know: seen, told, read, from the world's history, or inferred."""

from typing import Literal, cast

from pydantic import BaseModel, ConfigDict, model_validator

from agentsensus.errors import InputError, nearest

Kind = Literal["witnessed", "told", "overheard", "read", "sediment", "inferred"]
KINDS: tuple[Kind, ...] = ("witnessed", "told", "overheard", "read", "sediment", "inferred")


WITNESSED = "witnessed"
"""The kind of one who was there."""


class Via(BaseModel):
    """How an owner came to know: `kind`, from whom or where (`source`), and which message (`detail`)."""

    model_config = ConfigDict(frozen=True)

    kind: Kind = "witnessed"
    source: str = ""
    detail: str = ""

    @model_validator(mode="after")
    def _told_by_somebody(self) -> "Via":
        if self.kind == "told" and not self.source:
            raise ValueError("told by whom? give a source")
        return self

    @classmethod
    def told(cls, by: str, message: str = "") -> "Via":
        """Heard from somebody, in a message if there was one."""
        return cls(kind="told", source=by, detail=message)

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
        if kind == "told" and not source:
            raise InputError("via is 'told': by whom? write 'told:horatio' or Via.told('horatio')")
        return cls(kind=kind, source=source).checked()

    def checked(self) -> "Via":
        """This value, if its texts can be stored; else an error."""
        for text in (self.source, self.detail):
            if "\x00" in text or any("\ud800" <= char <= "\udfff" for char in text):
                raise InputError(f"via is {text!r}: leave out NUL bytes and lone surrogates")
        return self

    @classmethod
    def stored(cls, kind: str, source: str, detail: str) -> "Via":
        """A `Via` from what a store holds, which was checked when it was written."""
        return cls.model_construct(kind=cast(Kind, kind), source=source, detail=detail)

    def __str__(self) -> str:
        return f"{self.kind}:{self.source}" if self.source else self.kind
