"""JSON out of what models say: fenced, chatty, with loose commas, bare quotes or line breaks inside strings."""

import json
import re
from collections.abc import Iterator
from typing import Any

_STARTS = 40
"""So many places are tried; a reply that begins JSON more often than that is no reply."""
_LONGEST = 400_000
_THOUGHT = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_OPENS = re.compile(r"[{\[]")
_STRING_ENDS = re.compile(r"\s*(?:[:}\]]|\Z|,\s*(?:[\"{\[}\]\d-]|true\b|false\b|null\b))")
_LOOSE_COMMA = re.compile(r",\s*[}\]]")
_ESCAPES = '"\\/bfnrtu'
_decoder = json.JSONDecoder(strict=False)


def values(reply: str) -> Iterator[dict[str, Any] | list[Any]]:
    """The JSON objects and lists in a reply, outermost only, in order; mended ones when there is none as it stands."""
    text = _THOUGHT.sub("", reply[:_LONGEST])
    found = False
    for value in _decoded(text):
        found = True
        yield value
    if not found:
        start = text.find("{")
        if start >= 0:
            yield from _decoded(_mended(text[start:]))


def holds_json(reply: str) -> bool:
    """Whether anything in a reply can be read as JSON."""
    return next(values(reply), None) is not None


def _decoded(text: str) -> Iterator[dict[str, Any] | list[Any]]:
    place = 0
    for _ in range(_STARTS):
        start = _OPENS.search(text, place)
        if start is None:
            return
        try:
            value, place = _decoder.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            place = start.start() + 1
            continue
        if value:
            yield value


def _mended(text: str) -> str:
    """The text with bare quotes in strings escaped, false escapes and loose commas dropped."""
    out: list[str] = []
    place, in_string = 0, False
    while place < len(text):
        char = text[place]
        if in_string and char == "\\":
            following = text[place + 1 : place + 2]
            out.append(f"\\{following}" if following and following in _ESCAPES else following)
            place += 2
            continue
        if char == '"':
            if in_string and not _STRING_ENDS.match(text, place + 1):
                char = '\\"'
            else:
                in_string = not in_string
        elif not in_string and char == "," and _LOOSE_COMMA.match(text, place):
            char = ""
        out.append(char)
        place += 1
    return "".join(out)
