"""A text in windows that a model reads one at a time, and the names that can matter in each."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from agentsensus.models.tokens import tokens
from agentsensus.sediment.parts import StageDirection, StageSpeech, TextPart, TextPassage
from agentsensus.sediment.registry import Registry

__all__ = ["PASSAGE_TOKENS", "Window", "names_for", "windows_of"]

PASSAGE_TOKENS = 700
"""So much of the text a model reads at once, unless another size is asked for."""
_RECENT = 2
"""Whoever was named in so many windows before may be meant as well."""
_MOST_NAMES = 40


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of one part, as a model is shown it."""

    part: str
    heading: str
    text: str
    start: int
    end: int

    @property
    def key(self) -> str:
        """A name for its content: what was asked of the same words is not asked again."""
        return hashlib.sha256(f"{self.heading}\n{self.text}".encode()).hexdigest()[:16]


def windows_of(parts: Sequence[TextPart], room: int = PASSAGE_TOKENS) -> list[Window]:
    """The parts in windows of whole passages, each of about so many tokens; none reaches over two parts."""
    windows: list[Window] = []
    for part in parts:
        lines: list[str] = []
        start, size = part.start, 0
        for passage in part.passages:
            for piece in _pieces(_line(passage), room):
                count = tokens(piece)
                if lines and size + count > room:
                    windows.append(Window(part.label, part.heading, "\n".join(lines), start, passage.start))
                    lines, start, size = [], passage.start, 0
                lines.append(piece)
                size += count
        if lines:
            windows.append(Window(part.label, part.heading, "\n".join(lines), start, part.end))
    return windows


def _line(passage: TextPassage) -> str:
    if isinstance(passage, StageSpeech):
        return f"{passage.cue}: {passage.text}"
    return f"[{passage.text}]" if isinstance(passage, StageDirection) else passage.text


def _pieces(line: str, room: int) -> list[str]:
    """A paragraph that is longer than a window, in pieces."""
    step = room * 2 if not line.isascii() else room * 4
    return [line[place : place + step] for place in range(0, len(line), step)] if tokens(line) > room else [line]


def names_for(windows: Sequence[Window], registry: Registry) -> list[list[str]]:
    """For each window the entries that can matter, a JSON line each: named in it or in the ones just before it.

    Whoever belongs to one scene only (its messenger) is offered in that scene, by the title alone.
    """
    called = {
        id_: [name.casefold() for name in entry.called if len(name) > 1] for id_, entry in registry.entries.items()
    }
    named = [
        [id_ for id_, names in called.items() if any(name in window.text.casefold() for name in names)]
        for window in windows
    ]
    entry_lines = []
    for number, window in enumerate(windows):
        recent = [id_ for before in named[max(0, number - _RECENT) : number] for id_ in before]
        here = [id_ for id_ in registry.entries if window.heading and registry.entries[id_].kind == "place"
                and registry.entries[id_].name.casefold() in window.heading.casefold()]  # fmt: skip
        local = [id_ for id_, entry in registry.entries.items() if window.part in entry.only_in]
        ids = list(dict.fromkeys((*named[number], *local, *here, *reversed(recent))))[:_MOST_NAMES]
        entry_lines.append([_entry_line(registry, id_) for id_ in ids])
    return entry_lines


def _entry_line(registry: Registry, id_: str) -> str:
    entry = registry.entries[id_]
    line: dict[str, object] = {"id": id_, "kind": entry.kind, "name": entry.title}
    if entry.aliases:
        line["aliases"] = list(entry.aliases[:4])
    return json.dumps(line, ensure_ascii=False)
