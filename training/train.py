"""All models of the learned judge, fitted to labelled pairs."""

from dataclasses import dataclass

import numpy as np

from agentsensus.bench.curves import Labels, recall_at
from agentsensus.bench.fitting import FittedModel, fitted, fitted_to_names
from agentsensus.bench.logistic import Floats
from agentsensus.bench.pair_table import Table
from agentsensus.memory.judge import learned
from agentsensus.memory.judge.learned import LearnedWeights

__all__ = ["PRECISION", "Trained", "train"]

PRECISION = 0.95
AGREEING = 0.9
OTHERS = 0.97
SWAPPED = 0.005
SHRINK_NEWS, SHRINK_STORY = 50.0, 20.0
ORDER = (
    "cosine", "cover_low", "cover_high", "align_low", "align_high", "unmatched_low", "unmatched_high", "in_order",
    "reordered", "neighbours", "words_shared", "slots", "length_ratio", "chinese",
)  # fmt: skip


def ordered(data: Table) -> FittedModel:
    """The model that tells whether nearly equal words mean the same; its point passes 0.5 % of exchanged words."""
    chosen = data.near & data.of("paws_en", "paws_zh")
    model = fitted(data, chosen, SHRINK_STORY, ORDER)
    wrong = model.scores[chosen & ~data.same]
    return model.at(float(np.quantile(wrong, 1 - SWAPPED)))


def story(data: Table, language: str, order: FittedModel) -> tuple[FittedModel, FittedModel]:
    """The models that tell whether two statements of a story tell the same event, and whether they agree in it."""
    hand, others = data.of(f"hand_{language}"), data.of(f"others_{language}")
    same = fitted(data, (hand & data.same) | others, SHRINK_STORY)
    agrees = fitted(data, hand, SHRINK_STORY)
    clear = data.clear & ~(data.near & (order.scores < order.threshold))
    easy = clear & ((hand & data.same) | others)
    unseen = recall_at(same.scores[easy], data.same[easy], PRECISION)[1]
    as_fitted = recall_at(same.seen[easy], data.same[easy], OTHERS)[1]
    same = same.at(max(unseen, as_fitted))
    passed = clear & hand & (same.scores >= same.threshold)
    bar = recall_at(agrees.scores[passed], data.same[passed], AGREEING)[1]
    return same, agrees.at(min(max(bar, 0.2), 0.6))


def news(data: Table, order: FittedModel) -> FittedModel:
    """The model that tells whether two sentences of news tell the same event; its point is at precision 0.95."""
    chosen = data.of("ecb_train")
    model = fitted(data, chosen, SHRINK_NEWS)
    clear = chosen & data.clear & ~(data.near & (order.scores < order.threshold)) & (data.kinds == learned.NEWS)
    return model.at(recall_at(model.seen[clear], data.same[clear], PRECISION)[1])


@dataclass(frozen=True, slots=True)
class Trained:
    """The learned weights, and the score of and decision on every pair."""

    learned: LearnedWeights
    scores: Floats
    merged: Labels


def train(data: Table) -> Trained:
    """All models, with the score of every pair by models that had not seen its topic."""
    order = ordered(data)
    same, agrees = {learned.NEWS: news(data, order)}, {}
    for kind, language in ((learned.STORY_EN, "en"), (learned.STORY_ZH, "zh")):
        same[kind], agrees[kind] = story(data, language, order)
    same[learned.KNOWN_EN] = fitted_to_names(data)
    doubtful = data.near & (data.kinds != learned.KNOWN_EN)
    scores, bars = np.where(doubtful, order.share(), 1.0), np.zeros(len(data.same))
    for kind, model in same.items():
        here = data.kinds == kind
        scores[here] *= model.scores[here] * (agrees[kind].share()[here] if kind in agrees else 1.0)
        bars[here] = model.threshold
    weights = LearnedWeights(
        embedder="universal-0.2.1",
        same={kind: model.weights() for kind, model in same.items()},
        agrees={kind: model.weights() for kind, model in agrees.items()},
        ordered=order.weights(),
    )
    return Trained(weights, scores, data.clear & (scores >= bars))
