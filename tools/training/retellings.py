"""The weights of retellings: of statements about people of a registry, and of short ones that no registry knows.

The operating points are set here, by what worlds and topics that were left out showed (`training.outer`).
"""

from collections.abc import Mapping, Sequence

import numpy as np

from agentsensus.analysis.bench.logistic import Logistic, fit
from agentsensus.analysis.bench.pair_table import ReadPair, Table, table_of
from agentsensus.base.loop import wait_for
from agentsensus.embed import Embedder
from agentsensus.memory.judge.features import features
from agentsensus.memory.judge.retelling import LogisticWeights
from agentsensus.memory.judge.retelling.every import retold_features
from agentsensus.memory.judge.retelling.pair import StatementPair
from agentsensus.memory.judge.retelling.reader import FREE_COSINE, KNOWN_COSINE, is_free, is_told_otherwise
from agentsensus.memory.judge.retelling.words import WordVectors
from agentsensus.memory.judge.vetoes import Veto, standing
from agentsensus.memory.judge.vetoes.retelling_vetoes import against_retelling

__all__ = ["LEARNS_FROM", "free_weights", "judged_by", "known_weights", "retold_table"]

SHRINK, FREE_SHRINK = 150.0, 50.0
OWN = 4.0
"""How much a pair without a registry counts beside a pair of a world, in the weights of those without."""
POINTS = {"en": 0.86, "zh": 0.8}
FREE_POINTS = {"en": 0.85, "zh": 0.85}
DOUBT = 0.5
LEARNS_FROM = {"en": ("russia_ukraine",), "zh": ("three_kingdoms", "red_chamber")}
"""The worlds that the packaged weights learn from. Hamlet is none of them, so that its runs can test them."""
FREE_SETS = ("work", "hand", "free", "work_others", "hand_others")
STORIES = "story"
"""Small stories with near misses of every kind, by how their sets' names begin."""


def retold_table(pairs: Sequence[ReadPair], embedder: Embedder) -> Table:
    """The figures of retellings of some pairs; a pair is clear if it can be read as a retelling and no veto counts."""
    words = WordVectors(embedder)
    wait_for(words.learn([(pair.a, pair.b) for pair in pairs]))
    rows, clear = [], []
    for pair in pairs:
        against = standing(pair.a, pair.b)
        read = features(pair.a, pair.b, pair.cosine, is_clear=not against)
        rows.append(retold_features(StatementPair(pair.a, pair.b, pair.cosine, words.vectors), read))
        clear.append(_is_read(pair, against))
    return table_of(pairs, rows, clear)


def _is_read(pair: ReadPair, against: Mapping[str, Veto]) -> bool:
    if not is_told_otherwise(pair.a, pair.b):
        return False
    if pair.a.known and pair.b.known:
        return pair.cosine >= KNOWN_COSINE and not against_retelling(pair.a, pair.b, against)
    return pair.cosine >= FREE_COSINE and not against and is_free(pair.a, pair.b)


def known_weights(data: Table) -> dict[str, LogisticWeights]:
    """By language, the weights for statements about people of a registry; none where no world is left to learn from."""
    return {
        language: judged_by(_known(data, language, worlds), POINTS[language])
        for language, worlds in LEARNS_FROM.items()
        if data.of(*worlds).any()
    }


def free_weights(data: Table) -> dict[str, LogisticWeights]:
    """By language, the weights for short statements of which no registry knows anybody."""
    return {language: judged_by(_free(data, language), FREE_POINTS[language]) for language in LEARNS_FROM}


def _known(data: Table, language: str, worlds: Sequence[str]) -> Logistic:
    stories = data.clear & np.array([name.startswith(STORIES) for name in data.sets.tolist()])
    stories &= data.languages == language
    chosen = stories | (data.clear & data.of(*worlds))
    return fit(data.names, data.values[chosen], data.same[chosen], SHRINK)


def _free(data: Table, language: str) -> Logistic:
    own = data.clear & data.of(*(f"{name}_{language}" for name in FREE_SETS))
    chosen = own | (data.clear & data.of(*LEARNS_FROM[language]))
    return fit(data.names, data.values[chosen], data.same[chosen], FREE_SHRINK, np.where(own[chosen], OWN, 1.0))


def judged_by(model: Logistic, point: float, doubt: float = DOUBT) -> LogisticWeights:
    """A model as the judge reads it, with its operating point and where doubt begins."""
    return LogisticWeights(
        intercept=round(model.intercept, 4),
        threshold=point,
        doubt=doubt,
        mean=model.named(model.mean),
        spread=model.named(model.spread),
        weight=model.named(model.weights),
    )
