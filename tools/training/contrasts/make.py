"""Labelled contrasts out of sentences and out of pairs that people wrote.

The change is made first and in another telling than its partner, then both get edits that keep the meaning, so that
neither an edit nor an equal wording gives the label away.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from types import ModuleType

from agentsensus.analysis.bench.pairs import LabelledPair
from agentsensus.language.en.names import latin_names
from agentsensus.language.languages import language, rules_of
from agentsensus.language.zh.names import han_names
from tools.training.contrasts import chinese, english
from tools.training.contrasts.chooser import Chooser

__all__ = ["contrasts"]

_MORE = {"role": 3, "opposite": 3, "thing": 2, "name": 2, "plan": 2}
"""How often a kind is tried; roles and opposites need more examples than anything else."""
_NOISE = 0.5


def contrasts(pairs: Sequence[LabelledPair], seed: int = 1) -> list[LabelledPair]:
    """For each pair that tells the same: it again with noise, and near misses of every kind that can be made of it."""
    pools = {code: _pool([pair for pair in pairs if language(pair.a) == code]) for code in ("en", "zh")}
    made = []
    for pair in pairs:
        if pair.same:
            made += list(_of_pair(pair, pools[language(pair.a)], seed))
    return made


def _pool(pairs: Sequence[LabelledPair]) -> list[str]:
    """Names, each after «@», and common nouns to put in the place of others."""
    texts = sorted({text for pair in pairs for text in (pair.a, pair.b)})
    counted = Counter(name for text in texts for _, name in _names(text))
    names = {f"@{name}" for name, count in counted.items() if count > 1 and not _measured(name)}
    nouns = {noun for text in texts for noun in _edits(text).nouns_of(text) if not _measured(noun)}
    return sorted(names) + sorted(nouns)


def _measured(text: str) -> bool:
    """Whether a text is a number or a time, or has one."""
    return bool(rules_of(language(text)).unit_rules.quantities(text).quantities)


def _names(text: str) -> list[tuple[int, str]]:
    return han_names(text) if language(text) == "zh" else latin_names(text)


def _edits(text: str) -> ModuleType:
    return chinese if language(text) == "zh" else english


def _of_pair(pair: LabelledPair, pool: Sequence[str], seed: int) -> Iterator[LabelledPair]:
    edits = _edits(pair.a)
    for partner, telling in ((pair.a, pair.b), (pair.b, pair.a), (pair.a, pair.a), (pair.b, pair.b)):
        chooser = Chooser(seed, f"{partner}|{telling}")
        same, kept = noisy(telling, chooser, edits), noisy(partner, chooser, edits)
        if same != kept:
            yield _labelled(pair, kept, same, True, "kept")
        words = [*pool, *(f"&{run}" for run in _runs(pair.a, pair.b))]
        for kind, change in edits.CHANGES.items():
            for _ in range(_MORE.get(kind, 1)):
                changed = change(telling, chooser, words)
                if changed and changed not in (telling, partner):
                    noise = chooser.chance() < _NOISE
                    yield _labelled(
                        pair,
                        noisy(partner, chooser, edits) if noise else partner,
                        noisy(changed, chooser, edits) if noise else changed,
                        False,
                        kind,
                    )


def noisy(text: str, chooser: Chooser, edits: ModuleType) -> str:
    """The sentence after one or two edits that keep its meaning, where they fit."""
    for _ in range(2):
        keep = chooser.one_of(list(edits.KEEPS.values()))
        text = keep(text, chooser, ()) or text
    return text


def _runs(a: str, b: str) -> list[str]:
    """Runs of two to five characters that both tellings have and that are no part of a longer one."""
    if language(a) != "zh":
        return []
    runs: list[str] = []
    place = 0
    while place < len(a):
        length = next((n for n in (5, 4, 3, 2) if a[place : place + n] in b and len(a[place : place + n]) == n), 0)
        if length:
            runs.append(a[place : place + length])
        place += length or 1
    return [run for run in runs if run.isalpha() and "的" not in run and "了" not in run]


def _labelled(pair: LabelledPair, a: str, b: str, same: bool, kind: str) -> LabelledPair:
    return LabelledPair(a=a, b=b, same=same, topic=pair.topic, kind=kind)
