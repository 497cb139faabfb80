"""Pairs by writers who had seen neither the judge nor other sets, freely worded: what is right stays right."""

import csv
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from agentsensus import Memory
from agentsensus.language.names import Names
from agentsensus.language.reading import read
from agentsensus.memory.judge import Relation
from agentsensus.memory.judge.vetoes import standing

DATA = Path(__file__).parents[2] / "data" / "understanding"
FOUND, FALSE_ALARMS = {"en": 17, "zh": 16}, 3
FOUND_FREELY, FALSE_ALARMS_FREELY = 9, 5
SAME, MERGED_WRONGLY = {"en": 23, "zh": 17}, 2
PAST_VETOES = 8


@lru_cache(maxsize=1)
def memory() -> Memory:
    return Memory.open()


def pairs(name: str, language: str) -> Iterator[tuple[str, str, str]]:
    with (DATA / f"{name}_{language}.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield row["label"], row["text_a"], row["text_b"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_contradictions_are_found_with_few_false_alarms(language: str) -> None:
    said = [(label, memory().why(a, b).relation) for label, a, b in pairs("fresh_contradictions", language)]
    found = [relation is Relation.CONFLICTING for label, relation in said if label == "conflicting"]
    alarms = [relation is Relation.CONFLICTING for label, relation in said if label == "compatible"]
    assert len(found) == len(alarms) == 60
    assert sum(found) >= FOUND[language]
    assert sum(alarms) <= FALSE_ALARMS


@pytest.mark.parametrize("language", ["en", "zh"])
def test_contradictions_in_quite_other_words_are_found_at_times_with_few_false_alarms(language: str) -> None:
    said = [(label, memory().why(a, b).relation) for label, a, b in pairs("free_contradictions", language)]
    found = [relation is Relation.CONFLICTING for label, relation in said if label == "conflicting"]
    alarms = [relation is Relation.CONFLICTING for label, relation in said if label == "compatible"]
    assert len(found) == len(alarms) == 80
    assert sum(found) >= FOUND_FREELY
    assert sum(alarms) <= FALSE_ALARMS_FREELY


@pytest.mark.parametrize("language", ["en", "zh"])
def test_paraphrases_merge_and_what_differs_does_not(language: str) -> None:
    same = [memory().why(a, b).merges for _, a, b in pairs("fresh_same", language)]
    other = [memory().why(a, b).merges for _, a, b in pairs("fresh_different", language)]
    assert len(same) == len(other) == 60
    assert sum(same) >= SAME[language]
    assert sum(other) <= MERGED_WRONGLY


@pytest.mark.parametrize("language", ["en", "zh"])
def test_vetoes_stop_a_model_that_always_says_same(language: str) -> None:
    past = [
        (a, b) for _, a, b in pairs("fresh_different", language) if not standing(read(a, Names()), read(b, Names()))
    ]
    assert len(past) <= PAST_VETOES, past
