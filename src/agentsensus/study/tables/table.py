"""A table: a head, rows of values, and how many digits each column has."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from agentsensus.study.metrics.intervals import Seeds, seeds_of
from agentsensus.study.sources.groups import Column, Group
from agentsensus.study.sources.measures import RunMeasures
from agentsensus.study.tables.notes import note

__all__ = ["BLANK", "Figure", "StudyTable", "TableCell", "by_column", "over_seeds", "shown"]

TableCell: TypeAlias = str | int | float | Seeds | None
BLANK = "–"


@dataclass(frozen=True, slots=True)
class StudyTable:
    """A table with its name (a part of file names), title, head and rows; `note_name` names its note, if not `slug`."""

    slug: str
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[TableCell, ...], ...]
    digits: Mapping[str, int] = field(default_factory=dict)
    note_name: str = ""

    @property
    def note(self) -> str:
        """How the table is to be read."""
        return note(self.note_name or self.slug)

    def texts(self) -> list[list[str]]:
        """The rows as they are read."""
        return [
            [shown(cell, self.digits.get(name, 0)) for name, cell in zip(self.head, row, strict=True)]
            for row in self.rows
        ]

    def cell(self, column: str, **row: str) -> TableCell:
        """The value in a column of the first row whose named columns have these values; None where there is none."""
        place = self.head.index(column)
        keys = {self.head.index(name.replace("_", " ")): value for name, value in row.items()}
        return next((each[place] for each in self.rows if all(each[at] == value for at, value in keys.items())), None)


@dataclass(frozen=True, slots=True)
class Figure:
    """A column of a table of runs: its heading, its digits, and the value of a run."""

    head: str
    digits: int
    of: Callable[[RunMeasures], float | None]


def over_seeds(column: Column, of: Callable[[RunMeasures], float | None]) -> Seeds | None:
    """A figure of a column, over its seeds."""
    return seeds_of([of(run) for run in column.runs])


def by_column(slug: str, title: str, groups: Sequence[Group], figures: Sequence[Figure]) -> StudyTable:
    """A table with a row for each column of each group."""
    rows = [
        (group.name, column.name, *(over_seeds(column, figure.of) for figure in figures))
        for group in groups
        for column in group.columns
    ]
    head = ("runs", "memory", *(figure.head for figure in figures))
    return StudyTable(slug, title, head, tuple(rows), {figure.head: figure.digits for figure in figures})


def shown(cell: TableCell, digits: int) -> str:
    """A value as it is read: a mean with its range, or from ten seeds on with its interval in brackets."""
    match cell:
        case None:
            return BLANK
        case str():
            return cell
        case Seeds():
            return _of_seeds(cell, digits)
        case int():
            return f"{cell:,}"
        case float():
            return f"{cell:,.{digits}f}"


def _of_seeds(seeds: Seeds, digits: int) -> str:
    middle, low, high = (f"{value:,.{digits}f}" for value in (seeds.mean, seeds.low, seeds.high))
    if len(seeds.values) == 1 or low == high:
        return middle
    return f"{middle} [{low}, {high}]" if seeds.has_interval else f"{middle} ({low}–{high})"
