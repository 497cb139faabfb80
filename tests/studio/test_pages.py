"""The studio's pages in a real browser, in both languages."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, expect

from agentsensus import Memory, open_run, play
from agentsensus.worlds.scenario.template_world import make_world
from tests.studio.conftest import ServedStudio, serve, stop

pytestmark = pytest.mark.thorough

RUNS = {"en": "gull-1", "zh": "deng-1"}
SERIOUS = ("serious", "critical")
expect.set_options(timeout=60_000)  # a busy machine; nothing waits that long otherwise


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
        self.context.set_default_timeout(120_000)  # a busy machine; nothing waits that long otherwise
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
    page.locator("#model").blur()
    expect(page.locator(".window [role=status]")).to_contain_text("$")
    assert shown.faults() == []


def test_a_run_is_watched_paused_stepped_and_played_on(shown: StudioPage) -> None:
    page = shown.open_run()
    shown.standing("finished")
    items = sum(len(round_["items"]) for round_ in shown.studio.rounds(shown.run, 8))
    assert items > 0
    expect(page.locator("#feed .line")).to_have_count(items)
    expect(page.locator(".map .place")).not_to_have_count(0)
    expect(page.locator("#counters dd").first).to_have_text(re.compile(r"^\d+$"))
    assert shown.faults() == []
    page.fill("#more", "4")
    page.click("#step")
    shown.standing("paused")
    stepped = shown.studio.rounds(shown.run, 9)[-1]["round"]  # a step skips rounds in which everybody waits
    assert 9 <= stepped < 12
    expect(page.locator(".time output")).to_contain_text(f"{stepped}")
    page.select_option("#speed", "1")
    page.click("#play")
    shown.standing("live")
    shown.standing("finished")
    expect(page.locator(".time output")).to_contain_text("12")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".time output")).to_contain_text("11")
    expect(page.locator(".feed .scene[data-round='12']")).to_be_hidden()
    for tab in ("story", "lanes", "matrix", "memory", "goals", "layers", "growth"):
        shown.tab(tab)
        expect(page.locator("#panel > *:not(.loading)").first).to_be_visible()


def test_a_character_answers_from_what_it_owns(shown: StudioPage) -> None:
    page = shown.open_run()
    before = (shown.studio.root / shown.run / "events.jsonl").read_bytes()
    shown.tab("people")
    row = (
        page.locator(".people-list .row", has_text="Tobias")
        if shown.language == "en"
        else page.locator(".row >> nth=1")
    )
    name = row.locator("b").inner_text()
    row.click()
    expect(page.locator(".person-card h2")).to_have_text(name)
    expect(page.locator(".knows .known li").first).to_be_visible()
    page.fill("#question", "Who sold the lamp oil?" if shown.language == "en" else "灯油是谁卖的？")
    page.click(".interview button[type=submit]")
    expect(page.locator(".talk .answer").first).to_be_visible()
    if shown.language == "en":
        expect(page.locator(".talk .answer").first).to_contain_text("oil")
        page.locator(".talk .cite").first.click()
        expect(page.locator("#record .record")).to_be_visible()
        shown.tab("people")
        expect(page.locator(".person-card h2")).not_to_be_empty()
    assert shown.faults() == []
    assert (shown.studio.root / shown.run / "events.jsonl").read_bytes() == before


def test_a_question_goes_to_the_person_that_was_clicked(chromium: Browser, studio: ServedStudio) -> None:
    shown = StudioPage(chromium, studio, "en")
    page = shown.open_run()
    shown.tab("people")
    expect(page.locator("#question")).to_be_visible()
    cards: list[Route] = []
    page.route("**/people/tobias?*", lambda route: cards.append(route), times=1)
    page.locator(".people-list .row", has_text="Tobias").click()
    expect(page.locator(".person-card h2")).to_have_text("Tobias Reed")
    expect(page.locator("#question")).to_have_count(0)  # the form of the person shown before is gone
    cards[0].continue_()
    answers: list[Route] = []
    page.route("**/ask", lambda route: answers.append(route), times=1)
    page.fill("#question", "Who sold the lamp oil?")
    page.click(".interview button[type=submit]")
    expect(page.locator(".interview button[type=submit]")).to_be_disabled()
    page.evaluate("Report.setRound(5)")
    expect(page.locator(".interview > .quiet")).to_contain_text("round 5")
    expect(page.locator("#question")).to_have_value("Who sold the lamp oil?")
    answers[0].continue_()
    expect(page.locator(".talk .answer").first).to_contain_text("oil")  # it came after the card was drawn anew
    page.fill("#question", "Who else")
    page.evaluate("Report.setRound(4)")
    expect(page.locator(".interview > .quiet")).to_contain_text("round 4")
    expect(page.locator("#question")).to_be_focused()
    page.keyboard.type(" knows?")
    expect(page.locator("#question")).to_have_value("Who else knows?")
    shown.context.close()
    assert shown.errors == []


def test_step_in_branch_and_compare(shown: StudioPage) -> None:
    page = shown.open_run()
    page.evaluate("Report.setRound(5)")
    page.click("#step-in")
    page.fill("#content", "A second ship burned." if shown.language == "en" else "又有一条船着了火。")
    page.locator(".picks input").first.check()
    assert shown.faults() == []
    page.click("#step-in-window button[type=submit]")
    page.wait_for_url("**-r5*")
    page.wait_for_selector("#feed .line.injected")
    shown.standing("finished")
    shown.tab("branches")
    expect(page.locator(".tree ul .branch.chosen")).to_be_visible()
    page.select_option("#other", shown.run)
    page.click("#compare")
    expect(page.locator("#compared .part").first).to_be_visible()
    assert shown.faults() == []


def test_a_secret_is_followed_and_a_merge_undone(shown: StudioPage) -> None:
    page = shown.open_run()
    shown.tab("secrets")
    page.fill("#search", "oil" if shown.language == "en" else "灯油")
    expect(page.locator("#found .row").first).to_be_visible()
    expect(page.locator("#record .road-map")).to_be_visible()
    expect(page.locator("#record .owners li").first).to_be_visible()
    assert shown.faults() == []
    with open_run(shown.studio.root / shown.run) as run:
        merged = [record for record in run.memory.records() if len(record.wordings) > 1]
        count = len(run.memory.records())
    if not merged:
        return
    page.fill("#search", merged[0].text)
    page.click(f"#found [data-record='{merged[0].id}']")
    page.locator("#record [data-edit=split]").first.click()
    expect(page.locator("#toast")).to_be_visible()
    with open_run(shown.studio.root / shown.run) as run:
        assert len(run.memory.records()) == count + 1


def test_a_memory_file_is_browsed_and_a_conflict_resolved(shown: StudioPage) -> None:
    page = shown.open("/memory/support.db")
    page.select_option("#agent", "ben")
    page.fill("#search", "payment")
    expect(page.locator("#found .row").first).to_contain_text("payment")
    page.locator("#found .row").first.click()
    expect(page.locator("#record .record h3")).to_contain_text("payment")
    assert shown.faults() == []
    page.click("[data-tab=knows]")
    expect(page.locator("#found .row .chip").first).to_be_visible()
    page.click("[data-tab=decide]")
    page.wait_for_selector("#found h3")
    assert shown.faults() == []
    if page.locator("[data-edit=dismiss]").count():
        before = page.locator("[data-edit=dismiss]").count()
        page.locator("[data-edit=dismiss]").first.click()
        expect(page.locator("[data-edit=dismiss]")).to_have_count(before - 1)


def test_a_world_is_written_checked_and_tried(shown: StudioPage) -> None:
    page = shown.open("/")
    page.click(".heading button")
    page.fill("#world-name", f"isle_{shown.language}")
    page.select_option("#world-language", shown.language)
    page.click(".window button[type=submit]")
    page.wait_for_selector("#form [data-key=profile]")
    assert shown.faults() == []
    page.fill("#form [data-key=profile]", "Trusts nobody at all.")
    page.locator("#form [data-key=profile]").blur()
    expect(page.locator("#text")).to_have_value(re.compile("Trusts nobody at all"))
    good = page.input_value("#text")
    page.fill("#text", re.sub(r"\n  at: (\w+)", r"\n  at: \1x", good, count=1))
    expect(page.locator("#problems .error")).to_contain_text("did you mean")
    page.fill("#text", good)
    expect(page.locator("#check.finished")).to_be_visible()
    page.click("[data-part=places]")
    spot = page.locator("#map .spot").first
    before = spot.bounding_box()
    assert before is not None
    spot.focus()
    page.keyboard.press("ArrowDown")
    page.mouse.move(before["x"] + 20, before["y"] + 12)
    page.mouse.down()
    page.mouse.move(before["x"] + 120, before["y"] + 60, steps=4)
    page.mouse.up()
    after = spot.bounding_box()
    assert after is not None
    assert after["x"] > before["x"] + 50
    assert shown.faults() == []
    for part in ("carriers", "scenes", "happenings", "world"):
        page.click(f"[data-part={part}]")
        assert shown.faults() == []
    page.click("#try")
    page.wait_for_selector("#feed .line")
    assert (shown.studio.root / f"isle_{shown.language}" / "map.json").is_file()
    assert "Trusts nobody at all" in (shown.studio.root / f"isle_{shown.language}" / "characters.yaml").read_text(
        "utf-8"
    )
    shown.standing("finished")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_phone_in_the_dark_needs_no_sideways_scrolling(
    chromium: Browser, studio: ServedStudio, language: str
) -> None:
    shown = StudioPage(chromium, studio, language, narrow=True, dark=True)
    page = shown.open("/")
    page.wait_for_selector(".cover.run")
    assert (shown.is_too_wide(), shown.faults()) == (False, [])
    shown.open_run()
    for tab in ("watch", "people", "secrets", "branches", "matrix"):
        shown.tab(tab)
        expect(page.locator("#panel > *:not(.loading)").first).to_be_visible()
        assert (tab, shown.is_too_wide(), shown.faults()) == (tab, False, [])
    shown.open("/world/gull#places")
    page.wait_for_selector("#map .spot")
    assert not shown.is_too_wide()
    shown.context.close()
    assert shown.errors == []


def test_a_run_of_forty_rounds_survives_reloads_and_a_killed_tab(
    chromium: Browser, studio: ServedStudio, tmp_path: Path
) -> None:
    shown = StudioPage(chromium, studio, "en")
    name = studio.post("/api/runs", world="gull", rounds=40, seed=7, embedder="hashing")["run"]
    page = shown.open(f"/run/{name}")
    page.wait_for_selector("#feed .line")
    for _ in range(3):
        page.reload()
        page.wait_for_selector("#feed .line")
    page.close()
    page = shown.page = shown.context.new_page()
    shown._watch(page)
    shown.open_run(name)
    shown.standing("finished")
    rounds = [
        int(number) for number in page.eval_on_selector_all(".feed .scene", "all => all.map(one => one.dataset.round)")
    ]
    assert rounds == [*range(41)]
    numbers = [int(seq) for seq in page.eval_on_selector_all(".feed .line", "all => all.map(one => one.dataset.seq)")]
    streamed = studio.rounds(name, 40)
    assert numbers == [item["seq"] for round_ in streamed for item in round_["items"]]
    assert len(numbers) == len(set(numbers))
    for round_ in streamed:  # in a round, the turns of one place stand together, in their order
        places = list(dict.fromkeys(item.get("place", "") for item in round_["items"]))
        order = [(places.index(item.get("place", "")), item["seq"]) for item in round_["items"]]
        assert order == sorted(order)
    plain = play(studio.root / "gull", 40, seed=7, embedder="hashing", company="players", out=tmp_path / "plain")
    with open_run(studio.root / name) as run:
        ours, theirs = run.summary(), plain.summary()
    assert (ours["log_sha256"], ours["store_sha256"]) == (theirs["log_sha256"], theirs["store_sha256"])
    shown.context.close()
    assert shown.errors == []


def test_a_new_user_watches_the_recorded_run_and_branches_it(chromium: Browser, tmp_path: Path) -> None:
    served = serve(tmp_path)
    try:
        RUNS["new"] = "hamlet-1"
        shown = StudioPage(chromium, served, "new")
        page = shown.open("/")
        page.click("#watch-first")
        page.wait_for_selector("#feed .scene[data-round='2']:not([hidden])")
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#to-end")).to_be_visible()
        expect(page.locator("#branch")).to_contain_text("Branch from round")
        page.click("#step-in")
        page.click("[data-kind=rumour]")
        page.fill("#content", "A second ship lies at the coast.")
        page.locator(".picks input").first.check()
        page.click("#step-in-window button[type=submit]")
        page.wait_for_url("**/run/runs/hamlet-1-r*")
        page.wait_for_selector("#feed .line:has-text('A second ship lies at the coast.')")
        shown.tab("branches")
        expect(page.locator(".tree ul .branch.chosen")).to_contain_text("A second ship")
        shown.context.close()
        assert shown.errors == []
    finally:
        stop(served)


def test_the_page_of_a_run_draws_each_round_once_and_asks_for_little(shown: StudioPage) -> None:
    """What a page costs, counted: bytes of its answers, nodes made for a round, and requests of a search."""
    sizes: dict[str, int] = {}
    page = shown.page
    page.on("response", lambda answer: sizes.update({answer.url: len(answer.body())}) if _is_data(answer.url) else None)
    shown.open_run()
    assert sum(sizes.values()) < 60_000, sizes
    assert page.evaluate("document.querySelectorAll('#feed *').length") < 30 * page.locator("#feed .line").count()
    made = """() => new Promise((done) => {
        let count = 0;
        const watch = new MutationObserver((all) => { for (const each of all) count += each.addedNodes.length; });
        watch.observe(document.getElementById("feed"), { childList: true, subtree: true });
        Report.setRound(3); Report.setRound(8); Report.setRound(3);
        setTimeout(() => { watch.disconnect(); done(count); }, 300);
    })"""
    assert page.evaluate(made) == 0  # the slider shows and hides rounds; it makes none anew
    shown.tab("secrets")
    page.wait_for_selector("#found .row")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/search?" in request.url else None)
    page.locator("#search").press_sequentially("lamp", delay=1)
    page.wait_for_timeout(500)
    assert 1 <= len(asked) <= 4


def _is_data(url: str) -> bool:
    return "/api/runs/" in url and "/stream" not in url


HOSTILE = "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 2'>\u202e\"'&amp;"


def test_a_hostile_world_executes_nothing(chromium: Browser, tmp_path: Path) -> None:
    world = make_world("trap", "en", tmp_path)
    quoted = HOSTILE.replace("'", "''")
    for file in ("world.yaml", "characters.yaml", "places.yaml"):
        text = (world / file).read_text("utf-8")
        names = re.compile(r"^( *(?:name|title|about|profile): )(?!>)(?!\")(.*)$", re.MULTILINE)
        spoilt = names.sub(lambda match: f"{match[1]}'{match[2].replace(chr(39), '')} {quoted}'", text)
        (world / file).write_text(spoilt, "utf-8")
    play(world, 5, seed=4, embedder="hashing", out=tmp_path / "runs" / "trap-1")
    served = serve(tmp_path)
    try:
        RUNS["trap"] = "trap-1"
        shown = StudioPage(chromium, served, "trap")
        page = shown.open("/")
        page.wait_for_selector(".cover.run")
        assert HOSTILE in page.inner_text(".cover.run h3")
        shown.open_run()
        for tab in ("people", "secrets", "branches", "story", "lanes", "matrix", "memory", "goals", "layers", "growth"):
            shown.tab(tab)
            expect(page.locator("#panel > *:not(.loading)").first).to_be_visible()
            page.wait_for_timeout(150)
            assert page.evaluate("window.hacked === undefined"), tab
            assert page.locator("#panel img, #panel script").count() == 0, tab

        def harmless(where: str) -> None:
            assert page.evaluate("window.hacked === undefined"), where
            assert page.locator("#studio img:not(.brand img), #studio script, dialog img, dialog script").count() == 0

        shown.tab("people")
        page.fill("#question", HOSTILE)
        page.click(".interview button[type=submit]")
        expect(page.locator(".talk .question")).to_contain_text(HOSTILE)
        harmless("interview")
        shown.tab("secrets")
        page.fill("#search", HOSTILE)
        page.locator("#found .row").first.click()
        expect(page.locator("#record .record")).to_be_visible()
        harmless("record")
        shown.tab("watch")
        page.evaluate("Report.setRound(3)")
        page.select_option("#follow", index=1)
        page.check("#reasons")
        for kind in ("letter", "rumour", "thing", "goal", "take", "event"):
            if kind == "letter":
                page.click("#step-in")
            page.click(f"[data-kind={kind}]")
            harmless(kind)
        page.fill("#content", f"{HOSTILE} happened. {'x' * 5000}")
        page.locator(".picks input").first.check()
        page.click("#step-in-window button[type=submit]")
        page.wait_for_url("**-r3")
        page.wait_for_selector("#feed .line.injected")
        shown.standing("finished")
        shown.tab("branches")
        page.click("#compare")
        expect(page.locator("#compared .part").first).to_be_visible()
        harmless("compared")
        with Memory.open(tmp_path / "trap.db", embedder="hashing", settings={"review_band": 1.0}) as memory:
            memory.remember(HOSTILE[:40], f"The door was open. {HOSTILE}")
            memory.remember("ben", f"The door was not open. {HOSTILE}")
        shown.open("/memory/trap.db")
        page.locator("#found .row").first.click()
        expect(page.locator("#record .record")).to_be_visible()
        harmless("memory")
        for tab in ("knows", "decide"):
            page.click(f"[data-tab={tab}]")
            page.wait_for_timeout(300)
            harmless(tab)
        shown.open("/world/trap#places")
        page.wait_for_selector("#map .spot")
        assert page.evaluate("window.hacked === undefined")
        assert page.locator("main img, main script").count() == 0
        shown.context.close()
        assert shown.errors == []
    finally:
        stop(served)
