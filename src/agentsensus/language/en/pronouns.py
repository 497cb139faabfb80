"""English pronouns, and functions that replace them by names."""

import re

from agentsensus.language.en.verbs import PRESENT, is_finite_verb, third_person
from agentsensus.language.quotes import replaced_outside_quotes
from agentsensus.language.rules import Pronouns

__all__ = ["PRONOUNS", "first_person", "second_person", "third_person_of"]

_FIRST = re.compile(
    r"\b(?:I[’'](?:m|ve|ll|d)|I (?:am|have|do)(?:n[’']t)?|(?:[Aa]m|[Hh]ave|[Dd]o) I|"
    rf"I (?:{'|'.join(sorted(PRESENT))})|I|[Mm]e|[Mm]yself|[Mm]y|mine)\b(?!-)"
)
_FORMS = {"m": "is", "am": "is", "ve": "has", "have": "has", "ll": "will", "d": "would", "do": "does"}
_FORMS |= {"haven't": "hasn't", "haven’t": "hasn’t", "don't": "doesn't", "don’t": "doesn’t"}
_SECOND = re.compile(
    r"\b(?:[Yy]ou[’'](?:re|ve|ll|d)|[Yy]ou (?:are|were|have|do)(?:n[’']t)?|(?:[Aa]re|[Ww]ere|[Hh]ave|[Dd]o) you|"
    rf"[Yy]ou (?:{'|'.join(sorted(PRESENT))})|[Yy]ours?|[Yy]ourself|[Yy]ou)\b(?!-)"
)
_SECOND_FORMS = {"re": "is", "are": "is", "were": "was", "have": "has", "ve": "has", "ll": "will", "do": "does"}
_SECOND_FORMS |= {"aren't": "isn't", "weren't": "wasn't", "haven't": "hasn't", "don't": "doesn't"}
_SECOND_FORMS |= {"aren’t": "isn’t", "weren’t": "wasn’t", "haven’t": "hasn’t", "don’t": "doesn’t"}
_GOVERNED = re.compile(
    r"\b(?:let|makes?|made|see|saw|help|helped|hear|heard|watch|do|does|did|will|would|can|could|should|may|might|must|"
    r"shall|and) $",
    re.IGNORECASE,
)
_PARTICIPLES = frozenset(
    "been become begun better broken chosen come done drawn eaten fallen forgotten given gone grown known ridden "
    "risen run seen shown spoken stolen sung sunk sworn taken thrown torn woken worn written".split()
)
_NUMERAL = re.compile(
    r"\b(?i:act|scene|chapter|part|book|war|volume) $|"
    r"\b(?:Henry|Charles|James|Elizabeth|Richard|George|Edward|William|Francis|Philip|Napoleon|Nicholas|Alexander) $"
)
_OURS = re.compile(r"\s+(?:lords?|lad(?:y|ies)|liege|dear|god|goodness|friends?)\b(?=[,.!?]|\s*$)", re.IGNORECASE)
_MINE = re.compile(r"(?:\b(?:of|is|was|are|were|be|like|than|and|become|became)|,)\s+$")
_TOGETHER = re.compile(r"[A-Z]\w* and $")
_NEAR = 80
"""How many characters on each side of a word are examined. The limit keeps long texts fast."""


def first_person(text: str, speaker: str) -> str:
    """Return the text with the speaker's name in place of «I», «me» and «my» outside quotes."""
    return replaced_outside_quotes(text, _FIRST, lambda match: _named(match, speaker))


def second_person(text: str, hearer: str) -> str:
    """Return the text with the hearer's name in place of «you» and «your» outside quotes."""
    return replaced_outside_quotes(text, _SECOND, lambda match: _addressed(match, hearer))


