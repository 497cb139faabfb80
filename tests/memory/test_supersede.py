"""Superseding: a new statement takes the place of an old one, for its owner only."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agentsensus import DepositInput, Memory
from agentsensus.errors import InputError, NotOwned
from agentsensus.memory.answers import Commit
from agentsensus.memory.write.superseding import attribute_value
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


AUTOMATIC = {"supersede": "attributes"}


@every
def test_with_the_setting_a_newer_value_of_an_attribute_supersedes_the_older_one(kind: Kind) -> None:
    with kind.open(settings={**kind.settings, **AUTOMATIC}) as memory:
        old = memory.remember("ana", OLD, at=1).ids[0]
        memory.remember("ben", OLD, at=1)
        new = memory.remember("ana", "The gate is heavy. The code of the door is 9925.", at=2)
        assert NEW in [hit.text for hit in memory.recall("ana", "code of the door").hits]
        assert OLD not in [hit.text for hit in memory.recall("ana", "code of the door").hits]
        assert [hit.text for hit in memory.as_of(1).recall("ana", "code of the door").hits] == [OLD]
        assert [hit.text for hit in memory.recall("ben", "code of the door").hits] == [OLD]
        (ended,) = [change for change in memory.history(old) if change.kind == "superseded"]
        assert ended.detail["by"] == new.ids[1]
        assert (ended.detail["valid"]["from"], ended.detail["valid"]["to"]) == (1, 2)


def test_by_default_nothing_is_superseded_unless_it_is_named() -> None:
    with Memory.open(embedder="hashing") as memory:
        memory.remember("ana", OLD)
        memory.remember("ana", NEW)
        assert {hit.text for hit in memory.recall("ana", "code of the door").hits} == {OLD, NEW}


PAIRS = [
    ("ana", OLD, "witnessed", "The code of the gate is 9925.", "witnessed"),
    ("ana", OLD, "witnessed", "The code of the door is wrong.", "witnessed"),
    ("ana", OLD, "witnessed", "The code of the door is not 4417.", "witnessed"),
    ("ana", OLD, "witnessed", "Ben said that the code of the door is 9925.", "witnessed"),
    ("ana", OLD, "witnessed", "The code of the door was 9925.", "witnessed"),
    ("ana", OLD, "witnessed", NEW, "told:ben"),
    ("ana", OLD, "told:cleo", NEW, "told:ben"),
    ("ana", "The colour of the car is red.", "witnessed", "The price of the car is 900 pounds.", "witnessed"),
    ("ana", "大门的密码是4417。", "witnessed", "后门的密码是9925。", "witnessed"),
    ("ana", "大门的密码是4417。", "witnessed", "大门的密码不是4417。", "witnessed"),
]


@pytest.mark.parametrize(("agent", "old", "by", "new", "also_by"), PAIRS, ids=lambda part: str(part)[:40])
def test_the_setting_does_not_act_on_another_subject_attribute_or_source(
    agent: str, old: str, by: str, new: str, also_by: str
) -> None:
    with Memory.open(embedder="hashing", settings=AUTOMATIC) as memory:
        first = memory.remember(agent, old, at=1, via=by).ids[0]
        memory.remember(agent, new, at=2, via=also_by)
        assert memory.agent(agent).history(first)
        assert not [change for change in memory.history(first) if change.kind == "superseded"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Ana's address is 5 Mill Lane.", "Ana's address is now 12 High Street."),
        ("The status of the order is open.", "The status of the order is shipped."),
        ("The deadline for the report is Monday.", "The deadline for the report is 3 May."),
        ("大门的密码是4417。", "大门的密码改为9925。"),
        ("王芳的住址是中山路五号。", "王芳的住址现在是解放路三号。"),
        ("报告的截止日期是周一。", "报告的截止日期是五月三日。"),
    ],
)
def test_plain_sentences_about_an_attribute_are_read_in_both_languages(old: str, new: str) -> None:
    with Memory.open(embedder="hashing", settings=AUTOMATIC) as memory:
        memory.remember("ana", old, at=1, via="told:ben")
        memory.remember("ana", new, at=2, via="told:ben")
        assert [record.text for record in memory.records()] == [new]


@pytest.mark.parametrize(
    "text",
    [
        "The code is 4417.",
        "The code of the door is 4417, I think.",
        "The code of the door is 4417 or 4418.",
        "The phone of Ben is broken.",
        "The name of the game is patience.",
        "Ana's manager is happy.",
        "The age of reason is over.",
        "The price of freedom is eternal vigilance.",
        "密码是4417。",
        "张三的老师很好。",
        "门的颜色和大小是一样的。",
    ],
)
def test_a_sentence_that_is_not_certain_has_no_attribute(text: str) -> None:
    assert attribute_value(text) is None
