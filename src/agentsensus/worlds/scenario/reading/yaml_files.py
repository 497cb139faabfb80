"""Read a world's YAML files as plain values with line numbers.

Stricter than YAML: no special meaning of yes, no, 12:30 or 1.10, no duplicate keys, no aliases.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from agentsensus.base.files import read_text
from agentsensus.errors import InputError, did_you_mean
from agentsensus.language.scripts import HAN
from agentsensus.worlds.scenario.reading.problems import Problems, Steps, WorldSection

__all__ = ["PARTS", "Document", "read_world", "read_yaml"]


_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "true": True, "false": False}
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_FOLDED_HAN = re.compile(rf"(?<=[{HAN}，。、；：！？”’）》]) +(?=[{HAN}“‘（《])")
"""Spaces left by folded lines of Chinese text, which are removed."""


@dataclass
class Document:
    """A parsed YAML text: its value, the line of every path, and errors by line."""

    value: Any = None
    lines: dict[Steps, int] = field(default_factory=dict)
    wrong: list[tuple[int, str]] = field(default_factory=list)
    _seen: set[int] = field(default_factory=set)

    def read(self, node: Any, path: Steps) -> Any:
        """Return the plain value of a node: text, whole number, true, false, None, list or dict."""
        line = node.start_mark.line + 1
        self.lines[path] = line
        if id(node) in self._seen:
            self.wrong.append((line, "is used twice by an anchor (&, *); write it out"))
            return None
        self._seen.add(id(node))
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self.read(item, (*path, place)) for place, item in enumerate(node.value)]
        return self._scalar(node, line)

    def _mapping(self, node: Any, path: Steps) -> dict[str, Any]:
        mapping: dict[str, Any] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                self.wrong.append((line, "a key must be a word"))
                continue
            key = _SURROGATE.sub("\ufffd", key_node.value)
            if key in mapping:
                self.wrong.append(
                    (line, f"{key!r} is here a second time; the first is on line {self.lines[*path, key]}")
                )
                continue
            mapping[key] = self.read(value_node, (*path, key))
            self.lines[*path, key] = line
        return mapping

    def _scalar(self, node: Any, line: int) -> Any:
        text: str = node.value
        if _SURROGATE.search(text):
            self.wrong.append((line, "holds half a character (a lone surrogate)"))
            return None
        if node.style != "|" and node.end_mark.line > node.start_mark.line:
            text = _FOLDED_HAN.sub("", text)
        if node.style is not None or (node.tag or "").endswith(":str"):
            return text
        if text.lower() in _WORDS:
            return _WORDS[text.lower()]
        return int(text) if _WHOLE.fullmatch(text) else text


def read_yaml(text: str) -> Document:
    """Parse a YAML text. Errors are returned by line, not raised."""
    document = Document()
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        document.value = None if node is None else document.read(node, ())
    except RecursionError:
        document.wrong.append((1, "is nested too deeply"))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        document.wrong.append((mark.line + 1 if mark else 1, f"not valid YAML: {error.problem or error.context}"))
    except yaml.YAMLError as error:
        document.wrong.append((1, f"not valid YAML: {' '.join(str(error).split())}"))
    return document


PARTS = ("characters", "places", "carriers", "happenings", "reference", "registry")
_FILES = ("world.yaml", *(f"{part}.yaml" for part in PARTS))


def read_world(where: Path, notes: Problems) -> None:
    """Fill `notes.sections` from a world folder or a single file."""
    whole = where / "world.yaml" if where.is_dir() else where
    world = notes.sections["world"] = _read_section(whole, "world", notes)
    if world.value is None:
        world.value = {}
    if not isinstance(world.value, dict):
        notes.error("world", (), "must be keys and values, such as `name: hamlet`")
        world.value = {}
    folder = whole.parent if whole.name == "world.yaml" else None
    for part in PARTS:
        notes.sections[part] = _part(part, world, folder, notes)
    notes.sections["scenes"] = _scenes(world, folder, notes)
    if folder:
        _strangers(folder, notes)


def _part(part: str, world: WorldSection, folder: Path | None, notes: Problems) -> WorldSection:
    own = folder / f"{part}.yaml" if folder else None
    if own is None or not own.exists():
        return WorldSection(world.file, part, world.value.pop(part, None), (part,), world.lines)
    if part in world.value:
        notes.error("world", (part,), f"is here and in {part}.yaml; keep one of them")
        del world.value[part]
    return _read_section(own, part, notes)


def _scenes(world: WorldSection, folder: Path | None, notes: Problems) -> WorldSection:
    own = folder / "scenes.md" if folder else None
    inside = world.value.pop("scenes", None)
    if own is not None and own.exists():
        if inside is not None:
            notes.error("world", ("scenes",), "is here and in scenes.md; keep one of them")
        return WorldSection("scenes.md", "scenes", _text(own, notes) or "", (), {(): 1})
    if inside is not None and not isinstance(inside, str):
        notes.error("world", ("scenes",), "must be a text; begin it with `scenes: |`")
        inside = None
    # A block of text begins on the line after its key.
    lines: dict[Steps, int] = {} if inside is None else {(): world.lines[("scenes",)] + 1}
    return WorldSection(world.file, "scenes", inside, (), lines)


def _read_section(path: Path, name: str, notes: Problems) -> WorldSection:
    text = _text(path, notes)
    document = read_yaml(text or "")
    for line, problem in document.wrong:
        notes.in_file(path.name, problem, line)
    return WorldSection(path.name, name, document.value, (), document.lines)


def _text(path: Path, notes: Problems) -> str | None:
    try:
        return read_text(path)
    except InputError as error:
        notes.in_file(path.name, str(error).removeprefix(f"{path}: "))
    return None


def _strangers(folder: Path, notes: Problems) -> None:
    for path in sorted(folder.iterdir()):
        if path.suffix in (".yaml", ".yml") and path.name not in _FILES:
            notes.in_file(path.name, f"is not read{did_you_mean(path.name, _FILES)}", warning=True)
