"""English edits: what changes the meaning of a sentence, and what leaves it as it is."""

import re
from collections.abc import Callable, Sequence

from agentsensus.language.en.lemma import IRREGULAR, is_participle
from agentsensus.language.en.names import latin_names
from agentsensus.language.en.reading import STOP
from agentsensus.language.en.units import lexicon, opposite_words, synonym_words
from tools.training.contrasts.chooser import Chooser
from tools.training.contrasts.inflection import base_of, like

__all__ = ["CHANGES", "KEEPS", "nouns_of"]

Edit = Callable[[str, Chooser, Sequence[str]], str | None]
"""A sentence, the chooser and words to put in; the answer is the edited sentence, or None where the edit does not fit."""  # noqa: E501

_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_MONTHS = "January February March April June July August September October November December".split()
_PARTS = "morning afternoon evening night".split()
_WORDS = "two three four five six seven eight nine ten eleven twelve fourteen fifteen twenty thirty forty fifty sixty".split()  # noqa: E501
_VALUES = dict(zip(_WORDS, (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 20, 30, 40, 50, 60), strict=True))
_BE = r"(?:was|were|is|are|has been|have been|had been|got)"
_SUBJECT = r"^(?P<subject>(?:The |An? |[A-Z])[\w' -]{1,60}?) "
_PAST = re.compile(_SUBJECT + r"(?P<verb>[a-z]+) (?P<rest>.+)$")
_PASSIVE = re.compile(_SUBJECT + rf"(?P<be>{_BE}) (?P<verb>[a-z]+)(?P<rest>\b.*)$")
_FRONT = re.compile(
    r"^(?P<body>.+?) (?P<adjunct>(?:on|in|at|after|before|during|since|until) (?:the )?[\w:' -]{3,40}?)\.$"
)
_BACK = re.compile(r"^(?P<adjunct>(?:On|In|At|After|Before|During|Since|Until) [^,]{3,50}), (?P<body>[^,].+?)\.$")


def _sub_one(pattern: str, text: str, chooser: Chooser, replacement: Callable[[re.Match[str]], str]) -> str | None:
    matches = list(re.finditer(pattern, text))
    if not matches:
        return None
    match = chooser.one_of(matches)
    return text[: match.start()] + replacement(match) + text[match.end() :]


