"""Failures that worlds made of texts are known for, and that are tested nowhere else."""

import asyncio
from pathlib import Path
from typing import Any

from agentsensus import Memory, play
from agentsensus.worlds.events.event import Acted, TurnFailed
from agentsensus.worlds.minds.view import View
from agentsensus.worlds.scenario import load
from agentsensus.worlds.scenario.template_world import make_world
from agentsensus.worlds.sediment import Sedimentation, sediment, source_of
from tests.worlds.sediment.texts import TIMELINE, TIMELINE_REGISTRY


class Raising:
    """A mind that fails in every turn."""

    async def decide(self, view: View) -> Any:
        raise RuntimeError("no reply")


def test_memories_that_are_kept_nowhere_share_nothing() -> None:
    with Memory.open(embedder="hashing") as first, Memory.open(embedder="hashing") as second:
        first.remember("ada", "The bridge is rotten.")
        second.remember("ada", "The key lies under a stone.")
        for memory, text in ((first, "The bridge is rotten."), (second, "The key lies under a stone.")):
            assert [hit.text for hit in memory.recall("ada", "bridge", k=5).hits] == [text]


def test_a_mind_that_raises_loses_its_own_turns_and_nobody_elses(tmp_path: Path) -> None:
    world = make_world("lighthouse", "en", tmp_path)
    with play(world, rounds=3, embedder="hashing", minds={"ines": Raising()}, out=tmp_path / "run") as run:
        failed = {event.agent for event in run.log if isinstance(event, TurnFailed)}
        acted = {event.agent for event in run.log if isinstance(event, Acted)}
        assert (run.rounds, failed) == (3, {"ines"})
        assert acted
        assert "ines" not in acted


def test_a_timeline_is_read_day_by_day_and_nothing_is_summed_up(tmp_path: Path) -> None:
    (tmp_path / "names.yaml").write_text(TIMELINE_REGISTRY, "utf-8")
    asked = Sedimentation(tmp_path / "port", until="2031-03", registry=str(tmp_path / "names.yaml"), more_than=0)
    made = asyncio.run(sediment(source_of(TIMELINE, "port"), asked))
    told = [(event.reference, event.text) for event in load(made.folder).events]
    assert told == [
        ("2031-01-02", "The Harbour Board closed the port of Saltmouth after the storm."),
        ("2031-01-05", "The Harbour Board said that two boats were lost near Gull Rock."),
        ("2031-01-05", "The Lighthouse Service denied it."),
        ("2031-02-01", "The Lighthouse Service sent an engineer to Gull Rock."),
        ("2031-03-01", "The port of Saltmouth was opened again by the Harbour Board."),
    ]
