"""The importance of a row, from 1 to 10, computed without a model.

It starts at 2. A grave word (death, treason, marriage, war) adds 4, or else a marked one (an oath, a secret, a quarrel,
an order) adds 2. Each person named adds 1, up to two; an order or a plan adds 1; a place, a time or a number adds 1. A
mere question subtracts 1.

In `salience.json`, an English word with `*` matches every word that begins so. Chinese words match anywhere, except
inside the words listed as `plain`.
"""

import json
import re
from functools import lru_cache
from importlib.resources import files

from agentsensus.language.reading import Reading

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
    """Return the importance of a statement, from 1 to 10, by the rule of this module."""
    patterns, text = _patterns()[reading.language], reading.text.lower()
    if "plain" in patterns:
        text = patterns["plain"].sub(" ", text)
    weight = next((_WEIGHTS[kind] for kind in ("grave", "marked") if patterns[kind].search(text)), 0)
    score = 2 + weight + min(2, len(reading.persons))
    score += reading.orders or reading.planned
    score += bool(reading.places or reading.times or reading.numbers)
    score -= reading.asks
    return max(LOWEST, min(HIGHEST, score))
