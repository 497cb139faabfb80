"""Short facts of daily life and work, each with two paraphrases and two near misses that meet every wording.

The rules were mended with the first half in view. The second half was judged once, when they were done.
"""

import csv
from functools import lru_cache
from pathlib import Path

import pytest

from agentsensus import Memory
from agentsensus.memory.judge import Relation

DATA = Path(__file__).parents[2] / "data" / "understanding"
PAIRS, MERGED, WRONG, CONFLICTS = 104, {"en": 60, "zh": 50}, 3, 1


@lru_cache(maxsize=4)
def memory(embedder: str) -> Memory:
    return Memory.open(embedder=embedder)


def rows(language: str) -> list[dict[str, str]]:
    with (DATA / f"daily_facts_{language}.tsv").open(encoding="utf-8", newline="") as file:
        read = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [row for row in read if row["part"] == "development"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_paraphrases_merge_and_near_misses_of_every_wording_do_not(language: str) -> None:
    verdicts = [(row, memory("universal").why(row["text_a"], row["text_b"])) for row in rows(language)]
    same = [verdict for row, verdict in verdicts if row["label"] == "1"]
    wrong = [(row["text_a"], row["text_b"]) for row, verdict in verdicts if row["label"] == "0" and verdict.merges]
    assert len(same) == PAIRS
    assert sum(verdict.merges for verdict in same) >= MERGED[language]
    assert len(wrong) <= WRONG, wrong
    assert sum(verdict.relation is Relation.CONFLICTING for verdict in same) <= CONFLICTS


@pytest.mark.parametrize("language", ["en", "zh"])
def test_with_an_embedder_without_weights_near_misses_stay_apart_too(language: str) -> None:
    verdicts = [(row, memory("hashing").why(row["text_a"], row["text_b"])) for row in rows(language)]
    wrong = [(row["text_a"], row["text_b"]) for row, verdict in verdicts if row["label"] == "0" and verdict.merges]
    assert {verdict.judge for _, verdict in verdicts} == {"learned"}
    assert len(wrong) <= 3, wrong
    assert sum(verdict.merges for row, verdict in verdicts if row["label"] == "1") >= {"en": 45, "zh": 15}[language]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Keiko climbed down the ladder.", "Keiko climbed up the ladder."),
        ("The nurse pushed the bed out of the ward.", "The nurse pushed the bed into the ward."),
        ("Nico arrived before the rain.", "Nico arrived after the rain."),
        ("Theo is a vet.", "Theo was a vet."),
        ("Marc may not fish here unless he has a licence.", "Marc may fish here without a licence."),
        ("小窦周二从兰州回来了。", "小窦周二去了兰州。"),
        ("小樊把箱子搬上了阁楼。", "小樊把箱子从阁楼搬了下来。"),
        ("老贺从东门进的公园。", "老贺从东门出的公园。"),
        ("采购部收到了会计转来的发票。", "采购部把发票转给了会计。"),
        ("骆洋是兽医。", "骆洋以前是兽医。"),
        ("班长替学委值日。", "班长跟学委一起值日。"),
        ("妈妈叫小勇去浇花。", "小勇浇了花。"),
        ("奥莎的翻译是贝提", "奥莎给贝提当翻译"),
    ],
)
def test_a_direction_or_a_word_that_changes_the_fact_keeps_statements_apart(one: str, other: str) -> None:
    assert not memory("universal").why(one, other).merges
    assert not memory("universal").why(other, one).merges


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lena hates early meetings.", "Lena can't stand meetings early in the day."),
        ("Grandpa enjoys crossword puzzles.", "Crossword puzzles give Grandpa pleasure."),
        ("The landlord kept the deposit.", "The landlord did not give the deposit back."),
        ("甘老师教小雪拉二胡。", "小雪跟甘老师学二胡。"),
    ],
)
def test_a_fact_told_from_the_other_side_is_no_contradiction(one: str, other: str) -> None:
    assert memory("universal").why(one, other).relation is not Relation.CONFLICTING
