"""Find quotes and brackets in a text, and decide whether quoted speech ends a sentence."""

import re
from bisect import bisect_right
from collections.abc import Callable

from agentsensus.language.scripts import HAN

__all__ = [
    "CLOSERS",
    "closes_speech",
    "depths",
    "holds_full_stop",
    "in_open_parts",
    "outside_quotes",
    "replaced_outside_quotes",
    "unquoted",
]

_SPEECH = {"“": "”", "「": "」", "『": "』", "«": "»"}
_BRACKETS = {"(": ")", "（": "）"}
# An apostrophe is not a quote: single marks count only where no contraction or possessive is possible.
_SINGLE = re.compile(
    r"(?<![A-Za-z0-9])‘(?=\S)[^‘”\n]*?[^\s‘]’(?![A-Za-z])|"
    r"(?<![\w'])'(?=[A-Z])(?:[^'\n]|(?<=\w)'(?=\w))*[.,!?…]'(?!\w)"
)
CLOSERS = "”」』»’\"'"


def depths(text: str, only_speech: bool = False) -> list[int]:
    """Return for each character how many quotes (and brackets) enclose it. A closing mark counts as enclosed."""
    pairs = _SPEECH if only_speech else _SPEECH | _BRACKETS
    closing_at = _closing(text, pairs)
    if not closing_at:
        return [0] * len(text)
    depth, by_place = 0, []
    ends: dict[int, int] = {}
    for place in range(len(text)):
        if place in closing_at:
            depth += 1
            ends[closing_at[place]] = ends.get(closing_at[place], 0) + 1
        by_place.append(depth)
        depth -= ends.pop(place, 0)
    return by_place


def outside_quotes(text: str) -> list[tuple[int, int]]:
    """Return the spans of a text outside quoted speech."""
    depth, spans, start = depths(text, only_speech=True), [], 0
    for place in range(1, len(text) + 1):
        if place == len(text) or (depth[place] == 0) != (depth[start] == 0):
            if depth[start] == 0:
                spans.append((start, place))
            start = place
    return spans


def unquoted(text: str) -> str:
    """Return the text without quoted speech."""
    return " ".join(text[a:b] for a, b in outside_quotes(text))


def in_open_parts(text: str, change: Callable[[str], str]) -> str:
    """Return the text with `change` applied to each part outside quoted speech."""
    spans = outside_quotes(text)
    if len(spans) == 1 and spans[0] == (0, len(text)):
        return change(text)
    pieces, last = [], 0
    for start, end in spans:
        pieces += [text[last:start], change(text[start:end])]
        last = end
    return "".join([*pieces, text[last:]])


def replaced_outside_quotes(
    text: str, pattern: re.Pattern[str], replacement: Callable[[re.Match[str]], str], most: int | None = None
) -> str:
    """Return the text with at most `most` matches of a pattern replaced, outside quoted speech only."""
    matches = list(pattern.finditer(text))
    if not matches:
        return text
    spans = outside_quotes(text)
    starts = [start for start, _ in spans]
    pieces, last = [], 0
    for match in [match for match in matches if _is_within(match.start(), spans, starts)][:most]:
        pieces += [text[last : match.start()], replacement(match)]
        last = match.end()
    return "".join([*pieces, text[last:]])


def _is_within(place: int, spans: list[tuple[int, int]], starts: list[int]) -> bool:
    number = bisect_right(starts, place) - 1
    return number >= 0 and place < spans[number][1]


def _closing(text: str, pairs: dict[str, str]) -> dict[int, int]:
    """Return the position of the closing mark for each opening mark; unclosed marks are left out."""
    closed: dict[int, int] = {}
    for opening, closer in pairs.items():
        if opening in text:
            closed |= _paired(text, opening, closer)
    if text.count('"') % 2 == 0:
        marks = [place for place, char in enumerate(text) if char == '"']
        closed |= dict(zip(marks[::2], marks[1::2], strict=True))
    closed |= {match.start(): match.end() - 1 for match in _SINGLE.finditer(text)}
    return closed


def _paired(text: str, opening: str, closer: str) -> dict[int, int]:
    # Where openings and closings do not match in number, a second opening means that the first was never closed.
    nests = text.count(opening) == text.count(closer)
    closed: dict[int, int] = {}
    waiting: list[int] = []
    for place, char in enumerate(text):
        if char == opening:
            if not nests:
                waiting.clear()
            waiting.append(place)
        elif char == closer and waiting:
            closed[waiting.pop()] = place
    return closed


_LEAD_IN = re.compile(r"[:：,，]\s*$")
_HAN_SAID = re.compile(r"^[^，。！？：；“”\s]{0,8}?(?:道|说|曰|问|喊|叫|答|嚷|笑|骂|叹)[。，,.！；]")
_HAN_GOES_ON = re.compile(
    r"^(?:便|就|又|也|遂|乃|即|因|却|才|且|忙|连忙|然后|于是|说[着罢完毕]|言[讫毕罢]|一面|一边|而|随后|随即|立即|立刻|并|竟|仍|再|急|只|都|俱|皆|的|地|之)"
)
_EDGE = 40
"""How many characters after a quote are examined to decide whether its sentence continues."""
_NEXT = re.compile(rf"\s*$|\s+[A-Z\"“‘]|[{HAN}]|[“「『]")


def closes_speech(line: str, start: int, place: int, depth: list[int]) -> bool:
    """Return whether the closing quote at `place` ends the sentence.

    It does if the quote ends in a full stop, a comma or colon precedes the quote, and the sentence does not continue.
    """
    if not holds_full_stop(line, place, depth):
        return False
    opened = place
    while opened > start and depth[opened - 1] > 0:
        opened -= 1
    rest = line[place + 1 : place + _EDGE]
    if not _LEAD_IN.search(line[max(start, opened - _EDGE) : opened]) or not _NEXT.match(rest):
        return False
    return not (_HAN_SAID.match(rest) or _HAN_GOES_ON.match(rest))


def holds_full_stop(line: str, place: int, depth: list[int]) -> bool:
    """Return whether an outermost quote closes at `place`, right after a full stop."""
    if place == 0 or depth[place] != 1 or line[place] in ")）":
        return False
    return (place + 1 == len(line) or depth[place + 1] == 0 or line[place + 1] in "“「『") and line[
        place - 1
    ] in "。！？!?….”’』"
