"""Statements so short that the rules read them whole: «Hamlet killed Polonius», «Polonius was killed by Hamlet»."""

import math
from collections.abc import Mapping

from agentsensus.memory.judge.vetoes import vetoes
from agentsensus.text.languages import rules_of
from agentsensus.text.reading import Reading

_SHORT_EN, _LONGER_EN, _SHORT_ZH = 9, 11, 14
_SHARED, _LIKE, _COVERED = 0.4, 0.85, 0.8


def is_plain(a: Reading, b: Reading, features: Mapping[str, float]) -> bool:
    """Whether two statements are short, alike, without any veto between them, and have the same person acting."""
    return (
        a.language == b.language
        and _is_short(features)
        and features["words_shared"] >= _SHARED
        and features["cosine"] >= _LIKE
        and (_same_deed(a, b) if features["chinese"] else not features["slots"])
        and features["same_doer"] >= 0.5
        and not vetoes(a, b)
    )


def _is_short(features: Mapping[str, float]) -> bool:
    """Whether both are short enough for the rules; they may be a little longer if nearly every word is in both."""
    if features["chinese"]:
        return features["length_high"] <= math.log1p(_SHORT_ZH)
    return features["length_high"] <= math.log1p(_LONGER_EN if features["cover_low"] >= _COVERED else _SHORT_EN)


def _same_deed(a: Reading, b: Reading) -> bool:
    """Whether two Chinese statements share what is done, with one character more at most on either side: 斩, 斩杀."""
    characters_a, characters_b = _characters(a), _characters(b)
    is_near = len(characters_a - characters_b) <= 1 and len(characters_b - characters_a) <= 1
    return bool(characters_a & characters_b) and is_near


def _characters(reading: Reading) -> set[str]:
    return set(rules_of(reading.language).reader.content_units(reading.text, reading.persons))
