"""A graph of three agents on one store: what they learn at the same time is shared, and merged where it is the same."""

import asyncio
from operator import add
from typing import Annotated, Any, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.store.base import BaseStore

from agentsensus import AsyncMemory, Memory
from agentsensus.integrations.langgraph import AgentsensusStore

LEARNED = {
    "support": "The payment service was down on Monday morning.",
    "billing": "On Monday morning the payment service was down.",
    "sales": "Contoso's contract ends on 31 March.",
}


class Shift(TypedDict):
    """What the nodes hand on: who was done, and what the last one read."""

    done: Annotated[list[str], add]
    read: list[str]


def _agent(name: str) -> Any:
    async def node(state: Shift, *, store: BaseStore) -> dict[str, list[str]]:
        await store.aput(("team", name), "note", {"text": LEARNED[name]})
        return {"done": [name]}

    return node


async def _hand_over(state: Shift, *, store: BaseStore) -> dict[str, list[str]]:
    found = await store.asearch(("team",), query="what happened to payments?", limit=2)
    return {"read": [item.value["text"] for item in found]}


def _graph(store: BaseStore) -> Any:
    """All three at once, then the one that reads what they put."""
    graph = StateGraph(Shift)
    graph.add_node("hand over", _hand_over)
    graph.add_edge("hand over", END)
    for name in LEARNED:
        graph.add_node(name, _agent(name))
        graph.add_edge(START, name)
    graph.add_edge(list(LEARNED), "hand over")
    return graph.compile(store=store)


def _last(namespace: tuple[str, ...]) -> str:
    return namespace[-1]


def test_what_three_agents_learn_at_once_is_read_by_the_next_and_is_one_record_where_it_is_the_same() -> None:
    with Memory.open() as memory:
        store = AgentsensusStore(memory, owner=_last)
        state = asyncio.run(_graph(store).ainvoke({"done": [], "read": []}))
        assert sorted(state["done"]) == sorted(LEARNED)
        assert set(state["read"]) == {LEARNED["support"], LEARNED["billing"]}
        assert sorted(record.owners for record in memory.records()) == [("billing", "support"), ("sales",)]
        assert memory.recall("sales", "payment service").text() == f"- {LEARNED['sales']}"


def test_the_same_graph_runs_on_an_asynchronous_memory() -> None:
    async def program() -> list[tuple[str, ...]]:
        async with AsyncMemory.open(embedder="hashing") as memory:
            state = await _graph(AgentsensusStore(memory, owner=_last)).ainvoke({"done": [], "read": []})
            assert len(state["read"]) == 2
            return sorted(record.owners for record in await memory.records())

    owners = asyncio.run(program())
    assert {name for names in owners for name in names} == set(LEARNED)
