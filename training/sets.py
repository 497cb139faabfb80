"""The sets of labelled pairs that the judge learns from, by name."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from agentsensus.bench.pairs import LabelledPair, read_pairs
from agentsensus.loop import wait_for
from agentsensus.models.embed import by_name

__all__ = ["labelled", "other_events"]

LIKE = 0.4
EACH = 3


def labelled(pairs: Path, hand: Path) -> dict[str, list[LabelledPair]]:
    """Every set by its name; `others` are statements of one hand-written set that tell different events."""
    sets = {
        "ecb_train": read_pairs(pairs / "ecbplus_train.tsv"),
        "paws_en": read_pairs(pairs / "pawsx_en_dev.tsv"),
        "paws_zh": read_pairs(pairs / "pawsx_zh_dev.tsv"),
        "hand_en": read_pairs(hand / "handwritten_en.tsv"),
        "hand_zh": read_pairs(hand / "handwritten_zh.tsv"),
        "ecb_dev": read_pairs(pairs / "ecbplus_dev.tsv"),
    }
    return sets | {f"others_{language}": other_events(sets[f"hand_{language}"]) for language in ("en", "zh")}


def other_events(pairs: Sequence[LabelledPair]) -> list[LabelledPair]:
    """Statements that sound alike but come from different topics, so that they surely tell different events."""
    texts = [(text, pair.topic) for pair in pairs for text in (pair.a, pair.b)]
    vectors = np.asarray(wait_for(by_name("universal").embed([text for text, _ in texts])))
    near, topics = np.round(vectors @ vectors.T, 4), np.array([topic for _, topic in texts])
    others: dict[tuple[int, int], LabelledPair] = {}
    for number, (text, topic) in enumerate(texts):
        order = np.argsort(-near[number], kind="stable")
        likest = [place for place in order.tolist() if topics[place] != topic and near[number, place] >= LIKE][:EACH]
        for other in likest:
            key = (min(number, other), max(number, other))
            others.setdefault(key, LabelledPair(a=text, b=texts[other][0], same=False, topic=topic, kind="other event"))
    return list(others.values())
