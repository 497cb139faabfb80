"""What LangGraph documents of a store, one behaviour a test: on every design, and beside its own store in memory."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langgraph.store.base import (
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    SearchOp,
)
from langgraph.store.memory import InMemoryStore

from agentsensus import AsyncMemory, Memory
from agentsensus.errors import InputError
from agentsensus.integrations.langgraph import AgentsensusStore
from tests.memory.every_design import EVERY, Kind, ids

every = pytest.mark.parametrize("kind", EVERY, ids=ids)
ANA, BEN = ("team", "ana"), ("team", "ben")


class Clock:
    """A minute later each time it is looked at."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


def opened(kind: Kind, **options: Any) -> AgentsensusStore:
    return AgentsensusStore(kind.open(), **options)


@pytest.fixture
def store() -> Iterator[AgentsensusStore]:
    """A store on a memory that knows shared letters only, and is quick."""
    with Memory.open(embedder="hashing") as memory:
        yield AgentsensusStore(memory, clock=Clock())


@pytest.fixture(scope="module")
def meaning() -> Iterator[AgentsensusStore]:
    """A store on a memory that understands meaning."""
    with Memory.open() as memory:
        yield AgentsensusStore(memory)


# --- put, get, delete


@every
def test_what_is_put_is_got_by_namespace_and_key(kind: Kind) -> None:
    store = opened(kind)
    value = {"text": "Ana prefers Vim.", "tags": ["editor", {"n": 1}], "偏好": "安娜喜欢Vim。", "none": None}
    store.put(ANA, "editor", value)
    item = store.get(ANA, "editor")
    assert item is not None
    assert (item.value, item.key, item.namespace) == (value, "editor", ANA)
    assert store.get(ANA, "other") is store.get(BEN, "editor") is store.get(("team",), "ana") is None


@every
def test_a_put_at_the_same_place_replaces_the_value_and_keeps_when_it_was_created(kind: Kind) -> None:
    store = opened(kind, clock=Clock())
    store.put(ANA, "editor", {"text": "Ana prefers Vim."})
    first = store.get(ANA, "editor")
    store.put(ANA, "editor", {"text": "Ana prefers Emacs."})
    item = store.get(ANA, "editor")
    assert first is not None
    assert item is not None
    assert item.value == {"text": "Ana prefers Emacs."}
    assert item.created_at == first.created_at == first.updated_at < item.updated_at
    assert len(store.search(ANA)) == 1


@every
def test_delete_takes_one_item_and_a_second_delete_nothing(kind: Kind) -> None:
    store = opened(kind)
    for key in ("a", "b"):
        store.put(ANA, key, {"text": "The build runs on port 8080."})
    store.put(BEN, "a", {"text": "The build runs on port 8080."})
    store.delete(ANA, "a")
    store.delete(ANA, "a")
    store.delete(ANA, "never there")
    assert store.get(ANA, "a") is None
    assert [item.key for item in store.search(ANA)] == ["b"]
    assert store.get(BEN, "a") is not None
    assert [item.key for item in store.search(ANA, query="which port has the build?")] == ["b"]


@every
def test_items_that_say_the_same_stay_items_of_their_own(kind: Kind) -> None:
    store = opened(kind)
    places = [(ANA, "one"), (ANA, "two"), (BEN, "one")]
    for number, (namespace, key) in enumerate(places):
        store.put(namespace, key, {"text": "Standup is at nine.", "number": number})
    store.put(ANA, "two", {"text": "Standup is at ten.", "number": 1})
    numbers = [item.value["number"] for place in places if (item := store.get(*place))]
    assert numbers == [0, 1, 2]
    assert {item.key for item in store.search(ANA, query="when is standup?")} == {"one", "two"}


def test_a_value_that_is_changed_by_its_reader_is_not_changed_in_the_store(store: AgentsensusStore) -> None:
    store.put(ANA, "k", {"list": [1]})
    item = store.get(ANA, "k")
    assert item is not None
    item.value["list"].append(2)
    again = store.get(ANA, "k")
    assert again is not None
    assert again.value == {"list": [1]}


