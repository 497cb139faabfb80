"""Happenings, deeds, story arcs and kinds of events, and the conditions that trigger them."""

import re
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, get_args

from pydantic import AliasChoices, BeforeValidator, Field

from agentsensus.language.languages import all_rules
from agentsensus.worlds.scenario.written import AuthoredModel, StatusValue, Text, Texts, Whole

__all__ = [
    "KINDS",
    "Condition",
    "Deed",
    "DeedEffect",
    "Effect",
    "EventKind",
    "StoryArc",
    "WorldHappening",
    "kind_of_text",
]


Percent = Annotated[Whole, Field(ge=1, le=100)]


class Condition(AuthoredModel):
    """A condition on the world in play. All given keys must hold; an empty condition always holds."""

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
        (),
        validation_alias=AliasChoices("not", "none"),
        description="Written `not`: a condition that must not hold",
    )

    @classmethod
    def from_short(cls, written: Any) -> Any:
        if isinstance(written, dict) and isinstance(written.get("not"), dict):
            return {**written, "not": [written["not"]]}
        return written

    def parts(self) -> "list[Condition]":
        """Return this condition and all nested ones."""
        return [self, *(part for inner in (*self.any, *self.none) for part in inner.parts())]


KindName: TypeAlias = Literal["death", "wrong", "threat", "promise", "love", "office", "war", "gain", "loss"]

KINDS: dict[str, KindName] = {
    word: kind
    for rules in all_rules()
    for word, named in rules.world_words.kinds.items()
    for kind in get_args(KindName)
    if kind == named
}
"""Kinds of events by their names in every language."""

_KIND = re.compile(r"\s*(?P<kind>[^\s:：]+)\s*[:：](?P<doers>[^→]*)(?:→(?P<victims>.*))?")
_NAMES = re.compile(r"\s*[,，、;；]\s*")


class EventKind(AuthoredModel):
    """The kind of an event, its doers and victims; written `death: Claudius → King Hamlet`."""

    kind: KindName
    doers: tuple[Text, ...] = ()
    victims: tuple[Text, ...] = ()

    @classmethod
    def from_short(cls, written: Any) -> Any:
        return kind_of_text(written) if isinstance(written, str) else written


def kind_of_text(text: str) -> dict[str, Any]:
    """Parse `kind: doer, doer → victim`. Raises ValueError if the text has another form."""
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


class Effect(AuthoredModel):
    """One change that a happening brings; exactly one key must be set."""

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


class WorldHappening(AuthoredModel):
    """An event that happens once, at the start of the first round in which its condition holds."""

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


class Deed(AuthoredModel):
    """An action that a character may do to another in this world."""

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


class StoryArc(AuthoredModel):
    """An open thread of the story at round 1, and the condition that ends it."""

    id: Text = Field(description="a-z, 0-9 and _, once")
    text: Text = Field(description="What is open, in a sentence or two")
    characters: Texts = Field((), description="Whom it concerns")
    matter: str = Field("", description="The event, or the #tag of a heading, that it turns on")
    ends_when: Condition | None = Field(None, description="The condition under which it is over")
    ending: str = Field("", description="How it has ended then, in a sentence")
