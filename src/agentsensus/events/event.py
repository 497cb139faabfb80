"""What happens in a run, as typed lines: applying one is the only way a world changes, and the log is nothing else.

Every line has its number (`seq`) and its round; none holds wall-clock time or a limit of the run.
"""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from agentsensus.memory.record import EditKind

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
    "Minded",
    "Recalled",
    "RecalledRow",
    "Remembered",
    "Sent",
    "Sort",
    "Stated",
    "StatusSet",
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
    """What every event has: its round, and its number in the log (-1 until it is written)."""

    seq: int = -1
    round: int


class Sent(Event):
    """A message is on its way; the world itself is the sender where `sender` is empty.

    `bystanders` are those who were there and overhear it, unless it was said quietly.
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


class Delivered(Event):
    """A message reaches one recipient, or (`overheard`) somebody who stood by when it was said."""

    kind: Literal["delivered"] = "delivered"
    message: str
    thread: str
    sender: str
    recipient: str
    sent: int
    overheard: bool = False


class Altered(Event):
    """A message on its way is changed for recipients it has not reached; with content None it never reaches them."""

    kind: Literal["altered"] = "altered"
    message: str
    recipients: tuple[str, ...]
    content: str | None = None


class Departed(Event):
    """Somebody sets out, and is in no place until the round `arrives`."""

    kind: Literal["departed"] = "departed"
    agent: str
    origin: str
    to: str
    arrives: int


class Arrived(Event):
    """Somebody who set out reaches the place."""

    kind: Literal["arrived"] = "arrived"
    agent: str
    place: str


class Woke(Event):
    """Somebody gets a turn, and why: start, message, arrival, timeout or goals."""

    kind: Literal["woke"] = "woke"
    agent: str
    reasons: tuple[str, ...]


class Waits(Event):
    """Somebody waits until a round, or (None) until something is heard."""

    kind: Literal["waits"] = "waits"
    agent: str
    until: int | None


class Upkeep(_Frozen):
    """What a mind does beside its deed, free of charge: texts to keep, goals reached or given up, new goals.

    `replace` puts one goal in the place of another, `given_up` names those of both that were not reached; `status` is
    what one's own status says from now on, key by key. `heard_in` names for each text that is kept the message it was
    learnt by; where it does not, that is found out by what the text says.
    """

    keep: tuple[str, ...] = ()
    heard_in: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    add: tuple[str, ...] = ()
    replace: dict[str, str] = {}
    given_up: tuple[str, ...] = ()
    status: dict[str, StatusValue] = {}


class Acted(Event):
    """One turn: the action, what it came to, where, and with which goals; `drops` is the pair that left the cache.

    `upkeep` is what the mind asked for beside it, whether or not the deed came about.
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
    """A mind gave nothing that could be an action."""

    kind: Literal["failed"] = "failed"
    agent: str
    problem: str
    place: str
    goals: tuple[str, ...] = ()
    drops: int | None = None


class GoalsSet(Event):
    """Somebody's goals from now on, the deepest first."""

    kind: Literal["goals"] = "goals"
    agent: str
    goals: tuple[str, ...]


class StatusSet(Event):
    """A key of the status of a character, a place or a thing is set, or (None) removed."""

    kind: Literal["status"] = "status"
    of: str
    key: str
    value: StatusValue | None


class ThingMoved(Event):
    """A thing is with another character or in another place from now on; `by` moved it, if anybody did."""

    kind: Literal["thing"] = "thing"
    thing: str
    holder: str
    by: str = ""


class LifeChanged(Event):
    """Somebody dies, leaves the story, is hurt, cannot leave its place any more, or can again."""

    kind: Literal["life"] = "life"
    of: str
    change: LifeChange
    place: str = ""


class ThreadRead(Event):
    """Somebody has read these messages of a thread."""

    kind: Literal["thread_read"] = "thread_read"
    agent: str
    thread: str
    messages: tuple[str, ...]


class Stated(_Frozen):
    """One statement of a deposit: new to the memory, merged into another's record, or known to its agent already."""

    id: str
    text: str
    outcome: Literal["new", "merged", "known"]
    record: str


class Remembered(Event):
    """A deposit with all that is needed to make it again, and what became of each statement (for the author)."""

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


class Happened(Event):
    """Something happens, in statements that its witnesses remember as seen.

    It is brought by a fork (`injected`), befalls the world by its happenings.yaml (`happening`), or is a deed of a
    character that changes another's life (`deed`). `tellings` are the same in other words; `event_kind` says what sort
    of event it is, who did it and to whom.
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
    """A thread of the story is over; what its ending says."""

    kind: Literal["arc_ended"] = "arc_ended"
    arc: str
    ending: str


class RecalledRow(_Frozen):
    """A row that was found, and how near it was."""

    id: str
    score: float


class Recalled(Event):
    """Somebody asked a memory: its own, or (reading) that of a carrier."""

    kind: Literal["recalled"] = "recalled"
    agent: str
    owner: str
    query: str
    k: int | None = None
    hits: tuple[RecalledRow, ...] = ()
    linked: tuple[RecalledRow, ...] = ()


class Minded(Event):
    """What came to somebody's mind unasked at the beginning of its turn; nothing was counted as used by it."""

    kind: Literal["minded"] = "minded"
    agent: str
    rows: tuple[RecalledRow, ...]


class Edited(Event):
    """Somebody forgot, revised or linked a row of its own."""

    kind: Literal["edited"] = "edited"
    agent: str
    edit: EditKind
    record: str
    others: tuple[str, ...] = ()


class Byproduct(Event):
    """A memory design made a row of its own for somebody, such as a reflection, from the rows in `sources`."""

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
    | ThingMoved
    | LifeChanged
    | ThreadRead
    | Remembered
    | Happened
    | ArcEnded
    | Recalled
    | Minded
    | Edited
    | Byproduct,
    Field(discriminator="kind"),
]

_ANY: TypeAdapter[AnyEvent] = TypeAdapter(AnyEvent)


def read_event(line: str | bytes) -> AnyEvent:
    """The event that a line of the log holds."""
    return _ANY.validate_json(line)
