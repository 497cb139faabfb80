"""What a person writes, whole and checked: `load` in check.py makes a `Scenario` of a world's files."""

import hashlib
import json
from functools import cached_property
from itertools import chain, repeat
from typing import Any, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from agentsensus.text.language import Language
from agentsensus.text.names import Names
from agentsensus.text.sentences import sentences
from agentsensus.world.cast import Carrier, Character, Named, Place, Registered
from agentsensus.world.happenings import Deed, EventKind, StoryArc, WorldHappening
from agentsensus.world.lookup import Lookup
from agentsensus.world.places import Map
from agentsensus.world.reading.written import Text, Texts, Whole, Written

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


class Span(Written):
    """Which part of the story the world tells, and which part is held back; a bare text is what is told."""

    told: str = Field("", description="What has happened before round 1")
    held_out: str = Field("", description="What reference.yaml holds")

    @classmethod
    def from_short(cls, written: Any) -> Any:
        return {"told": written} if isinstance(written, str) else written


class Edge(Written):
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


class MapFile(Written):
    """How far places are from each other, in rounds on the road."""

    default_distance: Whole = Field(20, ge=1, description="Rounds between places that have no shorter way")
    connected: bool = Field(True, description="Off: places without ways between them are out of reach")
    edges: tuple[Edge, ...] = Field((), description="Ways, each [place, place, rounds], open in both directions")


class Kickoff(Written):
    """A message that waits for its recipients in the first round."""

    to: Texts = Field(min_length=1, description="A character or several, none of them archived")
    content: Text = Field(description="What they are told")
    tellings: tuple[Texts, ...] = Field(
        (), description="For each sentence of `content` in order, a list of other wordings of it, for players"
    )

    @property
    def wordings(self) -> tuple[tuple[str, ...], ...]:
        """Every sentence with its other wordings."""
        others = chain(self.tellings, repeat(()))
        return tuple((sentence, *next(others)) for sentence in sentences(self.content))


class Players(Written):
    """What players, who have no model, may do in this world."""

    secrets: bool = Field(True, description="Off: nothing is kept secret")
    lies: bool = Field(True, description="Off: nobody lies")
    drift: bool = Field(True, description="Off: nothing changes in the retelling")
    reactions: bool = Field(True, description="Off: nobody mourns, warns, flees or breaks off")
    accusations: bool = Field(True, description="Off: nobody accuses, denies, confesses or denounces")
    deeds: bool = Field(True, description="Off: nobody does a deed of `deeds` to another")


class WorldFile(Written):
    """What world.yaml says of the world as a whole."""

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


class SceneEvent(Written):
    """Something that happened before round 1: one fact, who saw it, and how else it is told.

    `kept_back` are tellings that nobody speaks, for questions; `matter` is the tag of its heading; events of one
    `group` stand together under a heading and are linked in memory.
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
        """Everybody who remembers it: the witnesses, and the place."""
        return tuple(sorted({*self.witnesses, self.place}))


class Arc(Written):
    """Where the held-out remainder takes somebody."""

    id: Text = Field(description="a-z, 0-9 and _, once")
    text: Text = Field(description="Two or three sentences")
    characters: Texts = Field((), description="Whom it concerns")


class LaterEvent(Written):
    """Something that happens in the held-out remainder."""

    id: Text = Field(description="a-z, 0-9 and _, once")
    text: Text = Field(description="One sentence")
    characters: Texts = Field((), description="Whom it concerns")
    reference: str = Field("", description="Where in the source")


class Reference(Written):
    """What the held-out remainder brings; for scoring, no mind sees it."""

    arcs: tuple[Arc, ...] = Field((), description="Arcs: id, text, characters")
    events: tuple[LaterEvent, ...] = Field((), description="Later events in order: id, text, characters, reference")


class Scenario(BaseModel):
    """A whole world as written, every reference an id, everything by id in sorted order."""

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
        """The sha256 of everything written; comments, spacing and the order of ids do not count."""
        dumped = json.dumps(self.model_dump(mode="json"), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(dumped.encode("utf-8")).hexdigest()

    @cached_property
    def active(self) -> tuple[str, ...]:
        """The characters who act, by id."""
        return tuple(sorted(id_ for id_, character in self.characters.items() if not character.archived))

    @cached_property
    def map(self) -> Map:
        """The map of the world."""
        map_file = self.world.map
        ways = [(edge.one, edge.other, edge.rounds) for edge in map_file.edges]
        return Map(self.places, ways, map_file.default_distance if map_file.connected else None)

    def names(self) -> dict[str, tuple[str, ...]]:
        """What every person is called, for `Memory.open(names=…)`: the cast and the registry, places not among them."""
        names = {id_: character.called for id_, character in self.characters.items()}
        for id_, registered in self.registry.items():
            if registered.kind == "character":
                names[id_] = tuple(dict.fromkeys((*names.get(id_, ()), *registered.called)))
        return dict(sorted(names.items()))

    def known_names(self) -> Names:
        """Everybody and every place with what they are called, as a memory knows them."""
        return self._known_names

    @cached_property
    def _known_names(self) -> Names:
        places = dict(sorted(self.places.items()))
        parts = {id_: place.parts for id_, place in places.items() if place.parts}
        return Names(self.names(), {id_: place.names for id_, place in places.items()}, parts)

    def find(self, name: str, kind: Kind | None = None) -> str | None:
        """The id that an id, a name or an alias stands for; None when nobody, or more than one, answers to it."""
        return self.lookup(kind).find(name)

    def lookup(self, kind: Kind | None = None) -> Lookup:
        """All of a kind (None: of every kind) with what they are called."""
        return self._lookups[kind]

    def kind_of(self, id_: str) -> Kind | None:
        """Whether an id is a character's, a place's or a carrier's."""
        kinds: tuple[tuple[Kind, dict[str, Any]], ...] = (
            ("character", self.characters),
            ("place", self.places),
            ("carrier", self.carriers),
        )
        return next((kind for kind, ids in kinds if id_ in ids), None)

    def event(self, id_: str) -> SceneEvent | None:
        """The event of that id."""
        return self._events.get(id_)

    def matter(self, id_: str) -> tuple[SceneEvent, ...]:
        """The events that an event's id or a heading's tag stands for, in order; none when nothing is called that."""
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
