"""Phrases as they are said, and as they are understood again."""

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any

from agentsensus.text.languages import rules_of
from agentsensus.texts import texts

__all__ = ["PlayerPhrases", "finder", "without_address"]

_FIELD = re.compile(r"\\{(\w+)\\}")
_ADDRESS = re.compile(r"[,，]\s*\{you\}|\{You\}[,，]\s*")


class PlayerPhrases:
    """All phrases of a language, by what they are for."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._phrases: dict[str, Any] = texts(__package__, "phrases", language)

    @staticmethod
    @lru_cache(maxsize=8)
    def of(language: str) -> "PlayerPhrases":
        """The phrases of a language."""
        return PlayerPhrases(language)

    def lines(self, kind: str, sort: str | None = None) -> list[str]:
        """Patterns for one purpose."""
        patterns = self._phrases[kind] if sort is None else self._phrases[kind][sort]
        return list(patterns)

    def text(self, kind: str, sort: str, **fields: object) -> str:
        """The one phrase for a purpose, filled in."""
        return str(self._phrases[kind][sort]).format(**fields)

    def joined(self, sentences: Iterable[str]) -> str:
        """Sentences one after the other, as the language writes them."""
        return rules_of(self.language).writing.sentences(sentences)

    def listed(self, names: Iterable[str]) -> str:
        """Names one after the other, as the language writes them."""
        return rules_of(self.language).writing.names(names)

    def because(self, drive: str, **fields: object) -> str:
        """Why a drive acts."""
        return self.text("because", drive, **fields)

    def how(self, sentence: str) -> str | None:
        """How a speaker says that something is known: witnessed, told, read, news or inferred; None when not said."""
        return next((kind for kind, pattern in self._hows if pattern.fullmatch(sentence.strip())), None)

    def source(self, sentence: str) -> str:
        """Whom a speaker names as the source; empty when nobody."""
        matches = (pattern.fullmatch(sentence.strip()) for _, pattern in self._hows)
        return next((match["source"] for match in matches if match and "source" in match.groupdict()), "")

    def is_whether(self, sentence: str) -> bool:
        """Whether a sentence asks if what stands beside it is true."""
        return self._is("whether", sentence)

    def is_news(self, sentence: str) -> bool:
        """Whether a sentence asks for news of any kind."""
        return self._is("news", sentence)

    def person_asked(self, sentence: str) -> str | None:
        """Whom a question is about, by name; None when it is no such question."""
        for pattern in self._persons:
            if match := pattern.search(sentence):
                return match["person"]
        return None

    def goal(self, text: str) -> tuple[str, dict[str, str]] | None:
        """Which kind of goal a text is that a player has set itself, with what it is about."""
        for kind, pattern in self._goals:
            if match := pattern.fullmatch(text):
                return kind, match.groupdict()
        return None

    def _is(self, kind: str, sentence: str) -> bool:
        return any(pattern.fullmatch(sentence.strip()) for pattern in self._questions[kind])

    @cached_property
    def _hows(self) -> list[tuple[str, re.Pattern[str]]]:
        """A phrase may follow a form of address: «Good friend, I was there.»"""
        phrases_by_kind = [(kind, phrase) for kind, phrases in self._phrases["how"].items() for phrase in phrases]
        return [
            (kind, re.compile(f"(?:.*[,，]\\s*)?{finder(phrase).pattern}", re.IGNORECASE))
            for kind, phrase in phrases_by_kind
        ]

    @cached_property
    def _questions(self) -> dict[str, list[re.Pattern[str]]]:
        """Per kind, the sentences of its patterns that end in a question mark."""
        return {
            kind: [finder(part) for line in self._phrases[kind] for part in _questions_in(line)]
            for kind in ("whether", "news")
        }

    @cached_property
    def _persons(self) -> list[re.Pattern[str]]:
        parts = [part for line in self._phrases["of"] for part in _questions_in(line) if "{person}" in part]
        return [finder(without_address(part), loose=True) for part in parts]

    @cached_property
    def _goals(self) -> list[tuple[str, re.Pattern[str]]]:
        return [(kind, finder(pattern)) for kind, pattern in self._phrases["goals"].items()]


def _questions_in(line: str) -> list[str]:
    """The questions in a pattern; the claims in it are sentences of their own."""
    return [part.strip() for part in re.findall(r"[^.?!。？！]*[?？]", line.replace("{claims}", "."))]


def without_address(line: str) -> str:
    """A pattern without the form of address before or after what it says."""
    return _ADDRESS.sub("", line)


def finder(phrase: str, *, loose: bool = False) -> re.Pattern[str]:
    """What finds a phrase again, with a group for each of its fields."""
    fields = _FIELD.sub(lambda field: f"(?P<{field[1].lower()}>.+?)", re.escape(phrase))
    if loose:
        fields = fields.removesuffix(r"\?").removesuffix("？") + r"(?:[,，？?]|$)"
    return re.compile(fields, re.IGNORECASE)
