"""Paragraphs of a text: lines that were only wrapped are put together again, points of a list stand by themselves."""

import re

from agentsensus.text.language import language
from agentsensus.text.languages import rules_of

_BULLET = re.compile(r"^(?:[-*•‣▪]|#{1,6})\s+")
_NUMBERED = re.compile(r"^\(?\d{1,3}[.)、]\s*\D")
_GOES_ON = re.compile(
    r"[,，;；、—-]$|\b(?:a|an|and|as|at|but|by|for|from|his|her|in|into|is|my|nor|of|on|or|our|that|the|their|to|"
    r"was|were|which|who|with|your)$"
)
_HAN_EDGE = re.compile(r"[\u3000-\u9fff\uff00-\uffef]")
_LINE_END = re.compile(r"\r\n|[\r\n\u2028\u2029]")
_GAP = re.compile(r"\s{2,}")
_ENDED = re.compile(r"[.!?。！？…][\"”’』」]?$")
_EDGE = 24
"""So many characters at the end of a line tell whether it goes on."""


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text: lines that run on are joined, and a blank line always ends a paragraph.

    A point of a list that is no sentence gets what introduces the list before it: «Dana likes: tea».
    """
    joined: list[list[str]] = []
    leads: dict[int, int] = {}
    parted, lead = True, -1
    quotes = _OpenQuotes()
    for raw in _LINE_END.split(text):
        line = _GAP.sub(" ", raw.strip())
        is_point = bool(_BULLET.match(line) or _NUMBERED.match(line))
        if line and not parted and _runs_on(joined[-1][-1], line, quotes.closed_by(line)):
            joined[-1] += ["" if _HAN_EDGE.match(joined[-1][-1][-1] + line[0]) else " ", line]
        elif line:
            if is_point and lead >= 0:
                leads[len(joined)] = lead
            joined.append([_BULLET.sub("", line) or line])
            quotes = _OpenQuotes()
        if line:
            lead = lead if is_point else len(joined) - 1 if line[-1] in ":：" else -1
            quotes.take(line)
        parted = not line
    return _introduced(["".join(parts) for parts in joined], leads)


def _introduced(texts: list[str], leads: dict[int, int]) -> list[str]:
    """The paragraphs with their introductions before those points of a list that are no sentences."""
    fragments = {
        place: lead for place, lead in leads.items() if rules_of(language(texts[place])).is_fragment(texts[place])
    }
    used = set(fragments.values())
    return [
        _after(texts[fragments[place]], text) if place in fragments else text
        for place, text in enumerate(texts)
        if place not in used
    ]


def _after(lead: str, point: str) -> str:
    return f"{lead}{'' if lead[-1] == '：' else ' '}{point}"


def _runs_on(before: str, line: str, closes_quote: bool) -> bool:
    if _BULLET.match(line) or _NUMBERED.match(line):
        return False
    if _GOES_ON.search(before[-_EDGE:]) or closes_quote:
        return True
    if before[-1] in ":：":
        return line[0] in "“「『\"'‘«" or line[0].islower()
    return line[0].islower() and not _ENDED.search(before[-_EDGE:])


class _OpenQuotes:
    """Which quotes are open at the end of a paragraph so far."""

    _PAIRS = (("“", "”"), ("「", "」"), ("『", "』"))

    def __init__(self) -> None:
        self._open: set[str] = set()

    def take(self, line: str) -> None:
        """Read one more line of the paragraph."""
        for opening, closer in self._PAIRS:
            last_opening, last_closer = line.rfind(opening), line.rfind(closer)
            if last_opening > last_closer:
                self._open.add(opening)
            elif last_closer >= 0:
                self._open.discard(opening)

    def closed_by(self, line: str) -> bool:
        """Whether a line closes what is open before it opens another."""
        return any(opening in self._open and closer in line.split(opening)[0] for opening, closer in self._PAIRS)
