"""The speaker's name for «I», «me» and «my», and the verb that goes with it."""

import re

from agentsensus.text.languages.english.verbs import PRESENT, is_finite_verb, third_person
from agentsensus.text.quotes import replaced_outside_quotes

_FIRST = re.compile(
    r"\b(?:I[’'](?:m|ve|ll|d)|I (?:am|have|do)(?:n[’']t)?|(?:[Aa]m|[Hh]ave|[Dd]o) I|"
    rf"I (?:{'|'.join(sorted(PRESENT))})|I|[Mm]e|[Mm]yself|[Mm]y|mine)\b(?!-)"
)
_FORMS = {"m": "is", "am": "is", "ve": "has", "have": "has", "ll": "will", "d": "would", "do": "does"}
_FORMS |= {"haven't": "hasn't", "haven’t": "hasn’t", "don't": "doesn't", "don’t": "doesn’t"}
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


def first_person(text: str, speaker: str) -> str:
    """The text with the speaker's name for the first person outside quotes."""
    return replaced_outside_quotes(text, _FIRST, lambda match: _named(match, speaker))


def _named(match: re.Match[str], speaker: str) -> str:
    word = match.group()
    before, after = match.string[: match.start()], match.string[match.end() :]
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


def _had(verb: str, after: str) -> str:
    following = re.match(r"\s+(?:(?:never|always|just|already|not|only)\s+)?(\w+)", after)
    if verb == "d" and following and (following.group(1) in _PARTICIPLES or is_finite_verb(following.group(1))):
        return "had"
    return third_person_of(verb) if verb else ""


def third_person_of(verb: str) -> str:
    """The form that goes with a name: «am» is «is», «have» is «has», «think» is «thinks»."""
    return _FORMS.get(verb) or third_person(verb)
