"""A search of the whole memory, for the application: every design, both clients, and what it never does."""

import asyncio
from pathlib import Path

import pytest
from hypothesis import given, settings

from agentsensus import AsyncMemory, DepositInput, Memory
from agentsensus.errors import InputError, NotOwned
from agentsensus.memory.api import engine_of
from agentsensus.store.search.similarity import cosine
from tests.memory.company import AGENTS, TEXTS, Deed, deeds, play
from tests.memory.every_design import EVERY, Kind, ids

every = pytest.mark.parametrize("kind", EVERY, ids=ids)
GHOST, TRUNKS, TIGER_GATE = TEXTS[0], TEXTS[3], TEXTS[8]


def filled(kind: Kind) -> Memory:
    memory = kind.open()
    memory.remember("horatio", GHOST, at=1, metadata={"mood": "afraid"})
    memory.remember("marcellus", GHOST, at=1)
    memory.remember("bernardo", TRUNKS, at=2, metadata={"mood": "glad"})
    memory.remember("刘备", TIGER_GATE, at=3)
    return memory


@every
def test_a_search_finds_what_anybody_owns_in_both_languages(kind: Kind) -> None:
    with filled(kind) as memory:
        assert memory.search(TRUNKS, k=1)[0].owners == ("bernardo",)
        finding = memory.search("关羽温酒斩华雄", k=1)[0]
        assert (finding.text, finding.owners, finding.at) == (TIGER_GATE, ("刘备",), 3)
        ghost = [finding for finding in memory.search(GHOST, k=9) if finding.text == GHOST]
        assert {owner for finding in ghost for owner in finding.owners} == {"horatio", "marcellus"}


@every
def test_a_search_is_by_score_and_finds_a_record_once(kind: Kind) -> None:
    with filled(kind) as memory:
        findings = memory.search("the ghost of the king", k=50)
        scores = [finding.score for finding in findings]
        assert scores == sorted(scores, reverse=True)
        records = [finding.record for finding in findings]
        assert len(records) == len(set(records)) == len(memory.records())
        assert memory.search("the ghost of the king", k=2) == findings[:2]


@every
def test_a_search_among_some_agents_finds_only_what_they_own(kind: Kind) -> None:
    with filled(kind) as memory:
        findings = memory.search(GHOST, k=50, agents=["bernardo", "刘备", "nobody"])
        assert {owner for finding in findings for owner in finding.owners} == {"bernardo", "刘备"}
        assert {TRUNKS, TIGER_GATE} <= {finding.text for finding in findings}
        assert memory.search(GHOST, agents=[]) == memory.search(GHOST, agents=["nobody"]) == []


@every
def test_a_search_with_a_condition_ranks_only_what_meets_it(kind: Kind) -> None:
    with filled(kind) as memory:
        (finding,) = memory.search(GHOST, k=9, where={"mood": "glad"})
        assert (finding.text, finding.metadata) == (TRUNKS, {"mood": "glad"})
        assert len(memory.search(GHOST, k=9, where=lambda metadata: "mood" in metadata)) == 2
        assert memory.search(GHOST, agents=["marcellus"], where={"mood": "afraid"}) == []


@every
def test_a_search_of_the_past_finds_what_was_there_then(kind: Kind) -> None:
    with filled(kind) as memory:
        assert TRUNKS not in {finding.text for finding in memory.search(TRUNKS, k=50, at=1)}
        assert memory.as_of(1).search(TRUNKS, k=50) == memory.search(TRUNKS, k=50, at=1)
        trunks = memory.search(TRUNKS, k=1)[0].wording
        memory.forget("bernardo", trunks, at=4)
        assert TRUNKS not in {finding.text for finding in memory.search(TRUNKS, k=50)}
        assert memory.search(TRUNKS, k=1, at=3)[0].text == TRUNKS


@every
def test_a_search_leaves_no_trace(kind: Kind) -> None:
    with filled(kind) as memory:
        before, recalls = memory.sha256(), memory.stats().recalls
        memory.search("Who walked where?", k=9)
        memory.search(GHOST, agents=["horatio"], where={"mood": "afraid"})
        assert (memory.sha256(), memory.stats().recalls) == (before, recalls)


