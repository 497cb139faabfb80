"""Reading without owning: grants to agents and groups, what a reader is shown, and what it never is."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentsensus import Memory
from agentsensus.errors import InputError, NotOwned
from agentsensus.models.tokens import tokens
from tests.memory.every_design import EVERY, Kind, ids

KEY = "The key to the archive hangs behind the clock."
KEY_AGAIN = "Behind the clock hangs the key to the archive."


@pytest.fixture
def memory() -> Memory:
    return Memory.open(embedder="hashing")


def test_a_reader_is_shown_the_words_and_who_granted_them_and_no_owner(memory: Memory) -> None:
    record = memory.remember("ana", KEY, at=1, via="told:dora", metadata={"safe": 7}).ids[0]
    memory.remember("cleo", KEY)
    memory.advance(3)
    memory.agent("ana").grant(record, "ben", at=3)
    (hit,) = memory.agent("ben").recall("archive key").hits
    assert (hit.text, hit.shared_by, hit.since, dict(hit.metadata)) == (KEY, "ana", 3, {})
    shown = memory.agent("ben").recall("archive key").to_json()
    assert "cleo" not in shown
    assert "dora" not in shown
    assert not memory.owns("ben", record)
    assert memory.get(record).readers == ("ben",)
    assert memory.get(record).owners == ("ana", "cleo")
    assert memory.agent("ana").recall("archive key")[0].shared_by is None


def test_a_prompt_says_what_is_shared_with_its_agent_and_by_whom_within_its_limit(memory: Memory) -> None:
    chinese = "仓库的钥匙挂在钟的后面。"
    memory.agent("ana").grant(memory.remember("ana", KEY).ids[0], "ben")
    memory.grant(memory.remember("cleo", chinese).ids[0], "ben")
    assert memory.agent("ana").recall("key").text() == f"- {KEY}"
    lines = set(memory.agent("ben").recall("key 钥匙").text().split("\n"))
    assert lines == {f'- "{KEY}" (shared by ana)', f"- “{chinese}”（分享给你的）"}
    for limit in range(8, 40):
        assert tokens(memory.agent("ben").recall("key", max_tokens=limit).text()) <= limit


def test_a_reader_can_neither_forget_nor_revise_nor_pass_on_what_is_lent(memory: Memory) -> None:
    record = memory.remember("ana", KEY).ids[0]
    memory.agent("ana").grant(record, "ben")
    ben = memory.agent("ben")
    for deed in (
        lambda: ben.forget(record),
        lambda: ben.revise(record, "The key is gone."),
        lambda: ben.grant(record, "cleo"),
        lambda: ben.history(record),
        lambda: ben.links(record),
    ):
        with pytest.raises(NotOwned):
            deed()
    assert memory.who_knows("archive key", agent="ben") == []


def test_a_grant_is_dated_and_revoking_takes_the_past_away_too(memory: Memory) -> None:
    record = memory.remember("ana", KEY, at=1).ids[0]
    memory.advance(2)
    memory.agent("ana").grant(record, "ben", at=2)
    memory.advance(3)
    assert not memory.agent("ben").recall("key", at=1)
    assert memory.agent("ben").recall("key", at=2)
    memory.advance(4)
    memory.agent("ana").revoke(record, "ben", at=4)
    assert not memory.agent("ben").recall("key")
    assert not memory.agent("ben").recall("key", at=2)
    assert memory.as_of(3).recall("ben", "key"), "the author sees what was so"
    with pytest.raises(InputError, match="holds no such grant"):
        memory.agent("ana").revoke(record, "ben")


def test_a_group_reads_together_and_who_leaves_it_reads_no_more(memory: Memory) -> None:
    memory.group("night shift", ["ben", "cleo"], at=1)
    record = memory.remember("ana", KEY).ids[0]
    memory.advance(2)
    memory.agent("ana").grant(record, group="night shift", at=2)
    assert [bool(memory.recall(name, "key")) for name in ("ben", "cleo", "dora")] == [True, True, False]
    memory.group("night shift", ["cleo", "dora"], at=3)
    assert [bool(memory.recall(name, "key")) for name in ("ben", "cleo", "dora")] == [False, True, True]
    assert memory.groups() == {"night shift": ("cleo", "dora")}
    assert memory.groups(at=2) == {"night shift": ("ben", "cleo")}
    with pytest.raises(InputError, match="there is no group 'day shift'"):
        memory.grant(record, group="day shift")
    with pytest.raises(InputError, match="name one reader"):
        memory.grant(record, "ben", group="night shift")


def test_what_its_granter_forgets_is_lent_no_more(memory: Memory) -> None:
    record = memory.remember("ana", KEY).ids[0]
    memory.remember("cleo", KEY)
    memory.agent("ana").grant(record, "ben")
    memory.forget("ana", record)
    assert not memory.recall("ben", "key")
    assert memory.get(record).readers == ()


def test_the_application_grants_the_records_own_words_until_it_takes_them_back(memory: Memory) -> None:
    record = memory.remember("ana", KEY).ids[0]
    memory.grant(record, "ben")
    assert memory.recall("ben", "key")[0].shared_by == ""
    memory.revoke(record, "ben")
    assert not memory.recall("ben", "key")


def test_whoever_comes_to_own_it_has_its_own_words_for_it(memory: Memory) -> None:
    record = memory.remember("ana", KEY).ids[0]
    memory.agent("ana").grant(record, "ben")
    memory.remember("ben", KEY, metadata={"mine": 1})
    (hit,) = memory.recall("ben", "key").hits
    assert (hit.shared_by, dict(hit.metadata)) == (None, {"mine": 1})


def test_grants_and_groups_are_in_the_file_its_copies_and_its_export(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "a.db", embedder="hashing") as memory:
        memory.group("team", ["ben"])
        memory.agent("ana").grant(memory.remember("ana", KEY).ids[0], group="team")
        memory.fork(tmp_path / "fork.db")
        memory.export(tmp_path / "a.jsonl")
    for name in ("a.db", "fork.db", "import.db"):
        with Memory.open(tmp_path / name, embedder="hashing") as again:
            if name == "import.db":
                again.import_(tmp_path / "a.jsonl")
            assert again.recall("ben", "key")[0].shared_by == "ana"


def test_a_purged_agents_grants_show_nothing(memory: Memory) -> None:
    record = memory.remember("ana", KEY).ids[0]
    memory.agent("ana").grant(record, "ben")
    memory.purge(agent="ana")
    assert not memory.recall("ben", "key")
    assert "ana" not in json.dumps(memory.recall("ben", "key").to_dict())


AGENTS = ("ana", "ben", "cleo")
deeds = st.lists(
    st.tuples(st.sampled_from(AGENTS), st.sampled_from(["say", "grant", "revoke", "forget"]), st.integers(0, 4)),
    max_size=14,
)


@pytest.mark.thorough
@settings(max_examples=25, deadline=None)
@given(deeds)
def test_a_reader_sees_its_own_rows_and_what_was_granted_and_nothing_of_what_others_say(
    plan: list[tuple[str, str, int]],
) -> None:
    """Brute force: what ben is shown is the same whether or not an outsider says the same things."""
    shown = []
    for has_outsider in (False, True):
        with Memory.open(embedder="hashing", stamps=False) as memory:
            said: dict[tuple[str, int], str] = {}
            granted: set[tuple[str, int]] = set()
            for agent, deed, number in plan:
                text = f"Crate {number} stands in hall {number * 11}."
                if has_outsider:
                    memory.remember("zed", text)
                key = (agent, number)
                if deed == "say" and key not in said:
                    said[key] = memory.remember(agent, text).ids[0]
                elif key in said and agent != "ben" and deed == "grant":
                    memory.agent(agent).grant(said[key], "ben")
                    granted.add(key)
                elif key in granted and deed == "revoke":
                    memory.agent(agent).revoke(said[key], "ben")
                    granted.discard(key)
                elif key in said and deed == "forget":
                    memory.agent(agent).forget(said.pop(key))
                    granted.discard(key)
            answer = memory.agent("ben").recall("crate in a hall", k=20)
            shown.append(answer.to_json())
            readable = {number for agent, number in {*granted, *(key for key in said if key[0] == "ben")}}
            assert {hit.text.split()[1] for hit in answer.hits} == {str(number) for number in readable}
            assert "zed" not in shown[-1]
    assert shown[0] == shown[1]


@pytest.mark.parametrize("kind", EVERY, ids=ids)
def test_in_every_design_what_is_not_granted_is_not_shown(kind: Kind) -> None:
    with kind.open() as memory:
        secrets = [memory.remember("ana", f"Ana hid {n} coins under plank {n * 7}.").ids[0] for n in range(4)]
        memory.remember("ben", "Ben sweeps the floor.")
        ben = memory.agent("ben")
        if kind.design in ("consensus", "collaborative"):
            memory.agent("ana").grant(secrets[1], "ben")
            shown = ben.recall("coins under a plank", k=50).to_json()
            assert "plank 7" in shown
            assert not any(f"plank {n * 7}." in shown for n in (0, 2, 3))
            memory.agent("ana").revoke(secrets[1], "ben")
        else:
            with pytest.raises(InputError, match="has no grants to give"):
                memory.agent("ana").grant(secrets[1], "ben")
        assert "plank" not in ben.recall("coins hidden under something", k=50).to_json()


GROUP_DEEDS = ("say", "say", "grant", "revoke", "forget", "join", "leave")
group_deeds = st.lists(
    st.tuples(st.sampled_from(AGENTS), st.sampled_from(GROUP_DEEDS), st.integers(0, 4)), min_size=3, max_size=16
)


@pytest.mark.thorough
@settings(max_examples=20, deadline=None)
@given(group_deeds)
def test_a_group_is_shown_what_was_granted_to_it_while_in_it_and_nothing_else(plan: list[tuple[str, str, int]]) -> None:
    """Brute force over histories: every agent is shown exactly its own rows and what its groups may read now."""
    with Memory.open(embedder="hashing") as memory:
        members, said, granted = {"ben"}, dict[tuple[str, int], str](), set[tuple[str, int]]()
        memory.group("readers", members)
        for agent, deed, number in plan:
            key = (agent, number)
            if deed == "say" and key not in said:
                said[key] = memory.remember(agent, f"Crate {number} of {agent}'s stands in hall {number * 11}.").ids[0]
            elif deed == "grant" and key in said:
                memory.agent(agent).grant(said[key], group="readers")
                granted.add(key)
            elif deed == "revoke" and key in granted:
                memory.agent(agent).revoke(said[key], group="readers")
                granted.discard(key)
            elif deed == "forget" and key in said:
                memory.agent(agent).forget(said.pop(key))
                granted.discard(key)
            elif deed in ("join", "leave"):
                members = members | {agent} if deed == "join" else members - {agent}
                memory.group("readers", members)
        for reader in (*AGENTS, "zed"):
            own = {key for key in said if key[0] == reader}
            lent = {key for key in granted if reader in members} - own
            answer = memory.agent(reader).recall("crate in a hall", k=50)
            assert {hit.id for hit in answer} == {said[key] for key in own | lent}
            assert {hit.shared_by for hit in answer if hit.shared_by} == {agent for agent, _ in lent}
            found = memory.search("crate in a hall", agents=[reader], k=50)
            assert {finding.record for finding in found} == {said[key] for key in own}
            for key in lent:
                with pytest.raises(NotOwned):
                    memory.agent(reader).history(said[key])


@pytest.mark.parametrize("kind", EVERY, ids=ids)
def test_in_every_design_a_search_among_one_agents_rows_finds_no_others_and_agents_cannot_search(kind: Kind) -> None:
    with kind.open() as memory:
        for agent in ("ana", "ben"):
            for number in range(3):
                memory.remember(agent, f"{agent.title()} hid {number} coins under plank {agent}{number}.")
        everything = memory.search("coins under a plank", k=50)
        assert {owner for finding in everything for owner in finding.owners} == {"ana", "ben"}
        for agent, other in (("ana", "ben"), ("ben", "ana")):
            found = memory.search("coins under a plank", agents=[agent], k=50)
            assert found
            assert not any(f"plank {other}" in finding.to_json() for finding in found)
            assert not hasattr(memory.agent(agent), "search")
            assert f"plank {other}" not in memory.agent(agent).recall("coins under a plank", k=50).to_json()
        if kind.design != "consensus":
            with pytest.raises(InputError):
                memory.group("readers", ["ben"])
