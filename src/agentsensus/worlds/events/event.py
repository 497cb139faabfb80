"""The events of a run as frozen pydantic models.

The world changes only by applying events, and the log contains nothing else. Each event has a number (`seq`) and a
round, but no wall-clock time and no run limits.
"""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from agentsensus.memory.inputs import EditKind

__all__ = [
    "Acted",
    "Altered",
    "AnyEvent",
    "ArcEnded",
    "Arrived",
    "Byproduct",
    "Delivered",
    "Departed",
    "Edited",
    "Event",
    "GoalsSet",
    "Happened",
    "LifeChange",
    "LifeChanged",
    "MemoryEdited",
    "Minded",
    "Recalled",
    "RecalledRow",
    "Remembered",
    "Sent",
    "Sort",
    "Stated",
    "StatusSet",
    "ThingMade",
    "ThingMoved",
    "ThreadRead",
    "TurnFailed",
    "Upkeep",
    "Waits",
    "Woke",
    "read_event",
]

Sort: TypeAlias = Literal["say", "gesture", "system"]
LifeChange: TypeAlias = Literal["died", "departed", "hurt", "held", "freed"]
StatusValue: TypeAlias = str | int | bool


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Event(_Frozen):
    """Fields of every event: its round and its number in the log (-1 until it is written)."""

    seq: int = -1
    round: int


class Sent(Event):
    """A message is sent. An empty `sender` means the world itself.

    `bystanders` are the characters present who overhear it; a message said `quietly` has none.
    """

    kind: Literal["sent"] = "sent"
    message: str
    thread: str
    sender: str
    recipients: tuple[str, ...]
    sort: Sort
    content: str
    due: dict[str, int]
    distance: dict[str, int]
    bystanders: tuple[str, ...] = ()
    quietly: bool = False


class Delivered(Event):
    """A message reaches a recipient or, if `overheard`, a bystander."""

    kind: Literal["delivered"] = "delivered"
    message: str
    thread: str
    sender: str
    recipient: str
    sent: int
    overheard: bool = False


class Altered(Event):
    """A message in transit is changed for recipients it has not reached yet. With content None it is lost."""

    kind: Literal["altered"] = "altered"
    message: str
    recipients: tuple[str, ...]
    content: str | None = None


class Departed(Event):
    """A character sets out. It is in no place until round `arrives`."""

    kind: Literal["departed"] = "departed"
    agent: str
    origin: str
    to: str
    arrives: int


class Arrived(Event):
    """A travelling character reaches its destination."""

    kind: Literal["arrived"] = "arrived"
    agent: str
    place: str


class Woke(Event):
    """A character gets a turn. Reasons: start, message, arrival, timeout or goals."""

    kind: Literal["woke"] = "woke"
    agent: str
    reasons: tuple[str, ...]


class Waits(Event):
    """A character waits until a round, or (None) until a message arrives."""

    kind: Literal["waits"] = "waits"
    agent: str
    until: int | None


class Upkeep(_Frozen):
    """Changes a mind makes in addition to its action, without using a turn.

    keep: texts to remember
    heard_in: for each kept text, the message it was learnt from; if empty, the source is guessed from the text
    done, add, replace: goals reached, added, and swapped (old to new)
    given_up: goals in `done` or `replace` that were not reached
    status: keys of the character's own status to set
    """

    keep: tuple[str, ...] = ()
    heard_in: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    add: tuple[str, ...] = ()
    replace: dict[str, str] = {}
    given_up: tuple[str, ...] = ()
    status: dict[str, StatusValue] = {}


class Acted(Event):
    """One turn: the action, its result, the place and the goals.

    `drops` is the index of the entry that left the cache. `upkeep` takes effect even if the action was refused, except
    what it keeps of the character's own deeds.
    """

    kind: Literal["acted"] = "acted"
    agent: str
    action: str
    params: dict[str, Any]
    ok: bool
    data: dict[str, Any] = {}
    refusal: str = ""
    place: str
    goals: tuple[str, ...] = ()
    because: str = ""
    drive: str = ""
    drops: int | None = None
    upkeep: Upkeep | None = None


class TurnFailed(Event):
    """A mind returned nothing that could be parsed as an action."""

    kind: Literal["failed"] = "failed"
    agent: str
    problem: str
    place: str
    goals: tuple[str, ...] = ()
    drops: int | None = None


class GoalsSet(Event):
    """A character's goals from now on, the topmost last."""

    kind: Literal["goals"] = "goals"
    agent: str
    goals: tuple[str, ...]


class StatusSet(Event):
    """A status key of a character, place or thing is set, or (None) removed."""

    kind: Literal["status"] = "status"
    of: str
    key: str
    value: StatusValue | None


