"""The effects of a fork, checked against both logs and the world's files."""

from pathlib import Path

import pytest

from agentsensus import Run, play
from agentsensus.analysis.knowledge import diff
from agentsensus.errors import InputError
from agentsensus.worlds.events.event import Edited, Happened, Remembered
from agentsensus.worlds.scenario.template_world import make_world
from tests.analysis.knowledge.conftest import CHANGED, LAST


def _known(run: Run, at: int) -> dict[str, set[str]]:
    """By agent: its knowledge according to the world's files and the log alone."""
    known: dict[str, set[str]] = {}
    for past in run.scenario.events:
        for owner in past.owners:
            known.setdefault(owner, set()).add(past.text)
    texts: dict[str, str] = {}
    for event in run.log:
        if event.round > at:
            break
        if isinstance(event, Remembered | Happened):
            texts |= {stated.id: stated.text for stated in event.statements}
            for agent in (event.agent,) if isinstance(event, Remembered) else event.owners:
                known.setdefault(agent, set()).update(stated.text for stated in event.statements)
        if isinstance(event, Edited) and event.edit == "forget":
            known[event.agent].discard(texts.get(event.record, ""))
    return known


@pytest.mark.parametrize("at", [10, 11, 12, 13, LAST])
def test_it_names_those_whose_knowledge_differs_and_nobody_else(run: Run, forked: Run, at: int) -> None:
    first, second = _known(run, at), _known(forked, at)
    differing = {agent for agent in {*first, *second} if first.get(agent) != second.get(agent)}
    result = diff(run, forked, at=at)
    assert {agent.agent for agent in result.agents} == differing
    for agent in result.agents:
        mine, theirs = first.get(agent.agent, set()), second.get(agent.agent, set())
        assert {held.text for held in agent.first} == mine - theirs
        assert {held.text for held in agent.second} == theirs - mine


def test_the_fork_changed_something_and_the_past_nothing(run: Run, forked: Run) -> None:
    before, after = diff(run, forked, at=10), diff(run, forked)
    assert (before.agents, before.otherwise, before.said_first, before.said_second) == ((), (), (), ())
    assert after.at == LAST
    assert after.agents
    changed = [line for line in after.said_second if line.altered]
    assert [line.content for line in changed] == [CHANGED]


def test_a_run_does_not_differ_from_itself(run: Run) -> None:
    same = diff(run, run)
    assert (same.agents, same.otherwise, same.said_first, same.said_second) == ((), (), (), ())


def test_runs_of_two_worlds_are_refused(run: Run, tmp_path: Path) -> None:
    other = play(make_world("lighthouse", "en", tmp_path), 1, embedder="hashing", out=tmp_path / "run")
    with pytest.raises(InputError, match="runs of two worlds"):
        diff(run, other)
