"""A table as CSV (with every seed's value), as Markdown and as LaTeX."""

import csv
import io

from agentsensus.study.metrics.intervals import Seeds
from agentsensus.study.tables.table import StudyTable, TableCell

__all__ = ["as_csv", "as_latex", "as_markdown"]

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
    """The table as CSV: numbers in full, and for figures of several seeds low, high and each value beside the mean."""
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
    """The table as Markdown, with its title above and its note below."""
    lines = [f"**{table.title}**", ""] + ([stamp, ""] if stamp else [])
    align = ["---"] + ["---:" if _is_number(table, place) else "---" for place in range(1, len(table.head))]
    lines += [_row(table.head), _row(align), *(_row(row) for row in table.texts())]
    return "\n".join([*lines, "", *([table.note, ""] if table.note else [])])


def _row(cells: "list[str] | tuple[str, ...]") -> str:
    return f"| {' | '.join(' '.join(cell.replace('|', '¦').split()) for cell in cells)} |"


def _is_number(table: StudyTable, place: int) -> bool:
    return any(isinstance(row[place], int | float | Seeds) for row in table.rows)


def as_latex(table: StudyTable, stamp: str = "") -> str:
    """The table as LaTeX, for the package booktabs."""
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
