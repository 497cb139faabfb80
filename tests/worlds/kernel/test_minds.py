"""Minds that fail, and what a failure leaves behind."""

from pathlib import Path

import numpy as np

from agentsensus.testing import NonsenseMind, RoutineMind
from agentsensus.worlds.minds import Decision
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.state.character import CacheEntry, entry_text, victim
from agentsensus.worlds.state.world import World
from tests.worlds.kernel.runs import Run, six


def test_a_company_given_to_nonsense_plays_to_the_end_and_every_failure_is_an_event(tmp_path: Path) -> None:
    world = six(tmp_path)
    run = Run(tmp_path / "run", world)
    told = run.play({agent: NonsenseMind(RoutineMind(3), 0.3) for agent in world.active}, 20)
    assert told["stop"] == "max_rounds"
    turns = len(run.of("failed")) + len(run.of("acted"))
    assert turns == len(run.of("woke"))
    assert {event.problem.split(":")[0] for event in run.of("failed")} == {"RuntimeError", "TypeError"}
    assert {act.action for act in run.of("acted") if not act.ok} >= {"fly", "say"}


def test_the_cache_holds_as_many_pairs_as_it_may(tmp_path: Path) -> None:
    world = six(tmp_path)
    for rule in ("fifo", "relevance", "hybrid"):
        run = Run(tmp_path / rule, world, changes={"cache": rule, "cache_size": 4})
        run.play({agent: RoutineMind(3) for agent in world.active}, 14)
        played = World(world, Rules(cache_size=4), run.events())
        assert max(len(actor.cache) for actor in played.actors.values()) == 4


def test_each_cache_rule_drops_its_own() -> None:
    old = [np.array(v, np.float32) for v in ([0.6, 0.8], [0.0, 1.0], [1.0, 0.0])]
    new = np.array([1.0, 0.0], np.float32)
    assert [victim(old, new, Rules(cache="fifo")), victim(old, new, Rules(cache="relevance"))] == [0, 1]
    assert victim(old, new, Rules(cache="hybrid", cache_alpha=1)) == 0
    assert victim(old, new, Rules(cache="hybrid", cache_alpha=0)) == 1
    assert victim(old, new, Rules(cache="hybrid")) == 1  # .30, .25, 1.0
    assert victim([new, new], new, Rules(cache="relevance")) == 0


def test_the_drive_of_a_decision_stands_in_the_log(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path))
    run.script(2, ada=[Decision(action="noop", because="tired", drive="rest"), Decision(action="noop")])
    assert [(act.because, act.drive) for act in run.acts("ada")] == [("tired", "rest"), ("", "")]


def test_a_pair_is_compared_by_its_action_and_the_beginning_of_its_result() -> None:
    def text(end: str) -> str:
        return entry_text(CacheEntry(1, "recall", {"query": "crows"}, True, {"rows": ["a" * 900, end]}))

    assert text("x") == text("y")
    assert '"query": "crows"' in text("x")
    assert len(text("x")) < 700
