"""The same sentence with something else in one place of it."""

import difflib
import math
from collections.abc import Iterator, Sequence

from agentsensus.memory.judge.features.naming import name_words, tokens_of, written
from agentsensus.memory.judge.features.pair import StatementPair, sequence
from agentsensus.text.reading import Reading
from agentsensus.text.reading.english import STOP, stem
from agentsensus.text.reading.numerals import english_number

_SHORT = 3


def slots(pair: StatementPair) -> dict[str, float]:
    """How many places hold other words between the same words, and whether those are names or figures."""
    a, b = _words(pair.a), _words(pair.b)
    swaps = list(_swaps(a, b))
    only_a, only_b = name_words(pair.a) - written(pair.b), name_words(pair.b) - written(pair.a)
    near_a, near_b = _beside_figures(pair.a), _beside_figures(pair.b)
    shared = near_a.keys() & near_b.keys()
    return {
        "slots": math.log1p(len(swaps)),
        "slots_names": float(any(only_a & set(one) and only_b & set(other) for one, other in swaps)),
        "slots_figures": float(any(_figures(one) and _figures(other) for one, other in swaps)),
        "figures_conflict": float(any(not near_a[word] & near_b[word] for word in shared)),
        "figures_same": float(any(near_a[word] & near_b[word] for word in shared)),
    }


def _words(reading: Reading) -> Sequence[str]:
    if reading.language == "zh":
        return sequence(reading)
    return [word.lower() for word in tokens_of(reading.text)]


def _swaps(a: Sequence[str], b: Sequence[str]) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    steps = difflib.SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
    for place, (kind, a1, a2, b1, b2) in enumerate(steps):
        after = a2 == len(a) or (place + 1 < len(steps) and steps[place + 1][0] == "equal")
        before = a1 == 0 or steps[place - 1][0] == "equal"
        if kind == "replace" and max(a2 - a1, b2 - b1) <= _SHORT and before and after:
            one, other = a[a1:a2], b[b1:b2]
            if not (number := english_number(one)) or number != english_number(other):
                yield one, other


def _figures(words: Sequence[str]) -> bool:
    return any(word[0].isdigit() for word in words)


def _beside_figures(reading: Reading) -> dict[str, set[str]]:
    """The figures that stand beside each word: «23 pirates», «magnitude 5.6»."""
    if reading.language == "zh":
        return {}
    words = [word.lower() for word in tokens_of(reading.text)]
    found: dict[str, set[str]] = {}
    for place, word in enumerate(words):
        if word[0].isdigit():
            for near in words[max(0, place - 1) : place] + words[place + 1 : place + 3]:
                if not near[0].isdigit() and near not in STOP:
                    found.setdefault(stem(near), set()).add(word)
    return found
