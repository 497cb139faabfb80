"""Settings with named presets, and the settings that all designs share."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self, TypeAlias, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agentsensus.errors import InputError, UnknownName, did_you_mean
from agentsensus.memory.inputs import ReportsAs, StatementsKept


class Presets(BaseModel):
    """Base class of settings with named presets."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    presets: ClassVar[Mapping[str, Any]]

    @classmethod
    def whose(cls) -> str:
        """Return the name of the design for error messages, such as « of consensus»; empty if there is none."""
        return ""

    @classmethod
    def preset(cls, name: str) -> Self:
        """Return the settings of the preset with this name."""
        if name not in cls.presets:
            raise UnknownName(f"no preset{cls.whose()} is called {name!r}{did_you_mean(name, cls.presets)}")
        return cast(Self, cls.presets[name])

    def with_(self, **changes: object) -> Self:
        """Return a copy with some values changed. Raises InputError that lists the valid names or values."""
        for name in changes:
            if name not in type(self).model_fields:
                known = did_you_mean(name, type(self).model_fields)
                raise UnknownName(f"no setting{self.whose()} is called {name!r}{known}")
        try:
            return type(self).model_validate(self.model_dump() | changes)
        except ValidationError as error:
            first = error.errors()[0]
            wrong = first["msg"].removeprefix("Value error, ").lower()
            raise InputError(f"setting {first['loc'][0]} is {first['input']!r}: {wrong}") from None


@dataclass(frozen=True, slots=True)
class Showing:
    """How a record with several wordings is searched and shown. Has no effect in designs without merging."""

    search: str = "wording"
    text_rule: str = "role-preserving"
    wording: str = "own"
    receipts: str = "private"

    @property
    def is_private(self) -> bool:
        """Whether an agent's answers depend on its own rows only."""
        return self.wording == "own" and self.receipts == "private"


class CommonSettings(Presets):
    """The settings that all designs share. Each design has a subclass with further settings and presets."""

    design: ClassVar[str]
    default: ClassVar[str] = "paper"
    presets: ClassVar[Mapping[str, "CommonSettings"]]

    token_cap: int = Field(64, ge=8, description="A statement longer than this is split at clause borders")
    reports: ReportsAs = Field(
        "whole",
        description="A report to its depositor is kept whole, or as what was told, with the telling as its source",
    )
    statements: StatementsKept = Field(
        "self-contained",
        description="Leave out questions, fillers and repeated sentences, join many fragments, never merge dangling "
        "statements across agents; or keep all",
    )
    supersede: Literal["explicit", "attributes"] = Field(
        "explicit",
        description="Only `supersedes=` ends an older statement, or also a newer one about the same attribute of it",
    )
    cut_call: Literal["batch", "needed", "deposit"] = Field(
        "batch",
        description="A model cuts all deposits of a write that need it in one call, or each one, or every deposit",
    )
    max_characters: int = Field(100_000, ge=1, description="A deposit longer than this is refused")
    recall_k: int = Field(5, ge=1, description="Hits of a recall")
    recall: Literal["hybrid", "dense"] = Field(
        "dense",
        description="Rank by words and vectors, or by vectors alone; Generative Agents and G-Memory recall by their own rule",  # noqa: E501
    )

    @property
    def showing(self) -> Showing:
        """How records with several wordings are searched and shown."""
        return Showing()

    @classmethod
    def whose(cls) -> str:
        """Return the name of the design for error messages."""
        return f" of {cls.design}"


SettingsLike: TypeAlias = CommonSettings | str | Mapping[str, object]
"""Settings, the name of a preset, or a dict of changes to a preset."""
