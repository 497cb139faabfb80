"""A verdict is stored in a short form, and the longer form of earlier stores is still read."""

import json

from agentsensus.memory.core.decision_json import packed_candidates, unpacked_candidates

CANDIDATES = [
    {"atom": 7, "cosine": 0.91, "relation": "same", "score": 0.95, "vetoes": []},
    {"atom": 9, "cosine": 0.84, "relation": "different", "score": 0.36, "vetoes": ["things"]},
]


def test_candidates_come_back_as_they_were() -> None:
    assert unpacked_candidates(json.loads(packed_candidates(CANDIDATES))) == CANDIDATES


def test_candidates_of_earlier_formats_are_read() -> None:
    assert unpacked_candidates(json.loads(json.dumps(CANDIDATES))) == CANDIDATES


def test_the_short_form_takes_at_most_half_of_the_bytes() -> None:
    assert 2 * len(packed_candidates(CANDIDATES)) <= len(json.dumps(CANDIDATES))
