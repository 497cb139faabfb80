"""docs/architecture.md matches the source tree, and rules that hold for every module."""

import ast
import re
from collections import Counter

import pytest

from tests.paths import ROOT, SOURCE

PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
ROWS = [line for line in PAGE.partition("## To add something, touch")[2].splitlines() if line.startswith("| a")]
WANTED = ("action", "memory design", "embedder", "provider", "language", "world", "merge", "column", "command", "drive")


def test_the_table_of_extensions_covers_every_kind() -> None:
    assert [word for word in WANTED if not any(word in row for row in ROWS)] == []


@pytest.mark.parametrize("row", ROWS, ids=[row.split("|")[1].strip() for row in ROWS])
def test_files_and_names_in_the_table_of_extensions_exist(row: str) -> None:
    paths = re.findall(r"`((?:src|tests)/[^`]*)`", row)
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []
    for name, path in re.findall(r"`([A-Za-z]+)` in `(src/[^`]+)`", row):
        assert re.search(rf"^(class )?{name}\b", (ROOT / path).read_text("utf-8"), re.MULTILINE), (name, path)


def test_the_page_lists_every_folder_of_the_package() -> None:
    tree = PAGE.partition("## Folders")[2].partition("## To add")[0]
    folders = [path.parent.name for path in SOURCE.glob("*/__init__.py")]
    assert [name for name in folders if f"{name}/" not in tree] == []
    assert [path.name for path in SOURCE.glob("*.py") if path.name not in tree] == []


def test_class_names_are_unique() -> None:
    names = Counter(
        node.name
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, count in names.items() if count > 1] == []


def test_the_glossary_defines_each_word_once() -> None:
    words = re.findall(r"^\| \*\*(.+?)\*\*", (ROOT / "docs" / "words.md").read_text("utf-8"), re.MULTILINE)
    assert len(words) > 25
    assert len(words) == len(set(words))


PACKAGED_FILE_READERS = {
    "agentsensus.analysis.bench.store",
    "agentsensus.analysis.report.page",
    "agentsensus.analysis.study.page.findings",
    "agentsensus.analysis.study.measures.measuring",
    "agentsensus.analysis.study.paper.published",
    "agentsensus.analysis.study.tables.table",
    "agentsensus.base.files",
    "agentsensus.base.texts",
    "agentsensus.studio.app",
    "agentsensus.embed.packaged",
    "agentsensus.language.lexicon",
    "agentsensus.memory.designs.generative_agents.salience",
    "agentsensus.memory.judge.learned",
    "agentsensus.store.sqlite.schema",
    "agentsensus.worlds.scenario.template_world",
    "agentsensus.worlds.screenplay.forms",
}
"""Modules that read files of the package or of this machine, never files of a user."""


def test_files_of_users_are_read_through_base_files() -> None:
    """`base.files` refuses pipes and wrong encodings with one line; a plain read_text would hang or raise."""
    readers = {
        ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("read_text", "read_bytes")
    }
    assert readers - PACKAGED_FILE_READERS == set()
    assert PACKAGED_FILE_READERS - readers == set()
