"""Locations in a world's files, and the problems found there."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from agentsensus.errors import Problem

__all__ = ["Problems", "Steps", "WorldSection"]

Steps: TypeAlias = tuple[str | int, ...]


@dataclass
class WorldSection:
    """One part of a world (world, characters, scenes …): its file, its parsed value, and line numbers."""

    file: str
    name: str
    value: Any = None
    prefix: Steps = ()
    lines: dict[Steps, int] = field(default_factory=dict)
    numbers: dict[Steps, list[int]] = field(default_factory=dict)

    def as_written(self, path: Sequence[str | int]) -> Steps:
        """Return a path with the list indexes of the file, before misfits were left out."""
        written: Steps = ()
        for step in path:
            written = (
                *written,
                self.numbers[written][step] if isinstance(step, int) and written in self.numbers else step,
            )
        return written

    def line(self, path: Steps) -> int | None:
        """Return the line of a path, or of its closest enclosing entry."""
        if self.prefix not in self.lines:
            return None  # the section is missing
        whole = (*self.prefix, *path)
        return next((self.lines[whole[:end]] for end in range(len(whole), -1, -1) if whole[:end] in self.lines), None)

    def where(self, path: Steps) -> str:
        """Return a path in dotted form: characters.hamlet.goals[2]."""
        dotted = "" if self.name in ("world", "scenes") else self.name
        for step in () if self.name == "scenes" else path:
            dotted += f"[{step}]" if isinstance(step, int) else f".{step}" if dotted else step
        return dotted


class Problems:
    """All problems found so far."""

    def __init__(self) -> None:
        self.sections: dict[str, WorldSection] = {}
        self._found: list[Problem] = []

    def error(self, section: str, path: Sequence[str | int], problem: str) -> None:
        """Add a problem that prevents playing."""
        self._note("error", section, path, problem)

    def warn(self, section: str, path: Sequence[str | int], problem: str) -> None:
        """Add a problem that does not prevent playing."""
        self._note("warning", section, path, problem)

    def in_file(self, file: str, problem: str, line: int | None = None, *, warning: bool = False) -> None:
        """Add a problem of a whole file or of one line."""
        where = "" if line is None else f"line {line}"
        self._found.append(Problem("warning" if warning else "error", file, where, problem, line))

    def _note(self, severity: Literal["error", "warning"], name: str, path: Sequence[str | int], problem: str) -> None:
        section = self.sections[name]
        written = section.as_written(path)
        line = section.line(written)
        where = ", ".join(part for part in (section.where(written), f"line {line}" if line else "") if part)
        self._found.append(Problem(severity, section.file, where, problem, line))

    def problems(self) -> tuple[Problem, ...]:
        """Return all problems: errors first, then warnings, by file and line."""
        distinct = dict.fromkeys(self._found)
        return tuple(
            sorted(
                distinct,
                key=lambda problem: (problem.severity, problem.file, problem.line or 0, problem.path, problem.problem),
            )
        )
