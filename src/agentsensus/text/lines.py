"""Paragraphs of a text: lines that were only wrapped are put together again."""

import re

_BULLET = re.compile(r"^(?:[-*•‣▪]|#{1,6})\s+")
_NUMBERED = re.compile(r"^\(?\d{1,3}[.)、]\s*\D")
_GOES_ON = re.compile(
    r"[,，;；、—-]$|\b(?:a|an|and|as|at|but|by|for|from|his|her|in|into|is|my|nor|of|on|or|our|that|the|their|to|"
    r"was|were|which|who|with|your)$"
)
_HAN_EDGE = re.compile(r"[\u3000-\u9fff\uff00-\uffef]")


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text: lines that run on are joined, and a blank line always ends a paragraph."""
    joined: list[str] = []
    parted = True
    for raw in re.split(r"\r\n|[\r\n\u2028\u2029]", text):
        line = raw.strip()
        if line and not parted and _runs_on(joined[-1], line):
            joined[-1] += ("" if _HAN_EDGE.match(joined[-1][-1] + line[0]) else " ") + line
        elif line:
            joined.append(_BULLET.sub("", line) or line)
        parted = not line
    return joined


def _runs_on(before: str, line: str) -> bool:
    if _BULLET.match(line) or _NUMBERED.match(line):
        return False
    if _GOES_ON.search(before) or _is_open_quote(before, line):
        return True
    if before[-1] in ":：":
        return line[0] in "“「『\"'‘«" or line[0].islower()
    return line[0].islower() and not re.search(r"[.!?。！？…][\"”’』」]?$", before)


def _is_open_quote(before: str, line: str) -> bool:
    for opening, closer in (("“", "”"), ("「", "」"), ("『", "』")):
        if before.rfind(opening) > before.rfind(closer) and closer in line.split(opening)[0]:
            return True
    return False
