"""The types of a world's files, and the `Scenario` that `load` makes of them."""

import hashlib
import json
from functools import cached_property
from itertools import chain, repeat
from typing import Any, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from agentsensus.language.names import Names
from agentsensus.language.rules import Language
from agentsensus.language.sentences import sentences
from agentsensus.worlds.scenario.cast import Carrier, Character, Named, Place, Registered
from agentsensus.worlds.scenario.happenings import Deed, EventKind, StoryArc, WorldHappening
from agentsensus.worlds.scenario.lookup import Lookup
from agentsensus.worlds.scenario.places import Map
from agentsensus.worlds.scenario.written import AuthoredModel, Text, Texts, Whole

__all__ = [
    "Arc",
    "Edge",
    "Kickoff",
    "LaterEvent",
    "MapFile",
    "Players",
    "Reference",
    "Scenario",
    "SceneEvent",
    "Span",
    "WorldFile",
]

Kind = Literal["character", "place", "carrier"]


class Span(AuthoredModel):
    """The part of the story that the world tells, and the part held back. A plain string is the told part."""

    told: str = Field("", description="What has happened before round 1")
    held_out: str = Field("", description="What reference.yaml holds")

    @classmethod
    def from_short(cls, written: Any) -> Any:
        return {"told": written} if isinstance(written, str) else written


class Edge(AuthoredModel):
    """A way between two places, written `[place, place, rounds]`."""

    one: Text
    other: Text
    rounds: Whole = Field(ge=1)

    @classmethod
    def from_short(cls, written: Any) -> Any:
        if isinstance(written, list | tuple):
            if len(written) != 3:
                raise ValueError(f"has {len(written)} parts; write [place, place, rounds]")
            return dict(zip(("one", "other", "rounds"), written, strict=True))
        return written


class MapFile(AuthoredModel):
    """Distances between places, in rounds of travel."""

    default_distance: Whole = Field(20, ge=1, description="Rounds between places that have no shorter way")
    connected: bool = Field(True, description="Off: places without ways between them are out of reach")
    edges: tuple[Edge, ...] = Field((), description="Ways, each [place, place, rounds], open in both directions")


class Kickoff(AuthoredModel):
    """A message delivered in the first round."""

    to: Texts = Field(min_length=1, description="A character or several, none of them archived")
    content: Text = Field(description="What they are told")
    tellings: tuple[Texts, ...] = Field(
        (), description="For each sentence of `content` in order, a list of other wordings of it, for players"
    )

    @property
    def wordings(self) -> tuple[tuple[str, ...], ...]:
        """Each sentence with its other wordings."""
        others = chain(self.tellings, repeat(()))
        return tuple((sentence, *next(others)) for sentence in sentences(self.content))


class Players(AuthoredModel):
    """Behaviours that players (rule-based minds) may show in this world."""

    secrets: bool = Field(True, description="Off: nothing is kept secret")
    lies: bool = Field(True, description="Off: nobody lies")
    drift: bool = Field(True, description="Off: nothing changes in the retelling")
    reactions: bool = Field(True, description="Off: nobody mourns, warns, flees or breaks off")
    accusations: bool = Field(True, description="Off: nobody accuses, denies, confesses or denounces")
    deeds: bool = Field(True, description="Off: nobody does a deed of `deeds` to another")


class WorldFile(AuthoredModel):
    """The content of world.yaml."""

    name: Text = Field(description="A short name; runs are called after it")
    title: str = Field("", description="The name in full")
    about: str = Field("", description="A line on what the world is")
    language: Language = Field(description="en or zh: what the texts are written in and the characters speak")
    span: Span = Field(Span(), description="The part of the story told (`told`) and held back (`held_out`)")
    rounds: Whole = Field(20, ge=1, description="How many rounds a run plays when nobody says")
    message_speed: Whole = Field(1, ge=1, description="Distance a message covers in a round")
    map: MapFile = Field(MapFile(), description="default_distance, connected and edges")
    kickoff: tuple[Kickoff, ...] = Field(
        (), description="Messages that set it going, each `to`, `content` and, for players, `tellings`"
    )
    players: Players = Field(Players(), description="secrets, lies, drift, reactions, accusations and deeds: on or off")
    manner: Literal["plain", "office"] = Field(
        "plain",
        validation_alias=AliasChoices("register", "manner"),
        description="Written `register`: how players speak, plain (as people do) or office (as institutions do)",
    )
    deeds: dict[str, Deed] = Field({}, description="By id: what characters may do to each other")
    arcs: tuple[StoryArc, ...] = Field((), description="Open threads of the story, and what would end them")
    person: bool = Field(True, description="Whether a person may play a character")
    stamp: str = Field("", description="Words that every artefact of this world carries, such as: simulated fiction")
    style: str = Field("", description="How the characters' prose is to sound, for model minds")