class ThingMoved(Event):
    """A thing changes its holder, which is a character or a place. `by` is the character who moved it, if any."""

    kind: Literal["thing"] = "thing"
    thing: str
    holder: str
    by: str = ""


class ThingMade(Event):
    """A character makes a thing in a place: a letter, a map, a torch. Its id is its name; `text` is what it says."""

    kind: Literal["made"] = "made"
    thing: str
    holder: str
    by: str
    text: tuple[str, ...] = ()


class LifeChanged(Event):
    """A character dies, leaves the story, is hurt, is held in its place, or is freed."""

    kind: Literal["life"] = "life"
    of: str
    change: LifeChange
    place: str = ""


class ThreadRead(Event):
    """A character has read these messages of a thread."""

    kind: Literal["thread_read"] = "thread_read"
    agent: str
    thread: str
    messages: tuple[str, ...]


class Stated(_Frozen):
    """The outcome of one statement of a deposit: new to the memory, merged into a record of another agent, or already
    known to this agent."""

    id: str
    text: str
    outcome: Literal["new", "merged", "known"]
    record: str


class Remembered(Event):
    """A deposit with everything needed to repeat it, and the outcome of each statement.

    The texts that an agent kept in one round under the same `group` are one deposit.
    """

    kind: Literal["remembered"] = "remembered"
    agent: str
    text: str
    number: int = 0
    via: str
    source: str = ""
    detail: str = ""
    place: str = ""
    participants: tuple[str, ...] = ()
    statements: tuple[Stated, ...] = ()
    note: str = ""
    revises: str = ""
    group: str = ""


class Happened(Event):
    """Something happens, in statements that its witnesses remember as seen.

    sort: `injected` by a fork, a `happening` of happenings.yaml, or a `deed` of a character
    tellings: the same event in other words
    event_kind, doers, victims: the kind of event, its doers and its victims
    """

    kind: Literal["happened"] = "happened"
    owners: tuple[str, ...]
    text: tuple[str, ...]
    statements: tuple[Stated, ...] = ()
    id: str = ""
    sort: Literal["injected", "happening", "deed"] = "injected"
    place: str = ""
    tellings: tuple[str, ...] = ()
    secret: bool = False
    grave: bool = False
    event_kind: str = ""
    doers: tuple[str, ...] = ()
    victims: tuple[str, ...] = ()


class ArcEnded(Event):
    """An arc of the story has ended, with the text of its ending."""

    kind: Literal["arc_ended"] = "arc_ended"
    arc: str
    ending: str


class RecalledRow(_Frozen):
    """A row found by a recall, with its similarity score."""

    id: str
    score: float


class Recalled(Event):
    """A character queried its own memory or, by reading, the memory of a carrier."""

    kind: Literal["recalled"] = "recalled"
    agent: str
    owner: str
    query: str
    k: int | None = None
    hits: tuple[RecalledRow, ...] = ()
    linked: tuple[RecalledRow, ...] = ()


class Minded(Event):
    """Rows shown to a character unasked at the start of its turn. They do not count as used."""

    kind: Literal["minded"] = "minded"
    agent: str
    rows: tuple[RecalledRow, ...]


class Edited(Event):
    """A character forgot, revised or linked one of its rows."""

    kind: Literal["edited"] = "edited"
    agent: str
    edit: EditKind
    record: str
    others: tuple[str, ...] = ()


class MemoryEdited(Event):
    """The author edited the memory while the run was played: see `InjectedEdit`. `refusal` says why it could not."""

    kind: Literal["memory_edited"] = "memory_edited"
    edit: Literal["split", "merge", "resolve", "dismiss"]
    record: str
    other: str = ""
    refusal: str = ""


class Byproduct(Event):
    """A memory design created a row for an agent, such as a reflection, from the rows in `sources`."""

    kind: Literal["byproduct"] = "byproduct"
    agent: str
    id: str
    text: str
    sort: str
    sources: tuple[str, ...] = ()


AnyEvent: TypeAlias = Annotated[
    Sent
    | Delivered
    | Altered
    | Departed
    | Arrived
    | Woke
    | Waits
    | Acted
    | TurnFailed
    | GoalsSet
    | StatusSet
    | ThingMade
    | ThingMoved
    | LifeChanged
    | ThreadRead
    | Remembered
    | Happened
    | ArcEnded
    | Recalled
    | Minded
    | Edited
    | MemoryEdited
    | Byproduct,
    Field(discriminator="kind"),
]

_ANY: TypeAdapter[AnyEvent] = TypeAdapter(AnyEvent)


def read_event(line: str | bytes) -> AnyEvent:
    """Parse one line of the log."""
    return _ANY.validate_json(line)
