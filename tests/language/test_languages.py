"""Every literal of a language is in `language/` or in a text file of that language."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Literal

import pytest

from agentsensus.language.languages import DEFAULT_LANGUAGE, LANGUAGES, language, rules_of
from agentsensus.language.scripts import HAN

SOURCE = Path(import_module("agentsensus").__file__ or "").parent
HAN_CHARACTER = re.compile(f"[{HAN}]")
FUNCTION_WORDS = frozenset(
    """the of and a to in is was it for with he be on by his at that as are this had not but from or have an they which
    were her all she there would their we him been has when who will if out so what up about into than them can only
    some its""".split()
)
"""The commonest English words that only serve others."""


def _python_outside_language() -> list[Path]:
    return [path for path in sorted(SOURCE.rglob("*.py")) if not path.is_relative_to(SOURCE / "language")]


def _literals(tree: ast.AST) -> Iterator[ast.Constant]:
    """The string literals of a module without docstrings and strings that stand alone as comments."""
    comments = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in comments:
            yield node


def _words_of(node: ast.AST) -> set[str]:
    """The words that a literal lists, as a collection or as a string that is split."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(words)), attr="split"), args=[]):
            return set(words.split())
        case ast.Dict(keys=parts) | ast.Set(elts=parts) | ast.List(elts=parts) | ast.Tuple(elts=parts):
            return {part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)}
    return set()


def test_no_string_outside_language_has_a_han_character() -> None:
    found = [
        f"{path.relative_to(SOURCE)}:{literal.lineno}"
        for path in _python_outside_language()
        for literal in _literals(ast.parse(path.read_text("utf-8")))
        if HAN_CHARACTER.search(str(literal.value))
    ]
    assert found == []


def test_no_list_of_english_function_words_is_outside_language() -> None:
    found = [
        f"{path.relative_to(SOURCE)}:{node.lineno}"
        for path in _python_outside_language()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.expr) and len(_words_of(node) & FUNCTION_WORDS) >= 5
    ]
    assert found == []


def test_what_belongs_to_one_language_is_asked_for_through_its_rules() -> None:
    one_language = re.compile(r"agentsensus\.language\.(?:en|zh)\b")
    found = [path for path in _python_outside_language() if one_language.search(path.read_text("utf-8"))]
    assert found == []


def test_every_text_is_there_in_every_language() -> None:
    texts = [path for kind in ("yaml", "md") for path in SOURCE.rglob(f"*.{DEFAULT_LANGUAGE}.{kind}")]
    assert len(texts) > 20
    for code in LANGUAGES:
        named = [path.with_name(path.name.replace(f".{DEFAULT_LANGUAGE}.", f".{code}.")) for path in texts]
        assert [path for path in named if not path.is_file()] == []
        assert (SOURCE / "worlds" / "scenario" / "template" / code / "world.yaml").is_file()


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
