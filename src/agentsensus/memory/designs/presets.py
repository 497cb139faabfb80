"""Settings with presets: looked up by name, changed one by one; a wrong name is refused with the nearest valid one."""

from collections.abc import Mapping
from typing import Any, ClassVar, Self, cast

from pydantic import BaseModel, ConfigDict, ValidationError

from agentsensus.errors import InputError, UnknownName, nearest

__all__ = ["Presets"]


class Presets(BaseModel):
    """Settings with named presets; `whose` says in errors what they belong to."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    presets: ClassVar[Mapping[str, Any]]

    @classmethod
    def whose(cls) -> str:
        """What the values belong to, as an error names it: « of consensus», or nothing."""
        return ""

    @classmethod
    def preset(cls, name: str) -> Self:
        """The values of that name."""
        if name not in cls.presets:
            raise UnknownName(f"no preset{cls.whose()} is called {name!r}{nearest(name, cls.presets)}")
        return cast(Self, cls.presets[name])

    def with_(self, **changes: object) -> Self:
        """These values with some changed; an unknown name or value is refused with the valid ones."""
        for name in changes:
            if name not in type(self).model_fields:
                known = nearest(name, type(self).model_fields)
                raise UnknownName(f"no setting{self.whose()} is called {name!r}{known}")
        try:
            return type(self).model_validate(self.model_dump() | changes)
        except ValidationError as error:
            first = error.errors()[0]
            wrong = first["msg"].removeprefix("Value error, ").lower()
            raise InputError(f"setting {first['loc'][0]} is {first['input']!r}: {wrong}") from None
