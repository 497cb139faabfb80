"""timings.jsonl: every round, remember and recall, apart from the run's state."""

import json
from pathlib import Path

from agentsensus.worlds.actions.remembering import RecallAction, Remember
from tests.worlds.kernel.runs import Run, six

SOLD = "Dot Vane sold three mares at the gate. Cy Moor wept in the tower."


def test_every_round_remember_and_recall_has_a_line_with_its_stages(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path))
    run.script(2, ada=[Remember(text=SOLD), RecallAction(query="the mares")])
    rows = [json.loads(line) for line in run.folder.timings.read_text("utf-8").splitlines()]
    assert [row["round"] for row in rows if "round" in row] == [1, 2] == [1, run.folder.timed_rounds()]
    operations = [row for row in rows if "operation" in row]
    assert [(row["operation"], row["agent"]) for row in operations] == [
        ("remember", ""),  # the past, of several
        ("remember", "ada"),
        ("recall", "ada"),
    ]
    _, remember, recall = operations
    assert {"cut", "embed", "search", "judge", "commit"} <= set(remember["stages"])
    assert {"embed", "search"} <= set(recall["stages"])
    for row in operations:
        assert abs(row["seconds"] - row["queued"] - sum(row["stages"].values())) < 1e-4


def test_a_run_goes_on_and_replays_whatever_its_timings_say(tmp_path: Path) -> None:
    world = six(tmp_path)
    run, other = (Run(tmp_path / name, world) for name in ("run", "other"))
    for each in (run, other):
        each.script(1, ada=[Remember(text=SOLD)])
    other.folder.timings.write_text("half a li")
    assert other.folder.timed_rounds() == 0
    ends = [each.play(each.script(1, ada=[]), 1) for each in (run, other)]
    assert ends[0]["log_sha256"] == ends[1]["log_sha256"]
    assert ends[0]["store_sha256"] == ends[1]["store_sha256"]
