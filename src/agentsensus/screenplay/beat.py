"""What a scene is made of: beats, each one thing that was done or came about, and cues, which only a stage needs.

A beat is in exactly one scene. A cue shows the other end of a beat, where that falls into a scene of its own: somebody
who set out comes in, word that was sent arrives; or it says how an open thread of the story has ended.
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
    """When and where it was, its line in the log (`seq`), and who did it; nobody where it came about by itself."""

    seq: int
    round: int
    place: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class OtherWording:
    """What reached some hearers instead of what was said; None where nothing ever did."""

    to: tuple[str, ...]
    text: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechBeat(Beat):
    """Words: spoken to whoever of `to` is here, sent to those in `afar`; `otherwise` is what some of them got."""

    to: tuple[str, ...]
    text: str
    afar: tuple[str, ...] = ()
    quietly: bool = False
    otherwise: tuple[OtherWording, ...] = ()

    @property
    def is_letter(self) -> bool:
        """Whether everybody it is meant for is elsewhere."""
        return bool(self.to) and set(self.afar) >= set(self.to)


@dataclass(frozen=True, slots=True, kw_only=True)
class GestureBeat(Beat):
    """Something to be seen by these."""

    to: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ActBeat(Beat):
    """Something done to a place or a thing, and what that becomes."""

    target: str
    text: str
    becomes: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandingBeat(Beat):
    """A thing changes hands: from `giver` (nobody: it lay there) to `taker`; one of them is `who`."""

    thing: str
    giver: str
    taker: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveBeat(Beat):
    """Somebody leaves `place` for another, `rounds` away."""

    to: str
    rounds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ThoughtBeat(Beat):
    """What goes on in a head: a thought, and the question that it answers if there was one."""

    text: str
    question: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventBeat(Beat):
    """Something that befalls the world, or (`who`) a deed that changes a life."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsBeat(Beat):
    """Word from nobody in particular that reaches these."""

    to: tuple[str, ...]
    text: str


AnyBeat: TypeAlias = SpeechBeat | GestureBeat | ActBeat | HandingBeat | MoveBeat | ThoughtBeat | EventBeat | NewsBeat


@dataclass(frozen=True, slots=True)
class ArrivalCue:
    """Somebody comes in who set out in beat `of` (None: was moved by what happened)."""

    seq: int
    round: int
    place: str
    who: str
    origin: str
    of: int | None


@dataclass(frozen=True, slots=True)
class WordCue:
    """Word from somebody elsewhere, sent in beat `of`, reaches somebody here."""

    seq: int
    round: int
    place: str
    sender: str
    to: str
    of: int


@dataclass(frozen=True, slots=True)
class EndingCue:
    """An open thread of the story has ended."""

    seq: int
    round: int
    place: str
    text: str


AnyCue: TypeAlias = ArrivalCue | WordCue | EndingCue
