"""Recalls, text loss and costs, counted by hand."""

from typing import Any

import pytest

from agentsensus.analysis.study.metrics.cost import (
    MergedTexts,
    calls_per_deposit,
    expansion,
    latency,
    merged_texts,
    purposes,
    text_loss,
)
from agentsensus.language.names import Names
from tests.analysis.study.rows import asked, record, wording

NAMES = Names({"ada": ["Ada", "the clerk"], "ben": ["Ben"], "cy": ["Cy"]})
FULL = "Ada gave Ben the letter in the hall."
SHORT = "Ben got the letter."
ORDERED = "Ada ordered Ben to bring the letter."
BROUGHT = "Ben brought a letter."


def test_what_recalls_bring_is_averaged_as_the_paper_does() -> None:
    texts = {"a": "the key of the tower", "b": "a stone", "c": "The Key is lost"}
    recalls = [
        asked("ada", "the key", ["a", "b"], ["c", "gone"]),
        asked("ben", "a stone", ["b", "c"]),
        asked("ben", "the bridge", ["a"], owner="letter"),  # a reading, not a recall
    ]
    brought = expansion(recalls, texts)
    assert (brought.recalls, brought.expanded, brought.linked_per_call) == (2, 1, 2.0)
    assert (brought.hits, brought.linked, brought.rows) == (2.0, 1.0, 3.0)
    assert brought.amplification == 1.5  # six rows for four hits
    assert (brought.keyword_hits, brought.keyword_linked) == (50.0, 100.0)  # a and b of four; c, and one that is gone
    assert brought.near_hits == pytest.approx(0.8)
    assert brought.near_linked == pytest.approx(0.4)


def test_without_recalls_there_is_nothing_to_average() -> None:
    brought = expansion([], {})
    assert (brought.recalls, brought.amplification, brought.hits, brought.tokens) == (0, None, None, None)


def test_every_merge_is_seen_with_what_was_there_before() -> None:
    rows = [
        record(wording("a", 1, "ada", text=FULL), wording("b", 2, "ben", text=SHORT), wording("c", 3, "cy", text=FULL))
    ]
    first, second = merged_texts(rows, {"b": 1, "c": 2})
    assert first == MergedTexts((FULL,), SHORT, alone=True)
    assert second == MergedTexts((FULL, SHORT), FULL, alone=False)


def test_the_shorter_text_loses_a_name_that_role_preserving_text_keeps() -> None:
    merges = [MergedTexts((FULL,), SHORT, alone=False)]
    shorter = text_loss(merges, "shorter", NAMES, 64, seen_only=False)
    assert (shorter.lost_name, shorter.lost_principal) == (100.0, 0.0)
    assert shorter.characters == len(FULL) - len(SHORT) == shorter.most_characters
    assert text_loss(merges, "role-preserving", NAMES, 64, seen_only=False).lost_name == 0.0


def test_who_ordered_it_is_a_principal() -> None:
    loss = text_loss([MergedTexts((ORDERED,), BROUGHT, alone=False)], "shorter", NAMES, 64, seen_only=False)
    assert (loss.lost_name, loss.lost_principal) == (100.0, 100.0)


def test_an_alias_is_no_lost_name() -> None:
    merges = [MergedTexts(("The clerk gave Ben the old letter.",), "Ada gave Ben a letter.", alone=True)]
    assert text_loss(merges, "shorter", NAMES, 64, seen_only=False).lost_name == 0.0


def test_seen_are_merges_that_change_the_text_or_were_a_deposit_by_themselves() -> None:
    changed = MergedTexts((FULL,), SHORT, alone=False)
    same = MergedTexts((SHORT,), FULL, alone=False)
    alone = MergedTexts((SHORT,), FULL, alone=True)
    loss = text_loss([changed, same, alone], "shorter", NAMES, 64, seen_only=True)
    assert (loss.merges, loss.seen, loss.measured) == (3, 2, 2)


def test_times_are_per_deposit_in_bins_of_five_rounds_without_waiting() -> None:
    rows: list[dict[str, Any]] = [
        {"operation": "remember", "at": 0, "seconds": 9.0, "queued": 0.0, "stages": {"embed": 9.0}, "deposits": 400},
        {"operation": "remember", "at": 1, "seconds": 0.5, "queued": 0.1, "stages": {"embed": 0.3}, "deposits": 2},
        {"operation": "remember", "at": 5, "seconds": 0.2, "queued": 0.0, "stages": {"embed": 0.1}, "deposits": 2},
        {"operation": "remember", "at": 6, "seconds": 0.3, "queued": 0.0, "stages": {}, "deposits": 1},
        {"operation": "recall", "at": 2, "seconds": 0.01, "queued": 0.0, "stages": {"search": 0.01}, "deposits": 1},
        {"round": 1, "seconds": 3.0, "awake": 4},
    ]
    first, second, recall = latency(rows)
    assert (first.operation, first.first, first.last, first.calls) == ("remember", 1, 5, 4)
    assert first.seconds == pytest.approx(0.15)
    assert first.stages["embed"] == pytest.approx(0.1)
    assert (second.first, second.last) == (6, 10)
    assert second.seconds == pytest.approx(0.3)
    assert recall.operation == "recall"
    assert recall.seconds == pytest.approx(0.01)


def test_calls_of_the_memory_are_shared_out_among_deposits() -> None:
    usage = {
        "decide": {"calls": 50, "input": 900, "output": 90, "money": 0.5},
        "judge": {"calls": 6, "input": 100, "output": 10, "money": None},
        "atomize": {"calls": 4, "input": 10, "output": 5},
    }
    assert calls_per_deposit(usage, 5) == 2.0
    assert calls_per_deposit(usage, 0) is None
    assert [(each.purpose, each.calls, each.money) for each in purposes(usage)] == [
        ("atomize", 4, 0.0),
        ("decide", 50, 0.5),
        ("judge", 6, 0.0),
    ]
