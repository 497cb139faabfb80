"""docs/architecture.md names files and folders that are there, and says of every addition where it is registered."""

import ast
import re
from collections import Counter

import pytest

from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
SOURCE = ROOT / "src" / "agentsensus"
ROWS = [line for line in PAGE.partition("## To add something, touch")[2].splitlines() if line.startswith("| a")]
WANTED = ("action", "memory design", "embedder", "provider", "language", "world", "merge", "column", "command", "drive")


def test_the_table_has_a_row_for_everything_that_people_add() -> None:
    assert [word for word in WANTED if not any(word in row for row in ROWS)] == []


@pytest.mark.parametrize("row", ROWS, ids=[row.split("|")[1].strip() for row in ROWS])
def test_every_file_and_name_of_a_row_is_there(row: str) -> None:
    paths = re.findall(r"`((?:src|tests)/[^`]*)`", row)
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []
    for name, path in re.findall(r"`([A-Za-z]+)` in `(src/[^`]+)`", row):
        assert re.search(rf"^(class )?{name}\b", (ROOT / path).read_text("utf-8"), re.MULTILINE), (name, path)


def test_every_folder_of_the_package_is_on_the_map() -> None:
    tree = PAGE.partition("## Folders")[2].partition("## To add")[0]
    folders = [path.parent.name for path in SOURCE.glob("*/__init__.py")]
    assert [name for name in folders if f"{name}/" not in tree] == []
    assert [path.name for path in SOURCE.glob("*.py") if path.name not in tree] == []


def test_no_folder_has_more_than_twenty_modules_side_by_side() -> None:
    counts = Counter(path.parent for path in SOURCE.rglob("*.py") if path.name != "__init__.py")
    assert {str(folder.relative_to(SOURCE)): count for folder, count in counts.items() if count > 20} == {}


def test_no_class_name_is_there_twice() -> None:
    names = Counter(
        node.name
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, count in names.items() if count > 1] == []


def test_the_page_of_words_has_each_word_once() -> None:
    words = re.findall(r"^\| \*\*(.+?)\*\*", (ROOT / "docs" / "words.md").read_text("utf-8"), re.MULTILINE)
    assert len(words) > 25
    assert len(words) == len(set(words))


OWN_FILES = {
    *("texts.py", "files.py", "text/languages/lexicon.py", "world/making.py", "report/page.py", "store/schema.py"),
    *("screenplay/forms/html.py", "study/page/findings.py", "study/tables/notes.py", "study/paper/published.py"),
    *("memory/designs/generative_agents/salience.py", "memory/judge/learned.py", "models/embed/packaged.py"),
    *("bench/sentences.py", "bench/store.py", "study/page/pool.py"),
}
"""Modules that read what belongs to the package or to this machine, and nothing that somebody else has made."""


def test_files_of_others_are_read_in_one_place() -> None:
    """Elsewhere a pipe would be waited for, and another encoding raised about: `files` refuses both in words."""
    readers = {
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("read_text", "read_bytes")
    }
    assert readers - OWN_FILES == set()
    assert OWN_FILES - readers == set()
