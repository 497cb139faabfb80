"""What a run with a model costs in calls and tokens, on the decisions of the recorded run of Hamlet."""

from pathlib import Path

import pytest

from agentsensus.worlds.runs import play
from tests.worlds.runs.recorded_verdicts import RecordedDouble, RecordedModel, found_merges

DECISIONS = 175


@pytest.mark.thorough
def test_judging_and_cutting_take_few_calls_and_lose_no_recorded_merge(shared: Path, tmp_path: Path) -> None:
    recorded = RecordedModel(shared / "runs" / "hamlet-strong-2")
    assert len(recorded.merges) == 125
    model = RecordedDouble(recorded)
    run = play(
        "hamlet",
        12,
        seed=3,
        company="recorded",
        model={"atomizer": model, "judge": model},
        out=tmp_path / "run",
    )
    assert run.recording is not None
    assert run.recording.decisions == DECISIONS
    assert (DECISIONS + model.calls.total()) / DECISIONS <= 1.25
    assert model.input["judge"] <= 115_000
    assert run.stats["linked_pct"] >= 90
    missing = set(recorded.merges) - set(found_merges(recorded.merges, tmp_path / "run" / "memory.db"))
    assert not missing, sorted(merge.text for merge in missing)
