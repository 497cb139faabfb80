"""Sentences of English and Chinese text; what stands in quotes is never cut."""

import re

from agentsensus.text.clauses import clauses, soft_pieces
from agentsensus.text.languages.english.verbs import has_finite_verb
from agentsensus.text.lines import paragraphs
from agentsensus.text.quotes import CLOSERS, depths, outside_quotes
from agentsensus.text.scripts import HAN
from agentsensus.text.speech import closes_speech

__all__ = ["clauses", "outside_quotes", "sentences", "soft_pieces"]

_TITLES = """mr mrs ms mx dr st sr jr prof gen col lt capt sgt maj cmdr adm rev hon gov sen rep pres messrs mme mlle mt
ft vs cf approx e.g i.e ph.d dept univ assn bros ave blvd"""
_ABBREVIATIONS = frozenset(_TITLES.split())
_NUMBERED = """no nos nr vol fig figs eq sec ch p pp jan feb mar apr jun jul aug sep sept oct nov dec art ver v ca est
max min"""
_BEFORE_NUMBERS = frozenset(_NUMBERED.split())
_MARKS = re.compile(rf"[。！？!?….]+|[{CLOSERS}]")
_EMOJI = "\u2600-\u27bf\u2b00-\u2bff\ufe0f\u200d\U0001f000-\U0001faff"
_AFTER_EMOJI = rf"(?:\s*[{_EMOJI}]+)*"
_START = rf"[\"“«‘'(\[]*(?:[A-Z0-9\u00c0-\u00de{HAN}]|[a-z]+[-_]?\d|[a-z]+[A-Z]|https?://)"
_NEXT = re.compile(rf"{_AFTER_EMOJI}(?:\s*$|\s+{_START}|[{HAN}])")
_GOES_ON_AS_SENTENCE = re.compile(r"\s+[\"“]?[A-Z]")
_STRAY = re.compile(rf"[{CLOSERS}）)]*")
_TRAILING = re.compile(rf"[{CLOSERS}）)]|\s*[{_EMOJI}]")
_WHOLE = re.compile(
    rf"(?:https?://|www\.)[^\s{HAN}，。；！？（）“”<>\"]+|`[^`\n]+`|(?<![\w.+-])[\w.+-]{1, 64}@[\w-]{1, 63}\.[\w.-]+\w"
)
_LAST_WORD = re.compile(r"([\w.]+)$")
_STARTERS = re.compile(
    r"\s+(?:The|A|An|He|She|It|They|We|I|This|That|Then|But|And|In|On|At|After|When|My|Our|His|Her)\b"
)
_REACH = 300
"""So many characters before a mark tell whether it ends a sentence."""


def sentences(text: str) -> list[str]:
    """The sentences of a text, each whole, quotes kept together."""
    return [sentence for paragraph in paragraphs(text) for sentence in _sentences_of(paragraph)]


def _sentences_of(paragraph: str) -> list[str]:
    pieces: list[list[str]] = []
    start = 0
    for end in [*_sentence_ends(paragraph), len(paragraph)]:
        piece = paragraph[start:end]
        if pieces and not _SAYS.search(piece):
            pieces[-1].append(piece)
        elif piece.strip():
            pieces.append([piece])
        start = end
    return ["".join(parts).strip() for parts in pieces]


def _sentence_ends(line: str) -> list[int]:
    depth, ends, start = depths(line), [], 0
    whole = _whole_spans(line)
    for match in _MARKS.finditer(line):
        last = match.end() - 1
        if match.start() in whole:
            continue
        if depth[last] == 0:
            ends_here = match.group()[0] not in CLOSERS and _ends_sentence(line, start, match)
        else:
            ends_here = closes_speech(line, start, last, depth)
        if ends_here:
            start = last + 1
            while start < len(line) and depth[start] == 0 and (stray := _TRAILING.match(line, start)):
                start = stray.end()
            ends.append(start)
    return ends


def _whole_spans(line: str) -> frozenset[int]:
    """The places inside addresses and code, where no mark ends a sentence; a full stop behind an address does."""
    return frozenset(place for match in _WHOLE.finditer(line) for place in range(*_inner(match)))


def _inner(match: re.Match[str]) -> tuple[int, int]:
    bare = match.group().rstrip(".!?,;:")
    return match.start(), match.start() + (len(match.group()) if match.group()[0] == "`" else len(bare))


def _ends_sentence(line: str, start: int, mark: re.Match[str]) -> bool:
    marks = mark.group()
    if any(full_stop in marks for full_stop in "。！？"):
        return True
    following = _STRAY.match(line, mark.end()).end()  # type: ignore[union-attr]  # the pattern matches nothing too
    if not _NEXT.match(line, following):
        return False
    before = line[max(start, mark.start() - _REACH) : mark.start()]
    if marks == ".":
        return _is_full_stop(before, line, mark.end())
    if "!" in marks or "?" in marks:
        return True
    # An ellipsis is as often a pause: it ends a sentence only where something whole was said.
    return bool(_GOES_ON_AS_SENTENCE.match(line, following)) and has_finite_verb(before)


def _is_full_stop(before: str, line: str, end: int) -> bool:
    word = _LAST_WORD.search(before[-_LONGEST_WORD:])
    last = word.group(1) if word else ""
    if last.isdigit() and before.strip() == last:
        return False  # «1.» before a point of a list
    if last.lower() in _BEFORE_NUMBERS:
        return not _NUMBER.match(line, end)
    if _INITIALS.fullmatch(last) and len(last) > 1:
        return last.lower() in ("a.m", "p.m") and bool(_STARTERS.match(line, end))
    return not (last.lower() in _ABBREVIATIONS or _INITIALS.fullmatch(last))


_SAYS = re.compile(r"\w")
_NUMBER = re.compile(r"\s*\d")
_INITIALS = re.compile(r"(?!I$)[A-Z]|(?:[A-Za-z]\.)+[A-Za-z]")
_LONGEST_WORD = 40
