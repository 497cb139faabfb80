"""The manual is made of the action classes in both languages and stands before whatever differs from one to another."""

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

from agentsensus.language.rules import Language
from agentsensus.models.tokens import tokens
from agentsensus.worlds.actions import ACTIONS, actions_of
from agentsensus.worlds.minds import view_of
from agentsensus.worlds.minds.model.system_prompt import localized_actions, manual, system_prompt
from agentsensus.worlds.minds.model.turn_prompt import TurnPrompts
from agentsensus.worlds.minds.view import hints
from agentsensus.worlds.scenario import Scenario, load
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.scenario.template_world import make_world
from agentsensus.worlds.state.world import World
from tests.worlds.kernel.runs import six

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
    for own, kind in zip(ACTIONS.values(), localized_actions(ACTIONS.values(), "zh", Rules()), strict=True):
        assert kind.name == own.name
        assert issubclass(kind, own)
        mine, theirs = kind.model_json_schema(), own.model_json_schema()
        assert list(mine["properties"]) == list(theirs["properties"])
        assert mine.get("required") == theirs.get("required")
    said = {"targets": ["a"], "content": "好"}
    assert localized_actions(ACTIONS.values(), "zh", Rules())[0].model_validate(said).given() == said


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_papers_manual_has_exactly_24_actions_six_routines_and_the_form_of_the_reply(
    language: Language, tmp_path: Path
) -> None:
    world, paper = load(make_world("world", language, tmp_path)), Rules.preset("paper")
    text = manual(world, paper)
    assert len(actions_of(paper, world)) == 24
    assert {*re.findall(r"^- (\w+)\(", text, re.MULTILINE)} == {*actions_of(paper, world)}
    assert len(re.findall(r"^\*\*", text, re.MULTILINE)) == 6
    assert text.endswith('{"action": "…", "params": {…}}')
    assert "quietly" not in text
    assert "becomes:" not in text


@pytest.mark.parametrize("language", ["en", "zh"])
def test_our_manual_describes_deeds_and_only_names_what_is_rare(language: Language, tmp_path: Path) -> None:
    world = load(make_world("world", language, tmp_path))
    text, actions = manual(world, Rules()), actions_of(Rules(), world)
    described = {*re.findall(r"^- (\w+)\(", text, re.MULTILINE)}
    assert described == {name for name, kind in actions.items() if not kind.declared.is_rare}
    assert all(f"`{name}(" in text for name in {*actions} - described)
    assert {"give", "take", "say"} <= described
    assert "quietly" in text
    assert tokens(text) <= 1_300


@pytest.mark.parametrize("world", ["hamlet", "red_chamber", "russia_ukraine", "three_kingdoms"])
def test_our_manual_takes_at_most_1200_tokens(world: str) -> None:
    assert tokens(manual(load(world), Rules())) <= 1_200


def test_every_prompt_is_there_in_both_languages_with_the_same_places_to_fill() -> None:
    folder = files("agentsensus.worlds.minds.model").joinpath("prompts")
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
    paper = Rules.preset("paper")
    ada, ben = system_prompt(world, "ada", paper), system_prompt(world, "ben", paper)
    shared = f"{manual(world, paper)}\n\n# How this world sounds\n\nPlain words; no ornament.\n\n# Who you are"
    assert ada.encode().startswith(shared.encode())
    assert ben.encode().startswith(shared.encode())
    own = ["A clerk who trusts paper.", "Dry and short.", "Master Fox, you rogue", "her debtor"]
    places = [ada.index(one) for one in own]
    assert places == sorted(places)
    assert places[0] > len(shared)
    assert "her debtor" not in ben


@pytest.mark.parametrize("preset", ["paper", "ours"])
def test_the_prompts_of_a_chinese_world_are_chinese(chinese: Scenario, preset: str) -> None:
    agent, rules = chinese.active[0], Rules.preset(preset)
    view = view_of(World(chinese, rules, []), agent, 1, ("start",))
    system = system_prompt(chinese, agent, rules).split("\n")
    prose = "\n".join(line for line in system if line.strip() and not line.startswith("{"))
    question = TurnPrompts(chinese, agent, rules).decide(view).split("\n\n")[-1]
    for line in [*prose.split("\n"), question]:
        assert HAN.search(line), line
    assert not re.search(r"[A-Za-z]+ [A-Za-z]+ [A-Za-z]+ [A-Za-z]+", prose)
    assert ("都用中文" in prose) is (preset == "ours")


def test_where_messages_are_announced_a_mind_is_shown_its_view_as_json(tmp_path: Path) -> None:
    world, paper = six(tmp_path), Rules.preset("paper")
    view = view_of(World(world, paper, []), "ada", 1, ("start",))
    asking = TurnPrompts(world, "ada", paper)
    assert json.loads(asking.situation(view)) == view.prompt()
    assert asking.decide(view).startswith(asking.situation(view))


def test_hints_are_in_the_language_of_the_world(tmp_path: Path, chinese: Scenario) -> None:
    english = six(tmp_path)
    assert hints(World(english, Rules(), []), "ben", ("start",))[0] == "The story begins."
    assert hints(World(chinese, Rules(), []), chinese.active[0], ("start",))[0] == "故事开始了。"
    en, zh = (
        files("agentsensus.worlds.minds").joinpath(f"hints.{one}.yaml").read_text("utf-8") for one in ("en", "zh")
    )
    assert re.findall(r"^(\w+):", en, re.MULTILINE) == re.findall(r"^(\w+):", zh, re.MULTILINE)
