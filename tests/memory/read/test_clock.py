"""Clock time in the library: hits and knowers carry it, and every read by query can be limited by it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from agentsensus import Memory
from agentsensus.errors import InputError
from tests.memory.every_design import EVERY, Kind, ids

DOOR, PUMP = "The code of the door is 4417.", "The pump is loud."


def test_hits_findings_and_knowers_carry_the_time_at_which_the_owner_came_to_know() -> None:
    before = datetime.now(UTC)
    with Memory.open(embedder="hashing") as memory:
        memory.remember("ana", DOOR)
        first = memory.recall("ana", "door").hits[0].time
        assert first is not None
        assert before <= first <= datetime.now(UTC)
        memory.remember("ana", DOOR)
        memory.remember("ben", DOOR)
        assert memory.recall("ana", "door").hits[0].time == first
        knowers = {knower.agent: knower.since_time for knower in memory.who_knows(DOOR)}
        assert knowers["ana"] == first
        assert knowers["ben"] is not None
        assert knowers["ben"] > first
        assert memory.search(DOOR)[0].time is not None
        assert memory.recall("ana", "door").hits[0].to_dict()["time"] == first.isoformat()


def test_a_memory_without_stamps_has_no_times() -> None:
    with Memory.open(embedder="hashing", stamps=False) as memory:
        memory.remember("ana", DOOR)
        assert memory.recall("ana", "door").hits[0].time is None
        assert memory.who_knows(DOOR)[0].since_time is None


def test_every_read_by_query_can_be_limited_by_round_and_by_time() -> None:
    with Memory.open(embedder="hashing") as memory:
        memory.remember("ana", DOOR, at=1)
        memory.remember("ben", DOOR, at=5)
        ana, hour = memory.agent("ana"), timedelta(hours=1)
        later, earlier = datetime.now(UTC) + hour, datetime.now(UTC) - hour
        assert [knower.agent for knower in memory.who_knows(DOOR, since=2)] == ["ben"]
        assert [knower.agent for knower in memory.who_knows(DOOR, until=4)] == ["ana"]
        assert len(memory.who_knows(DOOR, since=earlier, until=later)) == 2
        assert not memory.who_knows(DOOR, since=later)
        assert not memory.who_knows(DOOR, until=earlier)
        assert ana.knows("door", until=4, min_score=-1)
        assert not ana.knows("door", since=2, min_score=-1)
        assert not ana.knows("door", since=later, min_score=-1)
        assert memory.latest("ana", 5, until=4) == [DOOR]
        assert memory.latest("ana", 5, since=later) == []


def between() -> datetime:
    """A time between two writes: later than the last, and earlier than the next."""
    now = start = datetime.now(UTC)
    while now == start:
        now = datetime.now(UTC)
    return start


@pytest.mark.parametrize("kind", EVERY, ids=ids)
def test_as_of_a_time_shows_the_memory_as_it_was_then_although_all_is_in_one_round(kind: Kind) -> None:
    with kind.open() as memory:
        start = between()
        code = memory.remember("ana", DOOR).ids[0]
        one = between()
        memory.remember("ben", PUMP)
        memory.forget("ana", code)
        two = between()
        memory.remember("cleo", DOOR)
        assert memory.round == 0
        assert memory.as_of(start).agents == ()
        assert memory.as_of(one).agents == ("ana",)
        assert [hit.text for hit in memory.as_of(one).recall("ana", "code of the door").hits] == [DOOR]
        assert not memory.as_of(one).recall("ben", "pump")
        assert not memory.as_of(two).recall("ana", "code of the door")
        assert [hit.text for hit in memory.as_of(two).recall("ben", "pump").hits] == [PUMP]
        assert [record.text for record in memory.as_of(two).records()] == [PUMP]
        assert [change.kind for change in memory.as_of(one).history(code)][:1] == ["said"]
        assert "forgotten" not in [change.kind for change in memory.as_of(one).history(code)]
        assert "forgotten" in [change.kind for change in memory.as_of(two).history(code)]
        assert memory.as_of(between()).agents == memory.agents
        assert memory.as_of(two).as_of(one).agents == ("ana",)
        with pytest.raises(InputError, match="whole rounds"):
            memory.as_of(one).sha256()


def test_as_of_a_time_undoes_supersedes_merges_marks_and_decisions(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "a.db", embedder="hashing") as memory:
        old = memory.remember("ana", DOOR).ids[0]
        pump = memory.remember("ben", PUMP, expires=datetime.now(UTC) + timedelta(milliseconds=1)).ids[0]
        before = between()
        memory.remember("ana", "The code of the door is 9925.", supersedes=old)
        merged = memory.merge(old, pump)
        assert merged
        assert [hit.text for hit in memory.as_of(before).recall("ana", "code").hits] == [DOOR]
        assert memory.as_of(before).get(old).owners == ("ana",)
        after = between()
    with Memory.open(tmp_path / "a.db", embedder="hashing", read_only=True) as memory:
        assert [hit.text for hit in memory.as_of(before).recall("ana", "code").hits] == [DOOR]
        assert [hit.text for hit in memory.as_of(after).recall("ana", "code").hits] == ["The code of the door is 9925."]


def test_as_of_a_time_counts_an_expiry_from_that_time() -> None:
    with Memory.open(embedder="hashing") as memory:
        start = datetime.now(UTC)
        memory.remember("ana", DOOR, expires=start + timedelta(milliseconds=20))
        inside = between()
        assert inside < start + timedelta(milliseconds=20)
        while datetime.now(UTC) < start + timedelta(milliseconds=21):
            pass
        assert not memory.recall("ana", "door")
        assert memory.as_of(inside).recall("ana", "door")


def test_a_memory_without_stamps_refuses_a_time_and_names_the_remedy() -> None:
    with Memory.open(embedder="hashing", stamps=False) as memory:
        memory.remember("ana", DOOR)
        with pytest.raises(InputError, match="give as_of a round"):
            memory.as_of(datetime.now(UTC))


def test_times_survive_an_export(tmp_path: Path) -> None:
    with Memory.open(embedder="hashing") as memory, Memory.open(embedder="hashing") as copy:
        code = memory.remember("ana", DOOR).ids[0]
        one = between()
        memory.forget("ana", code)
        memory.export(tmp_path / "a.jsonl")
        copy.import_(tmp_path / "a.jsonl")
        assert copy.as_of(one).recall("ana", "door")
        assert [change.time for change in copy.history(code)] == [change.time for change in memory.history(code)]


def test_every_read_that_lists_dated_things_takes_since_and_until() -> None:
    gate, shut = "The gate of the castle is open.", "The gate of the castle is not open."
    with Memory.open() as memory:
        first = memory.remember("ana", gate, at=1).ids[0]
        one = between()
        second = memory.remember("ana", shut, at=3).ids[0]
        ana = memory.agent("ana")
        reads: dict[str, Callable[..., list[Any]]] = {
            "records": lambda **limits: [each.text for each in memory.records(**limits)],
            "records of ana": lambda **limits: [each.text for each in memory.records(agent="ana", **limits)],
            "conflicts": lambda **limits: memory.conflicts(**limits),
            "own conflicts": lambda **limits: ana.conflicts(**limits),
            "knowers": lambda **limits: memory.knowers(second, **limits),
            "history": lambda **limits: memory.history(second, **limits),
            "own history": lambda **limits: ana.history(second, **limits),
            "decided": lambda **limits: memory.decided(**limits),
            "links": lambda **limits: memory.links("ana", first, **limits),
            "own links": lambda **limits: ana.links(first, **limits),
        }
        for name, read in reads.items():
            everything = read()
            assert everything, name
            assert read(since=2, until=3) == read(since=one) != [], name
            assert read(until=2) == read(until=one), name
            assert read(since=4) == read(since=datetime.now(UTC)) == [], name
            assert len(read(since=2)) + len(read(until=2)) == len(everything), name
        for read in reads.values():
            with pytest.raises(InputError, match="since is 'soon'"):
                read(since="soon")


def test_an_own_deed_is_remembered_and_shown_as_did() -> None:
    with Memory.open(embedder="hashing") as memory:
        memory.remember("ana", "Ana closed the sluice.", via="did")
        assert memory.recall("ana", "sluice").hits[0].via.kind == "did"
        assert [knower.via for knower in memory.who_knows("Ana closed the sluice.")] == ["did"]
        assert str(memory.via_of("ana", memory.records()[0].id)) == "did"
