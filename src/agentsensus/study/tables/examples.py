"""Examples: a record of many owners, and a line of the play, for each world and memory."""

from collections.abc import Sequence

from agentsensus.study.sources.groups import Group
from agentsensus.study.tables.behaviour import played_groups
from agentsensus.study.tables.table import StudyTable, TableCell

__all__ = ["example_tables"]


def example_tables(groups: Sequence[Group]) -> list[StudyTable]:
    """The table of records and the table of lines; those that are empty are left out."""
    return [table for table in (_records(groups), _lines(groups)) if table.rows]


def _records(groups: Sequence[Group]) -> StudyTable:
    rows: list[tuple[TableCell, ...]] = []
    for group in groups:
        for column in group.columns:
            records = [run.deepest for run in column.runs if run.deepest]
            if column.design == "consensus" and records:
                deep = max(records, key=lambda record: len(record.owners))
                rows.append(
                    (group.name, column.name, len(deep.owners), deep.text, ", ".join(deep.owners), len(deep.wordings))
                )
    head = ("runs", "memory", "owners", "text", "who", "wordings")
    return StudyTable("records", "A record of many owners", head, tuple(rows))


def _lines(groups: Sequence[Group]) -> StudyTable:
    rows: list[tuple[TableCell, ...]] = []
    for group in played_groups(groups):
        for column in group.columns:
            line = next((run.excerpt for run in column.runs if run.excerpt), None)
            if line:
                rows.append((group.name, column.name, line.round, line.by, ", ".join(line.to), line.text))
    head = ("runs", "memory", "round", "by", "to", "line")
    return StudyTable("excerpts", "A line of the final stage", head, tuple(rows))
