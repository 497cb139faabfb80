"""Independent clauses of a sentence, and where a sentence may be cut if it is too long."""

import re

from agentsensus.text.language import language
from agentsensus.text.languages import rules_of
from agentsensus.text.quotes import depths
from agentsensus.text.speech import holds_full_stop

_REACH = 400
"""So many characters before and behind a border tell whether a sentence may be cut there."""
_ENDED = re.compile(r"[.!?。！？…][\"”」』]?$")
_END_MARK = re.compile(r"[.!?。！？…]+[\"”」』]?$")
_WRITTEN_SMALL = re.compile(r"[a-z]+(?:[-_.]?\w*\d|[A-Z]|://|[-_.]\w+[-_.])|[\w.+-]+@|www\.")
_TAIL = 40
_SOFT_BORDER = re.compile(r"[,，;；]\s*|\s?—+\s*|……\s*")


def clauses(sentence: str, names: tuple[str, ...] = ()) -> list[str]:
    """The independent clauses of a sentence; a sentence that has only one comes back whole."""
    return _cut(sentence, rules_of(language(sentence)).clause_cuts(sentence, names))


def soft_pieces(sentence: str) -> list[str]:
    """A sentence cut at its clause borders outside quotes, punctuation kept; used where it is too long as a whole."""
    may_part = rules_of(language(sentence)).may_part
    starts = [0]
    for border in _soft_borders(sentence, depths(sentence)):
        left = sentence[max(starts[-1], border - _REACH) : border]
        if may_part(left, sentence[border : border + _REACH]):
            starts.append(border)
    pieces = [sentence[start:end] for start, end in zip(starts, [*starts[1:], len(sentence)], strict=True)]
    return [piece for piece in pieces if piece.strip()]


def _soft_borders(sentence: str, depth: list[int]) -> list[int]:
    marks = [m.end() for m in _SOFT_BORDER.finditer(sentence) if depth[m.start()] == 0]
    speech = [p + 1 for p in range(len(sentence)) if depth[p] == 1 and holds_full_stop(sentence, p, depth)]
    return sorted({border for border in [*marks, *speech] if 0 < border < len(sentence)})


def _cut(sentence: str, cuts: list[tuple[int, int]]) -> list[str]:
    if not cuts:
        return [sentence]
    end_mark = match.group() if (match := _END_MARK.search(sentence[-_TAIL:])) else ""
    pieces, start = [], 0
    for left, right in cuts:
        pieces.append(sentence[start:left].strip())
        start = right
    pieces.append(sentence[start:].strip())
    pieces = [piece for piece in pieces if re.search(r"\w", piece)]
    if len(pieces) < 2:
        return [sentence]
    stop = end_mark[:1] if end_mark[:1] in (".", "。") else rules_of(language(sentence)).writing.full_stop
    return [opened(p if _ENDED.search(p[-2:]) else p + stop) for p in pieces]


def opened(sentence: str) -> str:
    """A sentence with a capital, unless it begins with what is written small: «p95», «agent-7f3a», an address."""
    return sentence if _WRITTEN_SMALL.match(sentence) else sentence[:1].upper() + sentence[1:]
