"""Shared by all tests: where the material beside the project lies, and how hypothesis runs here."""

import os
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
