"""Runs and interviews with a language model in the studio. The model is a double on this machine."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from agentsensus.testing.minds import RoutineMind
from agentsensus.testing.models import InstantModel
from agentsensus.testing.playing import view_in
from agentsensus.testing.server import ModelServer
from tests.studio.conftest import ServedStudio, serve, stop
from tests.studio.test_pages import StudioPage

pytestmark = pytest.mark.thorough

QUESTION = "Who sold the lamp oil?"


def answer(prompt: str) -> str:
    """Decide like a routine mind, answer questions of the memory, and speak in an interview."""
    if QUESTION in prompt:
        return json.dumps({"sentences": [{"text": "I would rather not say who sold it.", "cites": [1]}]})
    try:
        view = view_in(prompt)
    except (AssertionError, ValueError):
        return InstantModel().answer(prompt)
    decision = asyncio.run(RoutineMind(0).decide(view))
    return json.dumps({"action": decision.action, "params": decision.params})


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer(answer) as server:
        yield server


@pytest.fixture
def with_model(root: Path, model: ModelServer) -> Iterator[ServedStudio]:
    """A studio whose model is the double."""
    served = serve(root, "--model", f"openai:toy@{model.url}", OPENAI_API_KEY="none")
    yield served
    stop(served)


def test_a_model_plays_within_its_budget_and_answers_an_interview(
    chromium: Browser, with_model: ServedStudio, model: ModelServer
) -> None:
    shown = StudioPage(chromium, with_model, "en")
    page = shown.open("/")
    page.click(".cover.world[data-world=gull] button.primary")
    page.select_option("#minds", "model")
    expect(page.locator("#model")).to_have_value(f"openai:toy@{model.url}")
    expect(page.locator(".window [role=status]")).to_contain_text("calls")
    page.fill("#rounds", "30")
    page.fill("#budget-calls", "25")
    page.select_option("#start-speed", "0")
    page.click(".window button[type=submit]")
    page.wait_for_selector("#feed .line")
    shown.standing("budget")
    expect(page.locator("#cost")).to_contain_text("of 25")
    expect(page.locator("#cost .progress")).to_have_count(1)
    run = page.url.split("/run/")[1].split("#")[0]
    played = next(each for each in with_model.get("/api/home")["runs"] if each["run"] == run)
    assert (played["minds"], played["budget"]) == ("model", {"calls": 25})
    calls = sum(each["calls"] for each in played["usage"].values())
    assert 0 < calls <= 25
    assert played["rounds"] < 30
    assert shown.faults() == []
    page.fill("#more", "2")
    page.click("#play")
    page.fill("#raise-calls", "200")
    page.click(".window button[type=submit]")
    expect(page.locator("#cost")).to_contain_text("of 200")
    shown.standing("finished")
    shown.open_run()  # the finished run of rules: its characters speak with the model's voice too
    shown.tab("people")
    page.locator(".people-list .row", has_text="Tobias").click()
    page.fill("#question", QUESTION)
    page.click(".interview button[type=submit]")
    expect(page.locator(".talk .answer").first).to_contain_text("I would rather not say")
    page.locator(".talk .cite").first.click()
    expect(page.locator("#record .record")).to_be_visible()
    shown.context.close()
    assert shown.errors == []


def test_a_model_that_does_not_answer_is_named_and_the_run_can_go_on(with_model: ServedStudio) -> None:
    url = "/api/runs/runs/gull-1/ask"
    with pytest.raises(AssertionError, match=r"127\.0\.0\.1:9|does not answer|no reply"):
        with_model.post(url, agent="tobias", question=QUESTION, model="openai:toy@http://127.0.0.1:9/v1")
    with pytest.raises(AssertionError, match="opnai"):
        with_model.post("/api/runs", world="gull", minds="model", model="opnai:toy", rounds=2)
    assert with_model.post(url, agent="tobias", question=QUESTION)["model"]
