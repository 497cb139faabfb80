"""Real sentences that are on every machine: what the documentation of Python and of what is installed says."""

import ast
import re
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from agentsensus.text.sentences import sentences

_PLAIN = re.compile(r"[A-Z][\w ,;:'\"`()/*=.-]{25,240}[.!?]")


def real_sentences(count: int, source: Path | None = None) -> list[str]:
    """Up to `count` different sentences from a text file, or from docstrings."""
    different: dict[str, None] = {}
    for text in _texts(source):
        for sentence in _cut(text, source is not None):
            different[sentence] = None
        if len(different) >= count:
            break
    return list(different)[:count]


def _cut(text: str, prose: bool) -> list[str]:
    if prose:
        return sentences(text)
    # Documentation is half code: only what looks like plain prose is taken, and a simple cut will do for it.
    pieces = re.split(r"(?<=[.!?])\s+", " ".join(text.split()))
    return [piece for piece in pieces if _PLAIN.fullmatch(piece)]


def _texts(source: Path | None) -> Iterator[str]:
    if source is not None:
        yield from source.read_text("utf-8").splitlines()
        return
    paths = sysconfig.get_paths()
    for folder in (Path(paths["stdlib"]), Path(paths["purelib"])):
        for path in sorted(folder.rglob("*.py")):
            if folder.name == "site-packages" or "site-packages" not in path.parts:
                yield from _docstrings(path)


def _docstrings(path: Path) -> Iterator[str]:
    try:
        tree = ast.parse(path.read_text("utf-8"))
    except (SyntaxError, UnicodeDecodeError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from filter(None, [ast.get_docstring(node)])
