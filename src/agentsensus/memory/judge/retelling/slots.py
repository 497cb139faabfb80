"""Features of two sentences that are equal except for a few words, such as a replaced name or number."""

import difflib
import math
from collections.abc import Iterator, Sequence

from agentsensus.language.languages import rules_of
from agentsensus.memory.judge.retelling.naming import name_words, written
from agentsensus.memory.judge.retelling.pair import StatementPair

_SHORT = 3


def slots(pair: StatementPair) -> dict[str, float]:
    """Return features of replaced words between equal words: how many, and whether they are names or numbers."""
    rules_a, rules_b = rules_of(pair.a.language).comparing, rules_of(pair.b.language).comparing
    swaps = [
        (words_a, words_b)
        for words_a, words_b in _swaps(rules_a.slot_words(pair.a.text), rules_b.slot_words(pair.b.text))
        if not (number := rules_a.numbers_in(words_a)) or number != rules_b.numbers_in(words_b)
    ]
    only_a, only_b = name_words(pair.a) - written(pair.b), name_words(pair.b) - written(pair.a)
    figures_a, figures_b = rules_a.beside_figures(pair.a.text), rules_b.beside_figures(pair.b.text)
    counted_in_both = figures_a.keys() & figures_b.keys()
    return {
        "slots": math.log1p(len(swaps)),
        "slots_names": float(any(only_a & set(words_a) and only_b & set(words_b) for words_a, words_b in swaps)),
        "slots_figures": float(any(_has_figure(words_a) and _has_figure(words_b) for words_a, words_b in swaps)),
        "figures_conflict": float(any(not figures_a[word] & figures_b[word] for word in counted_in_both)),
        "figures_same": float(any(figures_a[word] & figures_b[word] for word in counted_in_both)),
    }


def _swaps(a: Sequence[str], b: Sequence[str]) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    """Yield short runs of words that replace each other between words that both sentences have."""
    steps = difflib.SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
    for place, (kind, a1, a2, b1, b2) in enumerate(steps):
        before = a1 == 0 or steps[place - 1][0] == "equal"
        after = a2 == len(a) or (place + 1 < len(steps) and steps[place + 1][0] == "equal")
        if kind == "replace" and max(a2 - a1, b2 - b1) <= _SHORT and before and after:
            yield a[a1:a2], b[b1:b2]


def _has_figure(words: Sequence[str]) -> bool:
    return any(word[0].isdigit() for word in words)
