"""Characters, places and carriers, as authors write them."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field

from agentsensus.language.sentences import sentences
from agentsensus.worlds.scenario.goals import Goal
from agentsensus.worlds.scenario.written import AuthoredModel, StatusValue, Text, Texts, Whole

__all__ = ["Called", "Carrier", "Character", "Named", "Place", "Registered", "Traits", "Voice"]

Trust = Annotated[Whole, Field(ge=-3, le=3)]
Degree = Annotated[Whole, Field(ge=0, le=9)]


def _goals(value: Any) -> Any:
    return [value] if isinstance(value, str | dict) else value


def _sentences(value: Any) -> Any:
    return sentences(value) if isinstance(value, str) else value


def _archived(value: Any) -> Any:
    return None if value in ("none", False) else value


class Voice(AuthoredModel):
    """How a character speaks. A plain string is its manner."""

    manner: str = Field("", description="How the character speaks, in a sentence or two")
    turns: Texts = Field((), description="Openings of a line that fit any hearer")
    epithets: Texts = Field((), description="Forms of address that fit any hearer not listed in `calls`")
    calls: dict[str, Texts] = Field({}, description="By character: how this one addresses that one")

    @classmethod
    def from_short(cls, written: Any) -> Any:
        return {"manner": written} if isinstance(written, str) else written


class Traits(AuthoredModel):
    """Character traits of a player, from 0 to 9; 5 is average."""

    nerve: Degree = Field(5, description="How much pressure it takes to make a secret slip")
    candour: Degree = Field(5, description="How far the truth is preferred to silence and lies")
    gossip: Degree = Field(5, description="How readily news is passed on")
    curiosity: Degree = Field(5, description="How readily others are asked and things looked at")
    loyalty: Degree = Field(5, description="How readily one tells friends what concerns them")


class Called(AuthoredModel):
    """An entry with a name and aliases, written under its id."""

    keyed_by_id: ClassVar[bool] = True

    id: str = Field(description="The key it is written under")
    name: str = Field("", description="What it is called")
    aliases: Texts = Field((), description="Other names")

    @property
    def called(self) -> tuple[str, ...]:
        """All names, the usual one first."""
        return tuple(dict.fromkeys((self.name or self.id.replace("_", " "), *self.aliases)))


class Named(Called):
    """The fields shared by characters, places and carriers."""

    id: str = Field(description="The key it is written under: a-z, 0-9 and _, unique among all kinds")
    name: str = Field("", description="What it is called; the id made readable when left out")
    aliases: Texts = Field((), description="Other names; one that several claim names nobody")
    latin: str = Field("", description="The name in Latin letters, where the world's script is another")
    profile: str = Field("", description="Who or what it is, in a few sentences")
    status: dict[str, StatusValue] = Field({}, description="What can be seen of it at the start, by key")


class Character(Named):
    """A character who acts, or an archived one who is only remembered."""

    rank: Degree = Field(3, description="From 0 (servant) to 9 (sovereign), for forms of address")
    office: str = Field("", description="What this one may decide for others, in a few words; none when left out")
    kin: Texts = Field((), description="Next of kin: parents, children, siblings, spouses, sworn brothers")
    voice: Voice = Field(Voice(), description="How the character speaks: a text, or manner, turns, epithets and calls")
    at: str | None = Field(None, description="The place it starts in; only the archived may have none")
    private: Texts = Field(("mood",), description="Keys of the status that others cannot see; never location")
    relations: dict[str, Text] = Field({}, description="By character: what that one is to this one")
    trusts: dict[str, Trust] = Field({}, description="By character: from -3 (never) to 3 (with one's life)")
    traits: Traits = Field(Traits(), description="For players: nerve, candour, gossip, curiosity, loyalty; 0 to 9")
    goals: Annotated[tuple[Goal, ...], BeforeValidator(_goals)] = Field(
        (),
        description="From the deepest to the one at hand; each a sentence, with an intent if players are to act on it",
    )
    archived: Annotated[Literal["dead", "departed", "disbanded"] | None, BeforeValidator(_archived)] = Field(
        None, description="dead, departed or disbanded: owns memories and never acts"
    )


class Place(Named):
    """A location; it remembers the events that happened there."""

    parts: Texts = Field((), description="Names of rooms and corners in it; each is there and is not the whole")

    @property
    def called(self) -> tuple[str, ...]:
        """All names, the usual one first, then the names of its parts."""
        return (*self.names, *self.parts)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the place itself, the usual one first."""
        return super().called


class Carrier(Named):
    """A readable thing, such as a letter, an edict or a poem; without a text, any thing, such as a sword."""

    at: str | None = Field(None, description="The place it lies in; this or `held_by`")
    held_by: str | None = Field(None, description="The character who has it; this or `at`")
    sealed: bool = Field(False, description="Whether it is sealed; reading breaks the seal, and that can be seen")
    hidden: bool = Field(
        False,
        description="Whether it is out of sight: in a place until somebody searches, on a person until it is out",
    )
    portable: bool | None = Field(None, description="Whether it can be carried; what is held can be")
    text: Annotated[Texts, BeforeValidator(_sentences)] = Field(
        (), description="What it says: a list of sentences, or a text that is cut into sentences; a thing says nothing"
    )


class Registered(Called):
    """A name found in a source, including names that did not make the cast."""

    kind: Literal["character", "place", "carrier"] = Field("character", description="character, place or carrier")
    mentions: Whole = Field(0, ge=0, description="How often it was found")
