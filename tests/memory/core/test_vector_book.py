"""Vectors of a store in the place of an embedder: what is judged and recalled with them is the same."""

import pytest

from agentsensus import Memory
from agentsensus.embed import is_by_wording, relevance_of, thresholds_of, weights_of


@pytest.mark.parametrize("name", ["hashing", "universal"])
def test_kept_vectors_bring_all_that_their_embedder_brings(name: str) -> None:
    with Memory.open(embedder=name) as memory:
        kept, embedder = memory.stored_embedder(), memory.embedder
        assert (kept.id, kept.dim) == (embedder.id, embedder.dim)
        for brought in (thresholds_of, weights_of, relevance_of, is_by_wording):
            assert brought(kept) == brought(embedder)
        assert is_by_wording(kept) is (name == "hashing")
