"""Superseding: a new statement takes the place of an old one, for its owner only."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agentsensus import DepositInput, Memory
from agentsensus.errors import InputError, NotOwned
from agentsensus.memory.answers import Commit
from tests.memory.every_design import EVERY, Kind, ids

every = pytest.mark.parametrize("kind", EVERY, ids=ids)
OLD, NEW = "The code of the door is 4417.", "The code of the door is 9925."


@every
def test_recall_shows_the_current_statement_and_as_of_the_old_one(kind: Kind) -> None:
    with kind.open() as memory:
        old = memory.remember("ana", OLD, at=1).ids[0]
        memory.remember("ben", OLD, at=1)
        new = memory.remember("ana", NEW, at=2, supersedes=old).ids[0]
        assert [hit.text for hit in memory.recall("ana", "code of the door").hits] == [NEW]
        assert [hit.text for hit in memory.as_of(1).recall("ana", "code of the door").hits] == [OLD]
        assert [hit.text for hit in memory.recall("ben", "code of the door").hits] == [OLD]
        (ended,) = [change for change in memory.history(old) if change.kind == "superseded"]
        assert (ended.at, ended.who, ended.detail["by"]) == (2, "ana", new)
        (began,) = [change for change in memory.history(new) if change.kind == "supersedes"]
        assert began.detail["of"] == old
        assert not [change for change in memory.history(old) if change.kind == "forgotten"]


def test_a_superseded_side_ends_the_conflict_and_the_record_names_what_it_replaced() -> None:
    with Memory.open() as memory:
        old = memory.remember("ana", "The gate of the castle is open.", at=1).ids[0]
        commits: list[Commit] = []
        memory.subscribe(commits.append)
        new = memory.remember("ana", "The gate of the castle is not open.", at=2, supersedes=old).ids[0]
        assert not memory.conflicts()
        assert not memory.agent("ana").conflicts()
        assert (old, "supersedes") in memory.get(new).links
        assert commits[-1].superseded == ((old, new),)


def test_an_agent_supersedes_only_its_own_wordings() -> None:
    with Memory.open(embedder="hashing") as memory:
        old = memory.remember("ana", OLD).ids[0]
        bens = memory.remember("ben", OLD).ids[0]
        for wrong in (bens, "nothing"):
            with pytest.raises(NotOwned):
                memory.agent("ana").remember(NEW, supersedes=wrong)
        with pytest.raises(NotOwned):
            memory.remember("cleo", NEW, supersedes=old)
        assert len(memory.agents) == 2
        memory.agent("ana").remember(NEW, supersedes=old)
        assert [hit.text for hit in memory.recall("ana", "code").hits] == [NEW]


def test_what_was_superseded_survives_export_and_import(tmp_path: Path) -> None:
    with Memory.open(embedder="hashing") as memory, Memory.open(embedder="hashing") as copy:
        old = memory.remember("ana", OLD, at=1).ids[0]
        memory.remember_many([DepositInput("ana", NEW, supersedes=old, expires=9)], at=2)
        memory.export(tmp_path / "a.jsonl")
        copy.import_(tmp_path / "a.jsonl")
        assert copy.sha256() == memory.sha256()
        assert copy.history(old) == memory.history(old)
        assert [hit.text for hit in copy.recall("ana", "code").hits] == [NEW]


@every
def test_what_is_remembered_with_an_expiry_leaves_every_answer_when_it_is_over(kind: Kind) -> None:
    with kind.open() as memory:
        memory.remember("ana", OLD, at=1, expires=3)
        memory.remember("ben", "The pump is loud.", at=1, expires=datetime.now(UTC) - timedelta(hours=1))
        assert memory.recall("ana", "code of the door")
        assert not memory.recall("ben", "pump")
        assert [finding.text for finding in memory.search("code of the door")] == [OLD]
        assert [knower.agent for knower in memory.who_knows("code of the door", min_score=-1)] == ["ana"]
        memory.advance(3)
        assert not memory.recall("ana", "code of the door")
        assert not memory.search("code of the door")
        assert not memory.search("code of the door", agents=["ana"])
        assert not memory.who_knows("code of the door", min_score=-1)
        assert [finding.text for finding in memory.search("code of the door", at=2)] == [OLD]


def test_an_owner_for_whom_a_record_has_expired_is_no_knower_of_it() -> None:
    with Memory.open(embedder="hashing") as memory:
        memory.remember("ana", OLD, at=1, expires=3)
        memory.remember("ben", OLD, at=1)
        memory.advance(3)
        assert [knower.agent for knower in memory.who_knows(OLD)] == ["ben"]
        assert memory.search(OLD)[0].owners == ("ben",)
        assert not memory.search(OLD, agents=["ana"])


def test_a_bad_expiry_is_refused_and_nothing_is_written() -> None:
    with Memory.open(embedder="hashing") as memory:
        with pytest.raises(InputError, match="expires is 'soon'"):
            memory.remember("ana", OLD, expires="soon")
        assert not memory.records()
