"""Cross-validation of the judge: weights trained without a fold (a world, or a sixth of the topics) judge that fold."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from agentsensus.analysis.bench.curves import Labels
from agentsensus.analysis.bench.logistic import Floats
from agentsensus.analysis.bench.pair_table import ReadPair
from agentsensus.base.loop import wait_for
from agentsensus.embed import Embedder
from agentsensus.memory.judge import Candidate
from agentsensus.memory.judge.judge import Question
from agentsensus.memory.judge.learned import LearnedJudge, LearnedWeights
from tools.training.train import Material

__all__ = ["FOLDS", "Outer", "outer"]

FOLDS = 6


@dataclass(frozen=True, slots=True)
class Outer:
    """The judge's score of each pair, and whether the pair merges. The judge was trained without the pair's topic and
    world.
    """

    scores: Floats
    merged: Labels


def outer(material: Material, worlds: Sequence[str], embedder: Embedder) -> Outer:
    """Cross-validate: for each fold, train on all other pairs, then judge the pairs of the fold."""
    scores, merged = np.zeros(len(material.pairs)), np.zeros(len(material.pairs), bool)
    for outside in _left_out(material.pairs, worlds):
        weights = material.judge(embedder, ~outside)
        places = np.flatnonzero(outside).tolist()
        scores[places], merged[places] = _judged(weights, [material.pairs[place] for place in places], embedder)
    return Outer(scores, merged)


def _left_out(pairs: Sequence[ReadPair], worlds: Sequence[str]) -> Iterator[Labels]:
    """Yield the folds as masks over `pairs`: first one per world with the sets made from it, then a sixth of the other
    topics each.
    """
    sets = np.array([pair.set for pair in pairs])
    for world in worlds:
        yield np.isin(sets, (world, f"{world.replace('_', '-')}_world"))
    is_world = np.isin(sets, [name for world in worlds for name in (world, f"{world.replace('_', '-')}_world")])
    topics = np.array([_topic(pair) for pair in pairs])
    known = sorted(set(topics[~is_world].tolist()))
    order = np.random.default_rng(5).permutation(len(known))
    fold_of = {known[place]: number % FOLDS for number, place in enumerate(order.tolist())}
    folds = np.array([fold_of.get(topic, -1) for topic in topics.tolist()])
    for number in range(FOLDS):
        yield ~is_world & (folds == number)


def _topic(pair: ReadPair) -> str:
    """Return the topic that keeps a pair in one fold with the pairs of the same topic in other sets and languages."""
    return f"{pair.set.split('_')[0].removesuffix('+')} {pair.label.topic.removesuffix('-dev')}"


def _judged(weights: LearnedWeights, pairs: Sequence[ReadPair], embedder: Embedder) -> tuple[Floats, Labels]:
    judge = LearnedJudge(embedder, weights)
    questions = [Question(pair.a, (Candidate(pair.b, pair.cosine),)) for pair in pairs]
    verdicts = [row[0] for row in wait_for(judge.judge(questions)).verdicts]
    return np.array([verdict.score for verdict in verdicts]), np.array([verdict.merges for verdict in verdicts])
