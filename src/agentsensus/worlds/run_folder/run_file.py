"""The configuration of a run and its sessions so far (run.json), and the injections of a fork."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "FORMAT",
    "Allowance",
    "ChangedMessage",
    "EditOfMemory",
    "InjectedEdit",
    "InjectedEvent",
    "InjectedGoals",
    "InjectedMessage",
    "InjectedThing",
    "Injection",
    "MadeWith",
    "RunFile",
    "Segment",
    "Stop",
]


class _InjectionFile(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    at: int


class InjectedMessage(_InjectionFile):
    """A message delivered in round `at`, from the world or from `sender`."""

    to: tuple[str, ...]
    content: str
    sender: str = ""


class ChangedMessage(_InjectionFile):
    """A new text for a message under way, for recipients it has not reached; None drops the message."""

    message: str
    content: str | None = None


class InjectedEvent(_InjectionFile):
    """An event in round `at`: its witnesses remember it, and active witnesses are told."""

    event: tuple[str, ...]
    witnesses: tuple[str, ...]


class InjectedGoals(_InjectionFile):
    """The goals of a character from round `at` on, the topmost last."""

    agent: str
    goals: tuple[str, ...]


class InjectedThing(_InjectionFile):
    """A thing that is moved to `holder`, a character or a place, in round `at`."""

    thing: str
    holder: str


EditOfMemory: TypeAlias = Literal["split", "merge", "resolve", "dismiss"]


class InjectedEdit(_InjectionFile):
    """An author's edit of the memory in round `at`.

    split: separate `other` (an agent or a wording) from `record`. merge: join `record` and `other`. resolve: keep the
    side `other` of the conflict `record`. dismiss: mark the conflict `record` as no conflict.
    """

    edit: EditOfMemory
    record: str
    other: str = ""


Injection: TypeAlias = InjectedMessage | ChangedMessage | InjectedEvent | InjectedGoals | InjectedThing | InjectedEdit

FORMAT = 2
"""Runs of format 1 can be read but not resumed: their stores have no hash of the log."""
Stop: TypeAlias = Literal["max_rounds", "wall_time", "quiescent", "budget", "person", "ending"]
Count: TypeAlias = Annotated[int, Field(ge=0, le=2**53)]
Amount: TypeAlias = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class _RunFile(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Segment(_RunFile):
    """One session: its planned rounds, the last round reached, and why it stopped (None: interrupted)."""

    after: Count
    until: Count
    reached: Count | None = None
    stop: Stop | None = None


class Allowance(_RunFile):
    """Limits on model use over all sessions; None is unlimited."""

    calls: Count | None = None
    tokens: Count | None = None
    money: Amount | None = None


class MadeWith(_RunFile):
    """The version, embedder and judge that a run was started with; another version may lack them.

    `judge` is the offline judge, also the fallback of a model judge. `judge_sha256` is the hash of its weights (for the
    rule judge, of its thresholds).
    """

    version: str
    embedder: str
    judge: str | None = None
    judge_sha256: str | None = None


class RunFile(_RunFile):
    """The configuration of a run and its sessions so far.

    `settings` and `rules` are complete, independent of later defaults; in runs of version 0.1.0 `settings` holds only
    the differences from the preset. `models` are ids by role as given, `asked` the models that did each role's work,
    `usage` their calls and tokens by purpose. `planned` is the number of rounds asked for at the start, for a
    run that is killed before its first session is noted. `stamp` is the world's. Up to round `recorded_until`, if
    given, minds act from the world's recorded run. `store` is the address of the database that holds the memory,
    without secrets, and `space` the space there; both are empty if the memory is in memory.db.
    """

    format: int = FORMAT
    world: str
    stamp: str = ""
    world_hash: str
    design: str
    preset: str | None = None
    settings: dict[str, Any] = {}
    rules: dict[str, Any] = {}
    seed: int = 0
    embedder: str = ""
    store: str = ""
    space: str = ""
    made_with: MadeWith | None = None
    company: str | None = None
    recorded_until: Count | None = None
    person: str = ""
    injected: tuple[Injection, ...] = ()
    forked_from: dict[str, Any] | None = None
    models: dict[str, str] = {}
    asked: dict[str, Annotated[tuple[str, ...], Field(min_length=1)]] = {}
    budget: Allowance = Allowance()
    planned: Count | None = None
    segments: tuple[Segment, ...] = ()
    usage: dict[str, dict[Literal["calls", "input", "output", "money"], Count | Amount]] = {}

    @property
    def reached(self) -> int:
        """The last round that any session reached, including rounds without events."""
        return max((segment.reached for segment in self.segments if segment.reached is not None), default=0)

    @property
    def stop(self) -> Stop | None:
        """Why the last session stopped; None if it was interrupted or never started."""
        return self.segments[-1].stop if self.segments else None
