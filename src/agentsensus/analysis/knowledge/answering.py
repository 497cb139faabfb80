"""Rank the rows of an agent by whether they answer a question: a row that fills the blank comes first.

A question with who, what, when, where or how many has a blank. «Somebody took the cup» repeats the question «Who took
the cup?»; «Hester took the cup» fills the blank.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from agentsensus.base.texts import texts
from agentsensus.language.languages import language, rules_of
from agentsensus.worlds.runs.subjects import WorldWords

__all__ = ["Blank", "BlankKind", "blank_of", "ranked"]

BlankKind: TypeAlias = Literal["who", "what", "when", "where", "count"]
_SHARE = 0.34
"""The least share of the question's words, by weight and without names, that an answering row has if it is near."""
_MOST = 0.6
"""The same for a row that is not near."""
_ALIKE = 0.42
"""How far above the floor of near texts a row with other words must score to answer."""
_CLAUSES = re.compile(r"[,;，；]")
_RAW = re.compile(r"[a-z]+")


class _QuestionWords(BaseModel):
    """The words of one language: questions by kind, and what can fill a blank."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    asks: dict[BlankKind | Literal["none"], list[str]]
    helping: list[str]
    nobody: list[str]
    times: list[str]
    places: list[str]
    numbers: list[str]
    by: list[str]
    small: list[str]
    bounds: bool


@lru_cache(maxsize=8)
def _words(code: str) -> _QuestionWords:
    return _QuestionWords.model_validate(texts(__package__, "answering", code))


@lru_cache(maxsize=64)
def _pattern(words: tuple[str, ...], bounds: bool) -> re.Pattern[str]:
    found = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"\b(?:{found})\b" if bounds else found, re.IGNORECASE)


@dataclass(frozen=True)
class Blank:
    """The blank of a question: its kind, the words and persons of the question, and whether the doer is asked for."""

    kind: BlankKind
    terms: frozenset[str]
    persons: frozenset[str]
    places: frozenset[str]
    asks_doer: bool
    code: str
    lexicon: WorldWords
    forms: Mapping[str, str]

    def share(self, row: str) -> float:
        """The share of the question's words that a row has, by weight; 1 if the question has only names."""
        whole = self.lexicon.weight(self.terms)
        if not whole:
            return 1.0
        shared = self.terms & _terms(row, self.code, self.lexicon)
        return self.lexicon.weight(shared | self._other_forms(row, self.terms - shared)) / whole

    def _other_forms(self, row: str, terms: frozenset[str]) -> frozenset[str]:
        """The terms of which a row has another form, such as «struck» for «strike»."""
        root = rules_of(self.code).comparing.root
        roots = {root(word) for word in _RAW.findall(row.lower())} if self.forms else set()
        return frozenset(term for term in terms if self.forms.get(term) in roots)

    def score(self, row: str, nearness: float) -> float:
        """How well a row answers: its nearness and the words it shares."""
        return round(nearness + self.share(row), 4)

    def is_filled_by(self, row: str, above_floor: float) -> bool:
        """Whether a row answers the question: it is about the same and has something in place of the blank."""
        if not self.persons <= self.lexicon.persons(row) or not self._is_in_order(row):
            return False
        is_about = self.share(row) >= (_SHARE if above_floor >= 0 else _MOST) or above_floor >= _ALIKE
        return is_about and self._has_filler(row)

    def _has_filler(self, row: str) -> bool:
        words = _words(self.code)
        match self.kind:
            case "who":
                return bool(self._others(row)) or (self._has_more(row) and not self._is_vague(row))
            case "when":
                return bool(_pattern(tuple(words.times), words.bounds).search(row))
            case "where":
                places = {id_ for _, _, id_ in self.lexicon.names.spans(row)} & {*self.lexicon.names.places()}
                return bool(places - self.places) or bool(_pattern(tuple(words.places), words.bounds).search(row))
            case "count":
                is_written = _pattern(tuple(words.numbers), words.bounds).search(row)
                return bool(is_written) or any(char.isdigit() for char in row)
            case "what":
                return self._has_more(row)

    def _others(self, row: str) -> frozenset[str]:
        return self.lexicon.persons(row) - self.persons

    def _has_more(self, row: str) -> bool:
        return bool(_terms(row, self.code, self.lexicon) - self.terms)

    def _is_vague(self, row: str) -> bool:
        words = _words(self.code)
        return bool(_pattern(tuple(words.nobody), words.bounds).search(row))

    def _is_in_order(self, row: str) -> bool:
        """Whether the doer can be whom the question asks for: no person stands first, or «by» follows.

        «King Hamlet killed a man» does not answer «Who killed King Hamlet?».
        """
        if not self.asks_doer or not self.persons:
            return True
        words, row = _words(self.code), self._clause(self._content(row))
        spans = [(start, id_) for start, _, id_ in self.lexicon.names.spans(row) if id_ in self.lexicon.persons(row)]
        asked = [start for start, id_ in spans if id_ in self.persons]
        others = [start for start, id_ in spans if id_ not in self.persons]
        by = _pattern(tuple(words.by), words.bounds).search(row)
        if not others or not asked or (by and max(others) >= by.end()):
            return True
        return min(others) < max(asked) or bool(_terms(row[: min(asked)], self.code, self.lexicon))

    def _clause(self, row: str) -> str:
        """The clause that has most of the question's words, if it names somebody else than the question; or the row."""
        clauses = _CLAUSES.split(row)
        best = max(clauses, key=lambda clause: len(self.terms & _terms(clause, self.code, self.lexicon)))
        is_best = bool(self.terms & _terms(best, self.code, self.lexicon))
        return best if is_best and self.lexicon.persons(best) - self.persons else row

    def _content(self, row: str) -> str:
        """The clause that a row reports, or the row itself."""
        matches = (pattern.match(row) for pattern in rules_of(self.code).comparing.reports)
        return next((str(match["rest"]) for match in matches if match), row)


