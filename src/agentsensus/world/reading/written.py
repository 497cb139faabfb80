"""The ground of every type that a person writes: frozen, strict about keys, lenient about blanks."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator, Strict, model_validator

__all__ = ["StatusValue", "Text", "Texts", "Whole", "Written"]


class Written(BaseModel):
    """Something a person writes; a key left blank counts as not written, an unknown key is a mistake."""

    model_config = ConfigDict(frozen=True, extra="forbid", coerce_numbers_to_str=True, str_strip_whitespace=True)

    keyed_by_id: ClassVar[bool] = False
    """Whether its id is the key it is written under, and no key of its own."""

    @model_validator(mode="before")
    @classmethod
    def _without_blanks(cls, given: Any) -> Any:
        given = cls.from_short(given)
        if not isinstance(given, Mapping):
            return given
        return {key: value for key, value in given.items() if value is not None or key not in cls.model_fields}

    @classmethod
    def from_short(cls, given: Any) -> Any:
        """The long form of a short one, where a type has a short form."""
        return given


def _several(given: Any) -> Any:
    return (given,) if isinstance(given, str | int) and not isinstance(given, bool) else given


def _status(given: Any) -> str | int | bool:
    if isinstance(given, str | int):
        return given.strip() if isinstance(given, str) else given
    raise ValueError("text, a whole number, true or false belongs here")


Text: TypeAlias = Annotated[str, Field(min_length=1)]
Texts: TypeAlias = Annotated[tuple[Text, ...], BeforeValidator(_several)]
Whole: TypeAlias = Annotated[int, Strict()]
StatusValue: TypeAlias = Annotated[str | int | bool, PlainValidator(_status)]