def test_a_key_that_is_no_text_is_taken_as_text(store: AgentsensusStore) -> None:
    store.put(ANA, 7, {"text": "Seven."})  # type: ignore[arg-type]  # LangGraph makes a text of it
    item = store.get(ANA, "7")
    assert item is not None
    assert item.key == "7"


@pytest.mark.parametrize("namespace", [(), ("langgraph", "x"), ("a.b",), ("",), ("a", "\x00")])
def test_a_namespace_that_cannot_be_is_refused(store: AgentsensusStore, namespace: tuple[str, ...]) -> None:
    with pytest.raises(InvalidNamespaceError):
        store.put(namespace, "k", {"text": "x"})


@pytest.mark.parametrize("op", [PutOp((), "k", {}), PutOp(("a.b",), "k", {}), GetOp(("",), "k"), SearchOp(("a.b",))])
def test_a_batch_refuses_such_a_namespace_too_and_writes_nothing_of_it(store: AgentsensusStore, op: Op) -> None:
    with pytest.raises(InvalidNamespaceError):
        store.batch([PutOp(ANA, "k", {"text": "Fine."}), op])
    assert store.get(ANA, "k") is None


def test_time_to_live_is_refused_as_for_any_store_without_it(store: AgentsensusStore) -> None:
    with pytest.raises(NotImplementedError, match="TTL is not supported by AgentsensusStore"):
        store.put(ANA, "k", {"text": "x"}, ttl=5)
    with pytest.raises(NotImplementedError, match="ttl is 5 for team/ana/k"):
        store.batch([PutOp(ANA, "k", {"text": "x"}, ttl=5)])


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"x": float("nan")}, "the value of team/ana/k cannot be kept as JSON"),
        ({"x": {1, 2}}, "the value of team/ana/k cannot be kept as JSON"),
        ({"x": "a" * 90_001}, "more than 90,000"),
        (["no dict"], "is list: give a dict"),
        ("no dict", "is str: give a dict"),
    ],
)
def test_a_value_that_cannot_be_kept_is_refused_with_its_place(
    store: AgentsensusStore, value: Any, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        store.put(ANA, "k", value)
    assert store.get(ANA, "k") is None


# --- search


def test_a_query_ranks_by_meaning_with_scores_best_first(meaning: AgentsensusStore) -> None:
    meaning.put(("docs",), "pets", {"text": "Ana's cat sleeps on the keyboard all day."})
    meaning.put(("docs",), "food", {"text": "For lunch Ana likes noodles with peanuts."})
    meaning.put(("docs",), "饮食", {"text": "小王不吃香菜。"})
    found = meaning.search(("docs",), query="what does Ana like to eat?")
    assert found[0].key == "food"
    scores = [item.score for item in found]
    assert all(score is not None for score in scores)
    assert scores == sorted(scores, reverse=True, key=lambda score: score or 0)
    assert meaning.search(("docs",), query="小王有什么不吃的？", limit=1)[0].key == "饮食"


def test_a_search_is_of_a_prefix_of_namespaces_label_by_label(store: AgentsensusStore) -> None:
    for namespace in (("a",), ("a", "b"), ("a", "b", "c"), ("ab",), ("b", "a")):
        store.put(namespace, "k", {"text": "x"})

    def namespaces(prefix: tuple[str, ...]) -> set[tuple[str, ...]]:
        return {item.namespace for item in store.search(prefix)}

    assert namespaces(("a",)) == {("a",), ("a", "b"), ("a", "b", "c")}
    assert namespaces(("a", "b")) == {("a", "b"), ("a", "b", "c")}
    assert len(namespaces(())) == 5
    assert namespaces(("nowhere",)) == set()


def test_limit_and_offset_page_through_everything_once(store: AgentsensusStore) -> None:
    for number in range(23):
        store.put(ANA, str(number), {"text": f"Note {number} of the sprint."}, index=None if number % 4 else False)
    for query in (None, "note of the sprint"):
        pages = [store.search(ANA, query=query, limit=5, offset=offset) for offset in range(0, 25, 5)]
        assert [len(page) for page in pages] == [5, 5, 5, 5, 3]
        keys = [item.key for page in pages for item in page]
        assert sorted(keys, key=int) == [str(number) for number in range(23)]
    assert len(store.search(ANA)) == 10


def test_without_a_query_or_with_one_without_words_items_come_as_they_were_put(store: AgentsensusStore) -> None:
    for key in ("c", "a", "b"):
        store.put(ANA, key, {"text": f"{key} is here"})
    for query in (None, "", "  ", "?!"):
        found = store.search(ANA, query=query)
        assert [(item.key, item.score) for item in found] == [("c", None), ("a", None), ("b", None)]


@pytest.mark.parametrize(
    ("wanted", "keys"),
    [
        ({"kind": "bug"}, ["a", "c"]),
        ({"kind": "bug", "points": 5}, ["c"]),
        ({"points": {"$gt": 2}}, ["b", "c"]),
        ({"points": {"$gte": 3, "$lt": 5}}, ["b"]),
        ({"points": {"$lte": 2}}, ["a"]),
        ({"points": {"$eq": 3}}, ["b"]),
        ({"kind": {"$ne": "bug"}}, ["b", "d"]),
        ({"due": {"$lt": "2026-02-01"}}, ["a"]),
        ({"meta": {"by": "ana"}}, ["c"]),
        ({"meta": {"by": {"$ne": "ana"}}}, []),
        ({"tags": ["x", "y"]}, ["d"]),
        ({"nowhere": None}, []),
        ({"nowhere": {"$gt": 1}}, []),
        ({}, ["a", "b", "c", "d"]),
    ],
)
def test_a_filter_takes_equal_values_nested_ones_and_operators(
    store: AgentsensusStore, wanted: dict[str, Any], keys: list[str]
) -> None:
    store.put(ANA, "a", {"kind": "bug", "points": 2, "due": "2026-01-15"})
    store.put(ANA, "b", {"kind": "task", "points": 3, "due": "2026-03-01"})
    store.put(ANA, "c", {"kind": "bug", "points": 5, "meta": {"by": "ana", "at": 1}})
    store.put(ANA, "d", {"kind": "idea", "tags": ["x", "y"]})
    assert [item.key for item in store.search(ANA, filter=wanted)] == keys
    assert {item.key for item in store.search(ANA, query="a bug", filter=wanted)} == set(keys)


def test_an_unknown_operator_is_an_error_and_never_silently_nothing(store: AgentsensusStore) -> None:
    store.put(ANA, "a", {"points": 2})
    with pytest.raises(ValueError, match=r"filter has '\$gtt'; did you mean '\$gt"):
        store.search(ANA, filter={"points": {"$gtt": 1}})


# --- index


def test_an_item_that_is_not_indexed_is_got_and_listed_but_has_no_score(store: AgentsensusStore) -> None:
    store.put(ANA, "secret", {"text": "The release is on Friday."}, index=False)
    store.put(ANA, "open", {"text": "The release notes are written."})
    assert store.get(ANA, "secret") is not None
    found = store.search(ANA, query="The release is on Friday.")
    assert [(item.key, item.score is None) for item in found] == [("open", False), ("secret", True)]
    assert "Friday" not in store._memory.recall("team.ana", "release on Friday").text()  # type: ignore[union-attr]


def test_an_item_is_indexed_at_the_paths_it_names(store: AgentsensusStore) -> None:
    value = {
        "title": "Quarterly planning",
        "context": [{"content": "Berlin office lease ends"}, {"content": "hire two designers"}],
        "body": "unrelated words about turtles",
    }
    store.put(ANA, "doc", value, index=["title", "context[*].content"])
    store.put(ANA, "other", {"text": "turtles swim in the sea"}, index=["text"])
    assert store.search(ANA, query="hire two designers")[0].key == "doc"
    assert store.search(ANA, query="Berlin office lease ends")[0].key == "doc"
    assert store.search(ANA, query="unrelated words about turtles")[0].key == "other"
    score = store.search(ANA, query="hire two designers")[0].score
    assert score is not None
    assert score > 0.99


def test_fields_of_the_store_are_indexed_when_an_item_names_none() -> None:
    with Memory.open(embedder="hashing") as memory:
        store = AgentsensusStore(memory, fields=["text"])
        store.put(ANA, "k", {"text": "The cache lives in Redis.", "noise": "turtles"})
        assert memory.recall("team.ana", "cache").text() == "- The cache lives in Redis."
        with pytest.raises(InputError, match="give a list of paths"):
            AgentsensusStore(memory, fields="text")


def test_by_default_a_single_text_is_remembered_as_it_is_and_other_values_whole(store: AgentsensusStore) -> None:
    memory = store._memory
    assert isinstance(memory, Memory)
    store.put(ANA, "a", {"data": {"memory": "Ben owns the billing service."}})
    store.put(BEN, "b", {"name": "Ben", "age": 30})
    assert [record.text for record in memory.records(agent="team.ana")] == ["Ben owns the billing service."]
    assert [record.text for record in memory.records(agent="team.ben")] == ['{"age": 30, "name": "Ben"}']


# --- namespaces


def test_namespaces_are_listed_by_prefix_suffix_wildcard_and_depth(store: AgentsensusStore) -> None:
    every_namespace = [("a", "b", "c"), ("a", "b", "d", "e"), ("a", "b", "d", "i"), ("a", "b", "f"), ("a", "c", "f")]
    for namespace in every_namespace:
        store.put(namespace, "k", {"text": "x"})
    assert store.list_namespaces() == sorted(every_namespace)
    assert store.list_namespaces(prefix=("a", "b"), max_depth=3) == [("a", "b", "c"), ("a", "b", "d"), ("a", "b", "f")]
    assert store.list_namespaces(suffix=("f",)) == [("a", "b", "f"), ("a", "c", "f")]
    assert store.list_namespaces(prefix=("a", "*", "f")) == [("a", "b", "f"), ("a", "c", "f")]
    assert store.list_namespaces(prefix=("a",), suffix=("*", "e")) == [("a", "b", "d", "e")]
    assert store.list_namespaces(limit=2, offset=1) == sorted(every_namespace)[1:3]
    assert store.list_namespaces(prefix=("a", "b", "c", "d", "e")) == []
    store.delete(("a", "c", "f"), "k")
    assert ("a", "c", "f") not in store.list_namespaces()


# --- batches and async


def test_a_batch_answers_in_order_and_reads_what_was_there_before_it(store: AgentsensusStore) -> None:
    store.put(ANA, "k", {"text": "Old."})
    answers = store.batch(
        [
            PutOp(ANA, "k", {"text": "New."}),
            GetOp(ANA, "k"),
            SearchOp(("team",), limit=9),
            ListNamespacesOp((MatchCondition("prefix", ("team",)),)),
            PutOp(BEN, "k", {"text": "First."}),
            PutOp(BEN, "k", {"text": "Last."}),
        ]
    )
    assert answers[0] is answers[4] is answers[5] is None
    assert answers[1].value == {"text": "Old."}  # type: ignore[union-attr]
    assert [item.value for item in answers[2]] == [{"text": "Old."}]  # type: ignore[union-attr]
    assert answers[3] == [ANA]
    values = [item.value for item in (store.get(ANA, "k"), store.get(BEN, "k")) if item]
    assert values == [{"text": "New."}, {"text": "Last."}]


def test_a_batch_is_one_commit(store: AgentsensusStore) -> None:
    memory = store._memory
    assert isinstance(memory, Memory)
    commits: list[object] = []
    memory.subscribe(commits.append)
    store.batch([PutOp(ANA, str(number), {"text": f"Fact {number}."}) for number in range(9)])
    assert len(commits) == 1


async def _everything(store: AgentsensusStore) -> None:
    await asyncio.gather(*(store.aput(ANA, str(n), {"text": f"Fact {n} is known."}) for n in range(12)))
    await store.aput(ANA, "0", {"text": "Fact 0 was wrong."})
    await store.adelete(ANA, "1")
    item = await store.aget(ANA, "0")
    assert item is not None
    assert item.value == {"text": "Fact 0 was wrong."}
    assert len(await store.asearch(("team",), query="fact", limit=50)) == 11
    assert await store.alist_namespaces() == [ANA]


def test_every_operation_can_be_awaited_on_either_client() -> None:
    with Memory.open(embedder="hashing") as memory:
        asyncio.run(_everything(AgentsensusStore(memory)))

    async def alone() -> None:
        async with AsyncMemory.open(embedder="hashing") as memory:
            await _everything(AgentsensusStore(memory))

    asyncio.run(alone())


def test_a_store_on_an_asynchronous_memory_says_how_it_is_used() -> None:
    async def wrong() -> None:
        async with AsyncMemory.open(embedder="hashing") as memory:
            AgentsensusStore(memory).get(ANA, "k")

    with pytest.raises(InputError, match="await aget"):
        asyncio.run(wrong())


# --- beside LangGraph's own store

LABELS = st.sampled_from(["a", "b", "用户", "x y", "-", " z"])
NAMESPACES = st.lists(LABELS, min_size=1, max_size=3).map(tuple)
VALUES = st.fixed_dictionaries(
    {"n": st.integers(0, 3)}, optional={"text": st.sampled_from(["Ana left.", "Ana left", "小王来了。", "!", ""])}
)
OPS: st.SearchStrategy[Callable[[BaseStore], object]] = st.one_of(
    st.builds(
        lambda ns, key, value, index: lambda store: store.put(ns, key, value, index),
        NAMESPACES,
        st.sampled_from("kl"),
        VALUES,
        st.sampled_from([None, False, ["text"]]),
    ),
    st.builds(lambda ns, key: lambda store: store.delete(ns, key), NAMESPACES, st.sampled_from("kl")),
)


@pytest.mark.parametrize("kind", [EVERY[0], EVERY[1], EVERY[5]], ids=ids)
@settings(max_examples=25)
@given(ops=st.lists(OPS, max_size=14), prefix=st.one_of(st.just(()), NAMESPACES), least=st.integers(0, 3))
def test_after_any_puts_and_deletes_both_stores_hold_the_same(
    kind: Kind, ops: list[Callable[[BaseStore], object]], prefix: tuple[str, ...], least: int
) -> None:
    theirs, ours = InMemoryStore(), opened(kind)

    def held(store: BaseStore, wanted: dict[str, Any] | None = None) -> set[tuple[object, ...]]:
        items = store.search(prefix, filter=wanted, limit=99)
        return {(item.namespace, item.key, str(sorted(item.value.items()))) for item in items}

    for op in ops:
        op(theirs)
        op(ours)
    assert held(ours) == held(theirs)
    assert held(ours, {"n": {"$gte": least}}) == held(theirs, {"n": {"$gte": least}})
    assert {item.key for item in ours.search(prefix, query="Ana left", limit=99)} == {key for _, key, _ in held(theirs)}
    # Theirs lists namespaces that are empty by now too.
    holding = {item.namespace for item in theirs.search((), limit=99)}
    assert set(ours.list_namespaces()) == holding


def test_two_namespaces_never_share_an_owner_or_an_item(tmp_path: Path) -> None:
    labels = ["a", "%61", " a", "a ", "-", "%2D", "a b", "a%20b", "\t"]
    namespaces = [(label,) for label in labels] + [(one, other) for one in labels[:4] for other in labels[:4]]
    with Memory.open(tmp_path / "m.db", embedder="hashing") as memory:
        store = AgentsensusStore(memory)
        for number, namespace in enumerate(namespaces):
            store.put(namespace, "k", {"text": f"Fact {number} is known."})
        assert len(memory.agents) == len(namespaces)
        assert [item and item.value["text"] for item in (store.get(ns, "k") for ns in namespaces)] == [
            f"Fact {number} is known." for number in range(len(namespaces))
        ]
