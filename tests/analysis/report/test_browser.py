"""The report in a real browser."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from agentsensus import Run, play
from agentsensus.analysis.report import write_report
from agentsensus.worlds.scenario.template_world import make_world
from tests.analysis.report.conftest import HOSTILE, OpenedReport

pytestmark = pytest.mark.thorough


def test_every_tab_opens_in_both_languages_light_and_dark(opened: OpenedReport) -> None:
    tabs = opened.tabs()
    assert tabs == ["story", "lanes", "matrix", "road", "memory", "goals", "layers", "growth"]
    for button in ("◐", "中文", "◐"):
        opened.page.get_by_role("button", name=button, exact=True).or_(
            opened.page.locator(".tools button", has_text=button)
        ).first.click()
        for tab in tabs:
            opened.tab(tab)
            assert opened.page.locator("#panel > *").count() > 0
    assert opened.page.locator("[data-tab=story]").inner_text() == "故事"
    assert opened.page.evaluate("document.documentElement.lang").startswith("zh")


def test_it_asks_the_network_for_nothing(opened: OpenedReport) -> None:
    for tab in opened.tabs():
        opened.tab(tab)
    assert [url for url in opened.requests if not url.startswith(("file:", "data:", "blob:"))] == []


def test_the_slider_changes_what_an_agent_knows(opened: OpenedReport, run: Run) -> None:
    opened.tab("memory")
    learner = max(run.scenario.active, key=lambda agent: len(run.memory.records(agent=agent)))
    grown = max(
        run.scenario.active,
        key=lambda agent: len(run.memory.records(agent=agent)) - len(run.memory.records(agent=agent, at=0)),
    )
    for agent in (learner, grown):
        opened.page.select_option("#agent", agent)
        counts = []
        for round_ in range(run.rounds + 1):
            opened.go_to(round_)
            known = len(run.memory.records(agent=agent, at=round_))
            assert f" {known} records after round {round_}" in opened.page.inner_text("#count")
            counts.append(known)
    assert counts[-1] > counts[0]


def test_a_click_on_a_record_shows_its_owners_and_wordings(opened: OpenedReport, run: Run) -> None:
    opened.tab("memory")
    opened.page.select_option("#sort", "owners")
    shared = [record for record in run.memory.records() if len(record.wordings) > 1 and len(record.owners) > 2]
    record = shared[-1]
    opened.page.fill("#search", record.text)
    opened.page.click(f".row[data-record='{record.id}']")
    detail = opened.page.locator(f"article[data-record='{record.id}']")
    names = [run.scenario.known_names().display(owner) for owner in record.owners]
    shown = " ".join(detail.locator(".owners").all_inner_texts()).lower()
    assert [name for name in names if name.lower() not in shown] == []
    assert detail.locator(".owners li").count() == len(record.owners)
    wordings = " ".join(detail.locator(".wordings").all_inner_texts())
    assert all(wording.text in wordings for wording in record.wordings)
    opened.go_to(0)
    assert opened.page.locator(".wordings li").count() < len(record.wordings) or record.created == 0


def test_search_finds_and_finds_nothing_where_nothing_is(opened: OpenedReport) -> None:
    opened.page.keyboard.press("/")
    opened.page.keyboard.type("poison orchard")
    found = opened.page.locator(".records .row").all_inner_texts()
    assert found
    assert all("poison" in text.lower() or "orchard" in text.lower() for text in found)
    opened.page.fill("#search", "xq7 quarterly invoice")
    assert opened.page.locator(".records .row").count() == 0


def test_keys_move_rounds_and_tabs(opened: OpenedReport, run: Run) -> None:
    opened.page.keyboard.press("ArrowLeft")
    assert opened.page.input_value("#round") == str(run.rounds - 1)
    opened.page.keyboard.press("3")
    assert opened.page.get_attribute("[data-tab=matrix]", "aria-selected") == "true"
    opened.page.locator(".matrix td .cell.knows, .matrix td .cell.wrong, .matrix td .cell.lied").first.click()
    assert opened.page.locator("#detail").is_visible()
    opened.page.keyboard.press("Escape")
    assert opened.page.locator("#detail").is_hidden()


def test_the_story_shows_nothing_of_later_rounds(opened: OpenedReport) -> None:
    opened.go_to(4)
    rounds = opened.page.eval_on_selector_all(
        ".line", "lines => lines.filter(line => line.offsetParent).map(line => Number(line.dataset.round))"
    )
    assert rounds
    assert max(rounds) <= 4
    now = opened.page.eval_on_selector_all(".line.now", "lines => lines.map(line => Number(line.dataset.round))")
    assert set(now) <= {4}


def test_a_narrow_screen_needs_no_sideways_scrolling(chromium: Browser, report_file: Path) -> None:
    page = chromium.new_page(viewport={"width": 380, "height": 760}, color_scheme="dark")
    report = OpenedReport(page, report_file)
    for tab in report.tabs():
        report.tab(tab)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), tab
    page.close()
    assert report.errors == []


def test_markup_in_names_and_lines_is_shown_as_text(chromium: Browser, hostile: Run, tmp_path: Path) -> None:
    write_report([hostile], tmp_path / "report.html")
    page = chromium.new_page(viewport={"width": 1400, "height": 900})
    report = OpenedReport(page, tmp_path / "report.html")
    scripts = page.locator("script").count()
    for tab in report.tabs():
        report.tab(tab)
        page.wait_for_timeout(100)
        assert page.evaluate("window.hacked === undefined"), tab
        assert page.locator("#report img, #report script").count() == 0, tab
    assert page.locator("script").count() == scripts
    assert HOSTILE in (page.text_content("h1") or "")
    report.tab("story")
    assert HOSTILE in (page.text_content(".persons") or "")
    assert page.title().endswith(HOSTILE)
    page.close()
    assert report.errors == []


def test_several_runs_stand_side_by_side(chromium: Browser, run: Run, tmp_path: Path) -> None:
    other = play("hamlet", 3, seed=5, embedder="hashing", out=tmp_path / "hamlet-2")
    write_report([run, other], tmp_path / "report.html")
    page = chromium.new_page(viewport={"width": 1400, "height": 900})
    report = OpenedReport(page, tmp_path / "report.html")
    report.tab("compare")
    rows = dict(
        page.eval_on_selector_all(
            ".compared tbody tr",
            "rows => rows.map(row => [row.cells[0].textContent, [row.cells[1].textContent, row.cells[2].textContent]])",
        )
    )
    assert rows["Records in all"] == [str(each.stats["total"]) for each in (run, other)]
    assert rows["Rounds"] == ["9", "3"]
    page.select_option("#run", "1")
    assert page.get_attribute("#round", "max") == "3"
    page.close()
    assert report.errors == []


def test_a_record_opens_from_the_layers(opened: OpenedReport) -> None:
    opened.tab("layers")
    record = opened.page.evaluate("Report.run().panels.layers.memory.nodes[0][0]")
    opened.page.evaluate("id => Report.showRecord(id)", record)
    assert opened.page.locator(f"#detail article[data-record='{record}']").is_visible()


@pytest.mark.parametrize("tab", ["lanes", "goals", "growth"])
def test_the_line_of_now_follows_the_slider(opened: OpenedReport, tab: str) -> None:
    opened.tab(tab)
    opened.go_to(2)
    assert opened.page.evaluate("document.querySelector('.js-plotly-plot').layout.shapes[0].x0") == 2


def test_nothing_is_english_in_the_report_of_a_chinese_world(chromium: Browser, tmp_path: Path) -> None:
    run = play(make_world("lighthouse", "zh", tmp_path), 8, seed=2, embedder="hashing", out=tmp_path / "run")
    write_report([run], tmp_path / "report.html")
    page = chromium.new_page(viewport={"width": 1400, "height": 900})
    report = OpenedReport(page, tmp_path / "report.html")
    allowed = {"English", "Esc", "t"}
    for tab in report.tabs():
        report.tab(tab)
        shown = page.inner_text("body")
        labels = page.eval_on_selector_all(
            "*",
            "nodes => nodes.flatMap(node => ['title', 'aria-label', 'placeholder'].map(key => node.getAttribute(key)))",
        )
        texts = [shown, *(label for label in labels if label)]
        assert {word for text in texts for word in _english(text)} <= allowed, tab
    for record in page.evaluate("Report.run().panels.memory.records.map(record => record.id)"):
        page.evaluate("id => Report.showRecord(id)", record)
        assert _english(page.inner_text("#detail")) == set()
    page.close()
    assert report.errors == []


def _english(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z]+", re.sub(r"\b[0-9a-f]{12,}\b", "", text)))


def test_on_a_narrow_screen_the_slider_stays_in_sight(chromium: Browser, report_file: Path) -> None:
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    report = OpenedReport(page, report_file)
    page.evaluate("window.scrollTo(0, 3000)")
    assert page.evaluate("window.scrollY") > 1000
    assert 0 <= page.evaluate("document.getElementById('round').getBoundingClientRect().top") < 60
    page.close()
    assert report.errors == []


def test_the_dead_are_marked_on_the_map_from_their_round_on(chromium: Browser, run: Run, tmp_path: Path) -> None:
    write_report([run], tmp_path / "report.html")
    page = chromium.new_page(viewport={"width": 1400, "height": 900})
    report = OpenedReport(page, tmp_path / "report.html")
    who = run.scenario.active[0]
    page.evaluate("([who, round]) => { Report.run().ends = {[who]: round}; }", [who, 5])
    for round_, count in ((4, 0), (5, 1), (9, 1)):
        report.go_to(round_)
        assert page.locator(".map .chip.dead").count() == count
    page.close()


def test_the_layers_follow_the_slider(opened: OpenedReport, run: Run) -> None:
    opened.tab("layers")
    lines = "() => document.querySelectorAll('.chart.square')[0].data.slice(0, 3).flatMap(trace => trace.x).length / 3"
    spoken = opened.page.evaluate(lines)
    opened.go_to(1)
    opened.page.wait_for_function(f"({lines})() < {spoken}")
    shared = opened.page.evaluate(
        "document.querySelectorAll('.chart.square')[2].data[0].z.flat().filter(Boolean).length"
    )
    pairs = {
        (one, other)
        for record in run.memory.records(at=1)
        for one in record.owners
        for other in record.owners
        if one != other and {one, other} <= set(run.scenario.active)
    }
    assert shared == len(pairs)


def test_what_several_heard_at_once_is_one_step_of_a_road_with_its_words(opened: OpenedReport) -> None:
    opened.tab("road")
    road = opened.page.evaluate("Report.run().panels.road.roads[0]")
    tellings = {(step[1], step[2], step[6]) for step in road["steps"]}
    assert opened.page.locator(".steps > li").count() == len(tellings)
    assert opened.page.locator(".road-map .telling").count() == len(road["steps"])
    said = opened.page.locator(".steps blockquote").all_inner_texts()
    assert {words for _, _, words in tellings if words} == set(said)


def test_charts_stay_inside_their_cards_and_tabs_where_they_are(opened: OpenedReport, run: Run) -> None:
    places = "nodes => nodes.map(node => Math.round(node.getBoundingClientRect().left))"
    tabs = opened.page.eval_on_selector_all("[role=tab]", places)
    opened.tab("growth")
    wider = opened.page.eval_on_selector_all(
        ".card .main-svg",
        "charts => charts.map(each => { const end = node => node.getBoundingClientRect().right;"
        " return end(each) - end(each.closest('.card')); })",
    )
    assert wider
    assert max(wider) <= 0
    assert opened.page.eval_on_selector_all("[role=tab]", places) == tabs
    rows = dict(row.split("\t") for row in opened.page.locator(".figures tr").all_inner_texts())
    truth = run.stats["merge_truth"]
    assert truth is not None
    for figure, share in (("Merges that are right", "precision"), ("Right merges that were made", "recall")):
        shown = "–" if truth[share] is None else f"{round(truth[share] * 100, 1):g} %"
        assert rows[figure] == shown


def test_a_wording_names_everybody_who_has_it_once(opened: OpenedReport, run: Run) -> None:
    opened.tab("memory")
    twice = [
        record
        for record in run.memory.records()
        if len(record.wordings) > len({(wording.text, *wording.owners) for wording in record.wordings})
    ]
    for record in (twice or run.memory.records())[-3:]:
        opened.page.evaluate("id => Report.showRecord(id)", record.id)
        for names in opened.page.locator("#detail .wordings .quiet").all_inner_texts():
            people = names.partition(" · ")[0].split(", ")
            assert len(people) == len(set(people))
