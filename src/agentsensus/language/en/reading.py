"""English reading rules: words, numbers, times, places, negation, plans, questions and reports."""

import re

from agentsensus.language.en.names import latin_names
from agentsensus.language.en.numerals import english_number
from agentsensus.language.rules import ReadingRules

_WORD = re.compile(r"[A-Za-z][A-Za-z’'-]*|(?:(?<![\w)])-)?\d[\d,.:]*(?:(?:st|nd|rd|th)\b)?")
STOP = frozenset(
    """
    a an the this that these those he she it they we you i his her hers its their theirs my our your him them us
    me who whom whose what when where why which how if as at by for from in into of off on onto or and but so
    yet nor to with then there here be is are was were am been being has had have having do does did will would
    shall should can could may might must not n't no s t d ll ve re also just very too only own same than once
    about up down out over under again himself herself itself themselves upon while after before during until
    since because though although
    """.split()
)
_NEGATION = re.compile(
    r"\b(?:not|never|no|nobody|nothing|neither|nor|none|nowhere|without|cannot|hardly|scarcely|"
    r"refus\w+|declin(?:ed|es|ing)|fail(?:ed|s|ure)?|den(?:y|ied|ies|ying)|reject\w*|unable|forb[ai]d\w*|forbade|prevent\w*|"
    r"avoid\w*|lack(?:ed|s)|withh[eo]ld\w*|missed|ignored|spared|kept .{1,30}? from)\b|n[’']t\b",
    re.IGNORECASE,
)
_NOT_NEGATION = re.compile(
    r"\bno (?:sooner|doubt|less|matter|wonder)\b|\bnot (?:only|merely|just|simply|a few|long after)\b|\bnothing but\b|"
    r"\bnone other\b|\bin no time\b|\bwhether or not\b|\bnever mind\b|\bno\. ?(?=\d)|"
    r"\bwithout (?:delay|doubt|fail|hesitation)\b|"
    r"\b(?:cannot|could not|can not|ca|could)(?:n[’']t)? help(?= \w+ing| but)",
    re.IGNORECASE,
)
_TO_DO = r"to (?!the\b|a\b|an\b|his\b|her\b|their\b|its\b|my\b|me\b|him\b|them\b|us\b|this\b|that\b|[A-Z])[a-z]"
_SOMEBODY = r"(?:(?!that\b|of\b|about\b|how\b|who\b|what\b|where\b|when\b|why\b|if\b|whether\b|and\b)[\w’'-]+ ){0,4}"
_PLAN = re.compile(
    r"\b(?i:(?<!free )(?<!['’]s )(?<!his )(?<!her )(?<!their )(?<!the )(?<!last )(?<!good )(?<!ill )will|shall|would|"
    r"plan(?:s|ned|ning)?|intend(?:s|ed|ing)?|means? to|meant to|want(?:s|ed)? to|wish(?:es|ed)? to|"
    r"hop(?:es|ed|ing)|promis\w+|vow(?:s|ed)|threaten\w*|order(?:s|ed)|command(?:s|ed)|instruct(?:s|ed)|"
    r"(?:about|going|ready|willing|eager|unwilling|due|bound|preparing|prepared|agree[ds]?|resolve[ds]?|decide[ds]?|propose[ds]?|offer(?:s|ed)?|"
    r"supposed|scheduled|authori[sz]ed|cleared|allowed|permitted|entitled|needs?|needed|has|had|have|swore|swears|asked|told|begged|urged|tried|try|tries|attempt(?:s|ed)?|aim(?:s|ed)?|expect(?:s|ed)?) to|"  # noqa: E501
    r"plot(?:s|ted|ting)?|could|should|must|is to|are to|was to|were to|suggest\w*|consider(?:s|ed|ing)?|"
    r"(?:fear|suspect|believe|guess|assume|doubt)(?:s|d|ed|es)? (?=that\b|the\b|it\b|he\b|she\b|they\b|(?-i:[A-Z]))|"
    r"tomorrow|contender|estimat(?:es?|ed)|forecasts?|budgeted|projected|"
    r"(?:is|are|was|were) set to (?=[a-z]{2,})(?!the\b|a\b|an\b|one\b|two\b|zero\b)|"
    r"possible|possibly|likely|seeks?|sought|"
    r"(?<!his )(?<!her )(?<!their )(?<!the )(?<!own )might)\b|"
    rf"\b(?:[Aa]sk|[Tt]old|[Tt]ell|[Bb]eg|[Uu]rge|[Aa]dvise|[Ee]ncourage|[Rr]emind|[Pp]ersuade|[Ii]nvite|[Ff]orb[ai]d)(?:s|ed|ged|d|de)? "  # noqa: E501
    rf"{_SOMEBODY}{_TO_DO}|"
    r"\bmay\b|^May (?=[a-z]|[A-Z][a-z]+ [a-z])"
)
_ORDER = re.compile(
    r"\b(?:order\w*|command(?:s|ed)|sent|sends|dispatch\w*|commission\w*|bade|instruct\w*|authori[sz]\w*|"
    r"had \w+ \w+ed)\b",
    re.IGNORECASE,
)
_REPORT = re.compile(
    rf"\b(?:told(?! {_SOMEBODY}{_TO_DO})|tells(?! {_SOMEBODY}{_TO_DO})|[Ss]aid|says|report(?:s|ed)|"
    r"claim(?:s|ed)(?= that\b| to (?:have|be)\b| (?:he|she|they|it|[A-Z]\w+) \w+)|"
    r"hear[ds]?(?= (?:that|of|about|from|how|(?:the )?news)\b)|announc\w+|relat(?:ed|es)(?! to\b)|"
    r"recount\w*|inform(?:s|ed)|"
    r"whisper\w*|confess\w*|describ\w+|[Aa]ccording(?= to (?!plan\b))|rumou?r\w*|admit\w*(?! (?:in)?to\b)|"
    r"declar\w+(?! war\b)|"
    r"insist\w*|assur\w+|mention\w*|swore that|wrote that|explain\w*|"
    r"alleg(?:ed|es|edly|ing)|learn(?:ed|t|s)(?! to\b)|stated|states that)\b"
)
_ASKS = re.compile(
    r"\?|^[\"“]?(?:(?:who|what|when|where|why|how)\s+)?(?:did|does|do|is|are|was|has|have|can|could|would|should)\b|"
    r"^(?:who|what|when|where|why|how) (?:were|had|will|shall|may|might|must)\b",
    re.IGNORECASE,
)
_ASKED = re.compile(
    rf"\b(?:[Aa]sk(?:s|ed|ing)?(?! for\b)(?! {_SOMEBODY}{_TO_DO})|[Ww]onder(?:s|ed|ing)?|[Ii]nquir(?:e|es|ed|y)|"
    r"demanded to know|question(?:ed|s))\b"
)
_TIMES = {
    "morning": "dawn daybreak sunrise morning", "noon": "noon midday afternoon",
    "night": "evening dusk nightfall night midnight tonight",
    "yesterday": "yesterday", "tomorrow": "tomorrow", "today": "today",
}  # fmt: skip
_TIME_OF = {word: time for time, words in _TIMES.items() for word in words.split()}
_CALENDAR = re.compile(
    r"\b(?i:(?:mon|tues|wednes|thurs|fri|satur|sun)day|spring|summer|autumn|winter)\b|\b(?:January|February|March|April|"
    r"June|July|August|September|October|November|December)\b|\b(?:1[0-9]|20)\d\d\b|(?<=\b[Ii]n )May\b|\bMay(?= \d)"
)
_PLACE = re.compile(
    r"\b(?:in|at|on|to|into|onto|from|near|inside|outside|behind|under|beside|by|through|across|beneath|within|toward|towards)\s+"
    r"(?:(?:the|a|an|his|her|their|its|[A-Z][\w’']*)\s+)?(?:\w+\s+)?"
    r"(battlements?|ramparts?|platform|walls?|castle|palace|court|hall|lobby|stairs?|chapel|church|churchyard|graveyard|"
    r"cemetery|garden|orchard|closet|chamber|bedroom|room|kitchen|cellar|tower|gate|bridge|river|brook|stream|sea|ship|"
    r"harbou?r|port|shore|coast|plain|field|camp|tent|forest|wood|woods|road|street|square|market|tavern|inn|house|"
    r"village|town|city|island|mountain|hill|valley|prison|dungeon|library|study|stage|theat(?:re|er)|throne|council|"
    r"border|grave|moat|courtyard|stable|kingdom|country|hospital|school|airport|station|hotel)\b",
    re.IGNORECASE,
)
_PASSIVE = re.compile(
    r"\b(?:was|were|is|are|been|be|being|got)\s+(?:(?:not|never|then|soon|also|\w+ly)\s+)?(?:\w+ed|\w{2,}en|\w+wn|slain|hung|stung|"
    r"brought|bought|caught|taught|sought|fought|told|sold|held|sent|spent|bent|lent|made|shot|hit|hurt|struck|cut|put|set|"
    r"led|fed|met|kept|left|lost|found|bound|born|torn|sworn|won|read|paid|laid|overthrown|undone|done|heard)\b"
)
_ACTIVE_FIRST = re.compile(r",|;|\b(?:who|that|which|and|but|when|while)\b")
_BY = re.compile(r"\bby\s+(?:[\w’'-]+\s+){0,3}$")
_OBLIQUE = re.compile(
    r"\b(?:in|at|to|from|of|on|near|with|for|against|toward|towards|under|like|according to)\s+(?:the\s+)?$", re.I
)


