"""A character's goals: a sentence each and, for players, an intent with its object.

An intent is written in one line, in English or in Chinese:

    learn EVENT                         得知 EVENT
    tell EVENT to CHARACTER             把 EVENT 告诉 CHARACTER
    keep EVENT [from CHARACTER]         [对 CHARACTER] 隐瞒 EVENT
    meet CHARACTER                      见 CHARACTER
    reach PLACE                         去 PLACE
    read CARRIER                        读 CARRIER
    deceive CHARACTER about EVENT       就 EVENT 欺骗 CHARACTER
    confront CHARACTER about EVENT      就 EVENT 质问 CHARACTER
    get CARRIER from CHARACTER          向 CHARACTER 取得 CARRIER
    bring CHARACTER to PLACE            带 CHARACTER 去 PLACE
    do DEED to CHARACTER                对 CHARACTER 行 DEED

`keep` may name a whole matter: the #tag of a heading instead of an event.
"""

import re
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import AliasChoices, Field, field_validator

from agentsensus.language.languages import all_rules
from agentsensus.worlds.scenario.written import AuthoredModel, Text

__all__ = [
    "INTENTS",
    "BringIntent",
    "ConfrontIntent",
    "DeceiveIntent",
    "DoIntent",
    "GetIntent",
    "Goal",
    "Intent",
    "KeepIntent",
    "LearnIntent",
    "MeetIntent",
    "ReachIntent",
    "ReadIntent",
    "TellIntent",
]


class _Intent(AuthoredModel):
    """Base class of intents. `form` is how the intent is written; a bracketed part is optional."""

    form: ClassVar[str]

    def __str__(self) -> str:
        parts = self.model_dump()
        form = re.sub(r" \[.*\]" if None in parts.values() else r"[\[\]]", "", self.form)
        return form.format(**parts)


class LearnIntent(_Intent):
    """Learn of an event."""

    form: ClassVar[str] = "learn {event}"
    kind: Literal["learn"] = "learn"
    event: Text


class TellIntent(_Intent):
    """Tell a character of an event."""

    form: ClassVar[str] = "tell {event} to {whom}"
    kind: Literal["tell"] = "tell"
    event: Text
    whom: Text


class KeepIntent(_Intent):
    """Keep an event secret, from everyone or from one character."""

    form: ClassVar[str] = "keep {event} [from {whom}]"
    kind: Literal["keep"] = "keep"
    event: Text
    whom: Text | None = None


class MeetIntent(_Intent):
    """Meet a character."""

    form: ClassVar[str] = "meet {whom}"
    kind: Literal["meet"] = "meet"
    whom: Text


class ReachIntent(_Intent):
    """Get to a place."""

    form: ClassVar[str] = "reach {place}"
    kind: Literal["reach"] = "reach"
    place: Text


class ReadIntent(_Intent):
    """Read a carrier."""

    form: ClassVar[str] = "read {carrier}"
    kind: Literal["read"] = "read"
    carrier: Text


class DeceiveIntent(_Intent):
    """Make a character believe a false version of an event."""

    form: ClassVar[str] = "deceive {whom} about {event}"
    kind: Literal["deceive"] = "deceive"
    event: Text
    whom: Text


class ConfrontIntent(_Intent):
    """Tell a character to their face of an event that concerns them."""

    form: ClassVar[str] = "confront {whom} about {event}"
    kind: Literal["confront"] = "confront"
    event: Text
    whom: Text


class GetIntent(_Intent):
    """Obtain a thing from the character who holds it."""

    form: ClassVar[str] = "get {carrier} from {whom}"
    kind: Literal["get"] = "get"
    carrier: Text
    whom: Text


class BringIntent(_Intent):
    """Be at a place together with a character."""

    form: ClassVar[str] = "bring {whom} to {place}"
    kind: Literal["bring"] = "bring"
    whom: Text
    place: Text


class DoIntent(_Intent):
    """Do one of the world's deeds to a character."""

    form: ClassVar[str] = "do {deed} to {whom}"
    kind: Literal["do"] = "do"
    deed: Text
    whom: Text


Intent: TypeAlias = Annotated[
    LearnIntent
    | TellIntent
    | KeepIntent
    | MeetIntent
    | ReachIntent
    | ReadIntent
    | DeceiveIntent
    | ConfrontIntent
    | GetIntent
    | BringIntent
    | DoIntent,
    Field(discriminator="kind"),
]

INTENTS = (
    "learn EVENT, tell EVENT to CHARACTER, keep EVENT [from CHARACTER], meet CHARACTER, reach PLACE, read CARRIER, "
    "deceive CHARACTER about EVENT, confront CHARACTER about EVENT, get CARRIER from CHARACTER, "
    "bring CHARACTER to PLACE or do DEED to CHARACTER"
)
_FORMS = [(kind, re.compile(form, re.IGNORECASE)) for rules in all_rules() for kind, form in rules.world_words.intents]


class Goal(AuthoredModel):
    """A goal as a sentence; the intent lets a player act on it."""

    text: Text = Field(description="The goal as a sentence")
    intent: Intent | None = Field(None, description=f"What a player is to do: {INTENTS}")
    question: str = Field("", description="To learn: the question that a player asks others, which gives nothing away")

    otherwise: "Goal | None" = Field(
        None,
        validation_alias=AliasChoices("else", "otherwise"),
        description="Written `else`: the goal taken up when this one has failed",
    )

    @classmethod
    def from_short(cls, written: Any) -> Any:
        return {"text": written} if isinstance(written, str) else written

    @field_validator("intent", mode="before")
    @classmethod
    def _read(cls, written: Any) -> Any:
        if not isinstance(written, str):
            return written
        for kind, form in _FORMS:
            if match := form.fullmatch(written.strip()):
                return {"kind": kind} | match.groupdict()
        raise ValueError(f"is {written!r}; write {INTENTS}")
