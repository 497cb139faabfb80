"""`--until`: which parts a world tells, and which are held back."""

import re
from dataclasses import dataclass

from agentsensus.errors import InputError
from agentsensus.sediment.numbers import NUMBER, number_of
from agentsensus.sediment.parts import TextPart, TextScript

__all__ = ["Division", "divide"]

_PLAY = re.compile(
    rf"(?:(?i:act)\s+|第)?(?P<act>{NUMBER})幕?(?:\s*[.,:]?\s*(?:(?i:scene)\s+|第)?(?P<scene>{NUMBER})[场景折]?)?$"
)
_NOVEL = re.compile(rf"(?:(?i:chapter)\s+|第)?(?P<number>{NUMBER})[回章节]?$")
_TIMELINE = re.compile(r"(?P<year>\d{4})(?:[-年](?P<month>\d{1,2}))?(?:[-月](?P<day>\d{1,2}))?[月日]?$")
_EXAMPLES = {"play": "'Act III' or 'III.2'", "novel": "40", "timeline": "2024-04"}


@dataclass(frozen=True, slots=True)
class Division:
    """The parts that are told, and those that are held back."""

    told: tuple[TextPart, ...]
    held_out: tuple[TextPart, ...]

    @property
    def span(self) -> tuple[str, str]:
        """Both in words: from which part to which."""
        return _words(self.told), _words(self.held_out)


def divide(script: TextScript, until: str | None) -> Division:
    """The parts up to the one named, which is told too, and the rest."""
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