def content_words(text: str, persons: tuple[str, ...]) -> tuple[str, ...]:
    """Return the stems of the words that carry meaning, in order, without names."""
    named = {word.lower() for person in persons for word in person.split()}
    words = (word.lower().removesuffix("'s").removesuffix("’s") for word in _WORD.findall(text))
    return tuple(stem(word) for word in words if word not in STOP and word not in named)


def stem(word: str) -> str:
    """Return a word without its most common endings, so that its forms match."""
    for ending, floor in (
        ("ingly", 4),
        ("edly", 4),
        ("ing", 4),
        ("ied", 3),
        ("ies", 3),
        ("ed", 3),
        ("es", 4),
        ("ly", 4),
        ("s", 3),
    ):
        if word.endswith(ending) and len(word) - len(ending) >= floor and not word.endswith("ss"):
            word = word[: -len(ending)] + ("y" if ending in ("ied", "ies") else "")
            break
    return word.removesuffix("e") if len(word) > 4 else word


def doer(text: str, persons: tuple[str, ...]) -> str:
    """Return the person who acts, judged by word order and voice; "" if the doer is not named."""
    if not persons:
        return ""
    # Two capitals in a row may be a place and a name: «In Denmark Hamlet ruled».
    subject = next((p for p in persons if _two_names(p) or not _is_oblique(text, p)), persons[0])
    place = text.find(subject)
    passive = _PASSIVE.search(text, max(place, 0))
    if not passive or _ACTIVE_FIRST.search(text[max(place, 0) + len(subject) : passive.start()]):
        return subject
    return next((p for p in persons if p != subject and _is_agent(text, p, passive.end())), "")


