"""The stored form of a judge's candidates: a JSON list with one short list per candidate."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["CANDIDATE_KEYS", "packed_candidates", "unpacked_candidates"]

CANDIDATE_KEYS = ("atom", "cosine", "relation", "score", "vetoes")
"""The entries of a candidate, in the order in which they are stored. Vetoes are left out if there are none."""


def packed_candidates(candidates: Sequence[Mapping[str, Any]]) -> str:
    """Return candidates as the JSON of a decision row."""
    lists = [[candidate[key] for key in CANDIDATE_KEYS] for candidate in candidates]
    short = [values if values[-1] else values[:-1] for values in lists]
    return json.dumps(short, ensure_ascii=False, separators=(",", ":"))


def unpacked_candidates(stored: Any) -> list[dict[str, Any]]:
    """Return the candidates of a decision row as dicts. In formats 1 and 2 they were stored as dicts.

    Raises ValueError or TypeError if they cannot be read.
    """
    unpacked = []
    for each in stored:
        known: dict[str, Any] = dict(each) if isinstance(each, dict) else dict(zip(CANDIDATE_KEYS, each, strict=False))
        unpacked.append({"vetoes": [], **known})
    return unpacked
