"""What the settings of every design have in common: a few numbers, presets, and one way to change them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agentsensus.errors import InputError, UnknownName, nearest


@dataclass(frozen=True, slots=True)
class Showing:
    """What is searched and shown of a record that has several wordings; of no consequence where nothing merges."""

    search: str = "wording"
    text_rule: str = "role-preserving"
    wording: str = "own"
    receipts: str = "private"


class CommonSettings(BaseModel):
    """What every design lets you set. Each has a model of its own with more, and presets by name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    design: ClassVar[str]
    default: ClassVar[str] = "paper"
    presets: ClassVar[Mapping[str, "CommonSettings"]]

    token_cap: int = Field(64, ge=8, description="A statement longer than this is split at clause borders")
    max_characters: int = Field(100_000, ge=1, description="A deposit longer than this is refused")
    recall_k: int = Field(5, ge=1, description="Hits of a recall")

    @property
    def showing(self) -> Showing:
        """How records with several wordings are searched and shown."""
        return Showing()

    @classmethod
    def preset(cls, name: str) -> Self:
        """The settings of that name."""
        if name not in cls.presets:
            raise UnknownName(f"no preset of {cls.design} is called {name!r}{nearest(name, cls.presets)}")
        return cast(Self, cls.presets[name])

    def with_(self, **changes: object) -> Self:
        """These settings with some changed; an unknown name or value is refused with the valid ones."""
        for name in changes:
            if name not in type(self).model_fields:
                known = nearest(name, type(self).model_fields)
                raise UnknownName(f"no setting of {self.design} is called {name!r}{known}")
        try:
            return type(self).model_validate(self.model_dump() | changes)
        except ValidationError as error:
            first = error.errors()[0]
            wrong = first["msg"].removeprefix("Value error, ").lower()
            raise InputError(f"setting {first['loc'][0]} is {first['input']!r}: {wrong}") from None
