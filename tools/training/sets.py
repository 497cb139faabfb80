"""The sets of labelled pairs that the judge is trained on, by name."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from agentsensus.analysis.bench.pairs import LabelledPair, read_pairs, registries_of, world_pairs
from agentsensus.base.chance import draw
from agentsensus.base.loop import wait_for
from agentsensus.embed import by_name
from agentsensus.language.names import Names
from agentsensus.worlds.scenario import load

__all__ = ["labelled", "other_events", "small_stories", "tellings_of_worlds"]

LIKE = 0.4
EACH = 3
OTHERS_OF_A_STORY = 2500
TELLING = "telling"
STORY = frozenset({TELLING, "telling of a version", "other event", "person", "place", "number", "done"})
"""Kinds of pairs made from a world's story. Pairs about moves of players ("she came", "he told it") are left out."""


def labelled(pairs: Path, hand: Path) -> dict[str, list[LabelledPair]]:
    """Read every set of pairs and return the sets by name. Names with "others" are sets of different events only."""
    sets = {
        "ecb_train": read_pairs(pairs / "ecbplus_train.tsv"),
        "ecb_dev": read_pairs(pairs / "ecbplus_dev.tsv"),
        "paws_en": read_pairs(pairs / "pawsx_en_dev.tsv"),
        "paws_zh": read_pairs(pairs / "pawsx_zh_dev.tsv"),
    }
    for language in ("en", "zh"):
        sets[f"work_{language}"] = read_pairs(hand / "understanding" / f"work_{language}.tsv")
        sets[f"free_{language}"] = read_pairs(hand / "understanding" / f"free_{language}.tsv")
        sets[f"hand_{language}"] = read_pairs(hand / f"handwritten_{language}.tsv")
        sets[f"short_{language}"] = read_pairs(hand / "understanding" / f"short_facts_{language}.tsv")
        sets[f"hand_others_{language}"] = other_events(sets[f"hand_{language}"])
        sets[f"work_others_{language}"] = other_events(sets[f"work_{language}"])
    return sets


def small_stories(hand: Path) -> tuple[dict[str, list[LabelledPair]], dict[str, Names]]:
    """Return the small stories, one set of pairs each, and for each set the registry of its people and places.

    Each story has near misses of every kind: pairs that differ in a person, a place, a number and so on.
    """
    named = json.loads((hand / "understanding" / "story_names.json").read_text("utf-8"))
    sets, registries = {}, {}
    for language in ("en", "zh"):
        pairs = read_pairs(hand / "understanding" / f"stories_{language}.tsv")
        for number, story in enumerate(sorted({pair.topic for pair in pairs})):
            name = f"story{number}_{language}"
            sets[name] = [pair for pair in pairs if pair.topic == story]
            people, places = (
                {f"{kind} {place}": (called,) for place, called in enumerate(named[story][kind])}
                for kind in ("people", "places")
            )
            registries[name] = Names(people, places=places)
    return sets, registries


def tellings_of_worlds(worlds: Sequence[str]) -> tuple[dict[str, list[LabelledPair]], dict[str, Names]]:
    """Return, for each world, the pairs made from its events, and the registry of its names."""
    sets, registries = {}, {}
    for name in worlds:
        scenario = load(name)
        told = [pair for pair in world_pairs(scenario) if pair.kind in STORY]
        tellings = [pair for pair in told if pair.kind == TELLING]
        sets[name] = [*tellings, *_some([pair for pair in told if pair.kind != TELLING], OTHERS_OF_A_STORY)]
        registries[name] = registries_of(scenario)["world"]
    return sets, registries


def _some(pairs: Sequence[LabelledPair], most: int) -> list[LabelledPair]:
    """Return at most about `most` pairs, chosen at random but always the same ones."""
    share = most / max(most, len(pairs))
    return [pair for number, pair in enumerate(pairs) if draw(number, 1, pair.a, pair.b) < share]


def other_events(pairs: Sequence[LabelledPair]) -> list[LabelledPair]:
    """Return pairs of similar statements from different topics. They report different events, so their label is "not
    same".
    """
    texts = list(dict.fromkeys((text, pair.topic) for pair in pairs if pair.same for text in (pair.a, pair.b)))
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
