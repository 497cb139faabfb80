"""Fixtures and rules for all tests.

Markers (pyproject.toml): `thorough` tests run in `make test-all` only; `shared` tests read the folder `../shared`;
`browser` tests drive Chromium; `live` tests ask a real model. The last three are set here, by the fixtures that a test
requests, so that a test is skipped for one of these reasons and no other.
"""

import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from agentsensus.base.loop import wait_for
from agentsensus.memory import AsyncMemory, api, opening, remote
from agentsensus.memory.opening import open_session
from agentsensus.store.sqlite import spaces_of
from agentsensus.testing import allow_loopback_requests, forbid_live_requests
from tests.paths import SHARED
from tests.postgres import new_space, started

if TYPE_CHECKING:
    from playwright.sync_api import Browser

settings.register_profile(
    "reproducible",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("reproducible")

MARKERS_BY_FIXTURE = {"shared": "shared", "chromium": "browser", "live_model": "live"}
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow-docs", action="store_true", help="also run the code blocks of the docs tagged `slow`")
    parser.addoption(
        "--on-postgres", action="store_true", help="run memories without a file on a PostgreSQL server instead"
    )
    parser.addoption("--on-service", action="store_true", help="run memories without a file on an HTTP service instead")
    parser.addoption(
        "--no-skips",
        action="store_true",
        help="fail if a test is skipped, except `shared` tests when AGENTSENSUS_SHARED is not set",
    )


def pytest_configure() -> None:
    """Let Ctrl-C interrupt: a shell starts background jobs with SIGINT ignored, and their children inherit that."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by the fixtures they request, directly or through other fixtures."""
    for item in items:
        for fixture in getattr(item, "fixturenames", ()):
            if fixture in MARKERS_BY_FIXTURE:
                item.add_marker(MARKERS_BY_FIXTURE[fixture])


@pytest.fixture(scope="session", autouse=True)
def _same_ids_in_every_store() -> Iterator[None]:
    """Give every new store the same id key, so that tests can compare the bytes of two stores."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "new_id_key", lambda: "07" * 16)
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With --no-skips, report a skipped test as failed."""
    report = yield
    is_expected = item.get_closest_marker("shared") is not None and "AGENTSENSUS_SHARED" not in os.environ
    if report.skipped and not is_expected and item.config.getoption("--no-skips"):
        report.outcome, report.longrepr = "failed", f"skipped: {report.longrepr}"
    return report


@pytest.fixture(autouse=True)
def _no_live_requests(request: pytest.FixtureRequest) -> Iterator[None]:
    """Forbid requests to models, except from `live` tests, which may ask servers on this machine."""
    with allow_loopback_requests() if request.node.get_closest_marker("live") else forbid_live_requests():
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Return the address of a PostgreSQL server for tests."""
    with started() as address:
        yield address


@pytest.fixture
def on_postgres(postgres: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Open memories that would live in this process only (`:memory:`) on a PostgreSQL server instead."""
    opened = open_session

    def open_there(where: str | Path, space: str, *args: Any, **options: Any) -> Any:
        if str(where) == ":memory:":
            where, space = postgres, new_space(space)
        elif Path(where).is_file() and space not in (there := spaces_of(where)):
            (space,) = there  # a fork of such a memory
        return opened(where, space, *args, **options)

    monkeypatch.setattr(api, "open_session", open_there)
    return postgres


@pytest.fixture(scope="session")
def memory_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of an HTTP service on this machine, with the hashing embedder."""
    from agentsensus.integrations.http import ServiceOptions
    from tests.integrations.http.serving import served

    store = tmp_path_factory.mktemp("service") / "m.db"
    with served(ServiceOptions(str(store), None, "hashing", requests_a_minute=10**9)) as url:
        yield url


@pytest.fixture
def on_service(memory_service: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Open memories that would live in this process only on an HTTP service instead.

    Writes go without idempotency keys there: keys are random, and part of the hashes that tests compare.
    """
    opened = AsyncMemory.open.__func__  # type: ignore[attr-defined]
    memories: list[AsyncMemory] = []

    def open_there(cls: type[AsyncMemory], /, where: str | Path = ":memory:", **options: Any) -> AsyncMemory:
        if str(where) == ":memory:":
            where, options["space"] = memory_service, new_space(options.get("space", "main"))
        memories.append(opened(cls, where, **options))
        return memories[-1]

    monkeypatch.setattr(AsyncMemory, "open", classmethod(open_there))
    monkeypatch.setattr(remote, "_key_headers", dict)
    yield memory_service
    for memory in memories:
        if isinstance(memory, remote.RemoteMemory):
            wait_for(memory.close())


@pytest.fixture(autouse=True)
def _store_of_option(request: pytest.FixtureRequest) -> None:
    for kind in ("postgres", "service"):
        if request.config.getoption(f"--on-{kind}"):
            request.getfixturevalue(f"on_{kind}")


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder with source texts, sentence pairs and recorded runs; skip the test if it does not exist."""
    if not SHARED.is_dir():
        pytest.skip(f"{SHARED} does not exist")
    return SHARED


@pytest.fixture(scope="module")
def chromium() -> Iterator["Browser"]:
    """Start the installed Chromium; skip the test if there is none.

    Playwright keeps an event loop running in this thread, so the browser must not outlive the module.
    """
    path = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip("Chromium is not installed")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def live_model() -> Iterator[str]:
    """Return the id of a real model: AGENTSENSUS_LIVE_MODEL, or a small one served on this machine for the session."""
    named = os.environ.get("AGENTSENSUS_LIVE_MODEL")
    if named:
        yield named
        return
    tool = SHARED / "tools" / "local-model"
    if not tool.is_file():
        pytest.skip(f"set AGENTSENSUS_LIVE_MODEL to the id of a model, or provide {tool}")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen([str(tool), "serve", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for_model(server, port)
        yield f"openai:local@http://127.0.0.1:{port}/v1"
    finally:
        server.terminate()
        server.wait(timeout=60)


def _wait_for_model(server: "subprocess.Popen[bytes]", port: int, seconds: float = 900) -> None:
    """Wait until the model answers. The first start downloads its weights, which takes minutes."""
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
