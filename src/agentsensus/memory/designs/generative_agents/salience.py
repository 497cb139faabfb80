"""Importance by rule, where no model rates it.

2 to begin with; 4 more for a grave word (death, treason, marriage, war), else 2 for a marked one (an oath, a secret, a
quarrel, an order); 1 for each person named, up to two; 1 where somebody orders or plans; 1 for a place, a time or a
number; 1 less for a mere question. Never below 1 or above 10.

In `salience.json` an English word stands for itself, or with `*` for every word that begins so. Chinese words are found
wherever they stand, except in those listed as `plain`.
"""

import json
import re
from functools import lru_cache
from importlib.resources import files

from agentsensus.text.reading import Reading

LOWEST, HIGHEST = 1, 10
_WEIGHTS = {"grave": 4, "marked": 2}


@lru_cache(maxsize=1)
def _patterns() -> dict[str, dict[str, re.Pattern[str]]]:
    lists: dict[str, dict[str, str]] = json.loads(files(__package__).joinpath("salience.json").read_text("utf-8"))
    return {
        language: {kind: re.compile("|".join(_form(word) for word in words.split())) for kind, words in kinds.items()}
        for language, kinds in lists.items()
    }


def _form(word: str) -> str:
    if not word.isascii():
        return word
    return rf"\b{word.removesuffix('*')}" + ("" if word.endswith("*") else r"\b")


def salience(reading: Reading) -> int:
    """How important a statement is, from 1 to 10, by the rule above."""
    patterns, text = _patterns()[reading.language], reading.text.lower()
    if "plain" in patterns:
        text = patterns["plain"].sub(" ", text)
    weight = next((_WEIGHTS[kind] for kind in ("grave", "marked") if patterns[kind].search(text)), 0)
    score = 2 + weight + min(2, len(reading.persons))
    score += reading.orders or reading.planned
    score += bool(reading.places or reading.times or reading.numbers)
    score -= reading.asks
    return max(LOWEST, min(HIGHEST, score))
