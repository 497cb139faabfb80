"""The learned judge: symmetric features, a packaged operating point, vetoes on top."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentsensus import Memory
from agentsensus.errors import UnknownName
from agentsensus.memory.judge.features import Pair, features, vocabulary
from agentsensus.memory.judge.learned import kind_of, packaged
from agentsensus.memory.names import Names
from agentsensus.memory.reading import read
from tests.memory.company import TEXTS


@pytest.fixture(scope="module")
def memory() -> Iterator[Memory]:
    opened = Memory.open(judge="learned")
    yield opened
    opened.close()


def _pair(a: str, b: str) -> Pair:
    first, second = read(a, Names()), read(b, Names())
    chance = np.random.default_rng(0)
    words = {word: chance.standard_normal(4).astype(np.float32) for word in sorted(vocabulary(first, second))}
    return Pair(first, second, 0.5, words)


@settings(max_examples=80)
@given(st.sampled_from(TEXTS), st.sampled_from(TEXTS))
def test_features_are_the_same_whichever_statement_comes_first(a: str, b: str) -> None:
    there, back = features(_pair(a, b)), features(_pair(b, a))
    assert there == pytest.approx(back)
    assert all(np.isfinite(value) for value in there.values())


@settings(max_examples=60)
@given(st.text(min_size=1, max_size=60), st.text(min_size=1, max_size=60))
def test_features_are_numbers_for_any_text(a: str, b: str) -> None:
    assert all(np.isfinite(value) for value in features(_pair(a, b)).values())


def test_every_feature_has_a_weight_and_every_kind_an_operating_point() -> None:
    names = set(features(_pair(TEXTS[0], TEXTS[1])))
    for weights in packaged().values():
        assert set(weights.weight) == set(weights.mean) == set(weights.spread) == names
        assert 0.5 <= weights.threshold < 1


def test_pairs_are_weighed_by_shared_words_and_length() -> None:
    assert kind_of(features(_pair(TEXTS[3], TEXTS[4]))) == "near"
    assert kind_of(features(_pair(TEXTS[3], TEXTS[11]))) == "short"
    assert kind_of(features(_pair(TEXTS[3] * 4, TEXTS[11] * 4))) == "long"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Laertes left Elsinore with three trunks.", "Laertes left Elsinore with four trunks."),
        ("Hamlet wounded Laertes with the foil.", "Laertes wounded Hamlet with the foil."),
        ("Ophelia gave Hamlet his letters back.", "Gertrude drank from the poisoned cup."),
        ("关羽在白马斩了颜良。", "关羽在白马斩了文丑。"),
    ],
)
def test_what_differs_does_not_merge(memory: Memory, a: str, b: str) -> None:
    verdict = memory.why(a, b)
    assert not verdict.merges
    assert verdict.judge == "learned"
    assert 0 <= verdict.score <= 1
    assert set(verdict.features) == set(features(_pair(a, b)))


def test_why_agrees_with_what_the_learned_judge_does(memory: Memory) -> None:
    pairs = [(a, b) for a in TEXTS[:6] for b in TEXTS[:6] if a < b]
    merges = {pair: memory.why(*pair).merges for pair in pairs}
    for (first, second), expected in merges.items():
        fresh = Memory.open(judge="learned")
        fresh.remember("marcellus", first)
        fresh.remember("bernardo", second)
        assert (len(fresh.records()) == 1) == expected, (first, second)


def test_an_unknown_judge_names_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="learned"):
        Memory.open(judge="lerned")
