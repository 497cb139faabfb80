"""In which language rows are, by their script: Cyrillic is not taken for Latin. And how that drifts over the rounds."""

import re
from collections import Counter
from collections.abc import Sequence

from agentsensus.memory.record import Record
from agentsensus.study.metrics.rows import in_play, percent
from agentsensus.text.scripts import HAN, LATIN

__all__ = ["SCRIPTS", "composition", "drift", "script_of_text"]

SCRIPTS = {
    "Han": re.compile(f"[{HAN}]"),
    "Latin": re.compile(f"[{LATIN}]+"),
    "Cyrillic": re.compile(r"[\u0400-\u04ff]+"),
}
"""What counts as a word of each script."""


def script_of_text(text: str) -> str:
    """The script that a text has most words of (a Han character is a word); `other` where it has none of them."""
    counts = {name: len(pattern.findall(text)) for name, pattern in SCRIPTS.items()}
    most = max(counts, key=lambda name: counts[name])
    return most if counts[most] else "other"


def composition(records: Sequence[Record]) -> dict[str, float]:
    """The share of records in each script, in per cent; the commonest first."""
    counts = Counter(script_of_text(record.text) for record in records)
    return {name: 100 * count / len(records) for name, count in counts.most_common()}


def drift(records: Sequence[Record], script: str, step: int, last: int) -> list[float | None]:
    """For each `step` rounds, the share of rows made in them that are in another script than the world's."""
    bins: list[list[bool]] = [[] for _ in range(0, last, step)]
    for record in in_play(records):
        if 1 <= record.created <= last:
            bins[(record.created - 1) // step].append(script_of_text(record.text) != script)
    return [percent(sum(other), len(other)) for other in bins]
