"""Conditions over a world in play: when a happening comes, and when an arc ends. All keys of one must hold."""

from typing import Annotated, Any

from pydantic import AliasChoices, Field

from agentsensus.world.reading.written import StatusValue, Text, Texts, Whole, Written

__all__ = ["Condition"]

Percent = Annotated[Whole, Field(ge=1, le=100)]


class Condition(Written):
    """What must be so; every key that is given must hold, and a condition without keys holds always."""

    round: Whole | None = Field(None, ge=1, description="From this round on")
    after: dict[str, Whole] = Field({}, description="By happening: so many rounds after it, or more")
    at: dict[str, Text] = Field({}, description="By character: the place it is in")
    together: Texts = Field((), description="Characters who are in one place")
    knows: dict[str, Whole | Texts] = Field(
        {}, description="By event: the characters who all know it, or how many of those who act"
    )
    holds: dict[str, Texts] = Field({}, description="By character: what it holds")
    dead: Texts = Field((), description="Characters who have died")
    held: Texts = Field((), description="Characters who are held somewhere")
    done: dict[str, Texts] = Field({}, description="By deed: to whom it was done in this run")
    status: dict[str, dict[str, StatusValue]] = Field({}, description="By id: what its status says, key by key")
    chance: Percent | None = Field(None, description="Percent, drawn anew in every round")
    any: "tuple[Condition, ...]" = Field((), description="Conditions of which one at least must hold")
    none: "tuple[Condition, ...]" = Field(
        (), validation_alias=AliasChoices("not", "none"), description="Written `not`: a condition that must not hold"
    )

    @classmethod
    def from_short(cls, written: Any) -> Any:
        if isinstance(written, dict) and isinstance(written.get("not"), dict):
            return {**written, "not": [written["not"]]}
        return written

    def parts(self) -> "list[Condition]":
        """This condition and every one inside it."""
        return [self, *(part for inner in (*self.any, *self.none) for part in inner.parts())]
