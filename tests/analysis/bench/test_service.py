"""`bench service` measures work that was really done."""

import json

import pytest
from typer.testing import CliRunner

from agentsensus.cli.main import app

pytestmark = pytest.mark.thorough


def test_a_service_is_measured_in_every_way_in_one_run() -> None:
    command = ["bench", "service", "--agents", "6", "--deposits", "2", "--embedder", "hashing", "--json"]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0, done.output
    figures = json.loads(done.stdout)
    assert (figures["agents"], figures["operations"]) == (6, 24)
    assert figures["idle_heartbeat_ms"]["p99"] >= figures["idle_heartbeat_ms"]["p50"] >= 0
    for way in ("asynchronous", "threads"):
        measured = figures[way]
        assert abs(measured["operations_per_second"] * measured["seconds"] - 24) < 2
        assert 0 < measured["remember_ms"]["p50"] <= measured["remember_ms"]["p99"] <= measured["remember_ms"]["max"]
        assert measured["processor_seconds"] > 0
    assert figures["asynchronous"]["heartbeat_ms"]["max"] >= 0
    assert 0 <= figures["asynchronous"]["between_beats_ms"]["p50"] <= figures["asynchronous"]["between_beats_ms"]["max"]
    assert figures["threads"]["heartbeat_ms"] is None
