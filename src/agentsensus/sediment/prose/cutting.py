"""Sentences of a paragraph with their places, and long ones in pieces that each name who they are about."""

import re
from collections.abc import Iterator

from agentsensus.models.tokens import tokens
from agentsensus.sediment.words import SedimentWords
from agentsensus.text.clauses import soft_pieces
from agentsensus.text.names import Names
from agentsensus.text.quotes import unquoted
from agentsensus.text.sentences import sentences

__all__ = ["CAP", "located_sentences", "pieces_within_cap"]

CAP = 64
_ROOM = 46


def located_sentences(paragraph: str, start: int) -> Iterator[tuple[str, int, int]]:
    """Each sentence with its place in the source."""
    place = 0
    for sentence in sentences(paragraph):
        at = paragraph.find(sentence, place)
        if at < 0:
            yield sentence, start, start + len(paragraph)
            continue
        place = at + len(sentence)
        yield sentence, start + at, start + place


def pieces_within_cap(sentence: str, subject: str, names: Names, words: SedimentWords) -> list[str]:
    """The sentence as statements of at most 64 tokens where that can be; each piece says who it is about."""
    sentence = re.sub(r"[{}#]", "", sentence).strip()
    if tokens(sentence) <= CAP:
        return [sentence]
    if match := words.pattern("quoted").match(sentence):
        joiner = "" if not match["lead"].isascii() else " "
        return [f"{match['lead']}{joiner}“{piece}”" for piece in _packed(_inner(match["words"]), _ROOM)]
    pieces = _packed(soft_pieces(sentence), _ROOM)
    return [piece if _names_somebody(piece, names) else _about(subject, piece) for piece in pieces if _says(piece)]


def _inner(quote: str) -> list[str]:
    return [piece for part in sentences(quote) for piece in ([part] if tokens(part) <= _ROOM else soft_pieces(part))]


def _packed(pieces: list[str], room: int) -> list[str]:
    packed: list[str] = []
    for piece in pieces:
        joiner = " " if piece.isascii() and packed and not packed[-1].endswith(" ") else ""
        if packed and tokens(packed[-1]) + tokens(piece) <= room:
            packed[-1] += joiner + piece
        else:
            packed.append(piece)
    return [piece.strip(" ,，;；、") for piece in packed]


def _names_somebody(piece: str, names: Names) -> bool:
    return bool(names.mentioned(unquoted(piece)))


def _about(subject: str, piece: str) -> str:
    if not subject:
        return piece
    if piece.isascii() or subject.isascii():
        return f"{subject}: {piece[:1].lower()}{piece[1:]}"
    return f"{subject}{piece}"


def _says(piece: str) -> bool:
    return bool(re.search(r"\w\W*\w", piece))