def number(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """Another number."""
    words = "|".join(_WORDS)

    def other(match: re.Match[str]) -> str:
        written = match.group()
        if written.lower() in _VALUES:
            return chooser.other_than(written.lower(), _WORDS)
        value = int(written.replace(",", ""))
        return str(
            chooser.other_than(value, [value * 2 + 1, value + 3, max(2, value - 2), value * 10, int(str(value)[::-1])])
        )

    return _sub_one(rf"\b(?:{words})\b|(?<![\w.,:-])\d{{1,3}}(?:,\d{{3}})*(?![\w.,:-]\w)", text, chooser, other)


def time(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """Another day, month, year, hour or time of day."""
    days, months, parts = ("|".join(words) for words in (_DAYS, _MONTHS, _PARTS))

    def other(match: re.Match[str]) -> str:
        written = match.group()
        for words in (_DAYS, _MONTHS, _PARTS):
            if written in words:
                return chooser.other_than(written, words)
        if ":" in written:
            return f"{int(written.split(':')[0]) % 12 + 2}:{written.split(':')[1]}"
        return str(int(written) + chooser.one_of([-3, -2, -1, 1, 2, 3]))

    return _sub_one(rf"\b(?:{days}|{months}|{parts}|(?:19|20)\d\d|\d{{1,2}}:\d\d)\b", text, chooser, other)


def name(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """Another name in the place of one; `pool` gives names after «@»."""
    names, others = _names(text), [word[1:] for word in pool if word.startswith("@")]
    if not names or not others:
        return None
    place, old = chooser.one_of(names)
    return text[:place] + chooser.other_than(old, others) + text[place + len(old) :]


def thing(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """Another common noun in the place of one."""
    nouns, others = nouns_of(text), [word for word in pool if not word.startswith("@")]
    if not nouns or not others:
        return None
    old = chooser.one_of(nouns)
    new = chooser.other_than(old, others)
    return re.sub(rf"\b{re.escape(old)}\b", new, text, count=1)


def negation(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """A denial put in or taken out."""
    if re.search(r"\b(?:not|never)\b|n't", text):
        return re.sub(
            r"\b(?:did not|didn't) (\w+)", lambda m: like(m[1], "walked"), re.sub(r" not\b|n't\b", "", text), count=1
        )
    if match := re.search(r"\b(was|were|is|are|has|have|had|will|can|could|would)\b", text):
        return text[: match.end()] + " not" + text[match.end() :]
    if match := _main(text):
        return f"{match['subject']} did not {base_of(match['verb'])} {match['rest']}"
    return None


def opposite(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """A word of opposite meaning in the place of one."""
    choices = []
    for match in re.finditer(r"[a-z]+", text):
        others = opposite_words(match.group()) if match.group() not in STOP else []
        choices += [(match, other) for other in others]
    if not choices:
        return None
    match, other = chooser.one_of(choices)
    return text[: match.start()] + like(other, match.group()) + text[match.end() :]


def role(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """Two names in each other's place."""
    names = list(dict.fromkeys(name for _, name in _names(text)))
    names = [name for name in names if not any(name != other and name in other for other in names)]
    if len(names) < 2:
        return None
    first = chooser.one_of(names)
    second = chooser.other_than(first, names)
    if re.search(rf"{re.escape(first)} and {re.escape(second)}|{re.escape(second)} and {re.escape(first)}", text):
        return None
    return text.replace(first, "\0").replace(second, first).replace("\0", second)


def plan(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """Something intended, asked for or allowed in the place of something done."""
    if match := _PASSIVE.match(text):
        if is_participle(match["verb"]):
            frame = chooser.one_of(
                ["is to be", "was supposed to be", "is expected to be", "may be", "should be", "is due to be"]
            )
            return f"{match['subject']} {frame} {match['verb']}{match['rest']}"
        return None
    if match := _main(text):
        frames = [
            "plans to",
            "wants to",
            "agreed to",
            "was asked to",
            "was going to",
            "will",
            "offered to",
            "intends to",
            "hopes to",
            "is allowed to",
        ]
        return f"{match['subject']} {chooser.one_of(frames)} {base_of(match['verb'])} {match['rest']}"
    return None


def question(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """A question in the place of a statement."""
    if match := _PASSIVE.match(text):
        if match["be"] in ("was", "were", "is", "are"):
            return f"{match['be'].capitalize()} {_lower(match['subject'])} {match['verb']}{match['rest'].rstrip('.')}?"
        return None
    match = _main(text)
    return f"Did {_lower(match['subject'])} {base_of(match['verb'])} {match['rest'].rstrip('.')}?" if match else None


def moved(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """A phrase of time or place moved to the other end."""
    if match := _BACK.match(text):
        return f"{match['body'][0].upper()}{match['body'][1:]} {_lower(match['adjunct'])}."
    if match := _FRONT.match(text):
        return f"{match['adjunct'].capitalize() if match['adjunct'].islower() else match['adjunct'][0].upper() + match['adjunct'][1:]}, {_lower(match['body'])}."  # noqa: E501
    return None


def figures(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """Digits for number words, or the other way round."""
    values = {str(value): word for word, value in _VALUES.items()}
    return _sub_one(
        rf"\b(?:{'|'.join(_WORDS)})\b|(?<![\w.,:-])(?:{'|'.join(values)})(?![\w.,:%-])",
        text,
        chooser,
        lambda match: values.get(match.group()) or str(_VALUES[match.group()]),
    )


def synonym(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """A word of the same meaning in the place of one."""
    choices = []
    for match in re.finditer(r"[a-z]{4,}", text):
        others = synonym_words(match.group()) if match.group() not in STOP else []
        choices += [(match, other) for other in others]
    if not choices:
        return None
    match, other = chooser.one_of(choices)
    return text[: match.start()] + like(other, match.group()) + text[match.end() :]


def tense(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """«was paid» for «has been paid», a contraction written out, an article left out as in a headline."""
    if " was " in text and (match := re.search(r" was (\w+)", text)) and is_participle(match[1]):
        return text.replace(" was ", " has been ", 1)
    if "n't" in text or " not " in text:
        return (
            re.sub(r"\b(did|was|were|is|are|has|have|had|does|do)n't\b", r"\1 not", text)
            if "n't" in text
            else re.sub(r"\b(did|was|were|is|are|has|have|had|does|do) not\b", r"\1n't", text)
        )
    return None


def passive(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """«Ann signed the deed.» as «The deed was signed by Ann.»"""
    match = re.match(
        r"^(?P<subject>[A-Z]\w+(?: [A-Z]\w+)*) (?P<verb>[a-z]+ed) (?P<object>(?:the|a|an|[A-Z]\w+'s) [\w' -]{2,40}?)(?P<rest>(?: (?:on|in|at|to|for|after|before|with|from) .*)?)\.$",  # noqa: E501
        text,
    )
    if not match:
        return None
    thing = match["object"][0].upper() + match["object"][1:]
    return f"{thing} was {match['verb']} by {match['subject']}{match['rest']}."


def nouns_of(text: str) -> list[str]:
    """Common nouns of a sentence: words that stand behind an article or a preposition and are no verbs we know."""
    words = re.findall(r"\b(?:the|a|an|of|in|on|at|for|his|her|its|their|'s) (?:[a-z]+ )?([a-z]{4,})\b", text)
    return [word for word in dict.fromkeys(words) if word not in STOP and not word.endswith(("ed", "ly", "ing"))]


def _names(text: str) -> list[tuple[int, str]]:
    return [(text.find(name, place), name) for place, name in latin_names(text) if name in text]


def _main(text: str) -> re.Match[str] | None:
    match = _PAST.match(text)
    if not match or match["verb"] in STOP or match["verb"].endswith(("ly", "ing")):
        return None
    is_past = match["verb"] in IRREGULAR or match["verb"].endswith("ed")
    return match if is_past and base_of(match["verb"]) != "be" else None


def _lower(text: str) -> str:
    first = text.split(" ")[0]
    return (
        text[0].lower() + text[1:]
        if first in ("The", "A", "An", "On", "In", "At", "After", "Before", "During", "Since", "Until")
        or first.lower() in lexicon()
        else text
    )


CHANGES: dict[str, Edit] = {
    "number": number, "time": time, "name": name, "thing": thing, "negation": negation, "opposite": opposite,
    "role": role, "plan": plan, "question": question,
}  # fmt: skip
KEEPS: dict[str, Edit] = {
    "moved": moved, "figures": figures, "synonym": synonym, "tense": tense, "passive": passive,
}  # fmt: skip
