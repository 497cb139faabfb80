"""The table of sedimentation: how large each world is, and what making it took, where a model made it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from agentsensus.errors import InputError
from agentsensus.files import read_json
from agentsensus.study.sources.groups import Group
from agentsensus.study.tables.table import StudyTable, TableCell

__all__ = ["read_sediment", "sedimentation_table"]

_KEYS = {
    "registry": ("registry",),
    "events": ("events",),
    "calls": ("calls",),
    "tokens": ("tokens",),
    "minutes": ("minutes", "wall"),
    "active": ("active",),
    "archived": ("archived",),
    "places": ("places", "envs"),
    "carriers": ("carriers",),
    "warnings": ("warnings", "warn"),
}
"""The columns, and what sediment.json may call each."""


def read_sediment(path: Path) -> dict[str, Any]:
    """What a sediment.json says; an error of one line if it cannot be read."""
    try:
        described = read_json(path)
    except InputError as error:
        raise InputError(f"{error}; sediment the text again") from None
    if not isinstance(described, dict):
        raise InputError(f"{path}: holds no object; it is what `agentsensus sediment` writes beside a world")
    return {"world": path.parent.name, **described}


def sedimentation_table(groups: Sequence[Group], sediments: Sequence[Mapping[str, Any]]) -> StudyTable:
    """Worlds that were sedimented, then those of the runs, whose making took no model."""
    made = [(str(each.get("world")), *(_value(each, names) for names in _KEYS.values())) for each in sediments]
    rows: list[tuple[TableCell, ...]] = [*made]
    for group in groups:
        if all(row[0] != group.world for row in rows):
            cast = group.columns[0].runs[0].cast
            size = {name: getattr(cast, name, None) for name in _KEYS}
            rows.append((group.world, *size.values()))
    return StudyTable(
        "sedimentation", "Worlds, and what making them took", ("world", *_KEYS), tuple(rows), {"minutes": 1}
    )


def _value(described: Mapping[str, Any], names: Sequence[str]) -> TableCell:
    value = next((described[name] for name in names if name in described), None)
    if value is None and names[0] == "minutes" and isinstance(described.get("seconds"), int | float):
        return float(described["seconds"]) / 60
    if isinstance(value, Mapping | list):
        return len(value)
    return value if isinstance(value, str | int | float) else None
