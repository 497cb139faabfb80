"""What a text is made of: parts (a scene, a chapter, a day) and the passages in them, each with its offsets."""

from dataclasses import dataclass

__all__ = ["StageDirection", "StageSpeech", "TextPart", "TextPassage", "TextScript"]


@dataclass(frozen=True, slots=True)
class TextPassage:
    """A stretch of the source: its words, and from where to where they stand."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class StageSpeech(TextPassage):
    """What somebody says on the stage; `cue` is the speaker as the text names it."""

    cue: str = ""


@dataclass(frozen=True, slots=True)
class StageDirection(TextPassage):
    """A stage direction; `cue` is the speaker in whose speech it stands, if it stands in one."""

    cue: str = ""


@dataclass(frozen=True, slots=True)
class TextPart:
    """A scene, a chapter or a day: how it is cited, what its heading says, and its passages in order.

    `key` orders parts and is what `--until` is compared with: (act, scene), (chapter,) or (year, month, day).
    """

    label: str
    heading: str
    key: tuple[int, ...]
    start: int
    end: int
    passages: tuple[TextPassage, ...]


@dataclass(frozen=True, slots=True)
class TextScript:
    """A whole text in its form: the title, the list of persons where a play has one, and the parts."""

    form: str
    title: str
    persons: tuple[str, ...]
    parts: tuple[TextPart, ...]
