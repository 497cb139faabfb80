"""The what-if of a demo is tried before it is offered."""

from pathlib import Path

import pytest

from agentsensus import open_run, play
from agentsensus.cli.demo import LastScreen
from agentsensus.cli.what_if import find_what_if
from agentsensus.worlds.repertoire import find


@pytest.mark.thorough
def test_a_what_if_tells_harm_to_somebody_close_who_then_acts_on_it(tmp_path: Path) -> None:
    folder = play(find("hamlet"), 4, seed=3, embedder="hashing", out=tmp_path / "run").folder
    with open_run(folder) as run:
        best = find_what_if(run, 2)
        assert best
        assert best.outcome > 0
        told = next(event for event in run.scenario.events if event.text == best.text)
        assert best.who not in told.witnesses
        assert told.secret
        hints = "\n".join(LastScreen(run).hints())
    assert best.text.rstrip(".") in hints
    assert best.text in (folder / "what_if.yaml").read_text("utf-8")
    assert "'\"'\"'" not in hints
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run"]  # the trials leave nothing behind
