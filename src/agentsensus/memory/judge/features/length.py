"""How long the statements are, and whether one is a headline."""

import math
import re

from agentsensus.memory.judge.features.pair import StatementPair, both, sequence


def length(pair: StatementPair) -> dict[str, float]:
    """Lengths, their ratio, and marks of what kind of text it is."""
    sizes = (len(sequence(pair.a)), len(sequence(pair.b)))
    logs = (math.log1p(sizes[0]), math.log1p(sizes[1]))
    headlines = sum(_is_headline(text) for text in (pair.a.text, pair.b.text))
    ratio = min(sizes) / max(1, *sizes)
    return both(logs, "length") | {
        "length_ratio": ratio,
        "headlines": float(headlines),
        "chinese": float(pair.is_chinese),
    }


def _is_headline(text: str) -> bool:
    words = re.findall(r"[A-Za-z]+", text)
    return len(words) > 3 and sum(word[0].isupper() for word in words) > 0.6 * len(words)
