"""Speeches and directions as statements: who said what to whom, who did what, in the past tense."""

import re
from collections.abc import Sequence

from agentsensus.models.tokens import tokens
from agentsensus.sediment.words import SedimentWords, listed
from agentsensus.text.clauses import soft_pieces
from agentsensus.text.sentences import sentences

__all__ = ["CAP", "deed_of", "pieces_of", "told"]

CAP = 64
_ROOM = 34
_MOST_NAMED = 3
_OBJECT = re.compile(r"(?:the|his|her|a|an|up|down|to|at|him|it|into|in|out|off|and|them|on|away|with|[A-Z]+)\b|$")
_PARTICIPLE = re.compile(r"(?P<verb>[A-Z]?[a-z]+ing)\b(?P<rest>.*)$")


def pieces_of(text: str, room: int = _ROOM) -> list[str]:
    """A speech in pieces of whole sentences, or of clauses where a sentence is too long, each of so many tokens."""
    packed: list[str] = []
    for sentence in sentences(text.replace("--", "— ").replace("—  ", "— ")):
        small = [sentence] if tokens(sentence) <= room else _packed(soft_pieces(sentence), room, "")
        for piece in small:
            if packed and tokens(packed[-1]) + tokens(piece) <= room:
                packed[-1] += f" {piece}" if piece.isascii() or packed[-1].isascii() else piece
            else:
                packed.append(piece)
    return [piece for piece in (_even(piece) for piece in packed) if piece]


def _packed(pieces: Sequence[str], room: int, joiner: str) -> list[str]:
    packed: list[str] = []
    for piece in pieces:
        if packed and tokens(packed[-1]) + tokens(piece) <= room:
            packed[-1] += joiner + piece
        else:
            packed.append(piece)
    return packed


def _even(piece: str) -> str:
    """Quotes in a quote, and marks that scenes.md would read as its own, made harmless."""
    piece = re.sub(r"[“”\"]", "'", piece)
    piece = re.sub(r"[{}#]", "", piece).strip(" ,;:，；：—-")
    return piece if re.search(r"\w", piece) else ""


def told(
    speaker: str, hearers: Sequence[str], words_: str, how: str, words: SedimentWords
) -> tuple[str, tuple[str, ...]]:
    """A statement that somebody said this, and how a hearer would word it."""
    named = list(hearers) if len(hearers) <= _MOST_NAMED else []
    whom = listed(named, words) if named else ""
    if how == "read" or not named:
        text = words.phrase(f"say.{how if how in ('aside', 'read') else 'alone'}", who=speaker, words=words_)
        return text, (words.phrase("say.heard_alone", who=speaker, words=words_),)
    verb = "ask" if words_.rstrip("'").endswith(("?", "？")) else "to"
    text = words.phrase(f"say.{verb}", who=speaker, whom=whom, words=words_)
    return text, (words.phrase("say.heard", who=speaker, whom=whom, words=words_),)


def deed_of(text: str, subject: str, is_named: bool, words: SedimentWords) -> str | None:
    """A direction as a statement in the past tense; None where it says nothing that somebody does."""
    clause = re.split(r"[.;。；]\s*", text)[0].strip()
    if not clause or not subject:
        return None
    if not re.search("[A-Za-z]", clause):
        return words.phrase("do.did", who="" if is_named else subject, rest=clause)
    if is_named:
        first, _, rest = clause.partition(" ")
        verbs = words.table("unborn_verb") | words.table("bare_verb")
        match = re.search(rf"\b({'|'.join(verbs)}|[a-z]+s)\b", clause)
        if match is None or first.lower() == "to":
            return None
        past = clause[: match.start()] + _past(match.group(), words) + clause[match.end() :]
        return words.phrase("do.did", who="", rest=past).strip()
    if match := _PARTICIPLE.match(clause):
        return words.phrase("do.was_doing", who=subject, rest=_lower(clause))
    first, _, rest = clause.partition(" ")
    if not re.fullmatch(r"[A-Za-z]+s", first):
        return None
    if first.lower() not in words.table("unborn_verb") and not _OBJECT.match(rest):
        return None
    past = _past(first.lower(), words)
    rest = re.sub(r"\band ([a-z]+s)\b", lambda m: f"and {_past(m[1], words)}", rest)
    return words.phrase("do.did", who=subject, rest=f"{past} {rest}".strip())


def _past(verb: str, words: SedimentWords) -> str:
    table = words.table("unborn_verb") | words.table("bare_verb")
    if verb in table:
        return str(table[verb])
    if verb.endswith("ies"):
        return verb[:-3] + "ied"
    stem = verb[:-2] if re.search(r"(?:sh|ch|ss|x|z|o)es$", verb) else verb[:-1]
    if stem.endswith("e"):
        return stem + "d"
    return stem + (stem[-1] if re.search(r"^[^aeiou]*[aeiou][bdgmnprt]$", stem) else "") + "ed"


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
