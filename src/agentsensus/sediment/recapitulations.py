"""What the text tells twice: the judge merges it, the later words become a telling of the event."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from agentsensus.memory.judge.judge import Candidate
from agentsensus.memory.judge.rule import RuleJudge
from agentsensus.models.embed import HashingEmbedder
from agentsensus.sediment.statement import TextStatement
from agentsensus.text.names import Names
from agentsensus.text.reading import read

__all__ = ["merge_recapitulations"]

_ALIKE = 0.5
_COMMON = 40
"""A word that more statements have than this finds no candidates."""


async def merge_recapitulations(statements: list[TextStatement], names: Names) -> tuple[list[TextStatement], int]:
    """The statements without those that the judge calls the same as an earlier one, and how many those were.

    Whoever owns the later one owns the event too; its words are kept as a telling, its passage as another one.
    """
    pairs = _candidates(statements, names)
    if not pairs:
        return statements, 0
    embedder = HashingEmbedder()
    judge = RuleJudge(embedder)
    numbers = sorted({number for pair in pairs for number in pair})
    keys = [names.canonical(statements[number].text) for number in numbers]
    vectors = dict(zip(numbers, await embedder.embed(keys), strict=True))
    readings = {number: read(key, names) for number, key in zip(numbers, keys, strict=True)}
    merged: dict[int, int] = {}
    for earlier, later in pairs:
        if later in merged or earlier in merged:
            continue
        cosine = round(float(np.dot(vectors[earlier], vectors[later])), 4)
        if judge.compare(readings[later], Candidate(readings[earlier], cosine)).merges:
            merged[later] = earlier
    for later, earlier in merged.items():
        _merge(statements[later], statements[earlier])
    return [statement for number, statement in enumerate(statements) if number not in merged], len(merged)


def _merge(later: TextStatement, earlier: TextStatement) -> None:
    wordings = (*earlier.tellings, later.text) if later.text != earlier.text else earlier.tellings
    earlier.tellings = tuple(dict.fromkeys(wordings))
    earlier.owners = tuple(sorted({*earlier.owners, *later.owners}))
    earlier.also_at.append((later.start, later.end))


def _candidates(statements: Sequence[TextStatement], names: Names) -> list[tuple[int, int]]:
    """Pairs of different parts that share half of their words, found by their rarer words; earlier first."""
    words = [read(names.canonical(statement.text), names).vocabulary for statement in statements]
    having: dict[str, list[int]] = defaultdict(list)
    for number, own in enumerate(words):
        for word in own:
            having[word].append(number)
    pairs: set[tuple[int, int]] = set()
    for numbers in having.values():
        if not 1 < len(numbers) <= _COMMON:
            continue
        for place, later in enumerate(numbers):
            for earlier in numbers[:place]:
                if _may_repeat(statements[earlier], statements[later]) and _is_alike(words[earlier], words[later]):
                    pairs.add((earlier, later))
    return sorted(pairs, key=lambda pair: (pair[1], pair[0]))


def _is_alike(words: frozenset[str], other: frozenset[str]) -> bool:
    return bool(words) and len(words & other) / len(words | other) >= _ALIKE


def _may_repeat(earlier: TextStatement, later: TextStatement) -> bool:
    """Whether two statements can be one event told twice: of different parts, and neither somebody's coming in."""
    return earlier.part != later.part and "entrance" not in (earlier.sort, later.sort)
