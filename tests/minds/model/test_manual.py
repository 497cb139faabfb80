"""The manual is made of the action classes in both languages and stands before whatever differs from one to another."""

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

from agentsensus.actions import ACTIONS
from agentsensus.minds import view_of
from agentsensus.minds.hints import hints
from agentsensus.minds.model.manual import manual, situation, system_prompt, turn_prompt, worded
from agentsensus.text.language import Language
from agentsensus.world import Scenario, load
from agentsensus.world.making import make_world
from agentsensus.world.rules import Rules
from agentsensus.world.world import World
from tests.kernel.runs import six

HAN = re.compile(r"[\u4e00-\u9fff]")


@pytest.fixture
def chinese(tmp_path: Path) -> Scenario:
    return load(make_world("dengta", "zh", tmp_path))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_action_and_every_parameter_is_described_in_both_languages(language: Language) -> None:
    for name, kind in ACTIONS.items():
        own = kind.texts(language)
        assert [*own.params] == [*kind.parameters()], name
        texts = [own.about, *own.params.values()]
        assert all(bool(HAN.search(text)) == (language == "zh") for text in texts), name
        assert all(text.strip() for text in texts), name


def test_the_actions_in_chinese_are_the_same_actions() -> None:
    for own, kind in zip(ACTIONS.values(), worded("zh"), strict=True):
        assert kind.name == own.name
        assert issubclass(kind, own)
        mine, theirs = kind.model_json_schema(), own.model_json_schema()
        assert list(mine["properties"]) == list(theirs["properties"])
        assert mine.get("required") == theirs.get("required")
    said = {"targets": ["a"], "content": "好"}
    assert worded("zh")[0].model_validate(said).given() == said


@pytest.mark.parametrize(("language", "routines"), [("en", 6), ("zh", 6)])
def test_the_manual_names_every_action_six_routines_and_the_form_of_the_reply(
    language: Language, routines: int
) -> None:
    text = manual(language)
    assert all(f"- {name}(" in text for name in ACTIONS)
    assert len(re.findall(r"^\*\*", text, re.MULTILINE)) == routines
    assert text.endswith('{"action": "…", "params": {…}}')


def test_every_prompt_is_there_in_both_languages_with_the_same_places_to_fill() -> None:
    folder = files("agentsensus.minds.model.manual").joinpath("prompts")
    found = {one.name: set(re.findall(r"\{\{\w+\}\}", one.read_text("utf-8"))) for one in folder.iterdir()}
    english = {name: places for name, places in found.items() if name.endswith(".en.md")}
    assert len(english) == len(found) / 2 >= 10
    assert all(found[name.replace(".en.", ".zh.")] == places for name, places in english.items())


def test_what_all_characters_share_comes_first_byte_for_byte(tmp_path: Path) -> None:
    characters = (
        "ada: {name: Ada Quill, profile: A clerk who trusts paper., at: hall, voice: {manner: Dry and short., "
        "calls: {ben: [Master Fox, you rogue]}}, relations: {ben: her debtor}}\n"
        "ben: {name: Ben Fox, profile: A gambler., at: hall}\ncy: {name: Cy, at: tower}\ndot: {name: Dot, at: gate}\n"
        "eve: {name: Eve, at: hall}\nflo: {name: Flo, at: tower}\n"
    )
    world = six(tmp_path, characters=characters, world="name: six\nlanguage: en\nstyle: Plain words; no ornament.\n")
    ada, ben = system_prompt(world, "ada"), system_prompt(world, "ben")
    shared = f"{manual('en')}\n\n# How this world sounds\n\nPlain words; no ornament.\n\n# Who you are"
    assert ada.encode().startswith(shared.encode())
    assert ben.encode().startswith(shared.encode())
    own = ["A clerk who trusts paper.", "Dry and short.", "Master Fox, you rogue", "her debtor", "is in English"]
    places = [ada.index(one) for one in own]
    assert places == sorted(places)
    assert places[0] > len(shared)
    assert "her debtor" not in ben


def test_the_prompts_of_a_chinese_world_are_chinese(chinese: Scenario) -> None:
    agent = chinese.active[0]
    view = view_of(World(chinese, Rules(), []), agent, 1, ("start",))
    prose = "\n".join(
        line for line in system_prompt(chinese, agent).split("\n") if line.strip() and not line.startswith("{")
    )
    asked = turn_prompt(view, chinese.characters[agent].called[0], "zh").partition("\n\n")[2]
    for line in [*prose.split("\n"), asked]:
        assert HAN.search(line), line
    assert not re.search(r"[A-Za-z]+ [A-Za-z]+ [A-Za-z]+ [A-Za-z]+", prose)
    assert "都用中文" in prose


def test_a_mind_is_shown_its_view_as_json(tmp_path: Path) -> None:
    world = six(tmp_path)
    view = view_of(World(world, Rules(), []), "ada", 1, ("start",))
    assert json.loads(situation(view)) == view.prompt()
    assert turn_prompt(view, "Ada Quill", "en").startswith(situation(view))


def test_hints_are_in_the_language_of_the_world(tmp_path: Path, chinese: Scenario) -> None:
    english = six(tmp_path)
    assert hints(World(english, Rules(), []), "ben", ("start",))[0] == "The story begins."
    assert hints(World(chinese, Rules(), []), chinese.active[0], ("start",))[0] == "故事开始了。"
    en, zh = (files("agentsensus.minds").joinpath(f"hints.{one}.yaml").read_text("utf-8") for one in ("en", "zh"))
    assert re.findall(r"^(\w+):", en, re.MULTILINE) == re.findall(r"^(\w+):", zh, re.MULTILINE)
