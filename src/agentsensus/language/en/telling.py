"""Retell English sentences: which details a changed version may alter, and which names become «I» and «you»."""

import re

from agentsensus.language.en.verbs import PRESENT, is_finite_verb, third_person
from agentsensus.language.names import Names
from agentsensus.language.rules import Telling

_NOT = re.compile(r"\b(was|were|is|are|am|had|has|have|would|could|will|did|does|do|should|must|can|may)( not)?\b")
_NUMBER_WORDS = tuple(
    "two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred".split()
)
_COUNTED = re.compile(rf"\b(?:\d+|{'|'.join(_NUMBER_WORDS)})\b", re.IGNORECASE)
_OPENERS = frozenset(
    "that when while because as whom which what where whether if and but before after how than".split()
)
_WORD = re.compile(r"[\w'’-]+")
_POSSESSIVE = re.compile(r"[’']s?(?!\w)")
_FIRST_OR_SECOND = re.compile(r"\b(I|[Mm]e|[Mm]y|[Yy]ou|[Yy]our)\b")
_DESCRIBED = re.compile(r"\b(?:[Tt]he|[Aa]n?)(?: \w+)? $|\b(?:dead|young|old|dear|poor|late|kneeling|sleeping|dying) $")
_OF = re.compile(r"\b(?:[Tt]he|[Aa]n?) (?:\w+ )?\w+ of $")
_OWNED = r"(?:[a-z]+ )?(?:[a-z]+ and )?(?:conduct|order|orders|hand|hands|command|request|sword)"
_OWNED_BY = re.compile(rf"\b[Tt]he (?P<owned>{_OWNED}) of $")
_OWNED_AFTER = re.compile(rf"[’']s? (?P<owned>{_OWNED})\b")
"""Nouns for which «of» means possession: «the order of Ann» is Ann's; «the love of Ann» may be love for Ann."""
_WITH_OTHERS = re.compile(r" and |, [A-Z]")
_IN_PHRASE = re.compile(r"\b(?:of|to|by|with|for|from|between|about|against) [^,;:]*\band $")
_NAMED = r"(?:[Tt]he )?[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)*"
_BEFORE_AND = re.compile(rf"{_NAMED}(?:, {_NAMED})* and $")
_AND_AFTER = re.compile(rf"^ and {_NAMED}(?=[ ,])")
"""Matches a second name after «and». Both names have the same role: «let Ann and me go», «Ann and I went»."""
_BASE_OF = {third_person(base): base for base in PRESENT}
_CLAUSE = (
    rf"(?P<before>(?:^|[,;:] |\b(?:{'|'.join(sorted(_OPENERS))}) )(?:\w+ (?:\w+ )?)?"
    r"\b(?P<who>I|[Yy]ou) (?:still |also |now |only )?)"
)
_SUBJECT_VERB = re.compile(rf"{_CLAUSE}(?P<verb>[a-z]+)\b")
"""Matches the verb after «I» or «you» at the start of a clause, so that «I needs» can become «I need», and back."""
_PLURAL = {"is": "are", "was": "were", "has": "have"}
_YOU = re.compile(r"(?P<phrase>\b(?:of|by|to|for|with|from) (?:\w+ and )?)?\b(?P<you>[Yy]ou) (?P<verb>is|was|has)\b")
_INVERTED = frozenset("did does do will would can could shall should must may might".split())
"""Verbs that stand before the subject of a question: «What did I do?»"""
_BEFORE_OBJECTS = frozenset(
    """of to by with for from in on at upon over about against behind before between beside toward towards near
    into""".split()
)


def _polarity(text: str) -> tuple[int, int, bool] | None:
    verb = _NOT.search(text)
    return (verb.end(1), verb.end(), bool(verb.group(2))) if verb else None


def _articled(name: str) -> str:
    return name if name.casefold().startswith("the ") else f"the {name}"


def _inside(name: str, preposition: str) -> str:
    return f"{preposition} {name}"


