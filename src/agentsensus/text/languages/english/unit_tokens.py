"""An English text as the words that units are made of, and which of them are deeds: verbs, infinitives, passives."""

import re
from dataclasses import dataclass

from agentsensus.text.languages.english.lemma import IRREGULAR, is_participle, root
from agentsensus.text.languages.english.reading import STOP
from agentsensus.text.languages.english.unit_words import (
    BE,
    BETWEEN,
    DETERMINERS,
    MODAL,
    NO_VERBS,
    PREFIXES,
    PREPOSITIONS,
    REMAIN,
    lexicon,
    word_key,
)

__all__ = [
    "Token",
    "goes_on_to",
    "is_infinitive",
    "is_participle_next",
    "is_passive",
    "is_plain_word",
    "is_verb",
    "tokens_of",
]

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
    if lower == "cannot":
        return [Token("can", "can", "can"), Token("not", "not", "not")]
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


def is_infinitive(tokens: list[Token], place: int) -> bool:
    follows = tokens[place + 1] if place + 1 < len(tokens) else None
    if follows is None or follows.known or follows.text[:1].isupper() or follows.lower in DETERMINERS:
        return False
    if IRREGULAR.get(follows.lower) == follows.lower and _has_object(tokens, place + 1):
        return True  # «to read the letter», which looks like the past
    if follows.lower in IRREGULAR or follows.lower.endswith(("ing", "ed", "s")):
        return (
            follows.lower in lexicon().verbs
            and not follows.lower.endswith(("ing", "ed"))
            and follows.lower not in IRREGULAR
        )
    return follows.key in lexicon().verbs or follows.lower in ("be", "have", "get") or _has_object(tokens, place + 1)


def goes_on_to(tokens: list[Token], place: int) -> bool:
    return place < len(tokens) and tokens[place].lower == "to" and is_infinitive(tokens, place)


def is_verb(tokens: list[Token], place: int, key: str) -> bool:
    token, before = tokens[place], tokens[place - 1].lower if place else ""
    if token.text[:1].isupper() and place > 0:
        return False
    if before in DETERMINERS or before in ("'s", "of") or token.lower in NO_VERBS:
        return False
    if before.startswith("№"):
        is_present = key in lexicon().verbs and token.lower.endswith("s") and _has_object(tokens, place)
        return _is_numbered(tokens, place - 1) and (is_present or _is_surely_done(tokens, place))
    if before == "to":
        return is_infinitive(tokens, place - 1)
    if before in MODAL or before in BE or before in BETWEEN or (before in REMAIN and is_participle(token.lower)):
        return key in lexicon().verbs or is_participle(token.lower) or token.lower.endswith("ing") or before in MODAL
    past = token.lower in IRREGULAR or is_participle(token.lower)
    if past and place > 0:
        return True
    return (
        (" " in key and key in lexicon().verbs)
        or (
            key in lexicon().verbs
            and place > 0
            and (token.lower.endswith("s") or _has_object(tokens, place))
            and before not in PREPOSITIONS
        )
        or (
            place > 0
            and token.lower.endswith("s")
            and not token.lower.endswith("ss")
            and _has_object(tokens, place)
            and before not in PREPOSITIONS
            and tokens[place - 1].text not in (",", ";")
        )
    )


def _is_numbered(tokens: list[Token], place: int) -> bool:
    """Whether a number belongs to the word before it, as in «agent 3»; not «in 1922»."""
    before = tokens[place - 1].lower if place else ""
    return before.isalpha() and before not in PREPOSITIONS and before not in DETERMINERS and before not in STOP


def _is_surely_done(tokens: list[Token], place: int) -> bool:
    """Whether a word can only be a verb in the past: «ate», or a participle that has an object."""
    if is_participle(tokens[place].lower):
        return _has_object(tokens, place) or _goes_on_with_preposition(tokens, place)
    return tokens[place].lower in IRREGULAR


def _goes_on_with_preposition(tokens: list[Token], place: int) -> bool:
    """Whether a verb that we know is followed by «from», «at» or the like, or by nothing."""
    follows = tokens[place + 1].lower if place + 1 < len(tokens) else ""
    return tokens[place].key in lexicon().verbs and (not follows or follows in PREPOSITIONS or follows == ".")


def _has_object(tokens: list[Token], place: int) -> bool:
    follows = tokens[place + 1] if place + 1 < len(tokens) else None
    return follows is not None and (
        follows.lower in DETERMINERS
        or follows.known
        or follows.text[:1].isupper()
        or follows.lower in ("having", "being")
    )


def is_passive(tokens: list[Token], place: int, end: int) -> bool:
    if not is_participle(tokens[place].lower):
        return False
    back = place - 1
    while back >= 0 and (tokens[back].lower in BETWEEN or tokens[back].lower.endswith("ly")):
        back -= 1
    if back >= 0 and (tokens[back].lower in BE or tokens[back].lower in REMAIN):
        return True
    # A headline leaves «was» out: «Pellworm snapped up by Tarn».
    return (
        end < len(tokens)
        and tokens[end].lower == "by"
        and not (back >= 0 and tokens[back].lower in ("has", "had", "have"))
    )


def is_participle_next(tokens: list[Token], place: int) -> bool:
    """Whether a participle follows: «kept shut» is «shut»."""
    return place < len(tokens) and (is_participle(tokens[place].lower) or tokens[place].lower.endswith("ing"))


def is_plain_word(tokens: list[Token]) -> bool:
    """Whether a word follows that may well be a verb we do not know: «hope to drill»."""
    return any(token.text.isalpha() and token.text.islower() and token.lower not in DETERMINERS for token in tokens)
