"""The author's decisions from the command line: conflicts, resolve, dismiss, merge, expire, backup, and review."""

import json
from pathlib import Path

from typer.testing import CliRunner

from agentsensus import Memory
from agentsensus.cli.main import app

OPEN, SHUT = "The gate of the castle is open.", "The gate of the castle is not open."


def made(path: Path) -> tuple[str, str]:
    with Memory.open(path) as memory:
        return memory.remember("ana", OPEN).ids[0], memory.remember("ben", SHUT).ids[0]


def run(*words: object, answer: str = "") -> str:
    done = CliRunner().invoke(app, [str(word) for word in words], input=answer)
    assert done.exit_code == 0, done.output
    return done.output


def test_a_conflict_is_listed_with_its_id_resolved_and_listed_as_ended(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    opened, _ = made(path)
    (conflict,) = json.loads(run("store", "conflicts", path, "--json"))
    assert conflict["id"] in run("store", "conflicts", path)
    run("store", "resolve", path, conflict["id"], "--keep", opened)
    assert json.loads(run("store", "conflicts", path, "--json")) == []
    assert "resolved" in run("store", "conflicts", path, "--ended")


def test_review_decides_conflicts_in_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    made(path)
    assert "1 conflicts are open" in run("review", path, answer="\n")
    assert "1 conflicts decided" in run("review", path, answer="d\n")
    with Memory.open(path) as memory:
        assert memory.conflicts(open=False)[0].ended in ("dismissed", "merged")


def test_records_are_merged_and_a_file_is_backed_up_and_expired(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with Memory.open(path, embedder="hashing") as memory:
        first, second = (memory.remember("ana", text).ids[0] for text in ("The pump is loud.", "A herring swims."))
        memory.remember("ana", "Yorick joked.", at=1, expires=1)
    assert first in run("store", "merge", path, first, second)
    assert "Yorick joked." in run("store", "expire", path, "--dry-run")
    run("store", "backup", path, tmp_path / "b.db")
    assert "Yorick joked." in run("store", "purge", path, "--mention", "Yorick", answer="y\n")
    run("store", "expire", path)
    run("store", "delete-space", tmp_path / "b.db", "main", "--yes")
    assert Memory.spaces(tmp_path / "b.db") == ()