def _said_to(sentence: str, names: Names, speaker: str, hearer: str | None) -> str:
    retold, last, before = "", 0, -1
    for start, end, id_ in names.spans(sentence):
        owned = _POSSESSIVE.match(sentence, end)
        follows, before = before >= 0 and sentence[before:start] == " ", end
        if id_ not in (speaker, hearer):
            continue
        thing = None if owned or _WITH_OTHERS.match(sentence, end) else _OWNED_BY.search(sentence, last, start)
        if thing is None and not follows and _is_described(sentence[:start], owned=bool(owned)):
            continue
        retold += sentence[last : thing.start() if thing else start]
        if thing:
            word = f"{_owner(id_ == speaker)} {thing['owned']}"
        else:
            word = _owner(id_ == speaker) if owned else _pronoun(id_ == speaker, sentence[:start], sentence[end:])
        retold += word if retold and not retold.endswith(('"', "“")) else word[0].upper() + word[1:]
        last = owned.end() if owned else end
    return _agreeing(retold + sentence[last:])


def _understood(sentence: str, speaker: str, hearer: str) -> str:
    def named(pronoun: re.Match[str]) -> str:
        word = pronoun.group().lower()
        person = speaker if word in ("i", "me", "my") else hearer
        return f"{person}'s" if word in ("my", "your") else person

    return _FIRST_OR_SECOND.sub(named, _SUBJECT_VERB.sub(_in_third_person, sentence))


def _in_third_person(match: re.Match[str]) -> str:
    """Turn «I need» into «I needs», so that a name can replace «I»; «did you mean» stays."""
    words = match["before"].split()
    is_inverted = any(word.lower() in _INVERTED for word in words)
    is_base = match["verb"] in PRESENT and not is_inverted
    return match["before"] + (third_person(match["verb"]) if is_base else match["verb"])


def _with_of(sentence: str, names: Names) -> str:
    retold, last = "", 0
    for start, end, _ in names.spans(sentence):
        thing = _OWNED_AFTER.match(sentence, end)
        if thing:
            retold += f"{sentence[last:start]}the {thing['owned']} of {sentence[start:end]}"
            last = thing.end()
    return retold + sentence[last:]


def _is_described(before: str, *, owned: bool) -> bool:
    """Return whether a name is part of a description and so cannot become a pronoun: «the dead Polonius»."""
    return bool(_DESCRIBED.search(before) or (not owned and _OF.search(before)))


def _owner(is_speaker: bool) -> str:
    return "my" if is_speaker else "your"


def _pronoun(is_speaker: bool, before: str, after: str) -> str:
    if not is_speaker:
        return "you"
    return "I" if _is_subject(before, after) else "me"


def _is_subject(before: str, after: str) -> bool:
    """Return whether a name is a subject: it opens a clause, or a verb without another subject follows it."""
    before = _BEFORE_AND.sub("", before)
    last, following = _WORD.findall(before)[-1:], _WORD.findall(_AND_AFTER.sub("", after))[:1]
    if not last:
        return True
    word = last[0].lower()
    if word in _INVERTED and following and following[0] in PRESENT:
        return True
    if following and (is_finite_verb(following[0]) or following[0] in PRESENT):
        return word not in _BEFORE_OBJECTS and not is_finite_verb(word)
    opens = before.rstrip().endswith((",", ":", ";")) or word in _OPENERS
    return after[:1] == "," and opens and not _IN_PHRASE.search(before)


def _agreeing(sentence: str) -> str:
    for wrong, right in (("I is", "I am"), ("I has", "I have")):
        sentence = re.sub(rf"\b{wrong}\b", right, sentence)
    sentence = _SUBJECT_VERB.sub(
        lambda match: f"{match['before']}{_BASE_OF.get(match['verb'], match['verb'])}", sentence
    )
    return _YOU.sub(
        lambda match: match.group() if match["phrase"] else f"{match['you']} {_PLURAL[match['verb']]}", sentence
    )


def _number_before(number: str, following: str) -> str:
    return number


TELLING = Telling(
    counted=_COUNTED,
    number_words=_NUMBER_WORDS,
    plain_numbers={},
    number_before=_number_before,
    polarity=_polarity,
    denial=" not",
    affirmation="",
    articled=_articled,
    inside=_inside,
    said_to=_said_to,
    understood=_understood,
    with_of=_with_of,
)
