"""The features of a pair of statements, in a fixed order: those of retellings, and those of news."""

from collections.abc import Mapping

from agentsensus.memory.judge.retelling.deeds import action, parts_kept
from agentsensus.memory.judge.retelling.naming import capitals, names
from agentsensus.memory.judge.retelling.pair import StatementPair
from agentsensus.memory.judge.retelling.particulars import particulars, stance, turns
from agentsensus.memory.judge.retelling.slots import slots
from agentsensus.memory.judge.retelling.wording import alignment, length, order, overlap, shared

__all__ = ["READ", "RETOLD", "news_features", "retold_features"]

READ = "read_"
"""Prefix of plain-reading features where they stand beside other features."""
RETOLD = (
    "cosine",
    *("align_low", "align_high", "unmatched_low", "unmatched_high", "cover_low", "cover_high", "shared_mass"),
    *("words_shared", "length_low", "length_ratio", "deeds_near", "deeds_shared", "same_doer"),
    *("doers_same", "doers_apart", "parts_same", "deeds_met"),
    *("names_exchange", "names_one_sided", "places_same", "places_conflict"),
    *("negation_differs", "plan_differs", "telling_differs"),
    *(f"{READ}cover_low", f"{READ}cover_high", f"{READ}left_low", f"{READ}left_high", f"{READ}words_low"),
    *(f"{READ}deeds_low", f"{READ}names_one", f"{READ}reversals", f"{READ}breaks"),
)
"""Names of the features for retellings: only a few, so that weights trained on one world work in another."""
_RETOLD = (overlap, alignment, shared, length, action, parts_kept, names, particulars, turns)
_NEWS = (overlap, alignment, names, capitals, particulars, action, order, slots, stance, length)


def retold_features(pair: StatementPair, read: Mapping[str, float]) -> dict[str, float]:
    """Return the features of a retelling. `read` are the features of plain reading."""
    values = {"cosine": pair.cosine} | {f"{READ}{name}": value for name, value in read.items()}
    for kind in _RETOLD:
        values |= kind(pair)
    return {name: values[name] for name in RETOLD}


def news_features(pair: StatementPair, read: Mapping[str, float]) -> dict[str, float]:
    """Return the features of news, symmetric in the two statements. `read` are the features of plain reading."""
    values = {"cosine": pair.cosine} | {f"{READ}{name}": value for name, value in read.items() if name != "cosine"}
    for kind in _NEWS:
        values |= kind(pair)
    return values
