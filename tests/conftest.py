"""Shared by all tests: where the material beside the project lies, and how hypothesis runs here."""

import os
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from agentsensus.testing import allow_loopback_requests, forbid_live_requests

settings.register_profile(
    "here", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.load_profile("here")

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow-docs", action="store_true", help="run the fences of the docs that are tagged slow too")


@pytest.fixture(autouse=True)
def _no_live_requests(request: pytest.FixtureRequest) -> Iterator[None]:
    """No test asks a real model, but those that are marked so; a server on this machine is allowed by name."""
    with allow_loopback_requests() if request.node.get_closest_marker("live") else forbid_live_requests():
        yield


@pytest.fixture
def shared() -> Path:
    """The folder with pairs and sources beside the project; tests that need it skip without it, but not in CI."""
    if not SHARED.is_dir():
        if os.environ.get("CI"):
            pytest.fail(f"{SHARED} is not there, and CI must have it")
        pytest.skip("the folder shared/ is not beside the project")
    return SHARED


@pytest.fixture(scope="session")
def live_model() -> Iterator[str]:
    """The id of a real small model: the one AGENTSENSUS_LIVE_MODEL names, or one that is served for these tests."""
    named = os.environ.get("AGENTSENSUS_LIVE_MODEL")
    if named:
        yield named
        return
    tool = SHARED / "tools" / "local-model"
    if not tool.is_file():
        pytest.skip(f"no model to ask: set AGENTSENSUS_LIVE_MODEL to a model's id, or put {tool.name} in {tool.parent}")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen([str(tool), "serve", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for_model(server, port)
        yield f"openai:local@http://127.0.0.1:{port}/v1"
    finally:
        server.terminate()
        server.wait(timeout=30)


def _wait_for_model(server: "subprocess.Popen[bytes]", port: int, seconds: float = 900) -> None:
    """Wait until the model answers; the first time its weights are fetched, which takes minutes."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if server.poll() is not None:
            pytest.fail(f"the model server ended with code {server.returncode}")
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/v1/models", timeout=5) as reply:
                if reply.status == 200:
                    return
        except OSError:
            time.sleep(1)
    pytest.fail(f"the model server did not answer within {seconds:g} s")