def _addressed(match: re.Match[str], hearer: str) -> str:
    word = match.group()
    lower = word.lower()
    if lower in ("your", "yours"):
        return f"{hearer}'s"
    if lower in ("you", "yourself"):
        return hearer
    if lower.endswith(" you"):
        verb = _SECOND_FORMS.get(lower[:-4], lower[:-4])
        return f"{verb.capitalize() if word[0].isupper() else verb} {hearer}"
    verb = word[3:].lstrip(" ’'")
    before, after = _beside(match)
    if verb in PRESENT and _GOVERNED.search(before):
        return f"{hearer} {verb}"
    return f"{hearer} {_SECOND_FORMS.get(verb) or _had(verb, after)}"


def _named(match: re.Match[str], speaker: str) -> str:
    word = match.group()
    before, after = _beside(match)
    if word.lower() == "my":
        return word if _OURS.match(after) else f"{speaker}'s"
    if word == "mine":
        return f"{speaker}'s" if _MINE.search(before) else word
    if word.endswith(" I"):
        verb = third_person_of(word[:-2].lower())
        return f"{verb.capitalize() if word[0].isupper() else verb} {speaker}"
    if not word.startswith("I"):
        return speaker
    if word == "I" and _NUMERAL.search(before):
        return word
    verb = word[1:].lstrip(" ’'")
    if verb in PRESENT and _TOGETHER.search(before):
        return f"{speaker} {verb}"
    return f"{speaker} {_had(verb, after)}".strip()


def _beside(match: re.Match[str]) -> tuple[str, str]:
    """Return the text just before and just after a match."""
    start, end = match.span()
    return match.string[max(0, start - _NEAR) : start], match.string[end : end + _NEAR]


def _had(verb: str, after: str) -> str:
    following = re.match(r"\s+(?:(?:never|always|just|already|not|only)\s+)?(\w+)", after)
    if (
        verb == "d"
        and following
        and following.group(1) != "be"
        and (following.group(1) in _PARTICIPLES or is_finite_verb(following.group(1)))
    ):
        return "had"
    return third_person_of(verb) if verb else ""


def third_person_of(verb: str) -> str:
    """Return the verb form needed when a name replaces «I»: «am» gives «is», «have» gives «has», «think» gives
    «thinks».
    """
    return _FORMS.get(verb) or third_person(verb)


_THIRD = re.compile(r"\b([Hh]e|[Ss]he|[Hh]im|[Hh]er|[Hh]is|[Hh]ers|[Hh]imself|[Hh]erself)\b")
_THEY = re.compile(r"\b([Tt]hey|[Tt]hem|[Tt]heir|[Tt]heirs|[Tt]hemselves)\b(?![’'](?:re|ve)\b)")
_NAMELESS = re.compile(
    r"\b(?:man|men|woman|women|boys?|girls?|child|children|people|persons?|stranger|strangers|soldiers?|guards?|"
    r"captains?|sailors?|servants?|messengers?|officers?|players?|actors?|knights?|lords?|lady|ladies|kings?|queens?|"
    r"princes?|princess|father|mother|brothers?|sisters?|sons?|daughters?|wife|husband|uncle|aunt|friends?|enemy|"
    r"enemies|priests?|doctors?|ghosts?|teachers?|students?|pirates?|army|armies|troops|crowd|somebody|someone)\b"
)
_FIRST_OR_SECOND = re.compile(r"\b(?:I|me|[Mm]y|[Ww]e|us|[Oo]urs?|[Yy]ours?|[Yy]ou)\b")
_ANY_THIRD = re.compile(rf"{_THIRD.pattern}|\b[Tt]he(?:y|m|irs?|mselves)\b")


def _party_of(number: int) -> str:
    return rf"\|(?:(?:,|,? and)+ \|){{{number - 1}}}"


PRONOUNS = Pronouns(
    name_speaker=first_person,
    name_hearer=second_person,
    third=_THIRD,
    they=_THEY,
    opening=re.compile(r"(?:It|They|He|She|This|That|These|Those)\s+[a-z]"),
    first_or_second=_FIRST_OR_SECOND,
    any_third=_ANY_THIRD,
    nameless=_NAMELESS,
    placeholder="|",
    party_of=_party_of,
)
