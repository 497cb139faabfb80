"""Timelines: entries that begin with a date."""

import re

from agentsensus.sediment.forms.blocks import lines_of
from agentsensus.sediment.numbers import NUMBER, number_of
from agentsensus.sediment.parts import TextPart, TextPassage, TextScript

__all__ = ["looks_like_a_timeline", "read_timeline"]

_ISO = re.compile(r"\s*(?P<year>\d{4})(?:-(?P<month>\d{1,2})(?:-(?P<day>\d{1,2}))?)?\s*[:：—–\-.]\s*(?P<rest>\S.*)$")
_HAN = re.compile(
    rf"\s*(?P<year>\d{{4}}|{NUMBER})年(?:(?P<month>{NUMBER})月)?(?:(?P<day>{NUMBER})日)?\s*[:：，,—–-]?\s*(?P<rest>\S.*)$"
)
_SHARE = 0.6


def looks_like_a_timeline(text: str) -> bool:
    """Whether most lines begin with a date."""
    lines = [line for line in text.split("\n") if line.strip()]
    return len(lines) > 1 and sum(bool(_dated(line)) for line in lines) / len(lines) >= _SHARE


def read_timeline(text: str) -> TextScript:
    """The timeline; lines without a date go on with the entry before them."""
    parts: list[TextPart] = []
    title = ""
    for line in lines_of(text):
        match = _dated(line.text)
        if match:
            key = tuple(number_of(match[name]) or 0 for name in ("year", "month", "day") if match[name])
            passage = TextPassage(
                match["rest"].rstrip(), line.start + match.start("rest"), line.start + match.end("rest")
            )
            label = "-".join(f"{value:02d}" for value in key)
            parts.append(TextPart(label, "", (*key, 0, 0)[:3], line.start, passage.end, (passage,)))
        elif not line.is_blank and parts:
            passage = TextPassage(line.text.strip(), line.start, line.start + len(line.text))
            last = parts[-1]
            parts[-1] = TextPart(last.label, last.heading, last.key, last.start, passage.end, (*last.passages, passage))
        elif not line.is_blank:
            title = title or line.text.strip()
    return TextScript("timeline", title, (), tuple(sorted(parts, key=lambda part: part.key)))


def _dated(line: str) -> re.Match[str] | None:
    return _ISO.match(line) or _HAN.match(line)
