"""An English text as the words that units are made of."""

import re
from dataclasses import dataclass

from agentsensus.text.languages.english.lemma import root
from agentsensus.text.languages.english.unit_words import PREFIXES, lexicon, word_key

__all__ = ["Token", "tokens_of"]

_TOKEN = re.compile(
    r"№[\w.%#]+|[A-Za-z0-9À-ÿ](?:[\w.&/+-]*[\w+])?(?:[’'](?!s\b)\w+)?|[’']s\b|(?<=s)[’'](?=\s)|[,;:()—]"
)


@dataclass(slots=True)
class Token:
    """A word as it stands, in small letters, and as the lexicon has it; `known` is a name that stays whole."""

    text: str
    lower: str
    key: str
    known: bool = False


def tokens_of(rest: str, known: frozenset[str]) -> list[Token]:
    """The words and signs of a text, the known names whole."""
    tokens: list[Token] = []
    spans = _name_spans(rest, known)
    last = 0
    for start, end, name in [*spans, (len(rest), len(rest), "")]:
        for match in _TOKEN.finditer(rest[last:start]):
            word = match.group().rstrip(".-/")
            lower = word.lower().replace("’", "'")
            tokens += _parted(word, lower)
        if name:
            tokens.append(Token(name, name.lower(), name, known=True))
        last = end
    return tokens


def _parted(word: str, lower: str) -> list[Token]:
    """A token; «hasn't» is two, and «error-free» stays one."""
    if lower.endswith("n't"):
        verb = {"wo": "will", "ca": "can", "sha": "shall"}.get(lower[:-3], lower[:-3])
        return [Token(verb, verb, root(verb)), Token("not", "not", "not")]
    if "'" in lower and lower not in ("'s", "'"):
        head, _, tail = lower.partition("'")
        if tail in ("ll", "ve", "re", "d", "m"):
            return [Token(word[: len(head)], head, root(head))]
    if lower in ("'s", "'", ""):
        return [Token("'s", "'s", "'s")]
    pieces = re.split("-", word)
    if (
        len(pieces) > 1
        and pieces[0].lower() not in PREFIXES
        and all(piece.isalpha() for piece in pieces)
        and word_key(lower) not in lexicon()
    ):
        return [Token(piece, piece.lower(), word_key(piece.lower())) for piece in pieces]
    return [Token(word, lower, _compared(word_key(lower)))]


def _compared(key: str) -> str:
    """A comparative or superlative as its plain form, if the lexicon has that: «larger» is «large»."""
    book = lexicon()
    if key in book or not key.endswith(("er", "est")):
        return key
    stem = key.removesuffix("est") if key.endswith("est") else key.removesuffix("er")
    stem = stem[:-1] + "y" if stem.endswith("i") else stem
    return next((plain for plain in (stem, stem[:-1]) if len(plain) > 2 and plain in book), key)


def _name_spans(rest: str, known: frozenset[str]) -> list[tuple[int, int, str]]:
    if not known:
        return []
    pattern = "|".join(re.escape(name) for name in sorted(known, key=lambda name: (-len(name), name)))
    return [
        (m.start(), m.end(), _listed(m.group(), known)) for m in re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", rest, re.I)
    ]


def _listed(text: str, known: frozenset[str]) -> str:
    return next(name for name in sorted(known) if name.casefold() == text.casefold())
