"""Importance by rule, where no model rates it: what a statement tells of, and how much of the world it touches.

2 to begin with; 4 more for a grave word (death, treason, marriage, war), else 2 for a marked one (an oath, a secret, a
quarrel, an order); 1 for each person named, up to two; 1 where somebody orders or plans; 1 for a place, a time or a
number; 1 less for a mere question. Never below 1 or above 10.
"""

import json
import re
from functools import lru_cache
from importlib.resources import files

from agentsensus.memory.reading import Reading

LOWEST, HIGHEST = 1, 10
_WEIGHTS = {"grave": 4, "marked": 2}


@lru_cache(maxsize=1)
def _patterns() -> dict[str, dict[str, re.Pattern[str]]]:
    lists: dict[str, dict[str, str]] = json.loads(files(__package__).joinpath("salience.json").read_text("utf-8"))
    return {
        language: {
            kind: re.compile(("" if language == "zh" else r"\b") + f"(?:{'|'.join(words.split())})", re.IGNORECASE)
            for kind, words in kinds.items()
        }
        for language, kinds in lists.items()
    }


def salience(reading: Reading) -> int:
    """How important a statement is, from 1 to 10, by the rule above."""
    patterns = _patterns()[reading.language]
    weight = next((_WEIGHTS[kind] for kind in ("grave", "marked") if patterns[kind].search(reading.text)), 0)
    score = 2 + weight + min(2, len(reading.persons))
    score += reading.orders or reading.planned
    score += bool(reading.places or reading.times or reading.numbers)
    score -= reading.asks
    return max(LOWEST, min(HIGHEST, score))
