"""A LangGraph of three agents that share their knowledge, without checkpoints and without a model.

Run it with `python examples/team_graph.py`; it needs `pip install 'agentsensus[langgraph]' langgraph`.
"""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.store.base import BaseStore

from agentsensus import Memory
from agentsensus.integrations.langgraph import AgentsensusStore

NOTES = {
    "scout": "The north bridge is closed until Friday.",
    "driver": "Until Friday the north bridge is closed.",
    "planner": "The delivery for the hospital leaves on Thursday.",
}


class Trip(TypedDict):
    """What the graph hands on."""

    plan: str


def member(name: str):  # type: ignore[no-untyped-def]  # a node of the graph, whose type is LangGraph's own
    """A node that notes what its agent learned and reads what the team knows of the bridge."""

    def node(state: Trip, *, store: BaseStore) -> Trip:
        store.put(("team", name), "note", {"text": NOTES[name]})
        known = store.search(("team",), query="which bridge is closed?", limit=1)
        return {"plan": f"{state['plan']}{name} knows: {known[0].value['text']}\n"}

    return node


def main() -> None:
    """Build the graph, run it once, and ask the memory who knows what."""
    with Memory.open() as memory:
        store = AgentsensusStore(memory, owner=lambda namespace: namespace[-1])
        graph = StateGraph(Trip)
        for name in NOTES:
            graph.add_node(name, member(name))
        for before, after in zip((START, *NOTES), (*NOTES, END), strict=True):
            graph.add_edge(before, after)
        print(graph.compile(store=store).invoke({"plan": ""})["plan"], end="")
        knowers = memory.who_knows("the north bridge is closed", k=1)
        print("one record, owned by", " and ".join(sorted(knower.agent for knower in knowers)))


if __name__ == "__main__":
    main()
