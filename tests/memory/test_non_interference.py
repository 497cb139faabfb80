"""An agent's answers are a function of its own deposits, of what happened to it and of the clock: of nobody else.

Every history is lived twice: with everybody, and by one agent alone, for whom the others' deeds are only time going by.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentsensus import Memory
from tests.memory.every_design import EVERY, Kind, ids
from tests.memory.interference import AGENTS, Act, acts, difference

pytestmark = pytest.mark.thorough

HISTORIES = 12


@pytest.mark.parametrize("kind", EVERY, ids=ids)
@settings(max_examples=HISTORIES)
@given(history=acts(), agent=st.sampled_from(AGENTS))
def test_nothing_that_others_do_changes_what_an_agent_is_answered(kind: Kind, history: list[Act], agent: str) -> None:
    assert difference(kind.open, history, agent) is None


A, B = "horatio", "marcellus"
LEFT, MIDDLE, RIGHT = (
    "Laertes left Elsinore for France with three trunks.",
    "Laertes left Elsinore for France.",
    "Laertes left Elsinore.",
)


def told(*deposits: tuple[str, str]) -> Memory:
    memory = Memory.open(embedder="hashing", judge="rule", settings={"thresholds": {"en": 0.70}})
    for at, (agent, text) in enumerate(deposits, 1):
        memory.remember(agent, text, at=at)
    return memory


BLESSED = ("Laertes blessed Polonius for France.",)
AGAIN = (
    [
        Act("batch", "horatio", BLESSED, 7, 2, 0),
        Act("batch", "marcellus", BLESSED, 14, 9, 2),
        Act("remember", "bernardo", ("Ophelia left Elsinore at midnight with three trunks.",), 17, 8, 1),
        Act("batch", "marcellus", BLESSED, 3, 5, 1),
        Act("remember", "marcellus", BLESSED, 19, 8, 0),
    ],
    [
        Act("remember", "marcellus", ("Laertes did not leave Elsinore for France with three trunks.",), 4, 12, 2),
        Act("remember", "bernardo", ("Ophelia blessed Polonius for France.", "Laertes blessed Polonius."), 13, 16, 2),
        Act("batch", "bernardo", BLESSED, 16, 6, 2),
        Act(
            "remember",
            "marcellus",
            ("Ophelia left Elsinore for France.", "Laertes did not leave Elsinore for France with three trunks."),
            19,
            4,
            0,
        ),
    ],
)


@pytest.mark.parametrize("kind", EVERY, ids=ids)
@pytest.mark.parametrize("history", AGAIN)
def test_when_others_said_it_last_does_not_tell_whether_an_agent_said_it_before(kind: Kind, history: list[Act]) -> None:
    assert difference(kind.open, history, "marcellus") is None


def test_two_statements_that_meet_only_through_anothers_record_are_two_to_their_teller() -> None:
    alone, together = told((A, LEFT), (A, RIGHT)), told((B, MIDDLE), (A, LEFT), (A, RIGHT))
    owners = [record.owners for record in together.records()]
    assert owners == [(A, B)], "the author sees one record"
    seen = [{hit.text for hit in memory.recall(A, "Laertes").hits} for memory in (alone, together)]
    assert seen == [{LEFT, RIGHT}] * 2
    assert (
        not together.agent(A).remember(MIDDLE).statements[0].known
        or alone.agent(A).remember(MIDDLE).statements[0].known
    )


def test_a_receipt_does_not_say_known_because_another_made_two_records_one() -> None:
    together = told((B, MIDDLE), (A, LEFT))
    assert not together.agent(A).remember(RIGHT).statements[0].known
    assert told((A, MIDDLE)).agent(A).remember(RIGHT).statements[0].known
