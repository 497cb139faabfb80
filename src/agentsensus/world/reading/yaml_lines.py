"""YAML as plain values with the line of each: no surprises with yes, no, 12:30 or 1.10, no key twice, no aliases."""

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from agentsensus.text.scripts import HAN
from agentsensus.world.reading.problems import Steps

__all__ = ["Document", "read_yaml"]

_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "true": True, "false": False}
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_FOLDED_HAN = re.compile(rf"(?<=[{HAN}，。、；：！？”’）》]) +(?=[{HAN}“‘（《])")
"""Where lines of Chinese were folded into one; Chinese has no blank there."""


@dataclass
class Document:
    """What a YAML text says, the line of every path in it, and what is wrong with it, by line."""

    value: Any = None
    lines: dict[Steps, int] = field(default_factory=dict)
    wrong: list[tuple[int, str]] = field(default_factory=list)
    _seen: set[int] = field(default_factory=set)

    def read(self, node: Any, path: Steps) -> Any:
        """The plain value of a node: text, whole number, true, false, None, list or dict."""
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
    """Read a YAML text; nothing is raised, what is wrong is listed by line."""
    document = Document()
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        document.value = None if node is None else document.read(node, ())
    except RecursionError:
        document.wrong.append((1, "is nested too deeply"))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        document.wrong.append((mark.line + 1 if mark else 1, f"is no YAML: {error.problem or error.context}"))
    except yaml.YAMLError as error:
        document.wrong.append((1, f"is no YAML: {' '.join(str(error).split())}"))
    return document
