"""A comparison ends its worker processes, however it ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from agentsensus.worlds.scenario.template_world import make_world

pytestmark = pytest.mark.thorough

_MAIN = "from agentsensus.cli.main import main\nif __name__ == '__main__':\n    main()\n"


def _group(leader: int) -> list[int]:
    """The running processes of a group, zombies excluded."""
    alive = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            fields = (place / "stat").read_text().rpartition(") ")[2].split()
        except OSError:
            continue
        if int(fields[2]) == leader and fields[0] != "Z":
            alive.append(int(place.name))
    return alive


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_the_workers_of_a_comparison_end_with_it(tmp_path: Path, how: signal.Signals) -> None:
    make_world("lighthouse", "en", tmp_path)
    (tmp_path / "main.py").write_text(_MAIN)
    words = ["compare", "lighthouse", "--rounds", "900", "--jobs", "2", "--embedder", "hashing", "--out", "out"]
    process = subprocess.Popen(
        [sys.executable, "main.py", *words],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _wait(lambda: len(list(tmp_path.glob("out/*/memory.db"))) >= 2)
        assert len(_group(process.pid)) >= 3
        os.kill(process.pid, how)
        process.wait(timeout=120)
        _wait(lambda: not _group(process.pid))
    finally:
        for pid in _group(process.pid):
            os.kill(pid, signal.SIGKILL)
    assert process.returncode != 0


def _wait(is_so: object, seconds: float = 300) -> None:
    assert callable(is_so)
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.1)
