"""A statement of the text on its way into scenes.md: one fact, where it stands in the source, and who owns it."""

from dataclasses import dataclass, field

from agentsensus.world.happenings import EventKind

__all__ = ["Death", "TextStatement"]


@dataclass(slots=True)
class TextStatement:
    """One fact of the text. `start` and `end` are its passage in the source; `group` numbers events told together."""

    text: str
    part: str
    place: str
    owners: tuple[str, ...]
    start: int
    end: int
    group: int = 0
    time: str = ""
    tellings: tuple[str, ...] = ()
    kind: EventKind | None = None
    is_grave: bool = False
    is_secret: bool = False
    speaker: str = ""
    hearers: tuple[str, ...] = ()
    answers: str = ""
    """Who spoke just before a speech."""
    mentions: tuple[str, ...] = ()
    sort: str = "sentence"
    confidence: float | None = None
    also_at: list[tuple[int, int]] = field(default_factory=list)
    """Passages that tell the same again, later in the source."""


@dataclass(frozen=True, slots=True)
class Death:
    """Who died, by whose hand if that is known, and which statement says so."""

    who: str
    doer: str
    statement: int
