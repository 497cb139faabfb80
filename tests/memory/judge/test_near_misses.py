"""One word changes what happened: such pairs stay apart, with names that are known as without, and other forms of one deed meet."""  # noqa: E501

from functools import lru_cache
from pathlib import Path

import pytest

from agentsensus import Memory
from agentsensus.analysis.bench.pairs import read_pairs
from agentsensus.memory.judge import Relation

DATA = Path(__file__).parents[2] / "data" / "understanding"
PEOPLE = {
    "zh": {"周": ("周岚",), "陆": ("陆三",), "秦": ("秦掌柜",), "仓库": ("西仓库",)},
    "en": {"mara": ("Mara Voss",), "tobias": ("Tobias",), "hale": ("Captain Hale",), "store": ("the boat store",)},
}


@lru_cache(maxsize=4)
def memory(language: str, is_known: bool) -> Memory:
    return Memory.open(names=PEOPLE[language] if is_known else None)


ONE_DEED = {
    "zh": [
        ("周岚把账本锁进了西仓库的铁柜。", "账本由周岚锁在西仓库的铁柜里。"),
        ("陆三偷走了秦掌柜的玉佩。", "秦掌柜的玉佩让陆三给偷走了。"),
        ("周岚告诉秦掌柜，船已经修好了。", "秦掌柜听周岚说，船修好了。"),
        ("陆三对周岚说，信是被雨打湿的。", "陆三告诉周岚雨打湿了信。"),
    ],
    "en": [
        ("Mara Voss rang the bell in the boat store.", "It was Mara Voss who rang the bell in the boat store."),
        ("Tobias stabbed Captain Hale to death in the boat store.",
         "The man Tobias killed in the boat store was Captain Hale."),
        ("Captain Hale ordered the boat store to be kept shut.", "Captain Hale ordered the boat store shut."),
        ("Tobias found the ring in the boat store.", "The one who found the ring in the boat store was Tobias."),
    ],
}  # fmt: skip
TWO_DEEDS = {
    "zh": [
        ("周岚把账本锁进了西仓库的铁柜。", "周岚把账本从西仓库的铁柜里取了出来。"),
        ("周岚在西仓库当众批评了陆三。", "周岚在西仓库当众挨了陆三的批评。"),
        ("周岚在西仓库捡到一把铜钥匙。", "周岚在西仓库捡到一顶旧草帽。"),
        ("陆三看见秦掌柜搬走了一箱茶叶。", "陆三看见秦掌柜搬走了四箱茶叶。"),
        ("秦掌柜答应周岚月底前还钱。", "秦掌柜答应周岚月底前还钱了吗？"),
        ("周岚发誓要找到陆三。", "周岚本想发誓要找到陆三，话没有出口。"),
        ("傍晚，陆三到西仓库找秦掌柜。", "天刚亮，陆三到西仓库找秦掌柜。"),
        ("周岚喜欢喝浓茶。", "周岚的妹妹喜欢喝浓茶。"),
        ("陆三告诉周岚，秦掌柜病了。", "陆三一直没有告诉周岚，秦掌柜病了。"),
    ],
    "en": [
        ("Mara found Captain Hale asleep in the boat store.", "Captain Hale found Mara asleep in the boat store."),
        ("Tobias picked up a silver ring in the boat store.", "Tobias picked up a wool coat in the boat store."),
        ("Captain Hale promised Tobias a new coat.", "Did Captain Hale promise Tobias a new coat?"),
        ("Tobias likes tea without sugar.", "Tobias's sister likes tea without sugar."),
        ("Mara Voss was leaving Captain Hale.", "Mara Voss was staying with Captain Hale."),
        ("Tobias told Captain Hale in the boat store that the mast was cracked.",
         "Tobias told Captain Hale in the boat store that supper was ready."),
        ("The club meets on the first Monday of each month.", "The club meets on the last Monday of each month."),
    ],
}  # fmt: skip


@pytest.mark.parametrize("is_known", [True, False], ids=["known", "unknown"])
@pytest.mark.parametrize(
    ("language", "a", "b"), [(language, *pair) for language, pairs in TWO_DEEDS.items() for pair in pairs]
)
def test_what_differs_in_one_word_stays_apart(language: str, a: str, b: str, is_known: bool) -> None:
    assert not memory(language, is_known).why(a, b).merges


@pytest.mark.parametrize(
    ("language", "a", "b"), [(language, *pair) for language, pairs in ONE_DEED.items() for pair in pairs]
)
def test_other_forms_of_one_deed_meet(language: str, a: str, b: str) -> None:
    assert memory(language, True).why(a, b).merges


def test_easy_things_are_right() -> None:
    """Voice, tense, a phrase moved, figures and words, contractions, headlines; and who did it to whom."""
    easy = read_pairs(DATA / "easy.tsv")
    assert sum(pair.same for pair in easy) == 46
    assert [pair for pair in easy if memory("en", False).why(pair.a, pair.b).merges != pair.same] == []


@pytest.mark.parametrize("is_known", [True, False], ids=["known", "unknown"])
def test_what_is_said_of_somebody_and_of_his_kin_is_no_contradiction(is_known: bool) -> None:
    verdict = memory("en", is_known).why("Tobias likes tea without sugar.", "Tobias's sister likes tea without sugar.")
    assert verdict.relation is Relation.DIFFERENT


def test_a_number_in_a_name_is_none() -> None:
    assert memory("zh", True).why("陆三在西仓库。", "陆三在西仓库里。").merges
    verdict = memory("zh", True).why("秦掌柜借给陆三五两银子。", "秦掌柜借给陆三八两银子。")
    assert tuple(map(str, verdict.vetoes)) in (("different numbers: 5 against 8",), ("different numbers: 8 against 5",))
