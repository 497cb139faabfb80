"""A real Chromium, and reports of played runs to open in it."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from agentsensus import Run, play
from agentsensus.analysis.report import write_report
from agentsensus.worlds.scenario.template_world import make_world

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HOSTILE = "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 2'>\u202e\"'&amp;"


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The installed Chromium; without one the tests are skipped, except in CI."""
    path = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("no Chromium is installed, and CI must have one")
        pytest.skip("no Chromium is installed here")
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        yield browser
        browser.close()


class OpenedReport:
    """A report in a browser: its page, console errors, and network requests."""

    def __init__(self, page: Page, where: Path) -> None:
        self.page = page
        self.errors: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(where.as_uri())

    def tab(self, name: str) -> None:
        """Open a tab."""
        self.page.click(f"[data-tab={name}]")

    def tabs(self) -> list[str]:
        """The names of all tabs."""
        names: list[str] = self.page.eval_on_selector_all("[role=tab]", "nodes => nodes.map(node => node.dataset.tab)")
        return names

    def go_to(self, round_: int) -> None:
        """Move the slider to a round."""
        self.page.evaluate(
            "round => { const slider = document.getElementById('round'); slider.value = round;"
            " slider.dispatchEvent(new Event('input')); }",
            round_,
        )


@pytest.fixture(scope="package")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Hamlet, some rounds long."""
    return play("hamlet", 9, seed=3, embedder="hashing", out=tmp_path_factory.mktemp("report") / "hamlet-1")


@pytest.fixture(scope="package")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A small world with markup in a name, a title and a telling."""
    folder = tmp_path_factory.mktemp("hostile")
    world = make_world("lighthouse", "en", folder)
    for name in ("world.yaml", "characters.yaml"):
        path = world / name
        path.write_text(_spoilt(path.read_text("utf-8")), "utf-8")
    return play(world, 6, seed=4, embedder="hashing", out=folder / "run")


def _spoilt(text: str) -> str:
    """A world file with markup in its title and in every name."""
    quoted = HOSTILE.replace("'", "''")
    lines = []
    for line in text.splitlines():
        key, colon, value = line.partition(":")
        if colon and key.strip() in ("name", "title", "about") and (key.strip() != "name" or key.startswith(" ")):
            line = f"{key}: '{value.strip().strip(chr(34))} {quoted}'"
        lines.append(line)
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="package")
def report_file(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of the run."""
    where = tmp_path_factory.mktemp("page") / "report.html"
    write_report([run], where)
    return where


@pytest.fixture
def opened(chromium: Browser, report_file: Path) -> Iterator[OpenedReport]:
    """The report of the run on a wide screen, opened without errors."""
    page = chromium.new_page(viewport={"width": 1400, "height": 900})
    report = OpenedReport(page, report_file)
    yield report
    page.close()
    assert report.errors == []
