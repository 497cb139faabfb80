"""The learned judge: symmetric features, a packaged operating point, vetoes on top."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentsensus import Memory
from agentsensus.base.loop import wait_for
from agentsensus.embed import HashingEmbedder, by_name
from agentsensus.errors import UnknownName
from agentsensus.language.languages import LANGUAGES
from agentsensus.language.names import Names
from agentsensus.language.reading import read
from agentsensus.memory.judge import Candidate
from agentsensus.memory.judge.accounting import account
from agentsensus.memory.judge.features import features, vocabulary
from agentsensus.memory.judge.judge import Question, Verdict
from agentsensus.memory.judge.learned import LearnedJudge, packaged
from agentsensus.memory.judge.vetoes import VetoKind, standing
from agentsensus.memory.judge.vetoes.retelling_vetoes import against_retelling
from agentsensus.memory.judge.word_vectors import WordVectors
from agentsensus.store.search.similarity import cosine
from tests.memory.company import TEXTS


@pytest.fixture(scope="module")
def memory() -> Iterator[Memory]:
    opened = Memory.open(judge="learned")
    yield opened
    opened.close()


def _values(a: str, b: str) -> dict[str, float]:
    one, other = read(a, Names()), read(b, Names())
    if one.language != other.language:
        return {}
    words = WordVectors(HashingEmbedder())
    wait_for(words.learn(vocabulary(one, other)))
    return features(one, other, 0.5, words.vectors)


@settings(max_examples=80)
@given(st.sampled_from(TEXTS), st.sampled_from(TEXTS))
def test_features_are_the_same_whichever_statement_comes_first(a: str, b: str) -> None:
    there, back = _values(a, b), _values(b, a)
    assert there == pytest.approx(back)
    assert all(np.isfinite(value) for value in there.values())


@pytest.mark.thorough
@settings(max_examples=60)
@given(st.text(min_size=1, max_size=60), st.text(min_size=1, max_size=60))
def test_features_are_numbers_for_any_text(a: str, b: str) -> None:
    assert all(np.isfinite(value) for value in _values(a, b).values())


def test_every_language_has_one_model_and_one_point_and_every_feature_a_weight() -> None:
    names, learned = set(_values(TEXTS[0], TEXTS[1])), packaged()
    assert set(learned.known) == set(learned.free) == set(LANGUAGES)
    for weights in (*learned.known.values(), *learned.free.values()):
        assert set(weights.weight) == set(weights.mean) == set(weights.spread) == names
        assert 0 < weights.doubt <= weights.threshold < 1


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The invoice was paid on Monday.", "On Monday the invoice has been paid."),
        ("Ann Lee sold 12 horses.", "Twelve horses were sold by Ann Lee."),
        ("发票周一付了。", "周一，发票已经支付。"),
        ("陈露把工单转给了石磊。", "工单被陈露转给石磊。"),
    ],
)
def test_what_says_no_more_in_other_words_is_plain(a: str, b: str) -> None:
    assert account(read(a, Names()), read(b, Names())).is_plain()


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
    assert set(verdict.features) == set(_values(a, b))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (
            "A lantern whose light is in the tower appears in Edda Marsh's 1974 novel, The Ropes of Callow Bay.",
            "A lantern whose light appears in the tower is in Edda Marsh's 1974 novel, The Ropes of Callow Bay.",
        ),
        (
            "The orchard in Dunmore is 40 hectares, of which Dunmore covers the third oldest farm.",
            "The orchard in Dunmore covers 40 hectares, of which Dunmore is the third oldest farm.",
        ),
        (
            "她是小满、阿宁和罗欣的姑妈，她的女儿成为了一名化学老师。",
            "她成了小满、阿宁和罗欣的姑妈，她的女儿是一位化学老师。",
        ),
        (
            "那家旅馆拥有 6 个红色、4 个蓝色、2 个黑色和一个绿色水池。",
            "那家旅馆有 6 座蓝色水池、4 座红色水池、2 座黑色水池和一座绿色水池。",
        ),
    ],
)
def test_equal_words_in_another_order_are_no_retelling(memory: Memory, a: str, b: str) -> None:
    assert [veto.kind for veto in memory.why(a, b).vetoes] == [VetoKind.WORD_ORDER]
    assert not memory.why(b, a).merges


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


def test_one_judge_serves_every_embedder() -> None:
    for embedder in ("universal", "hashing"):
        memory = Memory.open(embedder=embedder)
        same = memory.why("Ann Lee sold 12 horses.", "Twelve horses were sold by Ann Lee.")
        other = memory.why("Bob likes coffee.", "Bob hates coffee.")
        assert (same.judge, same.merges, other.judge, other.merges) == ("learned", True, "learned", False)


def test_thresholds_of_ones_own_stand_above_the_packaged_ones() -> None:
    strict = Memory.open(judge="rule", settings={"thresholds": {"en": 0.999}})
    usual = Memory.open(judge="rule")
    pair = ("Hamlet killed Polonius behind the arras.", "Polonius was killed by Hamlet behind the arras.")
    assert usual.why(*pair).merges
    assert not strict.why(*pair).merges
    assert strict.why(*pair).threshold == 0.999


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Maria hired Tom in May.", "Maria fired Tom in May."),
        ("Maria likes the new desk.", "Maria hates the new desk."),
        ("Maria signed the lease.", "Maria plans to sign the lease."),
        ("Maria bought the car from Tom.", "Maria sold the car to Tom."),
        ("玛丽喜欢新办公桌。", "玛丽讨厌新办公桌。"),
        ("玛丽雇了汤姆。", "玛丽解雇了汤姆。"),
        ("玛丽签了租约。", "玛丽打算签租约。"),
    ],
)
def test_a_registry_never_lowers_a_guard(a: str, b: str) -> None:
    names = Names({"maria": ["Maria", "玛丽"], "tom": ["Tom", "汤姆"]})
    for known in (names, Names()):
        assert not _judged(a, b, known).merges, known


def _judged(a: str, b: str, names: Names) -> Verdict:
    """What the packaged judge says of two statements, as a memory asks it."""
    embedder = by_name("universal")
    first, second = (read(names.canonical(text), names) for text in (a, b))
    vectors = wait_for(embedder.embed([first.text, second.text]))
    question = Question(first, (Candidate(second, cosine(vectors[0], vectors[1])),))
    return wait_for(LearnedJudge(embedder).judge([question])).verdicts[0][0]


NAMES = Names(
    {"song": ["宋江", "公明"], "wu": ["武松"], "odysseus": ["Odysseus"], "son": ["Telemachus"]}, {"ithaca": ["Ithaca"]}
)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (
            "The deploy to staging took 40 minutes because a test was flaky.",
            "A flaky test made the staging deployment last forty minutes.",
        ),
        ("宋江在江州题了反诗，被关进大牢。", "因为题反诗，公明在江州下了狱。"),
    ],
)
def test_a_retelling_in_other_words_merges(a: str, b: str) -> None:
    assert _judged(a, b, NAMES).merges
    assert _judged(b, a, NAMES).merges


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Odysseus gave Telemachus a bow.", "Odysseus gave Telemachus a spear."),
        ("Telemachus sailed from Ithaca to look for Odysseus.", "Telemachus came back to Ithaca without Odysseus."),
        ("宋江送给武松一匹马。", "宋江送给武松一把刀。"),
        ("宋江在江州题了反诗。", "武松在江州题了反诗。"),
    ],
)
def test_another_thing_deed_or_person_is_no_retelling(a: str, b: str) -> None:
    assert not _judged(a, b, NAMES).merges
    assert not _judged(b, a, NAMES).merges


def test_a_place_has_no_part_that_could_be_exchanged_with_a_persons() -> None:
    names = Names({"hamlet": ["Hamlet"]}, {"chapel": ["the chapel"]})
    a = read("In the chapel Hamlet took the resolve to kill the king at a later time, in the midst of a sin.", names)
    b = read("Hamlet resolved in the chapel to kill the king later, while the king was sinning.", names)
    assert "role" not in against_retelling(a, b, standing(a, b))
    assert a.people == frozenset({"Hamlet"})


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Odysseus had not come home.", "Odysseus has not come home since the war was lost."),
        ("The gate was shut by Telemachus.", "Telemachus shut the gate as soon as the suitors were gone."),
        (
            "A clerk is asking who wrote the new rules.",
            "A clerk is asking in the lobby who wrote the new rules in the Book of Port Alder.",
        ),
    ],
)
def test_when_it_happened_or_where_may_be_told_by_one_alone(a: str, b: str) -> None:
    assert _judged(a, b, NAMES).merges
    assert _judged(b, a, NAMES).merges


def test_another_time_clause_is_another_event() -> None:
    a, b = "Telemachus wept after the ships had left.", "Telemachus wept after the suitors had eaten."
    assert not _judged(a, b, NAMES).merges


def test_a_part_of_a_place_is_there_and_another_part_is_somewhere_else() -> None:
    names = Names(
        {"ann": ["Ann"], "tom": ["Tom"]},
        {"house": ["the house"], "barn": ["the barn"]},
        {"house": ["the attic", "the cellar"]},
    )
    attic = "Ann hid the will in the attic."
    assert _judged(attic, "Ann hid the will in the house.", names).merges
    assert not _judged(attic, "Ann hid the will in the cellar.", names).merges
    assert "person" in standing(*(read(text, names) for text in (attic, "Ann hid the will in the barn.")))


def test_somebody_and_a_place_are_not_held_against_each_other() -> None:
    names = Names({"ann": ["Ann"], "tom": ["Tom"]}, {"barn": ["the barn"]})
    a, b = read("Tom broke the lamp that belonged to Ann.", names), read("Tom broke a lamp in the barn.", names)
    assert "person" not in against_retelling(a, b, standing(a, b))
