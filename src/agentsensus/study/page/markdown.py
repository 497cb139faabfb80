"""The page of a study: what holds, then every table with its figures."""

from collections.abc import Mapping, Sequence

from agentsensus.study.figures import StudyFigure
from agentsensus.study.page.findings import StudyFinding
from agentsensus.study.sources import Group
from agentsensus.study.tables import StudyTable, as_markdown

__all__ = ["page_text", "remarks"]

_SECTION_OF = {
    **dict.fromkeys(("growth", "horizon", "seeds"), "Structure"),
    **dict.fromkeys(("latency", "loss"), "Cost"),
    "usefulness": "Usefulness of recall",
    "ablation": "Ablations and controls",
    "quality": "Quality",
}
_SHOWN_ROWS = 60


def page_text(
    title: str,
    groups: Sequence[Group],
    findings: Sequence[StudyFinding],
    tables: Mapping[str, Sequence[StudyTable]],
    figures: Sequence[StudyFigure],
    pictures: str,
) -> str:
    """The page as Markdown; `pictures` is the folder of the figures, as a link from the page."""
    lines = [f"# {title}", "", *_runs(groups), *_found(findings)]
    for section, of_section in tables.items():
        drawn = [figure for figure in figures if _SECTION_OF.get(figure.slug.rpartition("-")[2]) == section]
        if of_section or drawn:
            lines += [f"## {section}", ""]
        for figure in drawn:
            lines += [f"![{figure.caption}]({pictures}/{figure.slug}.svg)", "", f"*{figure.caption}.*", ""]
        for table in of_section:
            lines += [_shortened(table, as_markdown(table)), ""]
    return "\n".join(lines).rstrip() + "\n"


def _runs(groups: Sequence[Group]) -> list[str]:
    stamps = list(dict.fromkeys(group.stamp for group in groups if group.stamp))
    lines = [f"{stamp}\n" for stamp in stamps] + ["## Runs", ""]
    for group in groups:
        seeds = ", ".join(map(str, group.seeds))
        lines.append(f"- **{group.name}** (seeds {seeds}): {'; '.join(column.name for column in group.columns)}")
    return [*lines, "", *(f"> {remark}" for remark in remarks(groups)), ""]


def remarks(groups: Sequence[Group]) -> list[str]:
    """What a reader should know of the runs: designs that are missing, seeds that are few."""
    lines = []
    for group in groups:
        if group.is_of_designs and group.missing:
            missing = ", ".join(group.missing)
            lines.append(f"{group.name}: no run with {missing}; what is compared with it is blank.")
        if len(group.seeds) < 10:
            lines.append(
                f"{group.name}: {len(group.seeds)} seeds, so ranges are given and no intervals (ten are needed)."
            )
    return lines


def _found(findings: Sequence[StudyFinding]) -> list[str]:
    if not findings:
        return []
    lines = ["## What holds", "", "| runs | claim | | figures |", "|---|---|---|---|"]
    lines += [
        f"| {e.runs} | {e.claim} | {'holds' if e.holds else '**does not hold**'} | {e.sentence}. |" for e in findings
    ]
    return [*lines, ""]


def _shortened(table: StudyTable, text: str) -> str:
    """A long table without its middle; the whole of it is in the CSV."""
    if len(table.rows) <= _SHOWN_ROWS:
        return text
    head = StudyTable(table.slug, table.title, table.head, table.rows[:_SHOWN_ROWS], table.digits, table.note_name)
    left = len(table.rows) - _SHOWN_ROWS
    return f"{as_markdown(head)}\n{left} more rows are in {table.slug}.csv.\n"