def _two_names(person: str) -> bool:
    return " " in person and not person.lower().startswith("the ")


def _is_oblique(text: str, person: str) -> bool:
    return bool(_OBLIQUE.search(text[: max(text.find(person), 0)]))


def _is_agent(text: str, person: str, start: int) -> bool:
    place = text.find(person, start)
    owns = text.startswith(("'s", "’s"), place + len(person))
    return place >= 0 and not owns and bool(_BY.search(text[start:place]))


def numbers(text: str, persons: tuple[str, ...]) -> frozenset[str]:
    """Return the numbers and ordinals of a text as figures, however they were written."""
    return english_number(_WORD.findall(text))


def times(text: str) -> frozenset[str]:
    """Return the times of day, days, months, seasons and years in a text."""
    days = {_TIME_OF[word] for raw in _WORD.findall(text) if (word := raw.lower()) in _TIME_OF}
    return frozenset(days | {date.lower() for date in _CALENDAR.findall(text)})


def places(text: str, persons: tuple[str, ...]) -> frozenset[str]:
    """Return the common nouns for places that follow a preposition of place."""
    return frozenset(stem(noun.lower()) for noun in _PLACE.findall(text))


def orders(text: str) -> bool:
    """Return whether the text reports an order or an errand."""
    return bool(_ORDER.search(text))


def negations(text: str) -> int:
    """Return how many words of the text deny something."""
    return len(_NEGATION.findall(_NOT_NEGATION.sub("", text)))


def planned(text: str) -> bool:
    """Return whether the text reports something intended, ordered, promised or possible, and not something done."""
    return bool(_PLAN.search(text))


def asks(text: str) -> bool:
    """Return whether the text is a question or reports a question."""
    return bool(_ASKS.search(text) or _ASKED.search(text))


def reports_speech(text: str) -> bool:
    """Return whether the text reports speech and not an event."""
    return bool(_REPORT.search(text))


def _guessed_names(text: str, registry_has_han: bool) -> list[tuple[int, str]]:
    return latin_names(text)


_SILENT = re.compile(
    r"\b(?:told|tells?|said|says?|mentioned|spoken?|spoke)(?: \w+){0,2} (?:nobody|no one|nothing|not a word)\b|"
    r"\b(?:never|did not|didn[’']t|has not|hasn[’']t|have not|haven[’']t|had not|hadn[’']t) "
    r"(?:tell|told|say|said|mention(?:ed)?|spoken?) "
    r"|\bkept (?:it )?(?:silent|quiet|secret)\b|\bkept silence\b",
    re.IGNORECASE,
)


def keeps_silent(text: str) -> bool:
    """Return whether the text says that a person kept silent about something."""
    return bool(_SILENT.search(text))


READER = ReadingRules(
    content_words=content_words,
    content_units=content_words,
    doer=doer,
    numbers=numbers,
    times=times,
    places=places,
    orders=orders,
    negations=negations,
    planned=planned,
    asks=asks,
    reports_speech=reports_speech,
    keeps_silent=keeps_silent,
    guessed_names=_guessed_names,
)
