"""What others say, in English: what their words assert, and how they are put where they assert nothing."""

import re

from agentsensus.text.languages.english.reports import report_in
from agentsensus.text.languages.english.verbs import PRESENT, has_finite_verb
from agentsensus.text.languages.rules import Reporting

__all__ = ["REPORTING"]

_BIDS = re.compile(
    r"[\"“]?(?:please|don[’']t|do not|let[’']s|let us|can you|could you|would you|will you|kindly|ok(?:ay)?\b|thanks|"
    r"thank you|hi\b|hello|hey\b|sorry)",
    re.IGNORECASE,
)
_FIRST_WORD = re.compile(r"[\"“ ]*([A-Za-z]+)(?=[ .,!])")
_SOMEBODY_DOES = re.compile(r"\b(?:I|[Ww]e|[Tt]hey|[Yy]ou)(?:[’'](?:m|ve|re|ll|d)\b| [a-z])")
_WILL = re.compile(r"\b(?:will|shall|won[’']t|would)\b")
_PARTED = re.compile(r", and | and |, ")
_MALE = re.compile(r"\b(?:king|prince|lord|sir|mr|father|brother|son|uncle|husband|man|boy|grandfather)\b", re.I)
_FEMALE = re.compile(
    r"\b(?:queen|princess|lady|mrs|ms|miss|mother|sister|daughter|aunt|wife|woman|girl|grandmother)\b", re.I
)
_MANY = re.compile(r" and |^(?:(?:the|my|our|two|three|all|both|some) )?[a-z][\w -]*(?<!s)s$")
"""Several people, or a plural: «the engineers», but neither «my boss» nor «Laertes»."""


def _asserts(words: str) -> bool:
    if "?" in words or not (has_finite_verb(words) or _SOMEBODY_DOES.search(words)):
        return False
    first = _FIRST_WORD.match(words)
    return not _BIDS.match(words) and not (first and first.group(1).lower() in PRESENT)


def _is_promise(content: str, teller: str) -> bool:
    name = teller.split()[-1] if teller else ""
    return bool(name and name in content and _WILL.search(content))


def _quoted(speaker: str, words: str) -> str:
    opening = speaker[:1].upper() + speaker[1:]
    return f'{opening} {"asked" if words.rstrip().endswith("?") else "said"}: "{words.strip()}"'


def _by_role(role: str) -> str:
    return f"the {role.lower()}"


def _may_mean(pronoun: str, teller: str) -> bool:
    word, is_many = pronoun.lower(), bool(_MANY.search(teller[:1].lower() + teller[1:] if " " in teller else teller))
    if word.startswith("the"):
        return is_many
    other = _MALE if word in ("she", "her") else _FEMALE
    return not is_many and not other.search(teller)


REPORTING = Reporting(
    report_in=report_in,
    asserts=_asserts,
    is_promise=_is_promise,
    quoted=_quoted,
    by_role=_by_role,
    parties=_PARTED.split,
    first_person=frozenset(("I", "me", "us", "we", "We", "myself")),
    opening_third=re.compile(r"(?:He|She|They|His|Her|Their)(?:[’'](?:d|s|ll|ve|re))?\b"),
    own_again=re.compile(r";\s+(?=I(?:[’']\w+)? )"),
    may_mean=_may_mean,
)
