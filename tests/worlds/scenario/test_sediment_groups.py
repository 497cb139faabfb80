"""Events that stand together under a heading of scenes.md are one linked deposit of the past."""

from pathlib import Path

from agentsensus import Memory
from agentsensus.worlds.scenario import load
from agentsensus.worlds.scenario.history import history, write_history
from agentsensus.worlds.scenario.template_world import make_world


def test_the_lines_under_a_heading_are_linked_and_can_be_kept_apart(tmp_path: Path) -> None:
    scenario = load(make_world("lighthouse", "en", tmp_path))
    groups = {(event.group, event.place, event.time) for event in scenario.events}
    assert len(groups) < len(scenario.events), "the world of the test has a group"
    documents = sum(1 for carrier in scenario.carriers.values() if carrier.text)
    assert len(history(scenario)) == len(groups) + documents
    assert len(history(scenario, groups=False)) == len(scenario.events) + documents
    linked = {}
    for together in (True, False):
        memory = Memory.open(embedder="hashing")
        memory.wait_for(write_history(scenario, memory.asynchronous, groups=together))
        linked[together] = sum(1 for record in memory.records() if any(kind == "deposit" for _, kind in record.links))
        assert {record.text for record in memory.records()} >= {event.text for event in scenario.events}
    assert linked[True] > linked[False] == 0
