"""The studio's pages in a real browser, in both languages."""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.studio.conftest import ServedStudio

pytestmark = pytest.mark.thorough

RUNS = {"en": "gull-1", "zh": "deng-1"}
SERIOUS = ("serious", "critical")


class StudioPage:
    """A page of the studio and the errors of its console."""

    def __init__(
        self, browser: Browser, studio: ServedStudio, language: str, *, narrow: bool = False, dark: bool = False
    ):
        size = {"width": 390, "height": 800} if narrow else {"width": 1400, "height": 900}
        locale = "zh-CN" if language == "zh" else "en-US"
        self.context = browser.new_context(
            viewport=size,  # type: ignore[arg-type]
            locale=locale,
            color_scheme="dark" if dark else "light",
        )
        self.studio, self.language = studio, language
        self.run = f"runs/{RUNS[language]}"
        self.errors: list[str] = []
        self.page = self.context.new_page()
        self._watch(self.page)

    def _watch(self, page: Page) -> None:
        page.set_default_timeout(30_000)
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("dialog", lambda dialog: dialog.accept())

    def open(self, path: str) -> Page:
        self.page.goto(self.studio.address + path)
        return self.page

    def open_run(self, name: str = "") -> Page:
        page = self.open(f"/run/{name or self.run}")
        page.wait_for_selector("#feed .line")
        return page

    def tab(self, name: str) -> None:
        self.page.click(f".run-header [data-tab={name}]")

    def standing(self, name: str) -> None:
        """Wait until the run stands so: live, paused, finished."""
        self.page.wait_for_selector(f"#standing.{name}")

    def faults(self) -> list[str]:
        """The serious faults that axe-core finds on the page."""
        found = Axe().run(self.page).response["violations"]
        return [f"{each['id']}: {each['nodes'][0]['html'][:160]}" for each in found if each["impact"] in SERIOUS]

    def is_too_wide(self) -> bool:
        wide: bool = self.page.evaluate("document.documentElement.scrollWidth > window.innerWidth + 1")
        return wide


@pytest.fixture(scope="module", params=["en", "zh"])
def shown(request: pytest.FixtureRequest, chromium: Browser, studio: ServedStudio) -> Iterator[StudioPage]:
    """The studio in a language, on a wide screen, without errors."""
    page = StudioPage(chromium, studio, request.param)
    yield page
    page.context.close()
    assert page.errors == []


def test_home_shows_worlds_and_runs(shown: StudioPage) -> None:
    page = shown.open("/")
    expect(page.locator(".cover.run")).not_to_have_count(0)
    expect(page.locator(f".cover.run[data-run='{shown.run}']")).to_contain_text(re.compile(r"8 (rounds|轮)"))
    expect(page.locator(f"[id='figures-{shown.run}']")).to_contain_text(re.compile(r"\d"))
    expect(page.locator("h1")).to_have_text("Your stories" if shown.language == "en" else "你的故事")
    assert shown.faults() == []
    page.click(".cover.world[data-world=hamlet] button.primary")
    page.select_option("#minds", "model")
    page.fill("#model", "openai:gpt-4o-mini")
    page.click(".window .fields button")
    expect(page.locator(".window [role=status]")).to_contain_text("$")
    assert shown.faults() == []
