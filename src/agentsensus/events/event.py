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
    "Arrived",
    "Byproduct",
    "Delivered",
    "Departed",
    "Edited",
    "Event",
    "GoalsSet",
    "Happened",
    "Recalled",
    "RecalledRow",
    "Remembered",
    "Sent",
    "Sort",
    "Stated",
    "StatusSet",
    "ThreadRead",
    "TurnFailed",
    "Waits",
    "Woke",
    "read_event",
]

Sort: TypeAlias = Literal["say", "gesture", "system"]
StatusValue: TypeAlias = str | int | bool


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Event(_Frozen):
    """What every event has: its round, and its number in the log (-1 until it is written)."""

    seq: int = -1
    round: int


class Sent(Event):
    """A message is on its way; the world itself is the sender where `sender` is empty."""

    kind: Literal["sent"] = "sent"
    message: str
    thread: str
    sender: str
    recipients: tuple[str, ...]
    sort: Sort
    content: str
    due: dict[str, int]
    distance: dict[str, int]


class Delivered(Event):
    """A message reaches one recipient."""

    kind: Literal["delivered"] = "delivered"
    message: str
    thread: str
    sender: str
    recipient: str
    sent: int


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


class Acted(Event):
    """One turn: the action, what it came to, where, and with which goals; `drops` is the pair that left the cache."""

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
    """A key of a character's or place's status is set, or (None) removed."""

    kind: Literal["status"] = "status"
    of: str
    key: str
    value: StatusValue | None


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
    """Something happens by the author's will, in statements that its witnesses remember as seen."""

    kind: Literal["happened"] = "happened"
    owners: tuple[str, ...]
    text: tuple[str, ...]
    statements: tuple[Stated, ...] = ()


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
    | ThreadRead
    | Remembered
    | Happened
    | Recalled
    | Edited
    | Byproduct,
    Field(discriminator="kind"),
]

_ANY: TypeAdapter[AnyEvent] = TypeAdapter(AnyEvent)


def read_event(line: str | bytes) -> AnyEvent:
    """The event that a line of the log holds."""
    return _ANY.validate_json(line)
