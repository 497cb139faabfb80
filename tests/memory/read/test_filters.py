"""The language of `where`: what fits, and that everything else is an error and never silently nothing."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentsensus import Memory
from agentsensus.errors import InputError
from agentsensus.memory.core.limits import checked_where, fits

METADATA = {"area": "db", "severity": 3, "tags": ["urgent", "night"], "open": True, "by": {"team": "core"}}


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ({}, True),
        ({"area": "db", "severity": 3}, True),
        ({"area": "db", "severity": 4}, False),
        ({"open": 1}, False),
        ({"by": {"team": "core"}}, True),
        ({"area": {"$in": ["web", "db"]}}, True),
        ({"area": {"$nin": ["web", "db"]}}, False),
        ({"missing": {"$nin": ["web"]}}, True),
        ({"tags": {"$contains": "urgent"}}, True),
        ({"tags": {"$contains": "day"}}, False),
        ({"area": {"$contains": "d"}}, True),
        ({"tags": ["urgent", "night"]}, True),
        ({"severity": {"$gte": 3, "$lt": 4}}, True),
        ({"severity": {"$gt": 3}}, False),
        ({"area": {"$gt": "aa"}}, True),
        ({"area": {"$gt": 1}}, False),
        ({"severity": {"$ne": 2}}, True),
        ({"missing": {"$exists": False}, "area": {"$exists": True}}, True),
        ({"$or": [{"area": "web"}, {"severity": {"$lte": 3}}]}, True),
        ({"$and": [{"area": "web"}, {"severity": 3}]}, False),
        ({"$not": {"area": "web"}, "open": True}, True),
        ({"$not": {"$or": [{"area": "db"}, {"area": "web"}]}}, False),
        (lambda metadata: metadata["severity"] > 2, True),
    ],
)
def test_metadata_fits_or_not(where: Any, expected: bool) -> None:
    checked_where(where)
    assert fits(where, METADATA) is expected


@pytest.mark.parametrize(
    ("where", "why"),
    [
        ("area", "give a dict"),
        ([("area", "db")], "give a dict"),
        ({"area": {"$near": 1}}, r"where\['area'\] has '\$near'"),
        ({"$xor": [{}]}, r"where has '\$xor'"),
        ({"$or": {}}, "give a list of conditions"),
        ({"$or": []}, "give a list of conditions"),
        ({"$or": ["db"]}, r"where\['\$or'\]\[0\] is 'db'"),
        ({"$not": ["db"]}, "give a dict"),
        ({"area": {"$in": "db"}}, r"\['\$in'\] is 'db': give a list"),
        ({"severity": {"$gt": [1]}}, "give a number or a text"),
        ({"severity": {"$gt": True}}, "give a number or a text"),
        ({"severity": {"$exists": 1}}, "give True or False"),
        ({"area": {"db", "web"}}, r"\$in"),
        ({3: "db"}, "texts as keys"),
        ({"severity": {"$gt": 1, "least": 2}}, "has 'least'"),
    ],
)
def test_what_is_no_condition_is_an_error_that_says_where(where: Any, why: str) -> None:
    with Memory.open(embedder="hashing") as memory:
        memory.remember("ana", "The disk is full.", metadata=METADATA)
        for ask in (
            lambda: memory.recall("ana", "disk", where=where),
            lambda: memory.agent("ana").recall("disk", where=where),
            lambda: memory.search("disk", where=where),
            lambda: memory.latest("ana", 3, where=where),
        ):
            with pytest.raises(InputError, match=why):
                ask()


values = st.one_of(st.integers(-3, 3), st.text(max_size=2), st.booleans())


@given(st.dictionaries(st.text("ab", min_size=1), values), st.dictionaries(st.text("ab", min_size=1), values))
def test_not_is_the_opposite_and_or_of_both_is_always_true(metadata: dict[str, Any], where: dict[str, Any]) -> None:
    checked_where({"$not": where})
    assert fits({"$not": where}, metadata) is not fits(where, metadata)
    assert fits({"$or": [where, {"$not": where}]}, metadata)
    assert not fits({"$and": [where, {"$not": where}]}, metadata)


def test_any_of_the_askers_wordings_may_meet_the_condition_and_nobody_elses() -> None:
    with Memory.open(embedder="hashing") as memory:
        text = "The payment service was down on Monday."
        memory.remember("ana", text, metadata={"area": "pay"})
        memory.remember("ana", text, metadata={"area": "ops"})
        memory.remember("ben", text, metadata={"area": "secret"})
        assert len(memory.records()) == 1
        for area in ("pay", "ops"):
            assert len(memory.recall("ana", "payment", where={"area": area})) == 1
        assert not memory.recall("ana", "payment", where={"area": "secret"})
