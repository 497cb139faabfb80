"""Runs whose memory is in a PostgreSQL database: the same hashes as in a file, and every reader opens them."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from agentsensus import open_run, play
from agentsensus.base.addresses import with_secrets
from agentsensus.cli.main import app
from agentsensus.errors import InputError, RunDamaged, StoreBusy
from agentsensus.memory.upkeep.copies import delete_space
from agentsensus.store.sqlite.lock import WriterLock
from agentsensus.studio.reading import RunReader
from agentsensus.worlds.run_folder import RunFolder
from agentsensus.worlds.runs import Plan
from agentsensus.worlds.scenario.template_world import make_world

SECRET = "correct-horse"
OPTIONS = ("--embedder", "hashing", "--seed", "4", "--quiet")


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return make_world("lighthouse", "en", tmp_path)


def _invoke(*words: str) -> str:
    told = CliRunner().invoke(app, [*words], catch_exceptions=False)
    assert told.exit_code == 0, told.output
    return told.stdout


def _json(*words: str) -> Any:
    return json.loads(_invoke(*words, "--json"))


def _hashes(summary: Any) -> Any:
    return {name: summary[name] for name in ("rounds", "log_sha256", "store_sha256", "stats", "playbill")}


@pytest.mark.usefixtures("world")
def test_a_run_in_a_database_equals_the_run_in_a_file(postgres: str) -> None:
    whole = _json("run", "lighthouse", "--rounds", "8", "--out", "file", *OPTIONS)
    _json("run", "lighthouse", "--rounds", "5", "--out", "there", "--store", postgres, *OPTIONS)
    rest = _json("resume", "there", "--rounds", "3", "--quiet")
    assert _hashes(rest) == _hashes(whole)
    assert Path("there/events.jsonl").read_bytes() == Path("file/events.jsonl").read_bytes()
    assert not Path("there/memory.db").exists()
    assert _json("replay", "there") == {"identical": True, "first_difference": None}
    for run in ("file", "there"):
        _invoke("fork", run, "--at", "4", "--out", f"{run}-fork")
    assert not Path("there-fork/memory.db").exists()
    assert RunFolder(Path("there-fork")).read().space != RunFolder(Path("there")).read().space
    forked = [_json("resume", f"{run}-fork", "--rounds", "4", "--quiet") for run in ("file", "there")]
    assert _hashes(forked[0]) == _hashes(forked[1])


@pytest.mark.usefixtures("world")
def test_every_reader_opens_a_run_in_a_database(postgres: str) -> None:
    for out, more in (("file", ()), ("there", ("--store", postgres))):
        _json("run", "lighthouse", "--rounds", "5", "--out", out, *more, *OPTIONS)
    about = "Walt saw the lamp"
    for words in (("stats",), ("review", "--list"), ("knows", about, "--run"), ("trace", about, "--run")):
        assert _invoke(*words, "file") == _invoke(*words, "there")
    for run in ("file", "there"):
        _invoke("report", run, "--out", f"{run}.html")
    assert Path("there.html").stat().st_size > 100_000
    with open_run("there") as there, open_run("file") as file:
        assert there.memory.sha256() == file.memory.sha256()
    reader = RunReader(RunFolder(Path("there")))
    assert reader.committed() == 5
    assert reader.base()["first"]


@pytest.mark.usefixtures("world")
def test_a_store_that_is_lost_is_played_again(postgres: str) -> None:
    before = _json("run", "lighthouse", "--rounds", "5", "--out", "there", "--store", postgres, *OPTIONS)
    where, space = RunFolder(Path("there")).store()
    delete_space(where, space)
    with pytest.raises(RunDamaged, match=space):
        _invoke("stats", "there")
    after = _json("resume", "there", "--from-log", "--rounds", "2", "--quiet")
    whole = _json("run", "lighthouse", "--rounds", "7", "--out", "file", *OPTIONS)
    assert before["rounds"] == 5
    assert _hashes(after) == _hashes(whole)
    assert RunFolder(Path("there")).read().space != space


@pytest.mark.usefixtures("world")
def test_a_run_is_played_by_one_process_at_a_time(postgres: str) -> None:
    play("lighthouse", 2, out="there", store=postgres, embedder="hashing")
    lock = WriterLock(Path("there/memory.db"), "main")
    try:
        with pytest.raises(StoreBusy):
            _invoke("resume", "there", "--rounds", "1")
    finally:
        lock.release()


@pytest.mark.usefixtures("world")
def test_no_file_of_a_run_holds_a_secret(postgres: str) -> None:
    joined = "&" if "?" in postgres else "?"
    address = f"{postgres}{joined}password={SECRET}"
    play("lighthouse", 2, out="there", store=address, embedder="hashing")
    assert all(SECRET.encode() not in path.read_bytes() for path in Path("there").iterdir() if path.is_file())
    described = RunFolder(Path("there")).read()
    assert described.store.startswith("postgresql://")
    assert with_secrets(described.store) == address
    assert SECRET not in repr(Plan(store=address))


def test_an_address_that_only_a_file_names_gets_no_readable_password() -> None:
    assert with_secrets("postgresql://ada@db.example/x").endswith("x?require_auth=%21password%2C%21md5")
    assert with_secrets("postgresql://ada@db.example/x?a=b").endswith("a=b&require_auth=%21password%2C%21md5")


@pytest.mark.usefixtures("world")
def test_a_wrong_address_is_refused_before_anything_is_written() -> None:
    with pytest.raises(InputError, match="postgresql://"):
        _invoke("run", "lighthouse", "--store", "memory.db", *OPTIONS)
    assert not Path("runs").exists()
