"""How one came to know: what was heard, read or seen since the last deposit, and supports it."""

import pytest

from agentsensus.worlds.state.character import Learnt
from agentsensus.worlds.state.learning import source_of

LETTER = "The ships are bound for England. Fortinbras has two thousand men at the coast."


@pytest.mark.parametrize("kept", ["The ships are bound for England.", "Fortinbras has two thousand men at the coast."])
def test_both_facts_of_one_message_have_its_sender_as_their_source(kept: str) -> None:
    via = source_of(kept, [Learnt("witnessed", "The hall is dark."), Learnt("told", LETTER, "voltemand", "m7")])
    assert (via.kind, via.source, via.detail) == ("told", "voltemand", "m7")


def test_several_sentences_that_were_read_are_read() -> None:
    rows = ("Item: ten barrels of salt.", "Item: four barrels of wine.", "Paid by Osric in May.")
    via = source_of(
        "Osric paid ten barrels of salt and four of wine in May.", [Learnt("read", row, "ledger") for row in rows]
    )
    assert (via.kind, via.source) == ("read", "ledger")


def test_an_invention_after_a_look_is_not_witnessed() -> None:
    seen = [Learnt("witnessed", '{"present": ["Osric"], "status": {"lamps": "lit"}}')]
    assert source_of("Claudius poisoned the old king in the orchard.", seen).kind == "inferred"
    assert source_of("The lamps are lit.", seen).kind == "witnessed"


def test_what_two_people_said_is_from_whoever_said_most_of_it() -> None:
    learnt = [
        Learnt("told", "The bell rang twice.", "ann", "m1"),
        Learnt("told", "The bell rang twice at noon.", "bob", "m2"),
    ]
    assert source_of("The bell rang twice at noon.", learnt).source == "bob"
    assert source_of("The bell rang.", learnt).source == "bob"


def test_chinese_is_read_the_same_way() -> None:
    learnt = [Learnt("witnessed", "大厅里很暗。"), Learnt("told", "船队要去英国。海边有两千人马。", "voltemand", "m7")]
    assert source_of("海边有两千人马。", learnt).source == "voltemand"
    assert source_of("国王在花园里被人毒死。", learnt).kind == "inferred"


def test_nothing_learnt_is_inferred() -> None:
    assert source_of("The king is dead.", []).kind == "inferred"
