"""Under `paper` a prompt has no hints, no language directive, and old results in full."""

from pathlib import Path
from typing import Any

from agentsensus.models.chat import Reply, Request
from agentsensus.models.limits import Limits
from agentsensus.worlds.minds.model.llm import LlmMind
from agentsensus.worlds.minds.model.system_prompt import system_prompt
from agentsensus.worlds.minds.view import view_of
from agentsensus.worlds.scenario import load
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.state.character import CacheEntry
from agentsensus.worlds.state.world import World
from tests.worlds.kernel.runs import Run, six

PAPER = Rules.preset("paper")


def test_no_hints_and_no_directive() -> None:
    scenario = load("hamlet")
    ours, paper = (view_of(World(scenario, rules), "hamlet", 1, ("start",)) for rules in (Rules(), PAPER))
    assert ours.hints
    assert paper.hints == ()
    assert "is in English" in system_prompt(scenario, "hamlet", Rules())
    assert "is in English" not in system_prompt(scenario, "hamlet", PAPER)


def test_old_results_are_shown_whole() -> None:
    scenario = load("hamlet")
    for rules, is_whole in ((Rules(), False), (PAPER, True)):
        world = World(scenario, rules)
        entry = CacheEntry(1, "recall", {"query": "x"}, True, {"rows": ["word " * 400]})
        world.actors["hamlet"].cache = [entry, entry]
        shown: list[dict[str, Any]] = view_of(world, "hamlet", 2, ()).prompt()["cache"]
        assert (shown[0]["result"] == entry.result) is is_whole


def test_deposits_of_a_round_are_written_one_after_the_other(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path), preset="paper")
    assert run.folder.read().settings["writes"] == "deposit"
    assert PAPER.notice_rounds == 1_000_000


def test_a_reply_in_another_language_is_taken_as_it_is() -> None:
    scenario = load("hamlet")

    class Chinese:
        id = "test:zh"
        limits = Limits(concurrency=None, first_pause=0)
        calls = 0

        async def send(self, request: Request) -> Reply:
            self.calls += 1
            return Reply(
                '{"action": "say", "params": {"targets": ["horatio"], "content": "你好，我的朋友，今夜很冷。"}}'
            )

    from agentsensus.base.loop import wait_for
    from agentsensus.models.providers.open import as_chat

    for rules, calls in ((Rules(), 2), (PAPER, 1)):
        model = Chinese()
        view = view_of(World(scenario, rules), "hamlet", 1, ("start",))
        wait_for(LlmMind(scenario, "hamlet", as_chat(model), rules).decide(view))
        assert model.calls == calls
