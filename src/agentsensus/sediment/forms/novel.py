"""Novels: chapters by their headings, paragraphs in them."""

import re
from itertools import pairwise

from agentsensus.sediment.forms.blocks import Line, lines_of
from agentsensus.sediment.numbers import NUMBER, number_of
from agentsensus.sediment.parts import TextPart, TextPassage, TextScript

__all__ = ["looks_like_a_novel", "read_novel"]

_CHAPTER = re.compile(
    rf"\s*(?:第(?P<han>{NUMBER})[回章节卷](?=\s|$|[:：、.])|(?i:chapter)\s+(?P<latin>{NUMBER}))\s*[.:：—-]*\s*(?P<title>.*)$"
)
_LONGEST_HEADING = 80
_LONGEST_LINE = 100
_ENDS = re.compile(r"[.!?:;。！？：；…—][\"'”’」』)）]*\s*$")


def looks_like_a_novel(text: str) -> bool:
    """Whether a text has chapters."""
    return any(_heading(line) for line in lines_of(text))


def read_novel(text: str) -> TextScript:
    """The novel; a chapter's heading without a text, as in a table of contents, is left out."""
    lines = lines_of(text)
    starts = [(place, match) for place, line in enumerate(lines) if (match := _heading(line))]
    parts: list[TextPart] = []
    for (place, match), (following, _) in zip(starts, [*starts[1:], (len(lines), None)], strict=True):
        passages = _paragraphs(text, lines[place + 1 : following])
        if passages:
            number = number_of(match["han"] or match["latin"]) or len(parts) + 1
            end = passages[-1].end
            parts.append(TextPart(str(number), match["title"].strip(), (number,), lines[place].start, end, passages))
    title = next((line.text.strip() for line in lines if not line.is_blank), "")
    return TextScript("novel", "" if _heading(lines[0]) else title, (), tuple(parts))


def _heading(line: Line) -> re.Match[str] | None:
    return _CHAPTER.match(line.text) if len(line.text) <= _LONGEST_HEADING else None


def _paragraphs(text: str, lines: list[Line]) -> tuple[TextPassage, ...]:
    """Paragraphs: lines up to a blank one, or each line where lines are long or indented."""
    paragraphs: list[TextPassage] = []
    start: int | None = None
    end = 0
    is_wrapped = _are_wrapped(lines)
    for line in lines:
        if line.is_blank or (start is not None and (not is_wrapped or line.is_indented)):
            if start is not None:
                paragraphs.append(_trimmed(text, start, end))
            start = None
        if not line.is_blank:
            start = line.start if start is None else start
            end = line.start + len(line.text)
    if start is not None:
        paragraphs.append(_trimmed(text, start, end))
    return tuple(paragraphs)


def _are_wrapped(lines: list[Line]) -> bool:
    """Whether paragraphs are broken into lines: blank lines stand between them, and lines are short or break off."""
    if not any(line.is_blank for line in lines):
        return False
    breaks_off = any(
        not line.is_blank and not following.is_blank and not _ENDS.search(line.text)
        for line, following in pairwise(lines)
    )
    return breaks_off or all(len(line.text) < _LONGEST_LINE for line in lines)


def _trimmed(text: str, start: int, end: int) -> TextPassage:
    words = text[start:end]
    start, end = start + len(words) - len(words.lstrip()), start + len(words.rstrip())
    return TextPassage(text[start:end], start, end)
