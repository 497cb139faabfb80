"""Token counts: those of the vocabulary, and quick for anything."""

import pytest

from agentsensus import Memory
from agentsensus.models.tokens import rank, tokens


@pytest.mark.parametrize(("text", "count"), [("", 0), ("hello world", 2), ("曹操下令", 4), ("a" * 8, 1)])
def test_tokens_are_counted_by_the_vocabulary(text: str, count: int) -> None:
    assert tokens(text) == count


def test_a_word_of_a_hundred_thousand_letters_is_counted_and_kept_whole() -> None:
    assert tokens("a" * 100_000) > 5_000
    memory = Memory.open(embedder="hashing")
    (statement,) = memory.remember("a", "x" * 90_000).statements
    assert statement.flags == ("over_cap",)


def test_common_words_rank_before_rare_ones() -> None:
    assert max(rank("the")) < max(rank("ghostwriter"))
