"""What the settings of every design have in common: a few numbers, and how records are shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pydantic import Field

from agentsensus.memory.atoms.atom import ReportsAs
from agentsensus.memory.designs.presets import Presets


@dataclass(frozen=True, slots=True)
class Showing:
    """How a record with several wordings is searched and shown; without effect in designs where nothing merges."""

    search: str = "wording"
    text_rule: str = "role-preserving"
    wording: str = "own"
    receipts: str = "private"

    @property
    def is_private(self) -> bool:
        """Whether an agent's answers come from its own rows alone, and nothing in them from what others know."""
        return self.wording == "own" and self.receipts == "private"


class CommonSettings(Presets):
    """The settings that all designs share; the model of each design adds its own, and its presets by name."""

    design: ClassVar[str]
    default: ClassVar[str] = "paper"
    presets: ClassVar[Mapping[str, "CommonSettings"]]

    token_cap: int = Field(64, ge=8, description="A statement longer than this is split at clause borders")
    reports: ReportsAs = Field(
        "whole",
        description="A report to its depositor is kept whole, or as what was told, with the telling as its source",
    )
    max_characters: int = Field(100_000, ge=1, description="A deposit longer than this is refused")
    recall_k: int = Field(5, ge=1, description="Hits of a recall")

    @property
    def showing(self) -> Showing:
        """How records with several wordings are searched and shown."""
        return Showing()

    @classmethod
    def whose(cls) -> str:
        """The design that the settings belong to, as an error names it."""
        return f" of {cls.design}"
