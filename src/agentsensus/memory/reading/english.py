"""English by rule: words, numbers, times, places, negation, plans, questions, reports."""

import re

from agentsensus.memory.reading.numerals import english_number

_WORD = re.compile(r"[A-Za-z][A-Za-z’'-]*|\d[\d,.:]*")
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
_PLAN = re.compile(
    r"\b(?:will|shall|would|plan(?:s|ned|ning)?|intend(?:s|ed|ing)?|means? to|meant to|want(?:s|ed)? to|"
    r"wish(?:es|ed)? to|"
    r"hop(?:es|ed|ing)|promis\w+|vow(?:s|ed)|threaten\w*|order(?:s|ed)|command(?:s|ed)|instruct(?:s|ed)|"
    r"(?:about|going|ready|due|bound|preparing|prepared|agree[ds]?|resolve[ds]?|decide[ds]?|propose[ds]?|offer(?:s|ed)?|"
    r"swore|swears|asked|told|begged|urged|tried|try|tries|attempt(?:s|ed)?|aim(?:s|ed)?|expect(?:s|ed)?) to|"
    r"plot(?:s|ted|ting)?|may|might|could|should|must|is to|are to|was to|were to|suggest\w*|consider(?:s|ed|ing)?|"
    r"tomorrow|contender|possible|possibly|likely|seeks?|sought)\b",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"\b(?:order\w*|command(?:s|ed)|sent|sends|dispatch\w*|commission\w*|bade|instruct\w*|authori[sz]\w*|"
    r"had \w+ \w+ed)\b",
    re.IGNORECASE,
)
_REPORT = re.compile(
    r"\b(?:told(?! (?:the )?\w+ to\b)|tells|said|says|"
    r"report(?:s|ed)|claim(?:s|ed)|heard|hears|announc\w+|relat(?:ed|es)|recount\w*|inform(?:s|ed)|"
    r"whisper\w*|confess\w*|describ\w+|according|rumou?r\w*|admit\w*|declar\w+|insist\w*|assur\w+|mention\w*|"
    r"swore that|wrote that|explain\w*|alleg\w+|learn(?:ed|t|s)|stat(?:ed|es))\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\?|^(?:who|what|when|where|why|how|did|does|is|are|was|were|has|had|will|could|would)\b", re.IGNORECASE
)
_ASKED = re.compile(r"\b(?:asks?|asked|wonder\w*|inquir\w+|demanded to know|question(?:ed|s))\b", re.IGNORECASE)
_TIMES = {
    "morning": "dawn daybreak sunrise morning", "noon": "noon midday afternoon",
    "night": "evening dusk nightfall night midnight tonight",
    "yesterday": "yesterday", "tomorrow": "tomorrow", "today": "today",
}  # fmt: skip
_TIME_OF = {word: time for time, words in _TIMES.items() for word in words.split()}
_CALENDAR = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:january|february|march|april|june|july|august|"
    r"september|october|november|december)\b|\b(?:spring|summer|autumn|winter)\b|\b(?:1[0-9]|20)\d\d\b",
    re.IGNORECASE,
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
    r"\b(?:was|were|is|are|been|be|being|got)\s+(?:\w+ly\s+)?\w+(?:ed|en|wn|ain|ung|ught|ld|nt|de|ung|ot|t)\b"
)
_BY = re.compile(r"\bby\s+(?:the\s+|\w+\s+)?$")


def content_words(text: str, persons: tuple[str, ...]) -> tuple[str, ...]:
    """Words that carry meaning, stemmed, in order, without names."""
    named = {word.lower() for person in persons for word in person.split()}
    words = (word.lower().removesuffix("'s").removesuffix("’s") for word in _WORD.findall(text))
    return tuple(stem(word) for word in words if word not in STOP and word not in named)


def stem(word: str) -> str:
    """A word without its commonest endings, near enough to match its other forms."""
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
    """Who acts, as far as word order and voice can tell; empty when nobody is named."""
    if not persons:
        return ""
    if _PASSIVE.search(text):
        for person in persons[1:]:
            if _BY.search(text[: max(text.find(person), 0)]):
                return person
    return persons[0]


def numbers(text: str) -> frozenset[str]:
    """Numbers and ordinals in figures, whatever way they were written."""
    return english_number(_WORD.findall(text))


def times(text: str) -> frozenset[str]:
    """Times of day, days, months, seasons and years."""
    days = {_TIME_OF[word] for raw in _WORD.findall(text) if (word := raw.lower()) in _TIME_OF}
    return frozenset(days | {found.lower() for found in _CALENDAR.findall(text)})


def places(text: str, persons: tuple[str, ...]) -> frozenset[str]:
    """Common nouns for places that stand after a preposition of place."""
    return frozenset(stem(found.lower()) for found in _PLACE.findall(text))


def orders(text: str) -> bool:
    """Whether somebody orders or sends somebody else."""
    return bool(_ORDER.search(text))


def negated(text: str) -> bool:
    """Whether the statement says that something did not happen."""
    return bool(_NEGATION.search(text))


def planned(text: str) -> bool:
    """Whether it is intended, ordered, promised or possible rather than done."""
    return bool(_PLAN.search(text))


def asks(text: str) -> bool:
    """Whether it is, or tells of, a question."""
    return bool(_ASKS.search(text) or _ASKED.search(text))


def told(text: str) -> bool:
    """Whether it tells of a telling."""
    return bool(_REPORT.search(text))
