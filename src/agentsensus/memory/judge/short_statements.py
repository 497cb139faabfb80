"""Statements so short that the rules read them whole: «Hamlet killed Polonius», «Polonius was killed by Hamlet»."""

import math
from collections.abc import Mapping

from agentsensus.memory.judge.vetoes import vetoes
from agentsensus.text.languages import rules_of
from agentsensus.text.reading import Reading

_SHORT_EN, _LONGER_EN, _SHORT_ZH = 9, 11, 14
_SHARED, _LIKE, _COVERED = 0.4, 0.85, 0.8


def is_plain(a: Reading, b: Reading, found: Mapping[str, float]) -> bool:
    """Whether two short statements are alike, have nothing exchanged, and the same one acts in both."""
    return (
        a.language == b.language
        and _is_short(found)
        and found["words_shared"] >= _SHARED
        and found["cosine"] >= _LIKE
        and (_same_deed(a, b) if found["chinese"] else not found["slots"])
        and found["same_doer"] >= 0.5
        and not vetoes(a, b)
    )


def _is_short(found: Mapping[str, float]) -> bool:
    """Short enough to be read whole; a little longer, if nearly every word is in both."""
    if found["chinese"]:
        return found["length_high"] <= math.log1p(_SHORT_ZH)
    return found["length_high"] <= math.log1p(_LONGER_EN if found["cover_low"] >= _COVERED else _SHORT_EN)


def _same_deed(a: Reading, b: Reading) -> bool:
    """Whether two Chinese statements share what is done, with one character more at most on either side: 斩, 斩杀."""
    characters_a, characters_b = _characters(a), _characters(b)
    is_near = len(characters_a - characters_b) <= 1 and len(characters_b - characters_a) <= 1
    return bool(characters_a & characters_b) and is_near


def _characters(reading: Reading) -> set[str]:
    return set(rules_of(reading.language).reader.content_units(reading.text, reading.persons))
