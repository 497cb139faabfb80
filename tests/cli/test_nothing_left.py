"""A run that cannot be begun leaves no folder; one that finds the disk full ends in one line and goes on later."""

import errno
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentsensus import open_run, resume
from agentsensus.cli.main import app
from agentsensus.errors import AgentsensusError, CannotWrite
from agentsensus.worlds.scenario.template_world import make_world

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize(
    "options",
    [
        ["--set", "nothing=1"],
        ["--memory", "none"],
        ["--preset", "none"],
        ["--embedder", "none"],
        ["--minds", "none"],
        ["--model", "openai:"],
        ["--as", "nobody-here"],
        ["--set", "recall_k=-4"],
        ["--script", "missing.txt"],
    ],
)
def test_a_wrong_option_leaves_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str]) -> None:
    monkeypatch.chdir(tmp_path)
    make_world("lighthouse", "en", tmp_path)
    with pytest.raises(AgentsensusError):
        CliRunner().invoke(app, ["run", "lighthouse", "--rounds", "1", *options], catch_exceptions=False)
    assert not Path("runs").exists()


def test_a_full_disk_ends_a_run_in_one_line_and_it_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    make_world("lighthouse", "en", tmp_path)
    words = ["run", "lighthouse", "--rounds", "6", "--out"]
    quick = ["--embedder", "hashing", "--quiet"]
    fsync, calls = os.fsync, 0

    def full(descriptor: int) -> None:
        nonlocal calls
        calls += 1
        if calls > 8:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fsync(descriptor)

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(CannotWrite, match="no space left"):
            CliRunner().invoke(
                app, ["run", "lighthouse", "--rounds", "6", "--out", "a", *quick], catch_exceptions=False
            )
    done = CliRunner().invoke(app, ["resume", "a", "--quiet"], catch_exceptions=False)
    assert done.exit_code == 0
    CliRunner().invoke(app, [*words, "b", *quick], catch_exceptions=False)
    assert Path("a/events.jsonl").read_bytes() == Path("b/events.jsonl").read_bytes()


def test_a_run_whose_output_nobody_reads_ends_and_can_be_gone_on_with(tmp_path: Path) -> None:
    make_world("lighthouse", "en", tmp_path)
    program = [sys.executable, "-c", "from agentsensus.cli.main import main; main()"]
    words = ["run", "lighthouse", "--rounds", "3", "--embedder", "hashing", "--out", "run"]
    line = shlex.join([*program, *words]) + " 2>&1 | head -1; exit ${PIPESTATUS[0]}"
    done = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode in (0, 1)
    assert len(done.stdout.splitlines()) <= 1
    assert "Traceback" not in done.stdout + done.stderr
    resume(tmp_path / "run", 1)
    assert open_run(tmp_path / "run").rounds >= 2
