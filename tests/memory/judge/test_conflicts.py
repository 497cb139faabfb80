"""Contradictions: one particular differs of which there is only one; two of a kind do not contradict each other."""

import csv
from pathlib import Path

import pytest

from agentsensus import Memory
from agentsensus.language.names import Names
from agentsensus.language.reading import read
from agentsensus.memory.judge.conflicts import conflict

PAIRS = Path(__file__).parents[2] / "data" / "understanding"
BRIDGE = (
    "The bridge at Kolding is exactly 140 metres long.",
    "The length of the bridge at Kolding is exactly 104 metres.",
)
LEAST_FOUND = 0.6
MOST_FALSE = 0.05


def _rows(name: str) -> list[dict[str, str]]:
    with (PAIRS / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def _is_called(row: dict[str, str]) -> bool:
    return conflict(read(row["text_a"], Names()), read(row["text_b"], Names())) is not None


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", ["contradictions", "more_contradictions"])
def test_contradictions_are_found_and_compatible_statements_left_alone(name: str, language: str) -> None:
    rows = _rows(f"{name}_{language}")
    calls = [_is_called(row) for row in rows]
    real = [call for call, row in zip(calls, rows, strict=True) if row["label"] == "conflicting"]
    false = [call for call, row in zip(calls, rows, strict=True) if row["label"] == "compatible"]
    assert len(real) == len(false) == 60
    assert sum(real) / len(real) >= LEAST_FOUND
    assert sum(false) / len(false) <= MOST_FALSE


@pytest.mark.parametrize("language", ["en", "zh"])
def test_paraphrases_are_not_taken_for_contradictions(language: str) -> None:
    paraphrases = [row for row in _rows(f"work_{language}") if row["label"] == "1"]
    assert len(paraphrases) == 150
    assert sum(map(_is_called, paraphrases)) / len(paraphrases) <= MOST_FALSE


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (
            "The Willet service was deployed on Monday afternoon.",
            "On Thursday afternoon, the Willet service was deployed.",
        ),
        ("Kestrel Bikes hired Andrea Molnar as a mechanic.", "Kestrel Bikes hired Yusuf Demir as a mechanic."),
        ("信达公司招了董小洁当会计。", "信达公司招了吕芳当会计。"),
    ],
)
def test_two_deploys_and_two_hires_do_not_contradict_each_other(a: str, b: str) -> None:
    assert conflict(read(a, Names()), read(b, Names())) is None


def test_a_contradiction_is_shown_with_both_witnesses_and_each_is_told_only_of_its_own() -> None:
    memory = Memory.open(embedder="hashing")
    memory.remember("ann", BRIDGE[0], at=1)
    memory.remember("bob", BRIDGE[1], at=2)
    (found,) = memory.conflicts()
    assert (found.texts, found.owners) == (BRIDGE, (("ann",), ("bob",)))
    assert memory.conflicts(at=1) == memory.agent("ann").conflicts() == []
    assert BRIDGE[1] not in [hit.text for hit in memory.recall("ann", "the bridge").hits]


def test_under_paper_nothing_is_linked_as_a_contradiction() -> None:
    memory = Memory.open(embedder="hashing", settings="paper")
    for agent, text in zip(("ann", "bob"), BRIDGE, strict=True):
        memory.remember(agent, text)
    assert memory.conflicts() == []
