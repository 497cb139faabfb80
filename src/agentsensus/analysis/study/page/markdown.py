"""The Markdown page of a study: findings, then every table with its figures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from agentsensus.analysis.study.figures import StudyFigure
from agentsensus.analysis.study.measures import Group
from agentsensus.analysis.study.page.findings import StudyFinding
from agentsensus.analysis.study.tables import StudyTable, as_markdown
from agentsensus.analysis.study.tables.table import BLANK, without_html

__all__ = ["PageFolders", "page_text", "remarks"]

_SECTION_OF = {
    **dict.fromkeys(("growth", "horizon", "seeds"), "Structure"),
    **dict.fromkeys(("latency", "loss"), "Cost"),
    "usefulness": "Usefulness of recall",
    "ablation": "Ablations and controls",
    "quality": "Quality",
}
_SHOWN_ROWS = 80
_LEFT_TO_FILES = ("usefulness", "latency")
"""Tables too long for the page. Their figures and a brief table are shown instead."""
_STAGES, _MERGING = "stages", "merging"
"""The slug of the table of times, and the setting `merging`. That table shows merging on and off next to the
designs."""
_FIGURES_OF_VARIED = {"ablation": None, "usefulness": _MERGING, "latency": _MERGING}
"""The figures shown for groups in which a setting varies, and the setting that each figure needs (None: any)."""


@dataclass(frozen=True, slots=True)
class PageFolders:
    """The folders of figures and tables, relative to the page."""

    pictures: str
    tables: str


def page_text(
    title: str,
    groups: Sequence[Group],
    findings: Sequence[StudyFinding],
    tables: Mapping[str, Sequence[StudyTable]],
    figures: Sequence[StudyFigure],
    folders: PageFolders,
) -> str:
    """Return the page as Markdown.

    If designs are compared, the tables show only the groups of designs; groups in which a setting varies have their own
    section. The table files contain every group.
    """
    lines = [f"# {title}", "", *_runs(groups), *_found(findings)]
    for section, of_section in tables.items():
        drawn = [figure for figure in figures if _SECTION_OF.get(figure.slug.rpartition("-")[2]) == section]
        if of_section or drawn:
            lines += [f"## {section}", ""]
        for figure in drawn:
            if _is_drawn(figure, groups):
                link = f"{folders.pictures}/{figure.slug}.svg"
                lines += [f"![{figure.caption}]({link})", "", f"*{figure.caption}.*", ""]
        for table in of_section:
            shown = _shown_part(table, groups)
            if shown.rows:
                lines += [as_markdown(shown), ""]
        lines += [_files(of_section, folders.tables), ""] if of_section else []
    return without_html("\n".join(lines).rstrip()) + "\n"


def _main(groups: Sequence[Group]) -> list[Group]:
    """Return the groups for the tables: groups of designs, or all groups if there are none."""
    return [group for group in groups if group.is_of_designs] or list(groups)


def _is_drawn(figure: StudyFigure, groups: Sequence[Group]) -> bool:
    name = figure.slug.rpartition("-")[2]
    group = next((group for group in groups if figure.slug.removesuffix(f"-{name}") == group.slug), None)
    if group is None or group in _main(groups):
        return True
    needed = _FIGURES_OF_VARIED.get(name, "")
    return needed is None or needed in group.varied


def _shown_part(table: StudyTable, groups: Sequence[Group]) -> StudyTable:
    """Return the table with only the rows shown on the page; no rows if the table is left to its file."""
    names = [group.name for group in _main(groups)]
    if table.slug == _STAGES:
        names += [group.name for group in groups if _MERGING in group.varied]
    rows = table.rows
    if table.head[0] == "runs":
        rows = tuple(row for row in rows if str(row[0]).partition(" (published")[0] in names)
    of_main = {f"census-{group.slug}{stage}" for group in _main(groups) for stage in ("", "-final")}
    if table.slug.startswith("census-") and table.slug not in of_main:
        rows = ()
    is_untested = table.note_name == "differences" and all(row[-1] is None for row in rows)
    if table.slug in _LEFT_TO_FILES or is_untested:
        rows = ()
    return replace(table, rows=rows[:_SHOWN_ROWS])


def _files(tables: Sequence[StudyTable], folder: str) -> str:
    links = ", ".join(f"[{table.slug}]({folder}/{table.slug}.csv)" for table in tables)
    return f"Every row, with every seed's value: {links}."


def _runs(groups: Sequence[Group]) -> list[str]:
    stamps = list(dict.fromkeys(group.stamp for group in groups if group.stamp))
    lines = [f"{stamp}\n" for stamp in stamps] + ["## Runs", ""]
    for group in groups:
        seeds = ", ".join(map(str, group.seeds))
        lines.append(f"- **{group.name}** (seeds {seeds}): {'; '.join(column.name for column in group.columns)}")
    return [*lines, "", *(f"> {remark}" for remark in remarks(groups)), ""]


def remarks(groups: Sequence[Group]) -> list[str]:
    """Return remarks about the runs: missing designs or seeds, and too few seeds."""
    lines = []
    for group in groups:
        if group.is_of_designs and group.missing:
            missing = ", ".join(group.missing)
            lines.append(f"{group.name}: no run with {missing}; what is compared with it is blank.")
        seeds = {column.name: {run.origin.seed for run in column.runs} for column in group.columns}
        lacking = [
            f"{name} ({', '.join(map(str, left))})"
            for name, of in seeds.items()
            if (left := sorted({*group.seeds} - of))
        ]
        if lacking:
            lines.append(f"{group.name}: seeds that are not there: {'; '.join(lacking)}.")
    few = [group.name for group in groups if len(group.seeds) < 10]
    if few:
        lines.append(f"Fewer than ten seeds, so ranges are given and no intervals: {'; '.join(few)}.")
    return lines


def _found(findings: Sequence[StudyFinding]) -> list[str]:
    """Return a table of claims by world, then the deciding figures, as Markdown lines."""
    if not findings:
        return []
    worlds = list(dict.fromkeys(_world(finding) for finding in findings))
    claims = list(dict.fromkeys(finding.claim for finding in findings))
    lines = ["## What holds", "", f"| claim | {' | '.join(worlds)} |", f"|---|{'---|' * len(worlds)}"]
    for claim in claims:
        words = [_word([each.holds for each in findings if (each.claim, _world(each)) == (claim, w)]) for w in worlds]
        lines.append(f"| {claim} | {' | '.join(words)} |")
    lines += ["", "| claim | runs | | figures |", "|---|---|---|---|"]
    for claim in claims:
        lines += [f"| {claim} | {e.runs} | {_word([e.holds])} | {e.sentence}. |" for e in findings if e.claim == claim]
    return [*lines, ""]


def _world(finding: StudyFinding) -> str:
    return finding.runs.partition(",")[0]


def _word(held: Sequence[bool]) -> str:
    return BLANK if not held else "holds" if all(held) else "**does not hold**"
