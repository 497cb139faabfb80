"""Equal words: one record if they stand alone; by round, two if they are far apart and both were seen."""

import pytest

from agentsensus import Memory


def _records(*said: tuple[str, str, int, str], **settings: object) -> int:
    memory = Memory.open(embedder="hashing", settings=settings or None)
    for agent, text, at, via in said:
        memory.remember(agent, text, at=at, via=via)
    return len(memory.records())


@pytest.mark.parametrize("text", ["The deploy failed.", "王芳辞职了。"])
def test_what_recurs_far_apart_is_two_events_and_close_together_one(text: str) -> None:
    by_round = {"equal_text": "by_round"}
    assert _records(("ann", text, 2, "witnessed"), ("bob", text, 30, "witnessed"), **by_round) == 2
    assert _records(("ann", text, 2, "witnessed"), ("bob", text, 3, "witnessed"), **by_round) == 1
    assert _records(("ann", text, 2, "witnessed"), ("bob", text, 30, "witnessed")) == 1


def test_a_repeated_telling_is_counted_and_shown_once() -> None:
    with Memory.open(embedder="hashing") as memory:
        memory.remember("ann", "The deploy failed.", at=2)
        memory.remember("ann", "The deploy failed.", at=30)
        memory.remember("bob", "The deploy failed.", at=60)
        assert memory.recall("ann", "deploy").text() == "- The deploy failed."
        (record,) = memory.records()
        assert [wording.at for wording in record.wordings] == [2, 30, 60]
        merges = memory.stats().merges
        assert sum(merges.values()) == 2


def test_files_that_name_the_old_value_open_with_the_rule_they_were_made_with() -> None:
    assert Memory.open(embedder="hashing", settings={"equal_text": "checked"}).settings.model_dump()["equal_text"] == (
        "by_round"
    )


def test_what_was_read_long_after_is_left_to_the_judge() -> None:
    assert _records(("ann", "The deploy failed.", 2, "witnessed"), ("bob", "The deploy failed.", 30, "read")) == 1


@pytest.mark.parametrize("text", ["It took 37 minutes.", "He was angry about the invoice.", "它花了37分钟。"])
def test_what_leans_on_something_said_before_is_one_only_for_who_says_it_again(text: str) -> None:
    assert _records(("ann", text, 2, "witnessed"), ("bob", text, 2, "witnessed")) == 2
    assert _records(("ann", text, 2, "witnessed"), ("ann", text, 3, "witnessed")) == 1
