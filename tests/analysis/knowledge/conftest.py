"""One run of Hamlet, copied after some of its rounds, and a fork of it with one changed message."""

import shutil
from pathlib import Path

import pytest

from agentsensus import Run, open_run, play, resume
from agentsensus.base.loop import wait_for
from agentsensus.worlds.events.event import Remembered
from agentsensus.worlds.run_folder import RunFolder
from agentsensus.worlds.runs import fork
from agentsensus.worlds.runs.fork import _Point, read_injected

LAST = 14
STOPS = (2, 5, 8, 10, 12)
CHANGED = "Francisco has sold the keys of the north gate to a Norwegian spy."


@pytest.fixture(scope="package")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Run]:
    """By round: a copy of the run stopped at that round."""
    folder = tmp_path_factory.mktemp("knowledge") / "hamlet"
    runs: dict[int, Run] = {}
    before = 0
    for stop in (*STOPS, LAST):
        if before:
            resume(folder, stop - before)
        else:
            play("hamlet", stop, seed=3, embedder="hashing", out=folder)
        runs[stop] = open_run(shutil.copytree(folder, folder.with_name(f"after-{stop}")))
        before = stop
    return runs


@pytest.fixture(scope="package")
def run(stopped: dict[int, Run]) -> Run:
    """The whole run."""
    return stopped[LAST]


@pytest.fixture(scope="package")
def forked(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The run forked after round 10 with one message in transit changed, played to the same round."""
    where = tmp_path_factory.mktemp("forked")
    kept = {event.detail for event in run.log if isinstance(event, Remembered)}
    message = next(message for message in _Point(run.files, 10).under_way if message in kept)
    (where / "inject.yaml").write_text(f"- message: {message}\n  content: {CHANGED}\n", "utf-8")
    target = where / "what-if"
    target.mkdir()
    wait_for(fork(run.files, 10, RunFolder(target), read_injected(where / "inject.yaml", run.files, 10)))
    resume(target, LAST - 10)
    return open_run(Path(target))
