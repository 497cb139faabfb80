"""Features of names: names in both statements, in one only, or replaced by another."""

import math

from agentsensus.language.caching import text_cache
from agentsensus.language.languages import rules_of
from agentsensus.language.reading import Reading
from agentsensus.language.scripts import words_and_figures
from agentsensus.memory.judge.retelling.pair import StatementPair, low_and_high
from agentsensus.models.tokens import rank


def names(pair: StatementPair) -> dict[str, float]:
    """Return features of shared and replaced names, compared word by word, so that «Pierre Thomas» matches «Thomas»."""
    a, b = _names(pair.a), _names(pair.b)
    only_a = {name for name in a if not _has_name(pair.b, name)}
    only_b = {name for name in b if not _has_name(pair.a, name)}
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


def capitals(pair: StatementPair) -> dict[str, float]:
    """Return features of shared and replaced words that are usually capitalised, so that headlines can be compared."""
    a, b = name_words(pair.a), name_words(pair.b)
    only_a, only_b = (a - written(pair.b), b - written(pair.a)) if pair.has_capitals else _absent_names(pair)
    common = len(a | b) - len(only_a) - len(only_b)
    return low_and_high("capitals_kept", _share_in_both(a, only_a), _share_in_both(b, only_b)) | {
        "capitals_common": math.log1p(common),
        "capitals_exchange": float(bool(only_a) and bool(only_b)),
        "capitals_exchanged": math.log1p(min(len(only_a), len(only_b))),
        "capitals_missing": float(not a or not b),
        "capitals_apart": float(bool(a) and bool(b) and not common),
    }


@text_cache(65_536)
def name_words(reading: Reading) -> frozenset[str]:
    """Return the words of a statement that are names; in Chinese, its people and places."""
    comparing = rules_of(reading.language).comparing
    if not comparing.has_capitals:
        return frozenset(reading.persons) | reading.places
    return frozenset(filter(is_name, comparing.capitals(reading.text)))


@text_cache(65_536)
def written(reading: Reading) -> frozenset[str]:
    """Return the words in Latin letters (in lower case) and the numbers of a statement."""
    return frozenset(word.lower() for word in words_and_figures(reading.text))


@text_cache(65_536)
def is_name(word: str) -> bool:
    """Return whether a word is more common with a capital than without, so that it is a name wherever it stands."""
    large, small = rank(word.capitalize()), rank(word)
    if len(large) != len(small):
        return len(large) < len(small)
    return sum(map(math.log1p, large)) < sum(map(math.log1p, small))


def _absent_names(pair: StatementPair) -> tuple[frozenset[str], frozenset[str]]:
    """Return the names of each statement that the other's text does not contain."""
    return (
        frozenset(name for name in name_words(pair.a) if name not in pair.b.text),
        frozenset(name for name in name_words(pair.b) if name not in pair.a.text),
    )


def _share_in_both(names: frozenset[str], missing: frozenset[str]) -> float:
    return 1 - len(missing) / len(names) if names else 0.5


def _names(reading: Reading) -> set[str]:
    name_parts = rules_of(reading.language).comparing.name_parts
    return {part for person in reading.persons for part in name_parts(person)}


def _has_name(reading: Reading, part: str) -> bool:
    return rules_of(reading.language).comparing.has_name(reading.text, part)
