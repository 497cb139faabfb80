"""Clock time in the library: hits and knowers carry it, and every read by query can be limited by it."""

from datetime import UTC, datetime, timedelta

from agentsensus import Memory

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
