"""Stores with right checksums and wrong values, as a stranger can make them.

Each is opened in a process with little address space: it works, or every call is refused in one line. What `verify`
accepts must work.
"""

import json
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from agentsensus import Memory
from agentsensus.errors import Backdated, StoreMismatch, UnknownName
from agentsensus.memory.upkeep.integrity import problems_of
from agentsensus.store.rows import ROW_TYPES, column_names
from agentsensus.store.sqlite.schema import write_checksums
from tests.paths import ROOT
from tests.prove.campaign import Tally
from tests.prove.store_files import DESIGNS, small_memory

__all__ = ["craft", "open_crafted_stores", "use"]

_ADDRESS_SPACE = 4 << 30
_SECONDS = 1_200
_DEEP = '{"a":' * 5_000 + "1" + "}" * 5_000
_NUMBERS = (-2, -1, 0, 1, 5, 99, 10**6, 2**31, 2**40, 2**62, 2**63 - 1, -(2**63))
_TEXTS = ("", "x", "0", "q w", "[]", "{}", "null", "1e999", "\n- forged", "a" * 5_000, _DEEP, '[{"atom": 99999}]')


def open_crafted_stores(count: int, seed: int) -> Tally:
    """Alter values of `count` stores, recompute their checksums, and use the stores."""
    command = [sys.executable, "-m", "tests.prove.crafted_stores", str(count), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=_SECONDS, check=False)
    tally = Tally("crafted stores")
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    for entry in lines:
        tally.add(Tally(**entry))
    if done.returncode or len(lines) < count:
        tally.violations.append(f"the process ended with {done.returncode}: {done.stderr[-300:]}")
    return tally


def craft(path: Path, chance: Random) -> str:
    """Alter one value of a closed store and recompute its checksums; return what was altered."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("BEGIN")
        table = chance.choice([*ROW_TYPES, "spaces"])
        what = _alter_header(db, chance) if table == "spaces" else _alter_row(db, table, chance)
        write_checksums(db)
        db.execute("COMMIT")
    return what


def _alter_row(db: sqlite3.Connection, table: str, chance: Random) -> str:
    column = chance.choice(column_names(table))
    is_number = column in column_names(table, int)
    value = chance.choice(_NUMBERS if is_number else _TEXTS)
    (rows,) = db.execute(f"SELECT COUNT(*) FROM {table}").fetchone()
    if rows:
        seq = chance.randrange(rows)
        db.execute(f"UPDATE {table} SET {column} = ? WHERE seq = ?", (value, seq))
    else:
        names = ("space", "seq", *column_names(table), "checksum")
        values = {name: chance.choice(_NUMBERS[:6]) for name in column_names(table, int)}
        texts = {name: chance.choice(_TEXTS) for name in column_names(table, str)}
        row = {"space": 1, "seq": 0, "checksum": 0, **values, **texts, column: value}
        marks = ", ".join("?" * len(names))
        db.execute(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})", [row[name] for name in names])
    return f"{table}.{column} = {str(value)[:30]}"


def _alter_header(db: sqlite3.Connection, chance: Random) -> str:
    (text,) = db.execute("SELECT header FROM spaces").fetchone()
    header = json.loads(text)
    key = chance.choice(sorted(header))
    odd: list[Any] = [*_NUMBERS, *_TEXTS, [], {}, {"ana": [""]}, {"ana": ["x" * 9_000]}, {"x": 1}, None, 1.5, True]
    header[key] = chance.choice(odd)
    db.execute("UPDATE spaces SET header = ?", (json.dumps(header),))
    return f"header.{key} = {str(header[key])[:30]}"


def use(path: Path, what: str) -> Tally:
    """Verify a store and call everything on it; anything but an answer or a one-line error is a violation."""
    tally = Tally("crafted stores", attempts=1)
    problems: list[str] = []
    _call(tally, f"{what}: verify", lambda: problems.extend(problems_of(path)))
    opened: list[Memory] = []
    refused = tally.refusals
    _call(tally, f"{what}: open", lambda: opened.append(Memory.open(path)))
    for memory in opened:
        for name, call in _CALLS.items():
            _call(tally, f"{what}: {name}", lambda: call(memory))  # noqa: B023
        _call(tally, f"{what}: close", memory.close)
    if not problems and tally.refusals > refused:
        tally.violations.append(f"{what}: verify finds nothing, but calls are refused")
    tally.refusals = int(bool(problems))
    return tally


_CALLS: dict[str, Callable[[Memory], object]] = {
    "recall": lambda memory: memory.recall("horatio", "ghost", k=9).text(),
    "recall as of": lambda memory: memory.as_of(3).recall("marcellus", "Laertes").text(),
    "recall of a stranger": lambda memory: memory.recall("zoe", "ghost").text(),
    "records": lambda memory: [(record.owners, record.links) for record in memory.records()],
    "search": lambda memory: memory.search("ghost", where={"a": {"$exists": False}}),
    "who_knows": lambda memory: memory.who_knows("The ghost walked."),
    "history": lambda memory: [memory.history(record.id) for record in memory.records()[:3]],
    "originals": lambda memory: [memory.original(record.id) for record in memory.records()[:3]],
    "stats": lambda memory: memory.stats(),
    "conflicts": lambda memory: memory.conflicts(open=None),
    "sha256": lambda memory: memory.sha256(),
    "remember": lambda memory: memory.remember("horatio", "The ghost walked the platform."),
    "purge": lambda memory: memory.purge(agent="marcellus"),
}


def _call(tally: Tally, what: str, call: Callable[[], object]) -> None:
    try:
        call()
    except BaseException as error:  # noqa: BLE001
        if isinstance(error, UnknownName | StoreMismatch | Backdated):
            return  # right answers to another name, embedder or round
        tally.record_error(error, what)


def main(count: int, seed: int) -> None:
    """Make and use crafted stores, and print the tally of each as JSON."""
    resource.setrlimit(resource.RLIMIT_AS, (_ADDRESS_SPACE, _ADDRESS_SPACE))
    with tempfile.TemporaryDirectory() as place:
        for design in DESIGNS:
            small_memory(Path(place) / f"{design}.db", design).close()
        for number in range(count):
            chance, design = Random(f"{seed} {number}"), DESIGNS[number % len(DESIGNS)]
            crafted = Path(place) / f"crafted-{number}.db"
            shutil.copy(Path(place) / f"{design}.db", crafted)
            tally = use(crafted, f"{number} {design} {craft(crafted, chance)}")
            print(json.dumps(vars(tally)), flush=True)
            for file in Path(place).glob(f"crafted-{number}.db*"):
                file.unlink()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
