"""Who is named in both, in one only, or one in the place of another."""

import re

from agentsensus.memory.judge.features.pair import StatementPair
from agentsensus.text.reading import Reading

_WORD = re.compile(r"[A-Za-z][A-Za-z’'-]+")


def names(pair: StatementPair) -> dict[str, float]:
    """Shared and exchanged names, word by word, so that «Pierre Thomas» meets «Thomas»."""
    a, b = _names(pair.a), _names(pair.b)
    only_a = {name for name in a if not _occurs(name, pair.b)}
    only_b = {name for name in b if not _occurs(name, pair.a)}
    common = (a - only_a) | (b - only_b)
    fewer = max(1, min(len(a), len(b)))
    return {
        "names_common": min(len(common), 5),
        "names_share": len(common) / max(1, len(a | b)),
        "names_exchanged": min(len(only_a), len(only_b)) / fewer,
        "names_exchange": float(bool(only_a) and bool(only_b)),
        "names_one_sided": min(max(len(only_a), len(only_b)), 4),
        "names_missing": float(not a or not b),
    }


def _names(reading: Reading) -> set[str]:
    if reading.language == "zh":
        return set(reading.persons)
    return {word.lower() for person in reading.persons for word in person.split()}


def _occurs(name: str, other: Reading) -> bool:
    if other.language == "zh":
        return name in other.text
    return name in {re.sub(r"['’]s?$", "", word).lower() for word in _WORD.findall(other.text)}
