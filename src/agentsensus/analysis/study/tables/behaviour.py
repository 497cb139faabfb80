"""Tables of behaviour, of the worlds, and examples of records and lines."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from agentsensus.analysis.study.measures.groups import Group
from agentsensus.analysis.study.measures.measuring import RunMeasures
from agentsensus.analysis.study.metrics.behaviour import SCRIPTS, Census
from agentsensus.analysis.study.metrics.statistics import seeds_of
from agentsensus.analysis.study.tables.table import Figure, StudyTable, TableCell, by_column
from agentsensus.base.files import read_json
from agentsensus.errors import InputError

__all__ = ["behaviour_tables", "example_tables", "played_groups", "read_sediment", "sedimentation_table"]


def behaviour_tables(groups: Sequence[Group]) -> list[StudyTable]:
    """Return all tables of behaviour; fed memories have no behaviour."""
    played = played_groups(groups)
    if not played:
        return []
    census = [_census(group, final) for group in played for final in (False, True)]
    return [*census, _language(groups), _goals(played), _repetition(played)]


def played_groups(groups: Sequence[Group]) -> list[Group]:
    """Return the groups of played runs; fed memories have no log."""
    return [group for group in groups if not group.is_paired]


def _census(group: Group, final: bool) -> StudyTable:
    read: Callable[[RunMeasures], Census | None] = (lambda run: run.final_census) if final else (lambda run: run.census)
    taken = [[each for run in column.runs if (each := read(run))] for column in group.columns]
    actions = sorted({name for column in taken for each in column for name in (*each.actions, *each.beside)})
    rows: list[tuple[TableCell, ...]] = []
    for action in actions:
        rows.append((action, *(seeds_of([each.actions.get(action, 0) for each in column]) for column in taken)))
        if any(action in each.beside for column in taken for each in column):
            beside = (seeds_of([each.beside.get(action, 0) for each in column]) for column in taken)
            rows.append((f"{action}, beside a deed", *beside))
    rows.append(("turns", *(seeds_of([each.turns for each in column]) for column in taken)))
    rows.append(("refused", *(seeds_of([each.refused for each in column]) for column in taken)))
    first = group.columns[0].runs[0].final_from
    stage = f"rounds {first}–{group.rounds}" if final else "whole run"
    slug = f"census-{group.slug}{'-final' if final else ''}"
    return StudyTable(
        slug, f"Actions taken, {group.name}, {stage}", ("action", *(c.name for c in group.columns)), tuple(rows)
    )


def _language(groups: Sequence[Group]) -> StudyTable:
    scripts = [*SCRIPTS, "other"]
    figures = [Figure(f"{script}, %", 1, _share_of(script)) for script in scripts]
    figures.append(Figure("drift at the end, %", 1, lambda run: run.drift[-1] if run.drift else None))
    return by_column("language", "Language of rows, by script", groups, figures)


def _share_of(script: str) -> Callable[[RunMeasures], float | None]:
    return lambda run: run.scripts.get(script, 0.0) if run.scripts else None


def _goals(groups: Sequence[Group]) -> StudyTable:
    figures = [
        Figure("authored", 0, lambda run: run.goals.authored if run.goals else None),
        Figure("authored, held at the end", 0, lambda run: run.goals.authored_held if run.goals else None),
        Figure("self-pushed, held at the end", 0, lambda run: run.goals.own_held if run.goals else None),
        Figure("pushed", 0, lambda run: run.goals.pushed if run.goals else None),
        Figure("popped", 0, lambda run: run.goals.popped if run.goals else None),
        Figure("closed, %", 1, lambda run: run.goals.closed_share if run.goals else None),
        Figure("held by each", 1, lambda run: run.goals.held_each if run.goals else None),
        Figure("goalless turns, %", 1, lambda run: run.goals.goalless_share if run.goals else None),
    ]
    return by_column("goals", "Goals", groups, figures)


def _repetition(groups: Sequence[Group]) -> StudyTable:
    figures = [
        Figure("lines", 0, lambda run: run.repetition.lines if run.repetition else None),
        Figure(
            "said before by the speaker, %", 1, lambda run: run.repetition.repeated_lines if run.repetition else None
        ),
        Figure("turns but waiting", 0, lambda run: run.repetition.turns if run.repetition else None),
        Figure("like the turn before, %", 1, lambda run: run.repetition.repeated_turns if run.repetition else None),
        Figure("in stalls, %", 1, lambda run: run.repetition.stalled_turns if run.repetition else None),
    ]
    return by_column("repetition", "Repetition and stalls", groups, figures)


def example_tables(groups: Sequence[Group]) -> list[StudyTable]:
    """Return the tables of example records and lines; empty ones are left out."""
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


_KEYS = ("registry", "events", "calls", "tokens", "minutes", "active", "archived", "places", "carriers", "warnings")
"""The columns, as keys of sediment.json; minutes are computed from its key `seconds`."""


def read_sediment(path: Path) -> dict[str, Any]:
    """Read a sediment.json. Raises InputError if it cannot be read."""
    try:
        described = read_json(path)
    except InputError as error:
        raise InputError(f"{error}; sediment the text again") from None
    if not isinstance(described, dict):
        raise InputError(f"{path}: holds no object; it is what `agentsensus sediment` writes beside a world")
    return {"world": path.parent.name, **described}


def sedimentation_table(groups: Sequence[Group], sediments: Sequence[Mapping[str, Any]]) -> StudyTable:
    """Return a table of sedimented worlds, then of the runs' worlds, which were made without a model."""
    made = [(str(each.get("world")), *(_value(each, name) for name in _KEYS)) for each in sediments]
    rows: list[tuple[TableCell, ...]] = [*made]
    for group in groups:
        if all(row[0] != group.world for row in rows):
            cast = group.columns[0].runs[0].cast
            size = {name: getattr(cast, name, None) for name in _KEYS}
            rows.append((group.world, *size.values()))
    return StudyTable(
        "sedimentation", "Worlds, and what making them took", ("world", *_KEYS), tuple(rows), {"minutes": 1}
    )


def _value(described: Mapping[str, Any], name: str) -> TableCell:
    value = described.get("seconds" if name == "minutes" else name)
    if name == "minutes" and isinstance(value, int | float):
        return float(value) / 60
    return value if isinstance(value, str | int | float) else None
