"""A play as it is read, whatever its form: persons, a prologue, and scenes of lines that say which beats they tell."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from agentsensus.screenplay.stage import StageWords, stage_words
from agentsensus.text.languages import Language
from agentsensus.text.scripts import HAN

__all__ = ["CastMember", "LineKind", "PlayLine", "Screenplay", "Setting", "WrittenScene"]

LineKind: TypeAlias = Literal["speech", "letter", "thought", "direction"]
Setting: TypeAlias = Literal["plain", "rendered", "refused", "unusable", "exhausted"]
"""How a scene was set: by rule, by a model, or by rule because a model's rendering could not be had."""


@dataclass(frozen=True, slots=True)
class PlayLine:
    """What somebody says, writes or thinks (`how`: to whom, in what manner), or a direction; and the beats it tells."""

    kind: LineKind
    text: str
    beats: tuple[int, ...]
    who: str = ""
    how: str = ""

    @property
    def paragraphs(self) -> list[str]:
        """The text, paragraph by paragraph, each on one line."""
        return [on_one_line(part) for part in self.text.splitlines() if part.strip()]


@dataclass(frozen=True, slots=True)
class CastMember:
    """Somebody in the play, and a sentence on who that is, which goes on from the name: « is Queen of Denmark.»"""

    name: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class WrittenScene:
    """A scene in lines. `left_out` are the beats that a rendering says it leaves out, `why` what was wrong with it,
    `copied` how many of its lines keep the words of their beats.
    """

    number: int
    place: str
    first: int
    last: int
    lines: tuple[PlayLine, ...]
    setting: Setting = "plain"
    left_out: tuple[int, ...] = ()
    why: tuple[str, ...] = ()
    copied: int = 0

    @property
    def beats(self) -> set[int]:
        """The beats that its lines tell, by their lines in the log."""
        return {beat for line in self.lines for beat in line.beats}


@dataclass(frozen=True, slots=True)
class Screenplay:
    """A whole play in one language; `stamp` is what every artefact of its world must carry."""

    title: str
    language: Language
    scenes: tuple[WrittenScene, ...]
    about: str = ""
    stamp: str = ""
    persons: tuple[CastMember, ...] = ()
    prologue: tuple[PlayLine, ...] = ()
    words: StageWords = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", stage_words(self.language))

    def heading(self, scene: WrittenScene) -> str:
        """What stands over a scene: its number, place and rounds."""
        number = self.words.play["scene"].format(n=scene.number)
        return " · ".join((number, opened(scene.place), self.words.rounds(scene.first, scene.last)))

    def remarks(self, scene: WrittenScene) -> Iterator[str]:
        """What a reader must know of how a scene was set: that it has no rendering, or one that leaves beats out."""
        play = self.words.play
        if scene.setting in ("refused", "unusable", "exhausted"):
            yield play["plain"].format(why=play[scene.setting])
        if scene.left_out:
            yield play["left_out"].format(n=len(scene.left_out), of=len(scene.beats) + len(scene.left_out))


_CHINESE = rf"{HAN}，。！？；：、（）《》"
_BESIDE_CHINESE = re.compile(rf"(?<=[{_CHINESE}])\s+|\s+(?=[{_CHINESE}])")


def on_one_line(text: str) -> str:
    """A text with single spaces between its words, and none beside Chinese."""
    return _BESIDE_CHINESE.sub("", " ".join(text.split()))


def opened(text: str) -> str:
    """A text as it opens a sentence: with a capital, where the script has any."""
    return text[:1].upper() + text[1:]
