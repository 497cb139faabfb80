"""Answers that are easy to use: to go through, to index, as dicts and JSON, within limits."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from agentsensus import Memory
from agentsensus.errors import InputError
from agentsensus.models.tokens import tokens
from tests.memory.every_design import EVERY, Kind, ids

every = pytest.mark.parametrize("kind", EVERY, ids=ids)
TEXTS = [
    "Ana repaired the red machine.",
    "The printer needs paper.",
    "Lunch is at noon.",
    "Ben lost his badge.",
    "Hall nine was painted green.",
    "A truck blocked the gate.",
    "Cleo tests the new pump.",
    "It rained into the cellar.",
]


def test_a_recall_is_gone_through_and_indexed_hits_first() -> None:
    with Memory.open(embedder="hashing") as memory:
        memory.remember("ana", "The disk is full. The backup failed.")
        recall = memory.recall("ana", "the disk is full", k=1)
        assert [hit.text for hit in recall] == [hit.text for hit in (*recall.hits, *recall.linked)]
        assert recall[0] == recall.hits[0]
        assert recall[-1] == recall.linked[-1]
        assert recall[:1] == recall.hits
        with pytest.raises(IndexError):
            recall[9]


def test_every_answer_becomes_a_dict_and_json() -> None:
    with Memory.open() as memory:
        receipt = memory.remember("ana", "The staging database moved to port 5433.", metadata={"area": "db"})
        memory.remember("ben", "The staging database moved to port 5433.", via="told:ana")
        record = receipt.ids[0]
        answers = [
            receipt,
            memory.recall("ana", "database"),
            memory.recall("ana", "database")[0],
            memory.get(record),
            *memory.records(),
            *memory.who_knows("staging database"),
            *memory.search("database"),
            *memory.history(record),
            memory.original(record),
            memory.stats(),
        ]
        for answer in answers:
            assert answer is not None
            assert json.loads(answer.to_json()) == answer.to_dict()
        assert memory.recall("ben", "database").to_dict()["hits"][0]["via"]["source"] == "ana"
        assert memory.get(record).wordings[0].metadata == {"area": "db"}
        assert {"area": "db"} in [knower.metadata for knower in memory.who_knows("staging database")]


def test_nobody_knows_the_price_of_tea_in_antarctica() -> None:
    with Memory.open() as memory:
        memory.remember("ana", "The staging database moved to port 5433.")
        memory.remember("ben", "The contract with the printers ends in March.")
        assert memory.who_knows("price of tea in Antarctica") == []
        assert [knower.agent for knower in memory.who_knows("which port does the staging database use?")] == ["ana"]
        assert memory.who_knows("price of tea in Antarctica", min_score=-1)
        assert memory.who_knows("staging database", min_score=0.99) == []


@every
def test_min_score_leaves_out_what_is_less_near_and_nothing_else(kind: Kind) -> None:
    with kind.open() as memory:
        for text in TEXTS:
            memory.remember("ana", text)
        everything = memory.recall("ana", "which machine was repaired?", k=8)
        floor = sorted(hit.score for hit in everything)[len(everything) // 2]
        near = memory.recall("ana", "which machine was repaired?", k=8, min_score=floor)
        assert all(hit.score >= floor for hit in near)
        if kind.design != "generative-agents":  # there a recall itself changes what is recent
            assert list(near) == [hit for hit in everything if hit.score >= floor]
        assert all(finding.score >= floor for finding in memory.search("machine", min_score=floor))


@pytest.mark.parametrize("score", ["0.5", True, float("nan"), float("inf")])
def test_a_score_that_is_none_is_refused(score: object) -> None:
    with Memory.open(embedder="hashing") as memory, pytest.raises(InputError, match="min_score is"):
        memory.recall("ana", "disk", min_score=score)  # type: ignore[arg-type]  # what a caller may do


@every
@pytest.mark.parametrize("limit", [1, 3, 20, 80])
def test_max_tokens_is_kept_to_the_token(kind: Kind, limit: int) -> None:
    with kind.open() as memory:
        for text in TEXTS:
            memory.remember("ana", text)
        recall = memory.recall("ana", "machine", k=8, max_tokens=limit)
        assert tokens(recall.text()) <= limit
        assert bool(recall.hits) == (limit >= 20)


@every
def test_since_and_until_are_rounds_or_times(kind: Kind) -> None:
    with kind.open() as memory:
        for at, text in enumerate(TEXTS, 1):
            memory.remember("ana", text, at=at)

        def recalled(**limits: object) -> set[str]:
            return {hit.text for hit in memory.recall("ana", "machine", k=50, **limits)} & set(TEXTS)  # type: ignore[arg-type]

        assert recalled(since=3, until=5) == set(TEXTS[2:5])
        assert recalled(until=2) == set(TEXTS[:2])
        hour, now = timedelta(hours=1), datetime.now(UTC)
        assert recalled(since=now - hour) == set(TEXTS)
        assert recalled(until=now - hour) == set()
        assert recalled(since=(now - hour).replace(tzinfo=None)) == set(TEXTS)
        with pytest.raises(InputError, match="since is 'yesterday'"):
            recalled(since="yesterday")


def test_records_come_in_pages_each_once() -> None:
    with Memory.open(embedder="hashing") as memory:
        for text in TEXTS:
            memory.remember("ana", text)
        seen, after = list[str](), None
        while page := memory.records(limit=3, after=after):
            seen += [record.id for record in page]
            after = page[-1].id
        assert seen == [record.id for record in memory.records()]
        assert len(seen) == len(TEXTS)
