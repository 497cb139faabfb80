"""Stores with right checksums and wrong values: verify names the fault, opening and calls refuse it in one line."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentsensus import Memory
from agentsensus.cli.main import app
from agentsensus.errors import InputError, StoreDamaged, StoreMismatch
from agentsensus.memory.upkeep.integrity import problems_of
from agentsensus.store.sqlite.schema import write_checksums

_LINK = (
    "INSERT INTO links (space, seq, at, a, b, kind, agent, author, checksum, stamp) "
    "SELECT space, (SELECT COUNT(*) FROM links), 9, 0, 999999, 'agent', 0, 0, 0, 0 FROM atoms LIMIT 1"
)
_ATTRIBUTE = (
    "INSERT INTO attributes (space, seq, at, subject, key, value, author, checksum, stamp) "
    "SELECT space, (SELECT COUNT(*) FROM attributes), 9, '{subject}', '{key}', '{value}', 0, 0, 0 FROM atoms LIMIT 1"
)
_DEEP = '{"a":' * 5_000 + "1" + "}" * 5_000

REFUSED_AT_OPENING = {
    "size of a deposit": "UPDATE deposits SET size = 1099511627776 WHERE seq = 0",
    "size that sums up": "UPDATE deposits SET size = 300000000 WHERE seq = 0",
    "negative size": "UPDATE deposits SET size = -1 WHERE seq = 0",
    "first atom": "UPDATE deposits SET first = 1099511627776 WHERE seq = 0",
    "merge": "UPDATE merges SET record = 1000000 WHERE seq = 0",
    "owner": "UPDATE owners SET agent = 100 WHERE seq = 0",
    "order of owners": "UPDATE owners SET atom = 3 WHERE seq = 0",
    "vector": "UPDATE atoms SET vector = 1000000 WHERE seq = 0",
    "link": _LINK,
    "later round": "UPDATE owners SET at = 9 WHERE seq = 0",
    "name twice": "UPDATE agents SET name = 'ana'",
    "dimension": "UPDATE spaces SET header = json_set(header, '$.dim', 1000000000)",
    "original": "UPDATE deposits SET original = 77 WHERE seq = 0",
    "too large": "UPDATE originals SET number = 4611686018427387904 WHERE seq = 0",
}
REFUSED_WHEN_READ = {
    "metadata": "UPDATE atoms SET metadata = 'x'",
    "list as metadata": "UPDATE atoms SET metadata = '[]'",
    "deep metadata": f"UPDATE atoms SET metadata = '{_DEEP}'",
    "share": _ATTRIBUTE.format(subject="zz", key="shared_with", value="q w"),
    "pin": _ATTRIBUTE.format(subject="zz", key="pinned", value="q w"),
    "share of a huge atom": _ATTRIBUTE.format(subject=10**12, key="shared_with", value="0 1"),
    "id of bytes": "UPDATE atoms SET id = x'ff' WHERE seq = 0",
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("made") / "made.db"
    with Memory.open(path, embedder="hashing", names={"ana": ["Ana"]}) as memory:
        for day in range(3):
            memory.remember("ana", f"The ferry left Ely on day {day}. Ben saw the lamp.", at=day)
            memory.remember("ben", f"On day {day} the ferry left Ely.", at=day)
    return path


def _crafted(made: Path, tmp_path: Path, statement: str) -> Path:
    path = tmp_path / "crafted.db"
    shutil.copy(made, path)
    with closing(sqlite3.connect(path)) as db:
        before = list(db.iterdump())
        db.execute(statement)
        assert list(db.iterdump()) != before
        write_checksums(db)
        db.commit()
    return path


def test_the_store_is_accepted_when_nothing_was_changed(made: Path, tmp_path: Path) -> None:
    path = _crafted(made, tmp_path, "UPDATE deposits SET note = 'x' WHERE seq = 0")
    assert problems_of(path) == []
    with Memory.open(path) as memory:
        assert memory.recall("ana", "ferry").hits


@pytest.mark.parametrize("name", REFUSED_AT_OPENING)
def test_hostile_store_numbers_are_refused_at_opening_and_by_verify(made: Path, tmp_path: Path, name: str) -> None:
    path = _crafted(made, tmp_path, REFUSED_AT_OPENING[name])
    (problem, *_) = problems_of(path)
    assert "\n" not in problem
    for read_only in (True, False):
        with pytest.raises(
            (StoreDamaged, StoreMismatch), match=r"crafted\.db: the (file|store) is damaged: |embedder"
        ) as error:
            Memory.open(path, read_only=read_only)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", REFUSED_WHEN_READ)
def test_hostile_store_texts_are_refused_when_read_and_by_verify(made: Path, tmp_path: Path, name: str) -> None:
    path = _crafted(made, tmp_path, REFUSED_WHEN_READ[name])
    (problem, *_) = problems_of(path)
    assert "\n" not in problem
    with Memory.open(path) as memory:
        for _ in range(2):
            with pytest.raises(StoreDamaged, match=r"the (file|store) is damaged: "):
                memory.recall("ana", "ferry", k=9)


def test_verify_names_the_fault_on_the_command_line(made: Path, tmp_path: Path) -> None:
    path = _crafted(made, tmp_path, REFUSED_WHEN_READ["metadata"])
    done = CliRunner().invoke(app, ["store", "verify", str(path)])
    assert done.exit_code == 1
    assert "the metadata of atoms row 0 is not a JSON object" in " ".join(done.output.split())


def test_a_row_that_another_process_adds_is_checked_as_well(made: Path, tmp_path: Path) -> None:
    path = tmp_path / "followed.db"
    shutil.copy(made, path)
    with Memory.open(path, read_only=True) as reader:
        reader.recall("ana", "ferry")
        with closing(sqlite3.connect(path)) as db:
            db.execute(_LINK)
            write_checksums(db)
            db.commit()
        for _ in range(2):
            with pytest.raises(StoreDamaged, match=r"links row \d+ refers to b 999999, which does not exist"):
                reader.recall("ana", "ferry")


def test_an_import_makes_the_same_checks(made: Path, tmp_path: Path) -> None:
    with Memory.open(made, read_only=True) as memory:
        lines = memory.export(tmp_path / "export.jsonl").read_text("utf-8").splitlines()
    entries = [json.loads(line) for line in lines]
    next(entry for entry in entries if entry.get("table") == "atoms")["metadata"] = _DEEP
    (tmp_path / "bad.jsonl").write_text("\n".join(json.dumps(entry) for entry in entries), "utf-8")
    with (
        Memory.open(embedder="hashing") as into,
        pytest.raises(InputError, match="the metadata of atoms row 0 is not a JSON object"),
    ):
        into.import_(tmp_path / "bad.jsonl")
