"""Split a text into prose and blocks that must stay whole: code, tables, data and headings."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["Block", "BlockKind", "blocks"]

BlockKind: TypeAlias = Literal["prose", "code", "table", "data", "heading"]

_LINE_END = re.compile(r"\r\n|[\r\n\u2028\u2029]")
_FENCE = re.compile(r"\s{0,3}(?P<fence>`{3,}|~{3,})[^`]*$")
_HEADING = re.compile(r"#{1,6}\s+\S")
_RULE_ROW = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+\|?\s*$")
_PIPED = re.compile(r"\s*\|.*\|\s*$")
_INDENTED = re.compile(r"(?: {4}|\t)\S")
_CODE = re.compile(r"[{}();=<>$\\]|^\s*(?:def|class|import|from|return|if|for|while|SELECT|INSERT|UPDATE|sudo|#|//)\b")
_PROMPT = re.compile(r"\s*(?:\$|>>>|\.\.\.|#!)\s+\S")
_MOST_FAILURES = 8
"""After this many failed attempts to parse data, the rest of a text is treated as prose."""


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a text and its kind."""

    kind: BlockKind
    text: str


def blocks(text: str) -> list[Block]:
    """Return the blocks of a text in order: prose, and blocks with a layout that must be kept (code, tables, data,
    headings).
    """
    if _is_data(text.strip()):
        return [Block("data", text.strip())]
    text_blocks: list[Block] = []
    prose: list[str] = []
    for kind, lines in _runs(_LINE_END.split(text)):
        if kind == "prose":
            prose += lines
            continue
        _close(text_blocks, prose)
        text_blocks.append(Block(kind, "\n".join(lines).strip("\n").rstrip()))
    _close(text_blocks, prose)
    return text_blocks


def _close(text_blocks: list[Block], prose: list[str]) -> None:
    if any(line.strip() for line in prose):
        text_blocks.append(Block("prose", "\n".join(prose)))
    prose.clear()


def _runs(lines: list[str]) -> Iterator[tuple[BlockKind, list[str]]]:
    """Yield consecutive lines of one kind. Each line is examined a fixed number of times, so long texts are fast."""
    place, failures, after_blank = 0, 0, True
    while place < len(lines):
        line = lines[place]
        end, kind = place + 1, "prose"
        if line.strip():
            end, kind = _block_at(lines, place, after_blank)
            if kind == "prose" and line.lstrip()[0] in "{[" and failures < _MOST_FAILURES:
                end, kind = _data_at(lines, place)
                failures += kind == "prose"
        yield kind, lines[place:end]  # type: ignore[misc]  # one of the kinds
        after_blank = not lines[end - 1].strip()
        place = end


def _block_at(lines: list[str], place: int, after_blank: bool) -> tuple[int, str]:
    """Return the end and the kind of the block that begins at line `place`."""
    line = lines[place]
    if fence := _FENCE.match(line):
        return _fence_end(lines, place, fence["fence"]), "code"
    if _HEADING.match(line):
        return place + 1, "heading"
    if (end := _table_end(lines, place)) > place + 1:
        return end, "table"
    if _PROMPT.match(line):
        return place + 1, "code"
    if after_blank and _INDENTED.match(line):
        end = _end_while(lines, place, lambda other: bool(_INDENTED.match(other)))
        if any(_CODE.search(other) for other in lines[place:end]):
            return end, "code"
    return place + 1, "prose"


def _fence_end(lines: list[str], place: int, fence: str) -> int:
    for end in range(place + 1, len(lines)):
        if lines[end].strip().startswith(fence) and not lines[end].strip(" `~"):
            return end + 1
    return len(lines)


def _table_end(lines: list[str], place: int) -> int:
    line, following = lines[place], lines[place + 1] if place + 1 < len(lines) else ""
    if "|" in line and _RULE_ROW.match(following):
        return _end_while(lines, place, lambda other: "|" in other)
    if _PIPED.match(line) and _PIPED.match(following):
        return _end_while(lines, place, lambda other: bool(_PIPED.match(other)))
    tabs = line.strip().count("\t")
    if tabs and following.strip().count("\t") == tabs:
        return _end_while(lines, place, lambda other: other.strip().count("\t") == tabs)
    return place + 1


def _end_while(lines: list[str], place: int, belongs: Callable[[str], bool]) -> int:
    end = place
    while end < len(lines) and belongs(lines[end]):
        end += 1
    return end


def _data_at(lines: list[str], place: int) -> tuple[int, str]:
    """Return the end and kind of the JSON value that begins at line `place`; one line of prose if there is none."""
    for end in _closings(lines, place):
        if _is_data("\n".join(lines[place:end]).strip()):
            return end, "data"
    return place + 1, "prose"


def _closings(lines: list[str], place: int) -> list[int]:
    """Return, as a list of one, the line at which the bracket opened at `place` is closed; an empty list if it never
    is.
    """
    depth = 0
    for end in range(place, len(lines)):
        depth += sum(map(lines[end].count, "{[")) - sum(map(lines[end].count, "}]"))
        if depth <= 0:
            return [end + 1]
    return []


def _is_data(text: str) -> bool:
    if not text or text[0] + text[-1] not in ("{}", "[]"):
        return False
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return bool(value) and (
        isinstance(value, dict) or any(isinstance(item, dict | list) for item in value) or len(value) > 1
    )
