"""What a model answers in each pass, as types; lenient about what is missing, strict about what it means."""

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

__all__ = [
    "ArcsReply",
    "CharacterReply",
    "DocumentReply",
    "EventsReply",
    "KickoffReply",
    "NamedThing",
    "NamesReply",
    "ToldFact",
]


def _text(value: Any) -> Any:
    return "" if value is None else str(value) if isinstance(value, int | float) else value


def _items(value: Any) -> Any:
    return [] if value is None else [value] if isinstance(value, str | dict) else value


def _most(count: int) -> Any:
    """How long a list may be by the schema, so that a small model ends it; a longer one is taken all the same."""
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
    """Things by name alone count too."""
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
