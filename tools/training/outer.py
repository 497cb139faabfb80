"""What the judge is worth on what it has not seen: every part is trained without a topic or a world, then judges it."""

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
    """The score of every pair, and whether it merges, by a judge that has seen neither its topic nor its world."""

    scores: Floats
    merged: Labels


def outer(material: Material, worlds: Sequence[str], embedder: Embedder) -> Outer:
    """Everything is fitted and chosen without a sixth of the topics, or without a world, and only those are judged."""
    scores, merged = np.zeros(len(material.pairs)), np.zeros(len(material.pairs), bool)
    for outside in _left_out(material.pairs, worlds):
        weights = material.judge(embedder, ~outside)
        places = np.flatnonzero(outside).tolist()
        scores[places], merged[places] = _judged(weights, [material.pairs[place] for place in places], embedder)
    return Outer(scores, merged)


def _left_out(pairs: Sequence[ReadPair], worlds: Sequence[str]) -> Iterator[Labels]:
    """One world after the other, with all that was made of it; then a sixth of all other topics after the other."""
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
    """What must not be learned from where this pair is judged: its topic, in whichever set and language."""
    return f"{pair.set.split('_')[0].removesuffix('+')} {pair.label.topic.removesuffix('-dev')}"


def _judged(weights: LearnedWeights, pairs: Sequence[ReadPair], embedder: Embedder) -> tuple[Floats, Labels]:
    judge = LearnedJudge(embedder, weights)
    questions = [Question(pair.a, (Candidate(pair.b, pair.cosine),)) for pair in pairs]
    verdicts = [row[0] for row in wait_for(judge.judge(questions)).verdicts]
    return np.array([verdict.score for verdict in verdicts]), np.array([verdict.merges for verdict in verdicts])
