"""How much of one text is in another, by its words and by their order."""

from collections import Counter
from functools import lru_cache
from itertools import pairwise

from agentsensus.text.language import language
from agentsensus.text.languages import rules_of

__all__ = ["content", "pairs", "shared"]

_STEM = 5


def shared(later: "Counter[str]", earlier: "Counter[str]") -> float:
    """The share of the later that is in the earlier, rounded so that no machine sees another one."""
    return round((later & earlier).total() / max(later.total(), 1), 4)


@lru_cache(maxsize=4096)
def pairs(text: str) -> "Counter[str]":
    """Neighbouring words of a text, in Chinese neighbouring characters; a single word is a pair of its own."""
    words = [token.lower() for token in rules_of(language(text)).comparing.tokens(text) if token[0].isalnum()]
    return Counter(map(" ".join, pairwise(words)) if len(words) > 1 else words)


@lru_cache(maxsize=4096)
def content(text: str) -> "Counter[str]":
    """What carries meaning, each thing once: content words, cut to their stems."""
    words = rules_of(language(text)).reader.content_words(text, ())
    return Counter({word.lower()[:_STEM] for word in words})
