"""Extract JSON from model replies: from code fences or prose, with trailing commas, unescaped quotes or raw
newlines.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

_STARTS = 40
"""Maximum number of opening brackets that are tried as the start of a value."""
_LONGEST = 400_000
_MENDS = 4
_THOUGHT_ENDS = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_BEGINS_JSON = re.compile(r"\{\s*\"|\[\s*[\"{\[]")
_MARKS = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\]]', re.DOTALL)
_BRACKETS = re.compile(r"[{}\[\]]")
_OPENS = re.compile(r"[{\[]")
_STRING_ENDS = re.compile(r"\s*(?:[:}\]]|\Z|,\s*(?:[\"{\[}\]\d-]|true\b|false\b|null\b))")
_LOOSE_COMMA = re.compile(r",\s*[}\]]")
_ESCAPES = '"\\/bfnrtu'
_decoder = json.JSONDecoder(strict=False)


def values(reply: str) -> Iterator[dict[str, Any] | list[Any]]:
    """Yield the outermost JSON objects and lists in a reply, repaired if needed. Lists after the first object are
    skipped.

    A JSON value that cannot be repaired is skipped as a whole; its parts are never yielded.
    """
    text = _after_thoughts(reply[:_LONGEST])
    place, mends, has_object = 0, _MENDS, False
    for _ in range(_STARTS):
        start = _OPENS.search(text, place)
        if start is None:
            return
        value, end = _decoded(text, start.start())
        if end is None and mends and _BEGINS_JSON.match(text, start.start()):
            mends -= 1
            value, _end = _decoded(_mended(text[start.start() :]), 0)
        if end is None and (start.group() == "{" or _BEGINS_JSON.match(text, start.start())):
            end = _balanced_end(text, start.start())
        if value and not (has_object and isinstance(value, list)):
            yield value
        has_object = has_object or start.group() == "{"
        place = start.end() if end is None else end


def holds_json(reply: str) -> bool:
    """Return whether a reply contains JSON."""
    return next(values(reply), None) is not None


def _decoded(text: str, start: int) -> tuple[Any, int | None]:
    try:
        return _decoder.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None, None


def _after_thoughts(text: str) -> str:
    """Return the text after a reasoning model's last `</think>`. A `</think>` inside a JSON value is ignored."""
    place, whole, tries = 0, 0, _STARTS
    for tag in _THOUGHT_ENDS.finditer(text):
        begin = max(place, whole)
        while whole <= tag.start() and tries and (start := _OPENS.search(text, begin, tag.start())):
            tries -= 1
            end = _decoded(text, start.start())[1]
            begin, whole = end or start.end(), end or whole
        if whole <= tag.start():
            place = tag.end()
    return text[place:]


def _balanced_end(text: str, start: int) -> int:
    """Return the place where the bracket at `start` is closed; the end of the text if it never is.

    Brackets are counted twice, with and without those inside quotes; the later place wins.
    """
    return max(_closed(_MARKS, text, start), _closed(_BRACKETS, text, start))


def _closed(marks: re.Pattern[str], text: str, start: int) -> int:
    depth = 0
    for mark in marks.finditer(text, start):
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(mark.group(), 0)
        if depth == 0:
            return mark.end()
    return len(text)


def _mended(text: str) -> str:
    """Escape unescaped quotes in JSON strings, and drop invalid escapes and trailing commas.

    Unescaped quotes come in pairs. If a string seems to end inside such a pair, as in «"He said "yes", "no" to it"»,
    its real end cannot be known, so the text is cut there.
    """
    out: list[str] = []
    place, in_string, quoting = 0, False, False
    while place < len(text):
        char = text[place]
        if in_string and char == "\\":
            following = text[place + 1 : place + 2]
            out.append(f"\\{following}" if following and following in _ESCAPES else following)
            place += 2
            continue
        if char == '"':
            if in_string and not _STRING_ENDS.match(text, place + 1):
                char, quoting = '\\"', not quoting
            elif quoting:
                break
            else:
                in_string = not in_string
        elif not in_string and char == "," and _LOOSE_COMMA.match(text, place):
            char = ""
        out.append(char)
        place += 1
    return "".join(out)
