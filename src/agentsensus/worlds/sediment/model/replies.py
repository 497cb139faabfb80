"""The typed replies of a model in each pass, and checks of their texts."""

import re
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from agentsensus.language.scripts import HAN

__all__ = [
    "ArcsReply",
    "CharacterReply",
    "DocumentReply",
    "EventsReply",
    "KickoffReply",
    "NamedThing",
    "NamesReply",
    "ToldFact",
    "is_copied",
    "is_speech",
    "is_the_question",
]


def _text(value: Any) -> Any:
    return "" if value is None else str(value) if isinstance(value, int | float) else value


def _items(value: Any) -> Any:
    return [] if value is None else [value] if isinstance(value, str | dict) else value


def _most(count: int) -> Any:
    """Set the schema's maximum list length, so that small models stop; longer lists are still accepted."""
    return Field(json_schema_extra={"maxItems": count})


_Text = Annotated[str, BeforeValidator(_text)]
_Texts = Annotated[list[_Text], BeforeValidator(_items), _most(12)]


class _Answered(BaseModel):
    model_config = ConfigDict(extra="ignore", str_strip_whitespace=True)


class NamedThing(_Answered):
    """Somebody or something that a passage names."""

    name: _Text
    aliases: _Texts = []
    latin: _Text = ""
    about: _Text = ""


def _named(value: Any) -> Any:
    """Accept plain names as things."""
    return [{"name": item} if isinstance(item, str) else item for item in _items(value)]


class NamesReply(_Answered):
    """Who and what a passage names."""

    people: Annotated[list[NamedThing], BeforeValidator(_named), _most(16)] = []
    places: Annotated[list[NamedThing], BeforeValidator(_named), _most(16)] = []
    carriers: Annotated[list[NamedThing], BeforeValidator(_named), _most(16)] = []


class ToldFact(_Answered):
    """One statement with its owners."""

    text: _Text
    owners: _Texts = []
    place: _Text = ""
    kind: _Text = ""
    doer: _Text = ""
    victim: _Text = ""
    secret: bool = False
    grave: bool = False


class FactGroup(_Answered):
    """The statements of one event."""

    statements: Annotated[list[ToldFact], BeforeValidator(_items), _most(6)] = []


class EndState(_Answered):
    """Where somebody is when the passage ends, and whether alive."""

    who: _Text
    place: _Text = ""
    alive: bool = True


class EventsReply(_Answered):
    """What a passage tells."""

    groups: Annotated[list[FactGroup], BeforeValidator(_items), _most(8)]
    states: Annotated[list[EndState], BeforeValidator(_items), _most(12)] = []


class CharacterReply(_Answered):
    """Who somebody is and what it wants."""

    profile: _Text
    voice: _Text = ""
    goals: _Texts = []


class DocumentReply(_Answered):
    """What can be read in a thing, and who has it."""

    text: _Texts
    holder: _Text = ""


class KickoffNote(_Answered):
    """A message that sets things going."""

    to: _Texts
    content: _Text
    tellings: _Texts = []


class KickoffReply(_Answered):
    """Messages that set the world going."""

    messages: Annotated[list[KickoffNote], BeforeValidator(_items), _most(6)]


class ArcNote(_Answered):
    """Where the later part takes somebody."""

    text: _Text
    characters: _Texts = []


class ArcsReply(_Answered):
    """The arcs of what comes later."""

    arcs: Annotated[list[ArcNote], BeforeValidator(_items), _most(6)]


_LABEL = re.compile(r"^(?P<who>[^:：]{1,40})[:：]\s*\S")
_WORDS = re.compile(rf"[{HAN}]|[^\W{HAN}]+")
_HAN = re.compile(f"[{HAN}]")
_FEWEST, _FEWEST_HAN = 5, 10
"""This many words (or Chinese characters) in the same order count as copied."""
_FORM = re.compile(r'\{"|"\w+": ?["\[{]')
"""A piece of JSON."""


def is_speech(text: str, called: frozenset[str]) -> bool:
    """Return whether a text is a printed speech with its speaker in front."""
    label = _LABEL.match(text)
    return label is not None and label["who"].strip().casefold() in called


def is_copied(text: str, passage: str) -> bool:
    """Return whether a text is copied verbatim from the passage."""
    words = _WORDS.findall(text.casefold())
    fewest = _FEWEST_HAN if _HAN.search(text) else _FEWEST
    return len(words) >= fewest and " ".join(words) in " ".join(_WORDS.findall(passage.casefold()))


def is_the_question(text: str) -> bool:
    """Return whether a text is a piece of the prompt: the list of names, or the reply format."""
    return bool(_FORM.search(text))
