"""Phrases as they are said, and as they are understood again."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Literal, TypeAlias

from agentsensus.text.languages import rules_of
from agentsensus.texts import texts

__all__ = ["ACTS", "Bearing", "PlayerPhrases", "finder", "without_address"]

Bearing: TypeAlias = Literal["up", "level", "down", "any"]
"""How a speaker stands to a hearer: below, beside or above; `any` to several at once."""

IN_VAIN = ("nothing", "nothing_of", "no_news", "nowhere")
"""What one says who is asked and cannot answer: of an event, of somebody, of anything new, of where somebody is."""
ACTS = (
    *("accuse", "charge", "deny", "confess", "mourn", "comfort", "warn", "denounce", "demand", "break_off", "thank"),
    *("accept", "doubt", "reject", "ask_thing", "refuse_thing", "invite", "agree", "decline"),
    *(*IN_VAIN, "ask_other", "silence", "deflect", "confront", "dispute", "retract", "stand"),
)
"""What can be done by words, apart from telling and asking: each has sentences of its own by which it is known."""

_FIELD = re.compile(r"\\{(\w+)\\}")
_ADDRESS = re.compile(r"[,，]\s*\{you\}|\{You\}[,，]\s*")
_SENTENCE = re.compile(r"[^.?!。？！]*[.?!。？！]+")
_FREE = ("{claims}", "{how}", "{turn}", "{question}")


class PlayerPhrases:
    """All phrases of a language in one register, by what they are for."""

    def __init__(self, language: str, register: str = "plain") -> None:
        self.language = language
        self._phrases: dict[str, Any] = dict(texts(__package__, "phrases", language))
        if register != "plain":
            self._phrases |= {
                kind: {**self._phrases[kind], **lines} if isinstance(lines, Mapping) else lines
                for kind, lines in texts(__package__, register, language).items()
            }

    @staticmethod
    @lru_cache(maxsize=8)
    def of(language: str, register: str = "plain") -> "PlayerPhrases":
        """The phrases of a language in a register."""
        return PlayerPhrases(language, register)

    def lines(self, kind: str, sort: str | None = None) -> list[str]:
        """Patterns for one purpose that fit any hearer."""
        patterns = self._phrases[kind] if sort is None else self._phrases[kind][sort]
        return list(patterns["any"] if isinstance(patterns, Mapping) else patterns)

    def lines_for(self, kind: str, bearing: Bearing) -> list[str]:
        """Patterns for one purpose that fit a hearer to whom the speaker stands like this."""
        patterns = self._phrases[kind]
        if not isinstance(patterns, Mapping):
            return list(patterns)
        return [*patterns.get("any", ()), *(patterns.get(bearing, ()) if bearing != "any" else ())]

    def text(self, kind: str, sort: str, **fields: object) -> str:
        """The one phrase for a purpose, filled in."""
        return str(self._phrases[kind][sort]).format(**fields)

    def has(self, kind: str, sort: str) -> bool:
        """Whether there is a phrase for a purpose."""
        return sort in self._phrases[kind]

    def joined(self, sentences: Iterable[str]) -> str:
        """Sentences one after the other, as the language writes them."""
        return rules_of(self.language).writing.sentences(sentences)

    def listed(self, names: Iterable[str]) -> str:
        """Names one after the other, as the language writes them."""
        return rules_of(self.language).writing.names(names)

    def because(self, drive: str, **fields: object) -> str:
        """Why a drive acts."""
        return self.text("because", drive, **fields)

    def politely(self, line: str) -> str:
        """A line with the polite word for «you», where the language has one."""
        if not self._phrases["polite"]:
            return line
        familiar, polite = self._phrases["polite"]
        return re.sub(f"{familiar}(?!们)", polite, line)

    def is_for_younger(self, call: str) -> bool:
        """Whether a form of address is for somebody younger, such as a brother, where the language shows it."""
        return call.endswith(tuple(self._phrases.get("younger", ())))

    def is_for_one(self, pattern: str) -> bool:
        """Whether a pattern speaks to one hearer only, and not to several."""
        words = [*self._phrases["polite"][:1], *self._phrases["to_one"]]
        return any(re.search(f"{word}(?!们)", pattern) for word in words)

    def is_for_somebody_here(self, pattern: str) -> bool:
        """Whether a pattern asks the hearer to sit down or come closer, which cannot be written in a letter."""
        return any(word in pattern for word in self._phrases["to_one"])

    @property
    def spoken(self) -> Mapping[str, Sequence[str]]:
        """How it is told that something was done by words, by what was done."""
        wordings: Mapping[str, Sequence[str]] = self._phrases["spoken"]
        return wordings

    @property
    def names_kin_by_call(self) -> bool:
        """Whether one speaks of one's kin by what one calls them, not by name."""
        return bool(self._phrases["kin_by_call"])

    @property
    def words_for_me(self) -> tuple[str, Sequence[str]]:
        """The usual word for «I», and others that only those say whose turns have them."""
        words: Sequence[str] = self._phrases.get("me", ("",))
        return words[0], words[1:]

    # --- understanding

    def how(self, sentence: str) -> str | None:
        """How a speaker says that something is known: witnessed, told, read, news or inferred; None when not said."""
        return next((kind for kind, pattern in self._hows if pattern.fullmatch(sentence.strip())), None)

    def source(self, sentence: str) -> str:
        """Whom a speaker names as the source; empty when nobody."""
        matches = (pattern.fullmatch(sentence.strip()) for _, pattern in self._hows)
        return next((match["source"] for match in matches if match and "source" in match.groupdict()), "")

    def act(self, sentence: str) -> tuple[str, dict[str, str]] | None:
        """What is done by saying a sentence, and what it is about; None when it only tells or asks."""
        for kind, pattern in self._acts:
            if match := pattern.fullmatch(sentence.strip()):
                return kind, match.groupdict()
        return None

    def is_whether(self, sentence: str) -> bool:
        """Whether a sentence asks if what stands beside it is true."""
        return self._is("whether", sentence)

    def is_news(self, sentence: str) -> bool:
        """Whether a sentence asks for news of any kind."""
        return self._is("news", sentence)

    def person_asked(self, sentence: str, kind: str = "of") -> str | None:
        """Whom a question is about (`where`: whose whereabouts), by name; None when it is no such question."""
        for pattern in self._persons[kind]:
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

    def _every(self, kind: str) -> Iterator[str]:
        """All patterns for a purpose, whoever hears them."""
        patterns = self._phrases[kind]
        for among in patterns.values() if isinstance(patterns, Mapping) else (patterns,):
            yield from among

    @cached_property
    def _acts(self) -> list[tuple[str, re.Pattern[str]]]:
        return [
            (kind, finder(part.strip()))
            for kind in ACTS
            for pattern in self._every(kind)
            for part in _SENTENCE.findall(_without_free(pattern))
            if re.search(r"\w", part)
        ]

    @cached_property
    def _hows(self) -> list[tuple[str, re.Pattern[str]]]:
        """A phrase may follow a form of address: «Good friend, I was there.»; the longest phrases come first."""
        phrases_by_kind = [(kind, phrase) for kind, phrases in self._phrases["how"].items() for phrase in phrases]
        phrases_by_kind.sort(key=lambda pair: -len(_FIELD.sub("", re.escape(pair[1]))))
        return [
            (kind, re.compile(f"(?:.*[,，]\\s*)?{finder(phrase).pattern}", re.IGNORECASE))
            for kind, phrase in phrases_by_kind
        ]

    @cached_property
    def _questions(self) -> dict[str, list[re.Pattern[str]]]:
        """Per kind, the sentences of its patterns that end in a question mark."""
        return {
            kind: [finder(part) for line in self._every(kind) for part in _questions_in(line)]
            for kind in ("whether", "news")
        }

    @cached_property
    def _persons(self) -> dict[str, list[re.Pattern[str]]]:
        return {
            kind: [
                finder(without_address(part), loose=True)
                for line in self._every(kind)
                for part in _questions_in(line)
                if "{person}" in part
            ]
            for kind in ("of", "where")
        }

    @cached_property
    def _goals(self) -> list[tuple[str, re.Pattern[str]]]:
        return [(kind, finder(pattern)) for kind, pattern in self._phrases["goals"].items()]


def _without_free(line: str) -> str:
    """A pattern with a full stop for what is a sentence of its own in it."""
    for field in _FREE:
        line = line.replace(field, " . ")
    return line


def _questions_in(line: str) -> list[str]:
    """The questions in a pattern; the claims in it are sentences of their own."""
    return [part.strip() for part in re.findall(r"[^.?!。？！]*[?？]", line.replace("{claims}", "."))]


def without_address(line: str) -> str:
    """A pattern without the form of address before or after what it says."""
    return _ADDRESS.sub("", line)


def finder(phrase: str, *, loose: bool = False) -> re.Pattern[str]:
    """What finds a phrase again, with a group for each of its fields; a polite «您» is as good as «你»."""
    fields = _FIELD.sub(lambda field: f"(?P<{field[1].lower()}>.+?)", re.escape(phrase)).replace("你", "[你您]")
    if loose:
        fields = fields.removesuffix(r"\?").removesuffix("？") + r"(?:[,，？?]|$)"
    return re.compile(fields, re.IGNORECASE)
