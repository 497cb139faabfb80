"""What befalls a world while it is played, and what characters may do to each other in it, as a person writes them."""

import re
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import AliasChoices, BeforeValidator, Field

from agentsensus.world.conditions import Condition
from agentsensus.world.reading.written import StatusValue, Text, Texts, Written

__all__ = ["KINDS", "Deed", "DeedEffect", "Effect", "EventKind", "StoryArc", "WorldHappening", "kind_of_text"]

KindName: TypeAlias = Literal["death", "wrong", "threat", "promise", "love", "office", "war", "gain", "loss"]

KINDS: dict[str, KindName] = {
    "death": "death",
    "wrong": "wrong",
    "threat": "threat",
    "promise": "promise",
    "love": "love",
    "office": "office",
    "war": "war",
    "gain": "gain",
    "loss": "loss",
    "死": "death",
    "害": "wrong",
    "威胁": "threat",
    "许诺": "promise",
    "情": "love",
    "官职": "office",
    "战": "war",
    "得": "gain",
    "失": "loss",
}
"""The kinds of event by the words that name them, English and Chinese."""

_KIND = re.compile(r"\s*(?P<kind>[^\s:：]+)\s*[:：](?P<doers>[^→]*)(?:→(?P<victims>.*))?")
_NAMES = re.compile(r"\s*[,，、;；]\s*")


class EventKind(Written):
    """What sort of event it is, who did it and to whom; written `death: Claudius → King Hamlet`."""

    kind: KindName
    doers: tuple[Text, ...] = ()
    victims: tuple[Text, ...] = ()

    @classmethod
    def from_short(cls, written: Any) -> Any:
        return kind_of_text(written) if isinstance(written, str) else written


def kind_of_text(text: str) -> dict[str, Any]:
    """The parts of `kind: doer, doer → victim`; ValueError when it is none."""
    match = _KIND.fullmatch(text)
    if match is None or match["kind"].casefold() not in KINDS:
        raise ValueError(f"is {text!r}; write `kind: doer → victim`, the kind one of {', '.join(list(KINDS)[:9])}")
    return {
        "kind": KINDS[match["kind"].casefold()],
        "doers": _names(match["doers"]),
        "victims": _names(match["victims"] or ""),
    }


def _names(text: str) -> tuple[str, ...]:
    return tuple(name for name in _NAMES.split(text.strip()) if name)


class Effect(Written):
    """One change that a happening brings; exactly one key."""

    status: dict[str, dict[str, StatusValue]] = Field({}, description="By id: what its status says from now on")
    moves: dict[str, Text] = Field({}, description="By character: the place it is in from now on")
    gives: dict[str, Text] = Field({}, description="By carrier: the character or the place that has it from now on")
    dies: Texts = Field((), description="Characters who die")
    hurt: Texts = Field((), description="Characters who are hurt")
    held: Texts = Field((), description="Characters who cannot leave from now on")
    freed: Texts = Field((), description="Characters who can leave again")
    banished: Texts = Field((), description="Characters who must go and do not come back")


def _witnesses(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


class WorldHappening(Written):
    """Something that befalls the world once, as soon as its condition holds at the beginning of a round."""

    keyed_by_id: ClassVar[bool] = True

    id: str = Field(description="The key it is written under")
    when: Condition = Field(description="The condition; all of its keys must hold")
    where: Text = Field(description="The place where it happens")
    witnesses: Annotated[tuple[Text, ...], BeforeValidator(_witnesses)] = Field(
        ("present",), description="Who perceives it: characters, `present` (whoever is there) or `everyone`"
    )
    text: Text = Field(description="What happens, in one sentence that stands for itself")
    tellings: Texts = Field((), description="The same in other words, for players")
    kept_back: Texts = Field((), description="The same in words that nobody speaks, for questions")
    secret: bool = Field(False, description="Whether its witnesses keep it to themselves")
    grave: bool = Field(False, description="Whether everybody would talk of it first")
    kind: EventKind | None = Field(None, description="What sort of event it is: `kind: doer → victim`")
    effects: tuple[Effect, ...] = Field((), description="What changes by it, in order")


DeedEffect: TypeAlias = Literal["hurt", "hold", "free", "kill", "banish"]


class Deed(Written):
    """What a character may do to another in this world."""

    keyed_by_id: ClassVar[bool] = True

    id: str = Field("", description="The key it is written under")
    name: Text = Field(description="What it is called, as in: put under guard")
    does: DeedEffect = Field(description="hurt, hold, free, kill or banish")
    by: Texts = Field(("anyone",), description="Who may: characters, `office` (whoever has one) or `anyone`")
    to: Texts = Field((), description="To whom; anyone who acts when left out")
    needs: Texts = Field(
        (), validation_alias=AliasChoices("with", "needs"), description="Written `with`: what the doer must hold"
    )
    at: Texts = Field((), description="Where; anywhere when left out")
    text: Text = Field(description="How it is told, with {doer}, {target} and {place}")
    tellings: Texts = Field((), description="The same in other words, for players")
    grave: bool = Field(True, description="Whether everybody would talk of it first")


class StoryArc(Written):
    """An open thread of the story as it stands at round 1, and what would end it."""

    id: Text = Field(description="a-z, 0-9 and _, once")
    text: Text = Field(description="What is open, in a sentence or two")
    characters: Texts = Field((), description="Whom it concerns")
    matter: str = Field("", description="The event, or the #tag of a heading, that it turns on")
    ends_when: Condition | None = Field(None, description="The condition under which it is over")
    ending: str = Field("", description="How it has ended then, in a sentence")
