"""Words that are names by how they are usually written, so that a headline in capitals names the same people."""

import math
import re
from functools import lru_cache

from agentsensus.memory.judge.features.pair import StatementPair, both
from agentsensus.models.tokens import rank
from agentsensus.text.reading import Reading
from agentsensus.text.reading.english import STOP

_WORD = re.compile(r"[A-Za-z][A-Za-z’'-]*|\d[\d,.:-]*\d|\d")
_OWNING = re.compile(r"['’]s?$")


def capitals(pair: StatementPair) -> dict[str, float]:
    """How many of those names are in both, and how much of each statement's the other has."""
    a, b = name_words(pair.a), name_words(pair.b)
    only_a, only_b = (a - written(pair.b), b - written(pair.a)) if not pair.is_chinese else _apart(pair)
    common = len(a | b) - len(only_a) - len(only_b)
    kept = (_kept(a, only_a), _kept(b, only_b))
    return both(kept, "capitals_kept") | {
        "capitals_common": math.log1p(common),
        "capitals_exchange": float(bool(only_a) and bool(only_b)),
        "capitals_exchanged": math.log1p(min(len(only_a), len(only_b))),
        "capitals_missing": float(not a or not b),
        "capitals_apart": float(bool(a) and bool(b) and not common),
    }


def tokens_of(text: str) -> list[str]:
    """The words and figures of an English text, without the endings of possession."""
    return [_OWNING.sub("", word) for word in _WORD.findall(text)]


@lru_cache(maxsize=65_536)
def name_words(reading: Reading) -> frozenset[str]:
    """The words of a statement that are names; in Chinese, its people and places."""
    if reading.language == "zh":
        return frozenset(reading.persons) | reading.places
    words = (word for word in tokens_of(reading.text) if len(word) > 1 and word[0].isupper())
    return frozenset(word.lower() for word in words if word.lower() not in STOP and is_name(word.lower()))


@lru_cache(maxsize=65_536)
def written(reading: Reading) -> frozenset[str]:
    """Every word of an English statement, in small letters."""
    return frozenset(word.lower() for word in tokens_of(reading.text))


@lru_cache(maxsize=65_536)
def is_name(word: str) -> bool:
    """Whether a word is commoner with a capital than without: then it is a name wherever it stands."""
    large, small = rank(word.capitalize()), rank(word)
    if len(large) != len(small):
        return len(large) < len(small)
    return sum(map(math.log1p, large)) < sum(map(math.log1p, small))


def _apart(pair: StatementPair) -> tuple[frozenset[str], frozenset[str]]:
    a, b = name_words(pair.a), name_words(pair.b)
    return (
        frozenset(name for name in a if name not in pair.b.text),
        frozenset(name for name in b if name not in pair.a.text),
    )


def _kept(names: frozenset[str], missing: frozenset[str]) -> float:
    return 1 - len(missing) / len(names) if names else 0.5