def blank_of(question: str, lexicon: WorldWords) -> Blank | None:
    """The blank of a question; None for a text without a question mark, for yes and no, why and how."""
    text = question.strip()
    if not text.endswith(("?", "？")):
        return None
    code = language(text)
    words = _words(code)
    kinds = {word: kind for kind, asked in words.asks.items() for word in asked}
    pattern = _pattern(tuple(kinds), words.bounds)
    found = [(match, kinds[match.group().lower()]) for match in pattern.finditer(text)]
    for match, kind in found:
        if kind != "none":
            return _blank(text, match, kind, pattern, lexicon)
    return None


def _blank(text: str, match: re.Match[str], kind: BlankKind, pattern: re.Pattern[str], lexicon: WorldWords) -> Blank:
    code = language(text)
    words = _words(code)
    rest = pattern.sub(" " if words.bounds else "，", text)
    after = text[match.end() :].strip()
    helped = bool(words.helping) and bool(_pattern(tuple(words.helping), words.bounds).match(after))
    ids = frozenset(id_ for _, _, id_ in lexicon.names.spans(rest))
    persons, places = lexicon.persons(rest), ids & frozenset(lexicon.names.places())
    asks_doer = kind == "who" and not helped and match.start() == 0
    plain = _RAW.findall(rest.lower()) if words.bounds else []
    forms = {term: rules_of(code).comparing.root(word) for word in plain for term in lexicon.words(word)}
    return Blank(kind, _terms(rest, code, lexicon), persons, places, asks_doer, code, lexicon, forms)


def _terms(text: str, code: str, lexicon: WorldWords) -> frozenset[str]:
    """The content words of a text without names; for text without spaces, every pair of adjacent characters."""
    rules = rules_of(language(text) if _words(code).bounds else code)
    if rules.comparing.has_capitals:
        return lexicon.words(text)
    plain = text
    for start, end, _ in reversed(lexicon.names.spans(text)):
        plain = f"{plain[:start]}，{plain[end:]}"
    plain = _pattern(tuple(_words(code).small), bounds=False).sub("，", plain)
    parts = re.split(r"[^\w]+", plain)
    return frozenset(first + second for part in parts for first, second in pairwise(part))


def ranked(blank: Blank, rows: Sequence[tuple[str, float]], floor: float) -> tuple[list[int], int]:
    """The indices of the rows, those that fill the blank first, and how many do; `rows` are texts with scores."""
    fills = [blank.is_filled_by(text, nearness - floor) for text, nearness in rows]
    scores = [blank.score(text, nearness) for text, nearness in rows]
    order = sorted(range(len(rows)), key=lambda place: (not fills[place], -scores[place], place))
    return order, sum(fills)
