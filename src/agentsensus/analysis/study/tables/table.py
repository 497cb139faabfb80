"""A table of a study, and its CSV, Markdown and LaTeX forms."""

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from typing import TypeAlias

import yaml

from agentsensus.analysis.study.measures.groups import Column, Group
from agentsensus.analysis.study.measures.measuring import RunMeasures
from agentsensus.analysis.study.metrics.statistics import Seeds, seeds_of

__all__ = [
    "BLANK",
    "Figure",
    "StudyTable",
    "TableCell",
    "as_csv",
    "as_latex",
    "as_markdown",
    "by_column",
    "note",
    "over_seeds",
    "shown",
    "without_html",
]


def note(table: str) -> str:
    """Return the note of a table; "" if the table has none."""
    return _notes().get(table, "")


@lru_cache(maxsize=1)
def _notes() -> dict[str, str]:
    text = (files(__package__) / "notes.yaml").read_text("utf-8")
    return {name: " ".join(words.split()) for name, words in yaml.safe_load(text).items()}


TableCell: TypeAlias = str | int | float | Seeds | None
BLANK = "–"


@dataclass(frozen=True, slots=True)
class StudyTable:
    """A table with its slug (for file names), title, head and rows; `note_name` names its note (default: `slug`)."""

    slug: str
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[TableCell, ...], ...]
    digits: Mapping[str, int] = field(default_factory=dict)
    note_name: str = ""

    @property
    def note(self) -> str:
        """The note that explains how to read the table."""
        return note(self.note_name or self.slug)

    def texts(self) -> list[list[str]]:
        """Return the rows as formatted texts."""
        return [
            [shown(cell, self.digits.get(name, 0)) for name, cell in zip(self.head, row, strict=True)]
            for row in self.rows
        ]

    def cell(self, column: str, **row: str) -> TableCell:
        """Return the value of a column in the first row with these values in the named columns, or None."""
        place = self.head.index(column)
        keys = {self.head.index(name.replace("_", " ")): value for name, value in row.items()}
        return next((each[place] for each in self.rows if all(each[at] == value for at, value in keys.items())), None)


@dataclass(frozen=True, slots=True)
class Figure:
    """A column of a table of runs: heading, digits, and a function from a run to its value."""

    head: str
    digits: int
    of: Callable[[RunMeasures], float | None]


def over_seeds(column: Column, of: Callable[[RunMeasures], float | None]) -> Seeds | None:
    """Summarise a figure of a column over its seeds. Returns None if no seed has the figure."""
    return seeds_of([of(run) for run in column.runs])


def by_column(slug: str, title: str, groups: Sequence[Group], figures: Sequence[Figure]) -> StudyTable:
    """Return a table with one row per column of each group."""
    rows = [
        (group.name, column.name, *(over_seeds(column, figure.of) for figure in figures))
        for group in groups
        for column in group.columns
    ]
    head = ("runs", "memory", *(figure.head for figure in figures))
    return StudyTable(slug, title, head, tuple(rows), {figure.head: figure.digits for figure in figures})


def shown(cell: TableCell, digits: int) -> str:
    """Format a value: a mean with its range or, from ten seeds on, with its interval in brackets."""
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


_LATEX = {
    "\\": r"\textbackslash{}",
    **{char: f"\\{char}" for char in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
    "≥": r"$\geq$",
    "→": r"$\to$",
    "×": r"$\times$",
    "−": "$-$",
}


def as_csv(table: StudyTable, stamp: str = "") -> str:
    """Return the table as CSV: full precision, and for figures over seeds also low, high and each value."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if stamp:
        writer.writerow([f"# {stamp}"])
    several = [any(isinstance(row[place], Seeds) for row in table.rows) for place in range(len(table.head))]
    writer.writerow([part for name, wide in zip(table.head, several, strict=True) for part in _heads(name, wide)])
    for row in table.rows:
        writer.writerow([part for cell, wide in zip(row, several, strict=True) for part in _parts(cell, wide)])
    return out.getvalue()


def _heads(name: str, wide: bool) -> list[str]:
    return [name, f"{name} low", f"{name} high", f"{name} seeds"] if wide else [name]


def _parts(cell: TableCell, wide: bool) -> list[str]:
    if isinstance(cell, Seeds):
        return [*(_plain(value) for value in (cell.mean, cell.low, cell.high)), " ".join(map(_plain, cell.values))]
    return [_plain(cell), *([""] * 3 if wide else [])]


def _plain(value: TableCell) -> str:
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)


def as_markdown(table: StudyTable, stamp: str = "") -> str:
    """Return the table as Markdown, with its title above and its note below."""
    lines = [f"**{table.title}**", ""] + ([stamp, ""] if stamp else [])
    align = ["---"] + ["---:" if _is_number(table, place) else "---" for place in range(1, len(table.head))]
    lines += [_row(table.head), _row(align), *(_row(row) for row in table.texts())]
    return without_html("\n".join([*lines, "", *([table.note, ""] if table.note else [])]))


def without_html(text: str) -> str:
    """Escape «<» in Markdown, so that texts of a run are displayed as said and not as HTML."""
    return text.replace("<", "&lt;")


def _row(cells: "list[str] | tuple[str, ...]") -> str:
    return f"| {' | '.join(' '.join(cell.replace('|', '¦').split()) for cell in cells)} |"


def _is_number(table: StudyTable, place: int) -> bool:
    return any(isinstance(row[place], int | float | Seeds) for row in table.rows)


def as_latex(table: StudyTable, stamp: str = "") -> str:
    """Return the table as LaTeX, for the package booktabs."""
    columns = "".join("r" if _is_number(table, place) else "l" for place in range(len(table.head)))
    head = " & ".join(map(_escaped, table.head))
    rows = [" & ".join(map(_escaped, row)) + r" \\" for row in table.texts()]
    caption = ". ".join(_escaped(part.rstrip(".")) for part in (stamp, table.title, table.note) if part)
    lines = [
        r"\begin{table}",
        r"\centering",
        rf"\begin{{tabular}}{{{columns}}}",
        r"\toprule",
        rf"{head} \\",
        r"\midrule",
    ]
    lines += [*rows, r"\bottomrule", r"\end{tabular}", rf"\caption{{{caption}.}}", rf"\label{{tab:{table.slug}}}"]
    return "\n".join([*lines, r"\end{table}", ""])


def _escaped(text: str) -> str:
    return "".join(_LATEX.get(char, char) for char in text)
