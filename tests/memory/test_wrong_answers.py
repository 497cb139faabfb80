"""Wrong answers that users met: tickets that contradict each other, a lost batch, equal words kept apart."""

from random import Random

import pytest

from agentsensus import Memory
from agentsensus.memory.answers import Commit

CUSTOMERS = ("Contoso", "Fabrikam", "Northwind", "Tailspin")


def test_different_identifiers_are_two_things_and_not_a_conflict() -> None:
    with Memory.open() as memory:
        for number in range(24):
            customer = CUSTOMERS[number % len(CUSTOMERS)]
            memory.remember(f"agent_{number % 3}", f"{customer} opened ticket {100 + number}.")
        memory.remember("agent_0", "客户甲提交了工单105。")
        memory.remember("agent_1", "客户甲提交了工单117。")
        assert len(memory.records()) == 26
        assert memory.conflicts() == []


def test_500_deposits_of_a_service_have_no_conflicts_of_different_things() -> None:
    chance = Random(41)
    with Memory.open(embedder="hashing") as memory:
        for number in range(500):
            customer, ticket = chance.choice(CUSTOMERS), 100 + number % 60
            forms = (
                f"{customer} opened ticket {ticket}.",
                f"{customer} asked for a refund of invoice {9_000 + number}.",
                f"{customer} reported that printer {number} is offline.",
                f"The fan in cabinet {number} is loud.",
                f"{number}号打印机坏了。",
            )
            memory.remember(f"agent_{number % 5}", chance.choice(forms), cut=False)
        assert memory.conflicts() == []


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ("Room 7 has 3 beds.", "Room 7 has 4 beds.", 1),
        ("Ana lives in room 7.", "Ana lives in room 9.", 1),
        ("Pump 3 leaks.", "Pump 5 leaks.", 0),
        ("12号房的灯亮着。", "14号房的灯亮着。", 0),
    ],
)
def test_a_number_of_the_subject_is_no_contradiction_but_a_count_is_one(one: str, other: str, count: int) -> None:
    with Memory.open() as memory:
        memory.remember("ana", one)
        memory.remember("ben", other)
        assert len(memory.conflicts()) == count


def test_a_message_that_is_only_a_smiley_loses_no_batch() -> None:
    with Memory.open(embedder="hashing") as memory:
        messages = [
            {"role": "user", "content": "The code of the door is 4417."},
            {"role": "user", "content": ";)"},
            {"role": "user", "content": "The pump is loud."},
        ]
        receipts = memory.remember_messages("ana", messages)
        assert [len(receipt.statements) for receipt in receipts] == [1, 0, 1]
        assert [receipt.note != "" for receipt in receipts] == [False, True, False]
        assert len(memory.records()) == 2


def test_equal_words_far_apart_in_turns_are_one_record_and_one_line_of_a_prompt() -> None:
    with Memory.open(embedder="hashing") as memory:
        memory.remember("ana", "The pump is loud.", at=1)
        memory.remember("ana", "The pump is loud.", at=90)
        assert len(memory.records()) == 1
        assert memory.recall("ana", "pump").text().count("The pump is loud.") == 1


def test_a_commit_reports_what_is_merged_superseded_and_purged() -> None:
    with Memory.open(embedder="hashing") as memory:
        commits: list[Commit] = []
        memory.subscribe(commits.append)
        old = memory.remember("ana", "The code of the door is 4417.").ids[0]
        same = memory.remember("ben", "The code of the door is 4417.").ids[0]
        new = memory.remember("ana", "The code of the door is 9925.", supersedes=old).ids[0]
        memory.purge(record=new)
        assert [commit.merges for commit in commits][1] == ((same, old),)
        assert commits[2].superseded == ((old, new),)
        assert commits[3].purged == (new,)
