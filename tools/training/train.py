"""Fit the weights of the judge: two logistic regressions per language, for statements with and without registered
people.

The thresholds are constants in this module. They were chosen on held-out worlds and topics (`tools.training.outer`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agentsensus.analysis.bench.logistic import Labels, Logistic, fit
from agentsensus.analysis.bench.pair_table import ReadPair, Table, table_of
from agentsensus.base.loop import wait_for
from agentsensus.embed import Embedder
from agentsensus.memory.judge.features import features, vocabulary
from agentsensus.memory.judge.learned import LearnedWeights, Weights, reasons_against
from agentsensus.memory.judge.word_vectors import WordVectors

__all__ = ["LEARNS_FROM", "Material", "material"]

SHRINK, FREE_SHRINK = 150.0, 50.0
OWN = 4.0
"""Weight of a pair from `FREE_SETS` in `_free`, where a pair of a world has weight 1."""
POINTS = {"en": 0.86, "zh": 0.84}
FREE_POINTS = {"en": 0.78, "zh": 0.85}
DOUBT = 0.5
NEAR = {"en": 0.85}
"""The cosine from which two single words count as synonyms. No cosine tells Chinese synonyms from opposites."""
LEARNS_FROM = {"en": ("russia_ukraine",), "zh": ("three_kingdoms", "red_chamber")}
"""The worlds that the packaged weights are trained on. Hamlet is kept out, so that its runs can test the weights."""
FREE_SETS = ("work", "hand", "free", "short", "work_others", "hand_others")
NEWS = ("ecb_train", "ecb_dev", "paws_en", "paws_zh")
"""Sets of long sentences. They get the low weight `NEWS_COUNT`."""
NEWS_COUNT = 0.3
STORIES = "story"
"""The names of the sets of small stories begin with this."""


@dataclass(frozen=True, slots=True)
class Material:
    """Pairs and the table of their features. A pair is "clear" if no veto speaks against it being a retelling."""

    pairs: Sequence[ReadPair]
    table: Table

    def judge(self, embedder: Embedder, allowed: Labels) -> LearnedWeights:
        """Return weights trained on the pairs that the mask `allowed` selects."""
        data = self.table.rows(allowed)
        known = {name: worlds for name, worlds in LEARNS_FROM.items() if data.of(*worlds).any()}
        return LearnedWeights(
            embedder=embedder.id,
            known={name: _weights(_known(data, name), POINTS[name]) for name in known},
            free={name: _weights(_free(data, name), FREE_POINTS[name]) for name in LEARNS_FROM},
            near=NEAR,
            worlds=tuple(sorted(world for worlds in known.values() for world in worlds if data.of(world).any())),
        )


def material(pairs: Sequence[ReadPair], embedder: Embedder) -> Material:
    """Compute the features of the pairs. Both statements of a pair must have the same language."""
    words = WordVectors(embedder)
    wait_for(words.learn({word for pair in pairs for word in vocabulary(pair.a, pair.b)}))
    rows = [features(pair.a, pair.b, pair.cosine, words.vectors) for pair in pairs]
    clear = [not reasons_against(pair.a, pair.b, is_bridged=False)[1] for pair in pairs]
    return Material(pairs, table_of(pairs, rows, clear))


def _known(data: Table, language: str) -> Logistic:
    """Fit the weights for statements with registered people."""
    stories = np.array([name.startswith(STORIES) for name in data.sets.tolist()]) & (data.languages == language)
    chosen = data.clear & (stories | data.of(*LEARNS_FROM[language]))
    return fit(data.names, data.values[chosen], data.same[chosen], SHRINK)


def _free(data: Table, language: str) -> Logistic:
    """Fit the weights for statements without registered names."""
    own = data.clear & data.of(*(f"{name}_{language}" for name in FREE_SETS))
    news = data.clear & data.of(*NEWS) & (data.languages == language)
    chosen = own | news | (data.clear & data.of(*LEARNS_FROM[language]))
    counts = np.where(own[chosen], OWN, np.where(news[chosen], NEWS_COUNT, 1.0))
    return fit(data.names, data.values[chosen], data.same[chosen], FREE_SHRINK, counts)


def _weights(model: Logistic, point: float) -> Weights:
    return Weights(
        intercept=round(model.intercept, 4),
        threshold=point,
        doubt=DOUBT,
        mean=model.named(model.mean),
        spread=model.named(model.spread),
        weight=model.named(model.weights),
    )
