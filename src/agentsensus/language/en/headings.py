"""Headings of English source texts: acts, scenes, chapters and dates."""

from agentsensus.language.rules import Headings

__all__ = ["HEADINGS"]

_WORDS = """one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen twenty""".split()
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()


def _value(text: str) -> int | None:
    return next((words.index(text.lower()) + 1 for words in (_WORDS, _ORDINALS) if text.lower() in words), None)


HEADINGS = Headings(
    numeral=rf"(?i:{'|'.join(_WORDS + _ORDINALS)})\b",
    value=_value,
    act=lambda number: rf"(?i:act|actus)\s+(?P<act>{number})",
    scene=lambda number: rf"(?i:scene|scena|scoena)\s+(?P<scene>{number})",
    chapter=lambda number: rf"(?i:chapter)\s+(?P<latin>{number})",
    date=lambda number: "(?!)",  # only ISO dates, which are the same in every language
    persons="dramatis person(?:ae|æ)|persons represented|persons of the play|the persons|characters",
    setting=r"scene\b|setting\b",
    small_in_names=frozenset("of the and to in a an at on by".split()),
    small_in_places=frozenset("a an the of in at on to near before and".split()),
    until_marks=dict.fromkeys(("ordinal", "act", "scene", "chapter", "year", "month", "day"), ""),
    examples={"play": "ACT I, SCENE II", "novel": "Chapter 1", "timeline": "2022-02-24: …"},
)
