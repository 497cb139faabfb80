"""Parts (scene, chapter, day) and passages of a text, number words, and the split at `--until`."""

import re
from dataclasses import dataclass

from agentsensus.errors import InputError
from agentsensus.language.languages import all_rules, either_heading

__all__ = [
    "NUMBER",
    "Division",
    "StageDirection",
    "StageSpeech",
    "TextPart",
    "TextPassage",
    "TextScript",
    "divide",
    "number_of",
    "roman",
]


@dataclass(frozen=True, slots=True)
class TextPassage:
    """A stretch of the source with its text and offsets."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class StageSpeech(TextPassage):
    """A speech; `cue` is the speaker as written."""

    cue: str = ""


@dataclass(frozen=True, slots=True)
class StageDirection(TextPassage):
    """A stage direction; `cue` is the speaker of the surrounding speech, if any."""

    cue: str = ""


@dataclass(frozen=True, slots=True)
class TextPart:
    """A scene, a chapter or a day: its label, heading and passages.

    `key` orders parts and is compared with `--until`: (act, scene), (chapter,) or (year, month, day).
    """

    label: str
    heading: str
    key: tuple[int, ...]
    start: int
    end: int
    passages: tuple[TextPassage, ...]


@dataclass(frozen=True, slots=True)
class TextScript:
    """A text read by its form: title, list of persons (of a play) and parts."""

    form: str
    title: str
    persons: tuple[str, ...]
    parts: tuple[TextPart, ...]


_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
NUMBER = rf"(?:[IVXLC]+\b|[ivxlc]+\b|\d+|{either_heading(lambda headings: headings.numeral)})"
"""A pattern for a number in any notation."""


def number_of(text: str) -> int | None:
    """Parse a number in digits, words or Roman numerals; None if the text is not a number."""
    text = text.strip().rstrip(".:")
    if text.isascii() and text.isdigit():
        return int(text)
    if text and set(text.upper()) <= set(_ROMAN):
        return _from_roman(text.upper())
    values = (rules.headings.value(text) for rules in all_rules())
    return next((value for value in values if value is not None), None)


def roman(number: int) -> str:
    """Return a positive number as a Roman numeral."""
    pairs = ((100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
    written = ""
    for value, sign in pairs:
        count, number = divmod(number, value)
        written += sign * count
    return written


def _from_roman(text: str) -> int:
    values = [_ROMAN[char] for char in text]
    return sum(-v if any(w > v for w in values[i + 1 : i + 2]) else v for i, v in enumerate(values))


def _marks(part: str) -> str:
    """Return the characters that may stand beside the number of a part, in any language."""
    return "".join(rules.headings.until_marks[part] for rules in all_rules())


_PLAY = re.compile(
    rf"(?:(?i:act)\s+|[{_marks('ordinal')}])?(?P<act>{NUMBER})[{_marks('act')}]?"
    rf"(?:\s*[.,:]?\s*(?:(?i:scene)\s+|[{_marks('ordinal')}])?(?P<scene>{NUMBER})[{_marks('scene')}]?)?$"
)
_NOVEL = re.compile(rf"(?:(?i:chapter)\s+|[{_marks('ordinal')}])?(?P<number>{NUMBER})[{_marks('chapter')}]?$")
_TIMELINE = re.compile(
    rf"(?P<year>\d{{4}})(?:[-{_marks('year')}](?P<month>\d{{1,2}}))?"
    rf"(?:[-{_marks('month')}](?P<day>\d{{1,2}}))?[{_marks('month')}{_marks('day')}]?$"
)
_EXAMPLES = {"play": "'Act III' or 'III.2'", "novel": "40", "timeline": "2024-04"}


@dataclass(frozen=True, slots=True)
class Division:
    """The told parts and the held-out parts."""

    told: tuple[TextPart, ...]
    held_out: tuple[TextPart, ...]

    @property
    def span(self) -> tuple[str, str]:
        """Both ranges in words."""
        return _words(self.told), _words(self.held_out)


def divide(script: TextScript, until: str | None) -> Division:
    """Split the parts after the part named `until` (inclusive)."""
    if until is None:
        return Division(script.parts, ())
    last = _key(script.form, until)
    told_parts = tuple(part for part in script.parts if part.key[: len(last)] <= last)
    if not told_parts or not any(part.key[: len(last)] == last for part in script.parts):
        labels = f"{script.parts[0].label} to {script.parts[-1].label}"
        raise InputError(f"--until {until}: the text has no such part; it goes from {labels}")
    return Division(told_parts, script.parts[len(told_parts) :])


def _key(form: str, until: str) -> tuple[int, ...]:
    match = {"play": _PLAY, "novel": _NOVEL, "timeline": _TIMELINE}[form].match(until.strip())
    if match is None:
        raise InputError(f"--until {until}: write {_EXAMPLES[form]} for a {form}")
    numbers = [number_of(group) for group in match.groups() if group]
    return tuple(number for number in numbers if number is not None)


def _words(parts: tuple[TextPart, ...]) -> str:
    if not parts:
        return ""
    return parts[0].label if len(parts) == 1 else f"{parts[0].label}–{parts[-1].label}"
