"""Comparisons on a Ray cluster of this machine: the same files as locally, and lost workers are replaced."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from agentsensus import Memory
from agentsensus.analysis.compare.cluster import checked_cluster
from agentsensus.errors import InputError
from agentsensus.worlds.scenario.template_world import make_world

_NOT_EQUAL = {"timings.jsonl", "memory.db"}
"""Durations; and stores, whose vectors depend on the order of the embedder's batches in their last bits."""


def _compare(folder: Path, out: str, *words: str) -> None:
    command = [
        str(Path(sys.executable).with_name("agentsensus")),
        "compare",
        "lighthouse",
        "--rounds",
        "4",
        "--seeds",
        "1,2",
    ]
    command += ["--memory", "consensus,collaborative", "--embedder", "hashing", "--out", out, *words]
    told = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    assert told.returncode == 0, told.stderr


def _files(folder: Path) -> dict[str, bytes]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): b"" if path.name in _NOT_EQUAL else path.read_bytes() for path in paths}


def _hashes(folder: Path) -> list[str]:
    hashes = []
    for path in sorted(folder.glob("*/memory.db")):
        with Memory.open(path, embedder="hashing", read_only=True) as memory:
            hashes.append(memory.sha256())
    return hashes


@pytest.mark.thorough
@pytest.mark.parametrize("words", [(), ("--paired",)])
def test_a_cluster_gives_the_files_of_a_local_comparison(tmp_path: Path, words: tuple[str, ...]) -> None:
    make_world("lighthouse", "en", tmp_path)
    _compare(tmp_path, "local", *words)
    _compare(tmp_path, "cluster", "--on", "ray", "--jobs", "2", *words)
    local, cluster = tmp_path / "local", tmp_path / "cluster"
    assert _files(cluster) == _files(local)
    assert _hashes(cluster) == _hashes(local)
    if words:
        return
    # A finished comparison is not played again.
    before = {path: path.stat().st_mtime_ns for path in cluster.glob("*/events.jsonl")}
    _compare(tmp_path, "cluster", "--on", "ray", "--jobs", "2", *words)
    assert {path: path.stat().st_mtime_ns for path in cluster.glob("*/events.jsonl")} == before


@pytest.mark.thorough
def test_a_trial_whose_worker_is_lost_runs_again(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.analysis.compare.lost_worker", str(tmp_path)]
    there = os.environ | {"PYTHONPATH": os.getcwd()}
    told = subprocess.run(command, capture_output=True, text=True, timeout=300, env=there)
    assert told.stdout == "Measured(stats={'n': 1}, by_round={})\n", told.stderr
    assert (tmp_path / "cell" / "result.txt").read_text() == "{}"


@pytest.mark.parametrize("on", ["dask", "ray://", "rays://host:1"])
def test_another_cluster_is_refused(on: str) -> None:
    with pytest.raises(InputError, match="--on"):
        checked_cluster(on)
