"""Base types of everything an author writes: frozen, strict about keys, lenient about blanks."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator, Strict, model_validator

__all__ = ["AuthoredModel", "StatusValue", "Text", "Texts", "Whole"]


class AuthoredModel(BaseModel):
    """Base of authored entries. A blank key counts as omitted; an unknown key is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", coerce_numbers_to_str=True, str_strip_whitespace=True)

    keyed_by_id: ClassVar[bool] = False
    """Whether the id is the key above the entry instead of a field in it."""

    @model_validator(mode="before")
    @classmethod
    def _without_blanks(cls, written: Any) -> Any:
        written = cls.from_short(written)
        if not isinstance(written, Mapping):
            return written
        return {key: value for key, value in written.items() if value is not None or key not in cls.model_fields}

    @classmethod
    def from_short(cls, written: Any) -> Any:
        """Expand the short form of an entry, if the type has one."""
        return written


def _several(value: Any) -> Any:
    return (value,) if isinstance(value, str | int) and not isinstance(value, bool) else value


def _status(value: Any) -> str | int | bool:
    if isinstance(value, str | int):
        return value.strip() if isinstance(value, str) else value
    raise ValueError("text, a whole number, true or false belongs here")


Text: TypeAlias = Annotated[str, Field(min_length=1)]
Texts: TypeAlias = Annotated[tuple[Text, ...], BeforeValidator(_several)]
Whole: TypeAlias = Annotated[int, Strict()]
StatusValue: TypeAlias = Annotated[str | int | bool, PlainValidator(_status)]
