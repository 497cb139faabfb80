"""Names for pronouns, where there can be no doubt who is meant."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agentsensus.memory.atoms.sentences import outside_quotes
from agentsensus.memory.atoms.verbs import PRESENT, third_person
from agentsensus.memory.language import language

_FIRST = re.compile(
    r"\b(I'm|I’m|I am|I've|I’ve|I have|I'll|I’ll|I'd|I’d|I don't|I don’t|I do|"
    rf"I (?:{'|'.join(sorted(PRESENT))})|I|me|myself|my|mine)\b"
)
_FORMS = {"'m": "is", "’m": "is", "am": "is", "'ve": "has", "’ve": "has", "have": "has", "'ll": "will", "’ll": "will"}
_FORMS |= {"'d": "would", "’d": "would", "do": "does", "don't": "doesn't", "don’t": "doesn't"}
_WE = re.compile(r"\b(we|us|our|ours|ourselves|We|Us|Our)\b")
_YOU = re.compile(r"\b(you|your|yours|yourself|You|Your)\b")
_THIRD = re.compile(r"\b([Hh]e|[Ss]he|[Hh]im|[Hh]er|[Hh]is|[Hh]ers|[Hh]imself|[Hh]erself)\b")
_THEY = re.compile(r"\b([Tt]hey|[Tt]hem|[Tt]heir|[Tt]heirs|[Tt]hemselves)\b")
_POSSESSIVE = frozenset(["my", "mine", "our", "ours", "your", "yours", "his", "hers", "their", "theirs"])

_ZH_FIRST = re.compile(r"(?<![自你忘])我(?![们国军方])")
_ZH_WE = re.compile(r"我们|咱们")
_ZH_YOU = re.compile(r"[你您](?!们)")
_ZH_THIRD = re.compile(r"(?<![其吉])[他她](?![们人日乡])")
_ZH_THEY = re.compile(r"他们|她们")

LEFTOVER_EN = re.compile(r"\b(I|me|my|we|us|our|you|your|he|she|him|her|his|they|them|their)\b", re.IGNORECASE)
LEFTOVER_ZH = re.compile(r"我|你|您|(?<![其])[他她]|咱")


@dataclass(frozen=True, slots=True)
class Speech:
    """Who speaks, to whom, and who has been named so far."""

    speaker: str
    participants: tuple[str, ...]
    named: tuple[str, ...]


def resolve(statement: str, speech: Speech, persons: Callable[[str], Sequence[str]]) -> str:
    """The statement with a name for each pronoun that can only mean one."""
    zh = language(statement) == "zh"
    text = (_first_zh if zh else _first_en)(statement, speech.speaker)
    text = _party(text, speech, zh)
    if persons(_unquoted(text)):
        return text
    return _third(text, speech.named, zh)


def is_unresolved(statement: str) -> bool:
    """Whether a pronoun is left whose person the statement does not name."""
    text = _unquoted(statement)
    return bool((LEFTOVER_ZH if language(statement) == "zh" else LEFTOVER_EN).search(text))


def _first_en(text: str, speaker: str) -> str:
    def name(match: re.Match[str]) -> str:
        word = match.group()
        if word.lower() in _POSSESSIVE:
            return f"{speaker}'s"
        if not word.startswith("I"):
            return speaker
        verb = word[1:].strip()
        form = _FORMS.get(verb) or (third_person(verb) if verb else "")
        return f"{speaker} {form}".strip()

    return _outside(text, _FIRST, name)


def _first_zh(text: str, speaker: str) -> str:
    return _outside(text, _ZH_FIRST, lambda _: speaker)


def _party(text: str, speech: Speech, zh: bool) -> str:
    others = [name for name in speech.participants if name != speech.speaker]
    if others:
        everyone = _joined([speech.speaker, *others], zh)
        text = _outside(text, _ZH_WE if zh else _WE, lambda m: _in_case(everyone, m))
    if len(others) == 1:
        text = _outside(text, _ZH_YOU if zh else _YOU, lambda m: _in_case(others[0], m))
    return text


def _third(text: str, named: tuple[str, ...], zh: bool) -> str:
    if len(named) == 1:
        return _outside(text, _ZH_THIRD if zh else _THIRD, lambda m: _in_case(named[0], m), once=True)
    if len(named) > 1:
        return _outside(text, _ZH_THEY if zh else _THEY, lambda m: _in_case(_joined(named, zh), m), once=True)
    return text


def _in_case(name: str, match: re.Match[str]) -> str:
    word = match.group().lower()
    # «her» is the possessive when a noun follows, which is far more often than not.
    following = match.string[match.end() :]
    owns = word in _POSSESSIVE or (word == "her" and bool(re.match(r"\s+[a-z]+", following)))
    return f"{name}'s" if owns else name


def _joined(names: Sequence[str], zh: bool) -> str:
    if zh:
        return "、".join(names[:-1]) + "和" + names[-1]
    return ", ".join(names[:-1]) + " and " + names[-1]


def _unquoted(text: str) -> str:
    return " ".join(text[a:b] for a, b in outside_quotes(text))


def _outside(text: str, pattern: re.Pattern[str], name: Callable[[re.Match[str]], str], once: bool = False) -> str:
    spans, out, last = outside_quotes(text), [], 0
    for match in pattern.finditer(text):
        if any(a <= match.start() < b for a, b in spans):
            out += [text[last : match.start()], name(match)]
            last = match.end()
            if once:
                break
    return "".join([*out, text[last:]])
