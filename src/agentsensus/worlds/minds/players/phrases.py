"""The phrases that players speak in, and the patterns that recognise them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Literal, TypeAlias

from agentsensus.base.texts import texts
from agentsensus.language.languages import all_rules, rules_of

__all__ = ["ACTS", "DRAMATIC", "IN_VAIN", "Bearing", "PlayerPhrases", "finder", "without_address"]

Bearing: TypeAlias = Literal["up", "level", "down", "any"]
"""The speaker's rank relative to the hearer: `up` to a superior, `level`, `down`; `any` for several hearers."""

IN_VAIN = ("nothing", "nothing_of", "no_news", "nowhere")
"""Replies to a question that the player cannot answer: about an event, a person, news or whereabouts."""
DRAMATIC = (
    *("cry", "cry_out", "horror", "shield", "side", "stop", "stand_up_for", "own_deed", "protest", "is_it_true"),
    *("own_mouth", "vouch", "post_guard", "plead", "refuse_plea", "hush", "vow"),
)
"""Speech acts that react to a drama."""
ACTS = (
    *("accuse", "charge", "deny", "confess", "mourn", "comfort", "warn", "denounce", "demand", "break_off", "thank"),
    *("accept", "doubt", "reject", "ask_thing", "refuse_thing", "invite", "agree", "decline"),
    *DRAMATIC,
    *("sought", "sought_foe", "correct"),
    *(*IN_VAIN, "ask_other", "silence", "deflect", "confront", "dispute", "retract", "stand"),
)
"""Speech acts other than telling and asking. Each has its own phrases, by which it is recognised."""

_REPLIES = "replies"
"""The file with the replies to free lines. Each of its kinds is a speech act too."""
_FIELD = re.compile(r"\\{(\w+)\\}")
_ADDRESS = re.compile(r"[,，]\s*\{you\}|\{You\}[,，]\s*")
_SENTENCE = re.compile(r"[^.?!。？！]*[.?!。？！]+")
_FREE = ("{claims}", "{how}", "{turn}", "{question}")