@every
@settings(max_examples=6)
@given(life=deeds())
def test_a_search_agrees_with_looking_at_every_wording(kind: Kind, life: list[Deed]) -> None:
    with kind.open() as memory:
        for deed in life:
            play(memory, deed)
        query = memory.vectors([TEXTS[0]])[0]
        best: dict[str, float] = {}
        for record in memory.records():
            wordings = memory.vectors([wording.text for wording in record.wordings])
            best[record.id] = max(cosine(vector, query) for vector in wordings)
        chosen = engine_of(memory.asynchronous).settings
        found_scores = {finding.record: finding.score for finding in memory.search(TEXTS[0], k=99)}
        if chosen.showing.search == "wording" and chosen.recall == "dense":
            assert found_scores == best
        elif chosen.recall == "hybrid":  # a record counts by the wording that was ranked first
            assert found_scores.keys() == best.keys()
            assert all(score <= best[record] for record, score in found_scores.items())
        for agent in AGENTS:
            found = {finding.record for finding in memory.search(TEXTS[0], k=99, agents=[agent])}
            assert found == {record.id for record in memory.records(agent=agent)}


def test_the_asynchronous_client_finds_the_same(tmp_path: Path) -> None:
    deposits = [DepositInput(agent, text) for agent, text in zip(AGENTS, TEXTS, strict=False)]

    async def searched() -> object:
        async with AsyncMemory.open(tmp_path / "a.db", embedder="hashing", stamps=False) as memory:
            await memory.remember_many(deposits, at=1)
            return await memory.search(GHOST, k=3, agents=("bernardo", "horatio"))

    with Memory.open(tmp_path / "b.db", embedder="hashing", stamps=False) as memory:
        memory.remember_many(deposits, at=1)
        assert memory.search(GHOST, k=3, agents=("bernardo", "horatio")) == asyncio.run(searched())


def test_a_search_understands_meaning_and_aliases() -> None:
    with Memory.open(names={"ops-1": ["Priya", "the on-call engineer"]}) as memory:
        memory.remember("ops-1", "Priya restarted the payment gateway after the outage.")
        memory.remember("support-1", "A customer asked for a copy of the invoice from March.")
        assert memory.search("Who fixed the payments?", k=1)[0].owners == ("ops-1",)
        assert memory.search("the on-call engineer restarted the gateway", k=1)[0].score > 0.7


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"query": "  "}, "query is empty"),
        ({"query": "ghost", "k": 0}, "k is 0"),
        ({"query": "ghost", "agents": "horatio"}, "agents is 'horatio': give a list"),
        ({"query": "ghost", "agents": [""]}, "agent is empty"),
        ({"query": "ghost", "where": 7}, "where is 7"),
        ({"query": "ghost", "at": "yesterday"}, "at is 'yesterday'"),
    ],
)
def test_a_search_that_cannot_be_made_says_why(arguments: dict[str, object], message: str) -> None:
    with Memory.open(embedder="hashing") as memory, pytest.raises(InputError, match=message.replace("(", r"\(")):
        memory.search(**arguments)  # type: ignore[arg-type]  # wrong on purpose


def test_an_empty_memory_is_searched_and_nothing_is_found() -> None:
    with Memory.open(embedder="hashing") as memory:
        assert memory.search("anything at all") == []


@every
def test_an_agent_is_told_the_history_of_its_own_wording_and_nobody_else(kind: Kind) -> None:
    with kind.open() as memory:
        own = memory.remember("horatio", GHOST, at=2, via="told:marcellus").ids[0]
        memory.remember("bernardo", GHOST, at=3)
        event = memory.remember_event(["horatio", "bernardo"], TRUNKS, at=4).ids
        (change,) = memory.agent("horatio").history(own)
        assert (change.at, change.kind, change.who, change.text) == (2, "said", "horatio", GHOST)
        assert change.detail["via"] == "told:marcellus"
        shared = next(id_ for id_ in event if memory.owns("horatio", id_))
        assert [change.who for change in memory.agent("horatio").history(shared)] == ["horatio"]
        for other in (memory.remember("bernardo", TEXTS[7], at=5).ids[0], "no such id"):
            with pytest.raises(NotOwned, match="horatio owns no record"):
                memory.agent("horatio").history(other)
