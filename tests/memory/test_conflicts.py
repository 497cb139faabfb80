"""Conflicts as a workflow: when one stands, and how an author resolves, dismisses, merges and splits."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agentsensus import Memory
from agentsensus.errors import InputError, NotOwned, UnknownName
from agentsensus.memory.answers import Contradiction

OPEN, SHUT = "The gate of the castle is open.", "The gate of the castle is not open."


def contradicted(path: Path | str = ":memory:") -> tuple[Memory, str, str, Contradiction]:
    memory = Memory.open(path)
    opened = memory.remember("ana", OPEN, at=1).ids[0]
    shut = memory.remember("ben", SHUT, at=2).ids[0]
    (conflict,) = memory.conflicts()
    return memory, opened, shut, conflict


def test_a_conflict_has_a_stable_id_and_both_sides() -> None:
    memory, opened, shut, conflict = contradicted()
    assert (conflict.records, conflict.owners) == ((opened, shut), (("ana",), ("ben",)))
    memory.remember("cleo", OPEN, at=3)
    memory.remember("ana", "The pump is loud.", at=4)
    assert memory.conflicts()[0].id == conflict.id
    assert memory.conflicts(at=2)[0].id == conflict.id
    assert (conflict.at, conflict.ended) == (2, "")


@pytest.mark.parametrize("side", [0, 1])
def test_a_conflict_is_gone_after_one_side_is_forgotten(side: int) -> None:
    memory, opened, shut, conflict = contradicted()
    memory.forget(("ana", "ben")[side], (opened, shut)[side], at=3)
    assert not memory.conflicts()
    assert memory.conflicts(at=2)[0].id == conflict.id
    (ended,) = memory.conflicts(open=False)
    assert (ended.id, ended.ended) == (conflict.id, "forgotten")


@pytest.mark.parametrize("side", [0, 1])
def test_a_conflict_is_gone_after_one_side_expires(side: int) -> None:
    memory, opened, shut, _ = contradicted()
    memory.mark(("ana", "ben")[side], (opened, shut)[side], expires=5)
    assert memory.conflicts()
    memory.advance(5)
    assert not memory.conflicts()
    assert memory.conflicts(open=False)[0].ended == "expired"
    assert memory.stats().conflicts == 0


def test_a_conflict_is_gone_after_one_side_expires_by_the_clock() -> None:
    memory, _, shut, _ = contradicted()
    memory.mark("ben", shut, expires=datetime.now(UTC) - timedelta(hours=1))
    assert not memory.conflicts()


def test_a_conflict_is_gone_after_a_revision_makes_both_sides_agree() -> None:
    memory, _, shut, _ = contradicted()
    memory.revise("ben", shut, OPEN, at=3)
    assert not memory.conflicts()
    assert memory.stats().conflicts == 0


@pytest.mark.parametrize("side", [0, 1])
def test_a_purge_leaves_no_ghost_of_a_conflict(side: int) -> None:
    memory, opened, shut, _ = contradicted()
    memory.purge(record=(opened, shut)[side])
    assert not memory.conflicts()
    assert not memory.conflicts(open=False)


def test_an_agent_sees_only_conflicts_that_stand_among_its_own_statements() -> None:
    memory = Memory.open()
    memory.remember("ana", OPEN, at=1)
    shut = memory.remember("ana", SHUT, at=2).ids[0]
    (own,) = memory.agent("ana").conflicts()
    assert own.id
    memory.mark("ana", shut, expires=4)
    memory.advance(4)
    assert not memory.agent("ana").conflicts()


def test_resolve_ends_the_other_side_for_all_its_owners() -> None:
    memory, opened, shut, conflict = contradicted()
    memory.remember("cleo", SHUT, at=3)
    memory.resolve(conflict.id, keep=opened, at=4)
    assert not memory.conflicts()
    assert memory.conflicts(open=False)[0].ended == "resolved"
    assert not memory.recall("ben", "gate of the castle")
    assert not memory.recall("cleo", "gate of the castle")
    assert memory.recall("ana", "gate of the castle").hits[0].text == OPEN
    assert memory.recall("ben", "gate of the castle", at=3).hits[0].text == SHUT
    assert "resolved" in {change.kind for change in memory.history(shut)}


def test_resolve_for_named_owners_leaves_the_conflict_to_the_others() -> None:
    memory, opened, _, conflict = contradicted()
    memory.remember("cleo", SHUT, at=3)
    memory.resolve(conflict, keep=opened, owners=["ben"])
    (left,) = memory.conflicts()
    assert left.owners == (("ana",), ("cleo",))
    with pytest.raises(NotOwned):
        memory.resolve(left, keep=opened, owners=["ana"])
    with pytest.raises(InputError):
        memory.resolve(left, keep="nothing")
    with pytest.raises(UnknownName):
        memory.resolve("c0ffee", keep=opened)


def test_dismiss_closes_a_conflict_and_later_repetitions_do_not_open_it_again() -> None:
    memory, _, _, conflict = contradicted()
    memory.dismiss(conflict.id, at=3)
    assert not memory.conflicts()
    assert memory.stats().conflicts == 0
    assert memory.conflicts(at=2)
    assert memory.conflicts(open=False)[0].ended == "dismissed"
    memory.remember("cleo", SHUT, at=4)
    memory.remember("dan", OPEN, at=4)
    assert not memory.conflicts()
    assert memory.recall("ben", "gate of the castle")


def test_a_record_does_not_list_a_dismissed_conflict_among_its_links() -> None:
    memory, first, second, conflict = contradicted()
    assert (second, "conflicts_with") in memory.get(first).links
    memory.dismiss(conflict)
    assert memory.get(first).links == memory.get(second).links == ()


def test_merge_joins_two_records_and_split_undoes_it() -> None:
    with Memory.open() as memory:
        a = memory.remember("ana", "Ophelia drowned in the brook.", at=1).ids[0]
        b = memory.remember("ben", "The river took poor Ophelia at dusk.", at=1).ids[0]
        c = memory.remember("cleo", "The river took poor Ophelia at dusk.", at=1).ids[0]
        assert memory.get(b).owners == ("ben", "cleo")
        before = memory.sha256(authors=False)
        assert memory.merge(a, b, at=2) == a
        assert memory.get(c).owners == ("ana", "ben", "cleo")
        assert memory.get(b, at=1).owners == ("ben", "cleo")
        assert "merged" in {change.kind for change in memory.history(a)}
        assert memory.sha256(authors=False) == before
        assert memory.split(a, b, at=3) == (a, b)
        assert memory.get(a).owners == ("ana",)
        assert memory.get(b).owners == ("ben", "cleo")
        with pytest.raises(InputError):
            memory.merge(b, c)


def test_merge_closes_the_conflict_between_both() -> None:
    memory, opened, shut, _ = contradicted()
    memory.merge(opened, shut, at=3)
    assert not memory.conflicts()
    assert memory.conflicts(open=False)[0].ended == "merged"
    memory.split(opened, shut, at=4)
    assert memory.conflicts()


LIKES, HATES = "Bob likes coffee.", "Bob hates coffee."


@pytest.mark.parametrize("equal_text", ["merged", "by_round"])
def test_what_was_split_stays_apart(equal_text: str) -> None:
    with Memory.open(judge="rule", embedder="hashing", settings={"equal_text": equal_text, "verify": "none"}) as memory:
        likes = memory.remember("ana", LIKES, at=1).ids[0]
        hates = memory.remember("ben", HATES, at=1).ids[0]
        if memory.get(hates).id != likes:
            memory.merge(likes, hates, at=2)
        memory.split(likes, "ben", at=2)
        assert memory.get(hates).owners == ("ben",)
        memory.remember("cleo", LIKES, at=12)
        memory.remember("dan", HATES, at=13)
        memory.remember("ben", LIKES, at=14)
        assert {wording.text for wording in memory.get(hates).wordings} == {HATES}
        assert {wording.text for wording in memory.get(likes).wordings} == {LIKES}
        assert len(memory.agent("ben").conflicts()) + len(memory.recall("ben", "Bob and coffee").hits) >= 2


def test_what_the_author_decides_is_exported_and_imported(tmp_path: Path) -> None:
    memory, opened, _, conflict = contradicted(tmp_path / "a.db")
    other = memory.remember("dan", "Osric sold three barrels of herring.", at=3).ids[0]
    memory.dismiss(conflict)
    memory.merge(opened, other)
    memory.export(tmp_path / "a.jsonl")
    with Memory.open(tmp_path / "b.db") as copy:
        copy.import_(tmp_path / "a.jsonl")
        assert copy.sha256() == memory.sha256()
        assert not copy.conflicts()
        assert copy.conflicts(open=False)[0].ended == "dismissed"
    memory.close()
