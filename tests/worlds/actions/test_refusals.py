"""Refusals in both languages, and the texts of every package in both."""

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
import yaml

from agentsensus.worlds.actions import ACTIONS, parse
from agentsensus.worlds.minds import Decision
from tests.paths import SOURCE
from tests.worlds.actions.test_actions import EVERY, REFUSED
from tests.worlds.kernel.runs import SIX, Run, six

PLAYERS = ("players", "phrases.en.yaml")
"""Players have phrases of each language's own."""
ENGLISH = sorted(
    path for path in SOURCE.rglob("*.en.yaml") if "template" not in path.parts and path.parts[-2:] != PLAYERS
)
MANUAL = re.compile(r"/\w+/(about$|params/)")
QUANTIFIER = re.compile(r"\d*,?\d*")
"""What stands in the braces of a pattern: `{0,30}` is no blank."""
VERB_FORMS = {"/unborn_verb", "/bare_verb", "/countries", "/counts"}
"""Tables of words of the language itself, no texts: verbs by form, countries by name, numbers."""
GIVEN = re.compile(r"'[^']*'|\"[^\"]*\"|\{.*?\}")
KEPT = {*ACTIONS, *"ada ben cy dot eve flo old hall tower gate letter purse true false".split()}
KEPT |= {name for kind in ACTIONS.values() for name in kind.model_fields} | {"location", "with"}


@pytest.mark.parametrize(("name", "params"), [one[:2] for one in REFUSED])
def test_a_chinese_world_refuses_in_chinese(tmp_path: Path, name: str, params: dict[str, Any]) -> None:
    world = six(tmp_path, characters=EVERY, world=SIX["world.yaml"].replace("language: en", "language: zh"))
    run = Run(tmp_path / "run", world)
    run.script(1, ada={1: Decision(action=name, params=params)})
    refusal = run.acts("ada")[0].refusal
    assert re.search(r"[\u4e00-\u9fff]", refusal)
    words = set(re.findall(r"[A-Za-z_]{2,}", GIVEN.sub("", refusal)))
    assert words <= KEPT, refusal


@pytest.mark.parametrize("path", ENGLISH, ids=lambda path: path.name)
def test_both_languages_say_the_same_things(path: Path) -> None:
    """Every text exists in both languages and has the same blanks to fill."""
    english, chinese = (
        dict(_blanks(yaml.safe_load(_in(path, language).read_text("utf-8")))) for language in "en zh".split()
    )
    if path.parent.name == "actions":  # an English manual entry may be the docstring of the action's class
        english, chinese = (
            {where: blanks for where, blanks in table.items() if not MANUAL.match(where)}
            for table in (english, chinese)
        )
    assert english == chinese


def test_what_is_wrong_with_a_parameter_is_said_without_a_pattern() -> None:
    for language in ("en", "zh"):
        for name, params, _ in REFUSED:
            refused = parse(name, params, language)
            assert "pattern" not in str(getattr(refused, "reason", "")), refused


def _in(path: Path, language: str) -> Path:
    return path.with_name(path.name.replace(".en.", f".{language}."))


def _blanks(said: Any, where: str = "") -> Iterator[tuple[str, set[str]]]:
    if where in VERB_FORMS:
        assert isinstance(said, dict)
    elif isinstance(said, dict):
        for key, value in said.items():
            yield from _blanks(value, f"{where}/{key}")
    elif isinstance(said, str):
        yield where, {name for _, name, _, _ in Formatter().parse(said) if name and not QUANTIFIER.fullmatch(name)}
    else:
        yield where, set()
