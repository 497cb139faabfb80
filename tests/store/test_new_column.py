"""A column is declared once, as a field of its row type; tables, exports and columns in memory follow."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import agentsensus
from agentsensus import Memory
from agentsensus.store.columns import Columns
from agentsensus.store.rows import ROW_TYPES, column_names
from agentsensus.store.sqlite import SqliteStore

PACKAGE = Path(agentsensus.__file__).parent
ROWS, FORMATS = "rows.py", "schema.py"

SCRIPT = """
import sys
from agentsensus import Memory
old, new, export, copy = sys.argv[1:]
with Memory.open(old) as memory:
    memory.remember("hamlet", "The ghost vanished.", at=2)
    engine = memory.asynchronous.session.engine
    print([row.weather for row in engine.store.rows("deposits")], engine.columns.of("deposits", "weather").tolist())
    memory.export(export)
with Memory.open(copy, embedder="hashing") as memory:
    memory.import_(export)
    print([row.weather for row in memory.asynchronous.session.engine.store.rows("deposits")])
with Memory.open(new, embedder="hashing") as memory:
    memory.remember("hamlet", "The ghost vanished.", at=2)
    print([row.weather for row in memory.asynchronous.session.engine.store.rows("deposits")])
"""


@pytest.mark.parametrize("table", ROW_TYPES)
def test_the_table_of_a_new_file_has_the_fields_of_its_row_type(table: str, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    columns = store._db.execute(f"PRAGMA table_info({table})").fetchall()
    store.close()
    assert [column[1] for column in columns] == ["space", "seq", *column_names(table), "checksum"]


def test_every_whole_number_of_an_atom_is_held_in_memory_by_its_name() -> None:
    columns = Columns()
    assert all(columns.of("atoms", name).tolist() == [] for name in ("at", "deposit", "vector", "origin"))
    with pytest.raises(KeyError):
        columns.of("atoms", "text")


def test_a_column_is_added_by_one_field_and_its_migration(tmp_path: Path) -> None:
    old, new, export, copy = (tmp_path / name for name in ("old.db", "new.db", "export.jsonl", "copy.db"))
    with Memory.open(old, embedder="hashing") as memory:
        memory.remember("hamlet", "The ghost walked at midnight.", at=1)
    package = _changed_package(
        tmp_path / "changed",
        {
            ROWS: (
                "    original: int = -1\n    stamp: int = 0\n",
                "    original: int = -1\n    stamp: int = 0\n    weather: int = 5\n",
            ),
            FORMATS: (
                "FORMAT = 3\n",
                'FORMAT = 4\n_WEATHER = "ALTER TABLE deposits ADD COLUMN weather INTEGER NOT NULL DEFAULT 3"\n',
                "2: _from_2}",
                "2: _from_2, 3: lambda db: db.execute(_WEATHER)}",
            ),
        },
    )
    files = [str(path) for path in (old, new, export, copy)]
    result = subprocess.run(
        [sys.executable, "-c", SCRIPT, *files],
        env={**os.environ, "PYTHONPATH": str(package)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stdout.splitlines() == ["[3, 5] [3, 5]", "[3, 5]", "[5]"], result.stderr
    deposits = [line for line in map(json.loads, export.read_text("utf-8").splitlines()) if "linked" in line]
    assert [line["weather"] for line in deposits] == [3, 5]


def _changed_package(to: Path, changes: dict[str, tuple[str, ...]]) -> Path:
    """A folder with this package in which some files of `store` are changed; the rest are links."""
    package = to / "agentsensus"
    (package / "store").mkdir(parents=True)
    for entry in PACKAGE.iterdir():
        if entry.name != "store":
            (package / entry.name).symlink_to(entry)
    for entry in (PACKAGE / "store").rglob("*"):
        if entry.suffix in (".py", ".sql"):
            text = entry.read_text("utf-8")
            pairs = changes.get(entry.name, ())
            for before, after in zip(pairs[::2], pairs[1::2], strict=True):
                assert before in text
                text = text.replace(before, after)
            copied = package / entry.relative_to(PACKAGE)
            copied.parent.mkdir(exist_ok=True)
            copied.write_text(text, "utf-8")
    return to
