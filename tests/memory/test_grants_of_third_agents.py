"""What a reader sees of a grant depends on its granter's rows and its own, never on third agents."""

import itertools

import pytest

from agentsensus import Memory
from agentsensus.errors import InputError

STORIES = [
    (
        "The ferry sank near Ely on Monday.",
        "On Monday the ferry sank near Ely in the storm.",
        "The ferry sank in the storm.",
    ),
    ("Laertes left Elsinore.", "Laertes left Elsinore for France.", "Laertes left for France."),
    (
        "The bridge at Ely collapsed.",
        "The old bridge at Ely collapsed into the river.",
        "The old bridge collapsed into the river.",
    ),
]


def _seen(third: bool, granted: str, between: str, own: str) -> list[tuple[str, str | None]]:
    memory = Memory.open(embedder="universal")
    row = memory.remember("bob", granted, cut=False).ids[0]
    if third:
        memory.remember("carl", between, cut=False)
    memory.remember("ana", own, cut=False)
    memory.agent("bob").grant(row, "ana")
    seen = [(hit.text, hit.shared_by) for hit in memory.agent("ana").recall("what happened?", k=9)]
    memory.close()
    return seen


@pytest.mark.parametrize("story", STORIES)
def test_grant_bridge_a_third_agent_does_not_change_what_is_shown(story: tuple[str, str, str]) -> None:
    for texts in itertools.permutations(story):
        assert _seen(True, *texts) == _seen(False, *texts)


def test_a_granted_row_in_the_readers_own_words_is_shown_once() -> None:
    memory = Memory.open(embedder="hashing")
    row = memory.remember("bob", "The mill burned down.").ids[0]
    memory.remember("ana", "The mill burned down.")
    memory.agent("bob").grant(row, "ana")
    assert [(hit.text, hit.shared_by) for hit in memory.recall("ana", "mill")] == [("The mill burned down.", None)]


def _event() -> tuple[Memory, str]:
    memory = Memory.open(embedder="hashing")
    return memory, memory.remember_event(["ben", "cleo"], "The merger with Contoso is off.").ids[0]


def test_grant_coowner_each_granter_has_its_own_grant() -> None:
    memory, event = _event()
    ben, cleo, ana = memory.agent("ben"), memory.agent("cleo"), memory.agent("ana")
    ben.grant(event, "ana")
    cleo.grant(event, "ana")
    cleo.revoke(event, "ana")
    assert [hit.shared_by for hit in ana.recall("merger")] == ["ben"]
    ben.revoke(event, "ana")
    assert not ana.recall("merger")
    with pytest.raises(InputError, match="holds no such grant"):
        ben.revoke(event, "ana")


def test_a_granter_revokes_its_grant_whoever_else_has_granted() -> None:
    memory, event = _event()
    ben, cleo, ana = memory.agent("ben"), memory.agent("cleo"), memory.agent("ana")
    ben.grant(event, "ana")
    cleo.grant(event, "ana")
    ben.revoke(event, "ana")
    assert [hit.shared_by for hit in ana.recall("merger")] == ["cleo"]
    memory.revoke(event, "ana")
    assert not ana.recall("merger")
