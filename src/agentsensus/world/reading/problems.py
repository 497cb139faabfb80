"""Where everything stands in a world's files, and what is wrong there."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from agentsensus.errors import Problem

__all__ = ["Problems", "Steps", "WorldSection"]

Steps: TypeAlias = tuple[str | int, ...]


@dataclass
class WorldSection:
    """One part of a world (world, characters, scenes …): its file, what is written there, and on which lines."""

    file: str
    name: str
    value: Any = None
    prefix: Steps = ()
    lines: dict[Steps, int] = field(default_factory=dict)
    numbers: dict[Steps, list[int]] = field(default_factory=dict)

    def as_written(self, path: Sequence[str | int]) -> Steps:
        """A path with the numbers its list items had before misfits were left out."""
        written: Steps = ()
        for step in path:
            written = (
                *written,
                self.numbers[written][step] if isinstance(step, int) and written in self.numbers else step,
            )
        return written

    def line(self, path: Steps) -> int | None:
        """The line of a path, or of the nearest thing around it."""
        if self.prefix not in self.lines:
            return None  # the section is not there at all
        whole = (*self.prefix, *path)
        return next((self.lines[whole[:end]] for end in range(len(whole), -1, -1) if whole[:end] in self.lines), None)

    def where(self, path: Steps) -> str:
        """A path as people write it: characters.hamlet.goals[2]."""
        dotted = "" if self.name in ("world", "scenes") else self.name
        for step in () if self.name == "scenes" else path:
            dotted += f"[{step}]" if isinstance(step, int) else f".{step}" if dotted else step
        return dotted


class Problems:
    """Every problem found so far."""

    def __init__(self) -> None:
        self.sections: dict[str, WorldSection] = {}
        self._found: list[Problem] = []

    def error(self, section: str, path: Sequence[str | int], problem: str) -> None:
        """Note what must be mended before the world can be played."""
        self._note("error", section, path, problem)

    def warn(self, section: str, path: Sequence[str | int], problem: str) -> None:
        """Note what can be played and is probably not meant."""
        self._note("warning", section, path, problem)

    def in_file(self, file: str, problem: str, line: int | None = None, *, warning: bool = False) -> None:
        """Note something about a file or a line of it."""
        where = "" if line is None else f"line {line}"
        self._found.append(Problem("warning" if warning else "error", file, where, problem, line))

    def _note(self, severity: Literal["error", "warning"], name: str, path: Sequence[str | int], problem: str) -> None:
        section = self.sections[name]
        written = section.as_written(path)
        line = section.line(written)
        where = ", ".join(part for part in (section.where(written), f"line {line}" if line else "") if part)
        self._found.append(Problem(severity, section.file, where, problem, line))

    def problems(self) -> tuple[Problem, ...]:
        """Errors first, then warnings; by file and line."""
        distinct = dict.fromkeys(self._found)
        return tuple(
            sorted(
                distinct,
                key=lambda problem: (problem.severity, problem.file, problem.line or 0, problem.path, problem.problem),
            )
        )
