"""The learned judge: symmetric features, a packaged operating point, vetoes on top."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentsensus import Memory
from agentsensus.errors import InputError, UnknownName
from agentsensus.loop import wait_for
from agentsensus.memory.judge import Candidate, Question, Verdict
from agentsensus.memory.judge.features import StatementPair, features, vocabulary
from agentsensus.memory.judge.features.naming import name_words
from agentsensus.memory.judge.learned import (
    KNOWN_EN,
    NEWS,
    STORY_EN,
    STORY_ZH,
    LearnedJudge,
    LearnedWeights,
    kind_of,
    packaged,
    share,
)
from agentsensus.memory.judge.vetoes_in_context import standing
from agentsensus.models.embed import by_name
from agentsensus.text.names import Names
from agentsensus.text.reading import read
from tests.memory.company import TEXTS


@pytest.fixture(scope="module")
def memory() -> Iterator[Memory]:
    opened = Memory.open(judge="learned")
    yield opened
    opened.close()


def _pair(a: str, b: str) -> StatementPair:
    first, second = read(a, Names()), read(b, Names())
    chance = np.random.default_rng(0)
    words = {word: chance.standard_normal(4).astype(np.float32) for word in sorted(vocabulary(first, second))}
    return StatementPair(first, second, 0.5, words)


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


def test_every_feature_has_a_weight_and_every_part_an_operating_point() -> None:
    names, learned = set(features(_pair(TEXTS[0], TEXTS[1]))), packaged()
    known = learned.same[KNOWN_EN]
    for weights in [*learned.same.values(), *learned.agrees.values()]:
        looked_at = names if weights is known else names - {"negations_apart"}
        assert set(weights.weight) == set(weights.mean) == set(weights.spread) == looked_at
        assert 0 < weights.threshold < 1
    assert set(learned.ordered.weight) < names
    assert set(learned.same) == {NEWS, STORY_EN, STORY_ZH, KNOWN_EN}
    assert set(learned.agrees) == {STORY_EN, STORY_ZH}
    # A doubt must always be enough to keep a pair apart.
    assert all(weights.threshold > share(0.0, 1.0) + 0.5 for weights in learned.same.values())


def test_long_english_is_news_unless_a_registry_knows_who_is_named() -> None:
    short, long = features(_pair(TEXTS[3], TEXTS[11])), features(_pair(TEXTS[3] * 4, TEXTS[11] * 4))
    assert kind_of(short, known=False) == STORY_EN
    assert kind_of(long, known=False) == NEWS
    assert kind_of(short, known=True) == kind_of(long, known=True) == KNOWN_EN
    chinese = features(_pair("关羽斩了华雄。", "张飞来了。"))
    assert kind_of(chinese, known=False) == kind_of(chinese, known=True) == STORY_ZH


def test_a_name_is_a_name_in_small_and_in_large_letters() -> None:
    shouted, told = (
        read("CHARLES FIRED BY JACKSON IN BOSTON", Names()),
        read("Jackson fired Charles in Boston.", Names()),
    )
    assert name_words(shouted) == name_words(told) == {"charles", "jackson", "boston"}


def test_other_words_between_the_same_words_are_an_exchange() -> None:
    swapped = features(_pair("Anna sold nine horses at dawn.", "Anna sold nine carts at dawn."))
    assert swapped["slots"] > 0
    figures = features(_pair("The navy caught 23 pirates.", "The navy caught 26 pirates."))
    assert figures["slots_figures"] == figures["figures_conflict"] == 1
    assert features(_pair("Anna sold nine horses.", "Anna sold 9 horses."))["slots"] == 0


def test_a_veto_stands_only_between_statements_that_are_alike() -> None:
    done = read("Laertes sailed for France.", Names())
    far = read("Polonius told the whole court over supper that his son had taken ship that noon.", Names())
    near = read("Laertes said that Laertes sailed for France.", Names())
    assert "speech" not in standing(done, far)
    assert "speech" in standing(done, near)


def test_another_person_is_always_a_veto_where_the_registry_knows_both() -> None:
    names = Names({"hamlet": ["Hamlet"], "ghost": ["King Hamlet"], "hall": ["the great hall"], "lobby": ["the lobby"]})
    son, father = read("Hamlet walked about the great hall.", names), read("In the great hall King Hamlet wept.", names)
    assert "person" in standing(son, father)
    assert "person" in standing(son, read("Hamlet paced up and down the lobby.", names))
    assert not standing(son, read("Hamlet paced in the great hall.", names))


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
    assert set(verdict.features) == set(features(_pair(a, b))) | {"agrees", "ordered"}


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


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Hamlet killed Polonius behind the arras.", "Polonius was killed by Hamlet behind the arras."),
        ("Alice moved to Paris in May.", "In May Alice moved to Paris."),
        ("Hamlet sent Ophelia twelve letters.", "Hamlet sent Ophelia 12 letters."),
        ("关羽斩了华雄。", "华雄被关羽斩杀。"),
        (
            "The late king's ghost walked the battlements at midnight.",
            "At midnight the ghost of the late king was seen walking the battlements.",
        ),
    ],
)
def test_the_same_in_other_words_merges(memory: Memory, a: str, b: str) -> None:
    assert memory.why(a, b).merges
    assert memory.why(b, a).merges


def test_the_learned_judge_is_the_default_where_it_knows_the_embedder() -> None:
    assert Memory.open().why("Hamlet slept.", "Hamlet was asleep.").judge == "learned"
    assert Memory.open(embedder="hashing").why("Hamlet slept.", "Hamlet was asleep.").judge == "rule"
    with pytest.raises(InputError, match="judge='rule'"):
        Memory.open(embedder="hashing", judge="learned")


def test_thresholds_of_ones_own_stand_above_the_packaged_ones() -> None:
    strict = Memory.open(judge="rule", settings={"thresholds": {"en": 0.999}})
    usual = Memory.open(judge="rule")
    pair = ("Hamlet killed Polonius behind the arras.", "Polonius was killed by Hamlet behind the arras.")
    assert usual.why(*pair).merges
    assert not strict.why(*pair).merges
    assert strict.why(*pair).threshold == 0.999


def test_without_a_registry_the_weights_for_known_names_have_no_say() -> None:
    own, embedder = packaged(), by_name("universal")
    absurd = own.same[KNOWN_EN].model_copy(update={"intercept": 30.0, "threshold": 0.6})
    changed = own.model_copy(update={"same": own.same | {KNOWN_EN: absurd}})
    said = [TEXTS[number] for number in range(12)]

    def verdicts(learned: LearnedWeights, names: Names) -> tuple[tuple[Verdict, ...], ...]:
        readings = [read(names.canonical(text), names) for text in said]
        questions = [Question(one, tuple(Candidate(other, 0.6) for other in readings)) for one in readings]
        return wait_for(LearnedJudge(embedder, learned).judge(questions)).verdicts

    assert verdicts(changed, Names()) == verdicts(own, Names())
    court = Names({"hamlet": ["Hamlet"], "polonius": ["Polonius"]})
    assert any(read(text, court).known for text in said)
    assert verdicts(changed, court) != verdicts(own, court)
