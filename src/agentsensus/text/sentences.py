"""Sentences of English and Chinese text; what stands in quotes is never cut."""

import re

from agentsensus.text.clauses import clauses, soft_pieces
from agentsensus.text.languages.english.verbs import has_finite_verb
from agentsensus.text.lines import paragraphs
from agentsensus.text.quotes import CLOSERS, depths, outside_quotes
from agentsensus.text.scripts import HAN
from agentsensus.text.speech import closes_speech

__all__ = ["clauses", "outside_quotes", "sentences", "soft_pieces"]

_TITLES = """mr mrs ms dr st sr jr prof gen col lt capt sgt maj cmdr adm rev hon gov sen rep pres messrs mme mlle mt
ft vs cf approx e.g i.e ph.d""".split()
_ABBREVIATIONS = frozenset(_TITLES)
_BEFORE_NUMBERS = frozenset("no nos vol fig ch p pp jan feb mar apr jun jul aug sep sept oct nov dec art".split())
_MARKS = re.compile(rf"[。！？!?….]+|[{CLOSERS}]")
_NEXT = re.compile(rf"\s*$|\s+[\"“«‘'(\[]*[A-Z0-9\u00c0-\u00de{HAN}]|[{HAN}]")
_STRAY = re.compile(rf"[{CLOSERS}）)]*")


def sentences(text: str) -> list[str]:
    """The sentences of a text, each whole, quotes kept together."""
    return [sentence for paragraph in paragraphs(text) for sentence in _sentences_of(paragraph)]


def _sentences_of(paragraph: str) -> list[str]:
    pieces: list[str] = []
    start = 0
    for end in [*_sentence_ends(paragraph), len(paragraph)]:
        piece = paragraph[start:end]
        if pieces and not re.search(r"\w", piece):
            pieces[-1] += piece
        elif piece.strip():
            pieces.append(piece)
        start = end
    return [sentence.strip() for sentence in pieces]


def _sentence_ends(line: str) -> list[int]:
    depth, ends, start = depths(line), [], 0
    for match in _MARKS.finditer(line):
        last = match.end() - 1
        if depth[last] == 0:
            ends_here = match.group()[0] not in CLOSERS and _ends_sentence(line, start, match)
        else:
            ends_here = closes_speech(line, start, last, depth)
        if ends_here:
            start = last + 1
            while start < len(line) and depth[start] == 0 and _STRAY.fullmatch(line[start]):
                start += 1
            ends.append(start)
    return ends


def _ends_sentence(line: str, start: int, mark: re.Match[str]) -> bool:
    marks, rest = mark.group(), line[mark.end() :]
    if re.search(r"[。！？]", marks):
        return True
    following = rest[len(_STRAY.match(rest).group()) :]  # type: ignore[union-attr]  # the pattern matches nothing too
    if not _NEXT.match(following):
        return False
    if marks.strip(".") == "" and len(marks) == 1:
        return _is_full_stop(line[start : mark.start()], rest)
    if re.search(r"[!?]", marks):
        return True
    # An ellipsis is as often a pause: it ends a sentence only where something whole was said.
    before = line[start : mark.start()]
    return bool(re.match(r"\s+[\"“]?[A-Z]", following)) and has_finite_verb(before)


def _is_full_stop(before: str, rest: str) -> bool:
    word = re.search(r"([\w.]+)$", before)
    last = word.group(1) if word else ""
    if last.isdigit() and before.strip() == last:
        return False  # «1.» before a point of a list
    if last.lower() in _BEFORE_NUMBERS:
        return not re.match(r"\s*\d", rest)
    return not (last.lower() in _ABBREVIATIONS or re.fullmatch(r"(?!I$)[A-Z]|(?:[A-Za-z]\.)+[A-Za-z]", last))
