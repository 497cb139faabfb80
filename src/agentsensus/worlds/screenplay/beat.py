"""The parts of a scene: beats (one action or event each) and cues (stage directions between them).

A beat is in exactly one scene. A cue shows the other end of a beat in a different scene (an arrival, a letter that
reaches its recipient), or the end of a story arc.
"""

from dataclasses import dataclass
from typing import TypeAlias

__all__ = [
    "ActBeat",
    "AnyBeat",
    "AnyCue",
    "ArrivalCue",
    "Beat",
    "EndingCue",
    "EventBeat",
    "GestureBeat",
    "HandingBeat",
    "MoveBeat",
    "NewsBeat",
    "OtherWording",
    "SpeechBeat",
    "ThoughtBeat",
    "WordCue",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Beat:
    """Base of beats: round, place, line in the log (`seq`) and actor (empty for an event without one)."""

    seq: int
    round: int
    place: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class OtherWording:
    """A changed wording that some hearers received; None if they received nothing."""

    to: tuple[str, ...]
    text: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechBeat(Beat):
    """Words spoken to hearers in the same place, or sent to those in `afar`.

    `otherwise` holds the wordings that some hearers received instead.
    """

    to: tuple[str, ...]
    text: str
    afar: tuple[str, ...] = ()
    quietly: bool = False
    otherwise: tuple[OtherWording, ...] = ()

    @property
    def is_letter(self) -> bool:
        """Whether all recipients are in other places."""
        return bool(self.to) and set(self.afar) >= set(self.to)


@dataclass(frozen=True, slots=True, kw_only=True)
class GestureBeat(Beat):
    """A gesture, seen by its recipients."""

    to: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ActBeat(Beat):
    """An action on a place or a thing, and its new state."""

    target: str
    text: str
    becomes: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandingBeat(Beat):
    """A thing passes from `giver` (empty: it lay there) to `taker`; `who` is one of them."""

    thing: str
    giver: str
    taker: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveBeat(Beat):
    """A character leaves `place` for a place `rounds` away."""

    to: str
    rounds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ThoughtBeat(Beat):
    """A thought, and the question that it answers, if any."""

    text: str
    question: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventBeat(Beat):
    """A happening of the world or, with `who`, a deed that changes a life."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsBeat(Beat):
    """A message from the world itself."""

    to: tuple[str, ...]
    text: str


AnyBeat: TypeAlias = SpeechBeat | GestureBeat | ActBeat | HandingBeat | MoveBeat | ThoughtBeat | EventBeat | NewsBeat


@dataclass(frozen=True, slots=True)
class ArrivalCue:
    """A character comes in who left in beat `of` (None: moved by a happening)."""

    seq: int
    round: int
    place: str
    who: str
    origin: str
    of: int | None


@dataclass(frozen=True, slots=True)
class WordCue:
    """A message from another place, sent in beat `of`, reaches a character here."""

    seq: int
    round: int
    place: str
    sender: str
    to: str
    of: int


@dataclass(frozen=True, slots=True)
class EndingCue:
    """A story arc has ended."""

    seq: int
    round: int
    place: str
    text: str


AnyCue: TypeAlias = ArrivalCue | WordCue | EndingCue