class SceneEvent(AuthoredModel):
    """One fact of the story before round 1, with its witnesses and other wordings.

    `kept_back` are wordings reserved for questions; `matter` is the tag of the heading. Events of one `group` stand
    together under a heading and are linked in memory.
    """

    id: Text
    text: Text
    tellings: tuple[Text, ...] = ()
    place: Text
    time: str = ""
    witnesses: tuple[Text, ...] = ()
    kept_back: tuple[Text, ...] = ()
    secret: bool = False
    grave: bool = False
    kind: EventKind | None = None
    matter: str = ""
    reference: str = ""
    group: Whole = Field(1, ge=1)
    order: Whole = Field(ge=1)

    @property
    def owners(self) -> tuple[str, ...]:
        """The ids that remember the event: its witnesses and its place."""
        return tuple(sorted({*self.witnesses, self.place}))


class Arc(AuthoredModel):
    """How the held-out remainder continues for some characters."""

    id: Text = Field(description="a-z, 0-9 and _, once")
    text: Text = Field(description="Two or three sentences")
    characters: Texts = Field((), description="Whom it concerns")


class LaterEvent(AuthoredModel):
    """An event of the held-out remainder."""

    id: Text = Field(description="a-z, 0-9 and _, once")
    text: Text = Field(description="One sentence")
    characters: Texts = Field((), description="Whom it concerns")
    reference: str = Field("", description="Where in the source")


class Reference(AuthoredModel):
    """The held-out remainder of the story, for scoring. No mind sees it."""

    arcs: tuple[Arc, ...] = Field((), description="Arcs: id, text, characters")
    events: tuple[LaterEvent, ...] = Field((), description="Later events in order: id, text, characters, reference")


class Scenario(BaseModel):
    """A checked world: every reference is an id, and entries are sorted by id."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    world: WorldFile
    characters: dict[str, Character] = {}
    places: dict[str, Place] = {}
    carriers: dict[str, Carrier] = {}
    happenings: dict[str, WorldHappening] = {}
    events: tuple[SceneEvent, ...] = ()
    reference: Reference = Reference()
    registry: dict[str, Registered] = {}

    @cached_property
    def hash(self) -> str:
        """The sha256 of the content; comments, spacing and the order of ids do not count."""
        dumped = json.dumps(self.model_dump(mode="json"), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(dumped.encode("utf-8")).hexdigest()

    @cached_property
    def active(self) -> tuple[str, ...]:
        """The ids of the characters who act."""
        return tuple(sorted(id_ for id_, character in self.characters.items() if not character.archived))

    @cached_property
    def map(self) -> Map:
        map_file = self.world.map
        ways = [(edge.one, edge.other, edge.rounds) for edge in map_file.edges]
        return Map(self.places, ways, map_file.default_distance if map_file.connected else None)

    def names(self) -> dict[str, tuple[str, ...]]:
        """Return the names of all persons in cast and registry, for `Memory.open(names=…)`."""
        names = {id_: character.called for id_, character in self.characters.items()}
        for id_, registered in self.registry.items():
            if registered.kind == "character":
                names[id_] = tuple(dict.fromkeys((*names.get(id_, ()), *registered.called)))
        return dict(sorted(names.items()))

    def known_names(self) -> Names:
        """Return all persons and places with their names, for a memory."""
        return self._known_names

    @cached_property
    def _known_names(self) -> Names:
        places = dict(sorted(self.places.items()))
        parts = {id_: place.parts for id_, place in places.items() if place.parts}
        return Names(self.names(), {id_: place.names for id_, place in places.items()}, parts)

    def find(self, name: str, kind: Kind | None = None) -> str | None:
        """Return the id for an id, name or alias; None if it is unknown or ambiguous."""
        return self.lookup(kind).find(name)

    def with_carrier(self, carrier: Carrier) -> "Scenario":
        """Return a copy in which a thing made in play can be found by its name."""
        copy = self.model_copy(update={"carriers": {**self.carriers, carrier.id: carrier}})
        copy.__dict__.pop("_lookups", None)  # the copy has taken over the cached lookups
        return copy

    def lookup(self, kind: Kind | None = None) -> Lookup:
        """Return the lookup of one kind, or of all kinds."""
        return self._lookups[kind]

    def kind_of(self, id_: str) -> Kind | None:
        """Return the kind of an id: character, place or carrier."""
        kinds: tuple[tuple[Kind, dict[str, Any]], ...] = (
            ("character", self.characters),
            ("place", self.places),
            ("carrier", self.carriers),
        )
        return next((kind for kind, ids in kinds if id_ in ids), None)

    def event(self, id_: str) -> SceneEvent | None:
        return self._events.get(id_)

    def matter(self, id_: str) -> tuple[SceneEvent, ...]:
        """Return the events for an event id or a heading's tag, in order; empty if unknown."""
        event = self.event(id_)
        return (event,) if event else tuple(event for event in self.events if event.matter == id_)

    @cached_property
    def _events(self) -> dict[str, SceneEvent]:
        return {event.id: event for event in self.events}

    @cached_property
    def _lookups(self) -> dict[Kind | None, Lookup]:
        def called(*groups: dict[str, Any]) -> Lookup:
            named: dict[str, Named] = {id_: entry for group in groups for id_, entry in group.items()}
            return Lookup({id_: entry.called for id_, entry in named.items()})

        return {
            "character": called(self.characters),
            "place": called(self.places),
            "carrier": called(self.carriers),
            None: called(self.characters, self.places, self.carriers),
        }
