"""Parts (scene, chapter, day) and passages of a text, number words, and the split at `--until`."""

import re
from dataclasses import dataclass

from agentsensus.errors import InputError

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
_WORDS = """one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen twenty""".split()
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_HAN = {digit: value for value, digit in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_UNITS = {"十": 10, "百": 100, "千": 1000}
NUMBER = rf"(?:[IVXLC]+\b|[ivxlc]+\b|\d+|(?i:{'|'.join(_WORDS + _ORDINALS)})\b|[{''.join([*_HAN, *_UNITS])}]+)"
"""A pattern for a number in any notation."""


def number_of(text: str) -> int | None:
    """Parse a number in digits, words, Roman or Chinese numerals; None if the text is not a number."""
    text = text.strip().rstrip(".:")
    if text.isascii() and text.isdigit():
        return int(text)
    for words in (_WORDS, _ORDINALS):
        if text.lower() in words:
            return words.index(text.lower()) + 1
    if text and set(text.upper()) <= set(_ROMAN):
        return _from_roman(text.upper())
    if text and set(text) <= set(_HAN) | set(_UNITS):
        return _from_han(text)
    return None


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


def _from_han(text: str) -> int:
    if not set(text) & set(_UNITS):
        return int("".join(str(_HAN[char]) for char in text))
    total, digit = 0, 0
    for char in text:
        if char in _UNITS:
            total += (digit or 1) * _UNITS[char]
            digit = 0
        else:
            digit = _HAN[char]
    return total + digit


_PLAY = re.compile(
    rf"(?:(?i:act)\s+|第)?(?P<act>{NUMBER})幕?(?:\s*[.,:]?\s*(?:(?i:scene)\s+|第)?(?P<scene>{NUMBER})[场景折]?)?$"
)
_NOVEL = re.compile(rf"(?:(?i:chapter)\s+|第)?(?P<number>{NUMBER})[回章节]?$")
_TIMELINE = re.compile(r"(?P<year>\d{4})(?:[-年](?P<month>\d{1,2}))?(?:[-月](?P<day>\d{1,2}))?[月日]?$")
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