class PlayerPhrases:
    """All phrases of one language in one register, by purpose."""

    def __init__(self, language: str, register: str = "plain") -> None:
        self.language = language
        self._not_plural = rules_of(language).world_words.not_plural
        replies = texts(__package__, _REPLIES, language)
        self._acts_known = (*ACTS, *replies)
        self._phrases: dict[str, Any] = {**texts(__package__, "phrases", language), **replies}
        if register != "plain":
            self._phrases |= {
                kind: {**self._phrases[kind], **lines} if isinstance(lines, Mapping) else lines
                for kind, lines in texts(__package__, register, language).items()
            }

    @staticmethod
    @lru_cache(maxsize=8)
    def of(language: str, register: str = "plain") -> "PlayerPhrases":
        """Return the phrases of a language in a register; cached."""
        return PlayerPhrases(language, register)

    def lines(self, kind: str, sort: str | None = None) -> list[str]:
        """Return the patterns for a purpose that suit every hearer."""
        patterns = self._phrases[kind] if sort is None else self._phrases[kind][sort]
        return list(patterns["any"] if isinstance(patterns, Mapping) else patterns)

    def lines_for(self, kind: str, bearing: Bearing) -> list[str]:
        """Return the patterns for a purpose that suit a hearer of this relative rank."""
        patterns = self._phrases[kind]
        if not isinstance(patterns, Mapping):
            return list(patterns)
        return [*patterns.get("any", ()), *(patterns.get(bearing, ()) if bearing != "any" else ())]

    def text(self, kind: str, sort: str, **fields: object) -> str:
        """Return the phrase for a purpose that has only one, filled in."""
        return str(self._phrases[kind][sort]).format(**fields)

    def has(self, kind: str, sort: str) -> bool:
        """Return whether there is a phrase for a purpose."""
        return sort in self._phrases[kind]

    def joined(self, sentences: Iterable[str]) -> str:
        """Join sentences as the language does."""
        return rules_of(self.language).writing.sentences(sentences)

    def listed(self, names: Iterable[str]) -> str:
        """Join names as the language does."""
        return rules_of(self.language).writing.names(names)

    def because(self, drive: str, **fields: object) -> str:
        """Return the reason text of a drive."""
        return self.text("because", drive, **fields)

    def politely(self, line: str) -> str:
        """Replace «you» by its polite form, if the language has one."""
        if not self._phrases["polite"]:
            return line
        familiar, polite = self._phrases["polite"]
        return re.sub(f"{familiar}{self._not_plural}", polite, line)

    def is_for_younger(self, call: str) -> bool:
        """Return whether a form of address is for a younger person."""
        return call.endswith(tuple(self._phrases.get("younger", ())))

    def is_for_one(self, pattern: str) -> bool:
        """Return whether a pattern addresses a single hearer."""
        words = [*self._phrases["polite"][:1], *self._phrases["to_one"]]
        return any(re.search(f"{word}{self._not_plural}", pattern) for word in words)

    def is_for_somebody_here(self, pattern: str) -> bool:
        """Return whether a pattern asks the hearer to sit down or come closer, which does not fit a letter."""
        return any(word in pattern for word in self._phrases["to_one"])

    @property
    def spoken(self) -> Mapping[str, Sequence[str]]:
        """The sentences that report a speech act, by act."""
        wordings: Mapping[str, Sequence[str]] = self._phrases["spoken"]
        return wordings

    @property
    def names_kin_by_call(self) -> bool:
        """Whether speakers refer to kin by form of address instead of name."""
        return bool(self._phrases["kin_by_call"])

    @property
    def words_for_me(self) -> tuple[str, Sequence[str]]:
        """Return the usual word for «I», and other words for «I» that only some characters use."""
        words: Sequence[str] = self._phrases.get("me", ("",))
        return words[0], words[1:]

    # --- understanding

    def how(self, sentence: str) -> str | None:
        """Return how a sentence says that something is known: witnessed, told, read, news or inferred.

        None if it does not say.
        """
        return next((kind for kind, pattern in self._hows if pattern.fullmatch(sentence.strip())), None)

    def source(self, sentence: str) -> str:
        """Return the source that a sentence names; empty if it names none."""
        matches = (pattern.fullmatch(sentence.strip()) for _, pattern in self._hows)
        return next((match["source"] for match in matches if match and "source" in match.groupdict()), "")

    def act(self, sentence: str) -> tuple[str, dict[str, str]] | None:
        """Return the speech act of a sentence and its fields; None if it only tells or asks."""
        for kind, pattern in self._acts:
            if match := pattern.fullmatch(sentence.strip()):
                return kind, match.groupdict()
        return None

    def is_whether(self, sentence: str) -> bool:
        """Return whether a sentence asks if the claim next to it is true."""
        return self._is("whether", sentence)

    def is_news(self, sentence: str) -> bool:
        """Return whether a sentence asks for any news."""
        return self._is("news", sentence)

    def person_asked(self, sentence: str, kind: str = "of") -> str | None:
        """Return the name of the person a question is about, else None.

        With the kind `where`, the question asks for a place.
        """
        for pattern in self._persons[kind]:
            if match := pattern.search(sentence):
                return match["person"]
        return None

    def is_own(self, sentence: str) -> bool:
        """Return whether a sentence is one of the phrases by which players ask a question, in full."""
        return any(pattern.fullmatch(sentence.strip()) for pattern in self._asking)

    def goal(self, text: str) -> tuple[str, dict[str, str]] | None:
        """Return the kind and fields of a goal that a player set itself; None for other texts."""
        for kind, pattern in self._goals:
            if match := pattern.fullmatch(text):
                return kind, match.groupdict()
        return None

    def _is(self, kind: str, sentence: str) -> bool:
        return any(pattern.fullmatch(sentence.strip()) for pattern in self._questions[kind])

    def _every(self, kind: str) -> Iterator[str]:
        """Yield all patterns for a purpose, for any hearer."""
        patterns = self._phrases[kind]
        for among in patterns.values() if isinstance(patterns, Mapping) else (patterns,):
            yield from among

    @cached_property
    def _acts(self) -> list[tuple[str, re.Pattern[str]]]:
        return [
            (kind, finder(part.strip()))
            for kind in self._acts_known
            for pattern in self._every(kind)
            for part in _SENTENCE.findall(_without_free(pattern))
            if re.search(r"\w", part)
        ]

    @cached_property
    def _hows(self) -> list[tuple[str, re.Pattern[str]]]:
        """Patterns for how something is known, longest first.

        A form of address may precede them («Good friend, I was there.»).
        """
        phrases_by_kind = [(kind, phrase) for kind, phrases in self._phrases["how"].items() for phrase in phrases]
        phrases_by_kind.sort(key=lambda pair: -len(_FIELD.sub("", re.escape(pair[1]))))
        return [
            (kind, re.compile(f"(?:.*[,，]\\s*)?{finder(phrase).pattern}", re.IGNORECASE))
            for kind, phrase in phrases_by_kind
        ]

    @cached_property
    def _questions(self) -> dict[str, list[re.Pattern[str]]]:
        """For each kind of question, the compiled questions of its patterns."""
        return {
            kind: [finder(part) for line in self._every(kind) for part in _questions_in(line)]
            for kind in ("whether", "news")
        }

    @cached_property
    def _asking(self) -> list[re.Pattern[str]]:
        """The phrases of questions about persons and whereabouts, sentence by sentence."""
        return [
            finder(part.strip())
            for kind in ("of", "where", "ask", "ask_one", "whether", "news", "tell", "bad_news", "confide", "farewell")
            for line in self._every(kind)
            for part in _SENTENCE.findall(_without_free(line))
            if re.search(r"\w", _FIELD.sub("", re.escape(part)))
        ]

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
    """Return a pattern with each field that holds whole sentences replaced by a full stop."""
    for field in _FREE:
        line = line.replace(field, " . ")
    return line


def _questions_in(line: str) -> list[str]:
    """Return the questions in a pattern, without its claims."""
    return [part.strip() for part in re.findall(r"[^.?!。？！]*[?？]", line.replace("{claims}", "."))]


def without_address(line: str) -> str:
    """Remove the form of address from a pattern."""
    return _ADDRESS.sub("", line)


def finder(phrase: str, *, loose: bool = False) -> re.Pattern[str]:
    """Compile a phrase to a regex with a group for each field. The polite «您» matches «你»."""
    named: set[str] = set()

    def group(field: re.Match[str]) -> str:
        name = field[1].lower()
        again = name in named
        named.add(name)
        return f"(?P={name})" if again else f"(?P<{name}>.+?)"

    fields = _FIELD.sub(group, re.escape(phrase))
    for rules in all_rules():
        if rules.world_words.you:
            fields = fields.replace(*rules.world_words.you)
    if loose:
        fields = fields.removesuffix(r"\?").removesuffix("？") + r"(?:[,，？?]|$)"
    return re.compile(fields, re.IGNORECASE)
