"""The studio's server: security, the stream, the worker, and what its writes leave behind."""

import http.client
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from agentsensus import Memory, open_run, play
from agentsensus.base.arrays import FloatArray
from agentsensus.base.loop import wait_for
from agentsensus.embed import HashingEmbedder
from agentsensus.errors import InputError, NotAStore, UnknownName
from agentsensus.integrations.http import ServiceOptions, TokenBook
from agentsensus.studio.app import Studio, studio_app
from agentsensus.studio.feed import Feed
from agentsensus.studio.library import Library
from agentsensus.studio.memories import MemoryPlace, MemoryReader, edit_memory, review_memory
from agentsensus.studio.reading import RunReader
from agentsensus.studio.writing import changed_entry, changed_scene, checked_files, copy_world, read_files
from agentsensus.worlds.repertoire import shipped
from agentsensus.worlds.run_folder import RunFolder
from agentsensus.worlds.runs import checked_injections, fork, replay, resume
from tests.integrations.http.serving import served
from tests.postgres import new_space
from tests.studio.conftest import ServedStudio, serve, stop


def status_of(studio: ServedStudio, method: str, path: str, body: str = "", **headers: str) -> int:
    """The status of a raw request."""
    host = studio.address.removeprefix("http://")
    connection = http.client.HTTPConnection(host, timeout=30)
    connection.putrequest(method, path, skip_host=True)
    for name, value in ({"host": host} | {key.replace("_", "-"): value for key, value in headers.items()}).items():
        connection.putheader(name, value)
    connection.putheader("content-length", str(len(body)))
    connection.endheaders(body.encode())
    status = connection.getresponse().status
    connection.close()
    return status


@pytest.mark.parametrize(
    "name", ["../secret", "runs/../../x", "/etc", "runs//x", ".trash/x", "", "a\\..\\b", "runs/gull-1/../.."]
)
def test_no_path_leads_out_of_the_folder(made: Path, name: str) -> None:
    with pytest.raises(UnknownName):
        Library(made).path(name)


def test_a_link_that_leads_out_of_the_folder_is_no_run(made: Path, tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "link").symlink_to(made / "runs" / "gull-1")
    with pytest.raises(UnknownName):
        Library(tmp_path / "inside").run("link")


def test_a_feed_has_every_round_once_and_only_what_is_committed(made: Path) -> None:
    folder = RunFolder(made / "runs" / "gull-1")
    feed = Feed(folder)
    feed.read(3)
    feed.read(3)
    assert [round_["round"] for round_ in feed.rounds] == [0, 1, 2, 3]
    feed.read(8)
    assert [round_["round"] for round_ in feed.after(3)] == [4, 5, 6, 7, 8]
    by_round = [sorted(item["seq"] for item in round_["items"]) for round_ in feed.rounds]
    numbers = [*chain.from_iterable(by_round)]
    assert numbers == sorted(set(numbers))
    whole = Feed(folder)
    whole.read(8)
    assert whole.rounds == feed.rounds


def test_a_run_whose_store_is_being_made_is_no_error(made: Path, tmp_path: Path) -> None:
    folder = RunFolder(Path(shutil.copytree(made / "runs" / "gull-1", tmp_path / "run")))
    played = folder.memory.read_bytes()
    log = folder.log.read_bytes()
    assert RunReader(folder).committed() == 8
    folder.log.unlink()
    with closing(sqlite3.connect(tmp_path / "new.db")) as database:
        database.execute("CREATE TABLE unfinished (id)")
        database.commit()
    for unfinished in (b"", played[:100], (tmp_path / "new.db").read_bytes()):
        folder.memory.write_bytes(unfinished)
        assert RunReader(folder).committed() == -1
    folder.log.write_bytes(log)
    with pytest.raises(NotAStore):
        RunReader(folder).committed()


def test_opening_a_run_loads_its_embedder(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = threading.Event()
    embed = HashingEmbedder.embed

    async def noticed(self: HashingEmbedder, texts: Sequence[str]) -> FloatArray:
        loaded.set()
        return await embed(self, texts)

    monkeypatch.setattr(HashingEmbedder, "embed", noticed)
    with TestClient(studio_app(Studio(Library(made))), "http://127.0.0.1") as client:
        assert client.get("/api/runs/runs/gull-1/base").status_code == 200
        assert loaded.wait(60)


def test_a_form_changes_only_its_entry(made: Path) -> None:
    files = read_files(made / "gull")["files"]
    text = changed_entry(files["characters.yaml"], "tobias", {"name": "Tobias Reed", "at": "kitchen"})
    assert text.startswith("# By id: a-z")
    assert "  name: Ines Marlow\n" in text
    assert "owes money in the village" not in text
    assert changed_entry(text, "tobias", None).count("Tobias Reed") < text.count("Tobias Reed")
    assert changed_entry("# A world\nname: gull\ntitle: G\n", "name", "tern") == "# A world\nname: tern\ntitle: G\n"
    scenes = files["scenes.md"]
    first = next(event for event in checked_files(files)["forms"]["scenes"] if event["id"] == "oil_sold")
    again = changed_scene(scenes, first["order"], {**first, "text": "Tobias Reed sold thirteen cans."})
    assert "- Tobias Reed sold thirteen cans." in again
    assert len(again.splitlines()) == len(scenes.splitlines())
    found = checked_files({**files, "scenes.md": again})["forms"]["scenes"]
    assert [event["secret"] for event in found if event["id"] == "oil_sold"] == [True]
    assert checked_files({**files, "characters.yaml": text.replace("at: kitchen", "at: kitchn")})["ok"] is False


@pytest.mark.thorough
@pytest.mark.parametrize("world", sorted(shipped()))
def test_a_copy_of_a_shipped_world_is_as_good_as_the_world(world: str, tmp_path: Path) -> None:
    before = checked_files(read_files(shipped()[world])["files"])
    files = read_files(tmp_path / copy_world(tmp_path, shipped()[world], "mine"))["files"]
    files["world.yaml"] = changed_entry(files["world.yaml"], "title", "Another: title")
    after = checked_files(files)
    assert [problem["problem"] for problem in after["problems"]] == [each["problem"] for each in before["problems"]]
    assert (after["ok"], after["counts"]) == (True, before["counts"])
    assert after["forms"]["world"]["title"] == "Another: title"


def test_an_injected_edit_of_the_memory_is_logged_and_replayed(made: Path, tmp_path: Path) -> None:
    source = RunFolder(made / "runs" / "gull-1")
    with open_run(source.path) as run:
        merged = next(record for record in run.memory.records(at=4) if len(record.wordings) > 1)
    wanted = [
        {"edit": "split", "record": merged.id, "other": merged.wordings[-1].id},
        {"edit": "dismiss", "record": "nothing"},
        {"of": "Walt", "goals": ["Go to the landing."]},
        {"thing": "the lamp log", "with": "Agatha"},
    ]
    branch = RunFolder(tmp_path / "branch")
    branch.path.mkdir()
    wait_for(fork(source, 4, branch, checked_injections(wanted, source, 4)))
    resume(branch.path, 3)
    with open_run(branch.path) as run:
        edits = [event for event in run.log if event.kind == "memory_edited"]
        assert [(event.edit, bool(event.refusal)) for event in edits] == [("split", False), ("dismiss", True)]
        assert any(event.kind == "goals" and event.agent == "walt" for event in run.log if event.round == 5)
        assert any(event.kind == "thing" and event.holder == "agatha" for event in run.log if event.round == 5)
        assert merged.wordings[-1].id in run.memory.record_ids([merged.wordings[-1].id]).values()
    (tmp_path / "again").mkdir()
    assert wait_for(replay(branch, tmp_path / "again")).identical


def test_wrong_injections_are_named(made: Path) -> None:
    source = RunFolder(made / "runs" / "gull-1")
    with pytest.raises(InputError, match=r"entry 1: .*did you mean 'walt'.*entry 2: no thing is called"):
        checked_injections([{"of": "Wallt", "goals": ["Flee."]}, {"thing": "sword", "with": "Walt"}], source, 4)


@pytest.mark.thorough
def test_foreign_hosts_origins_and_bodies_are_refused(studio: ServedStudio) -> None:
    own = {"origin": studio.address, "content_type": "application/json"}
    assert status_of(studio, "GET", "/api/home") == 200
    assert status_of(studio, "GET", "/api/home", host="evil.example") == 421
    assert status_of(studio, "GET", "/api/home", origin="http://evil.example") == 403
    assert status_of(studio, "POST", "/api/check", "{}", content_type="application/json") == 403
    assert status_of(studio, "POST", "/api/check", "{}", origin=studio.address, content_type="text/plain") == 415
    assert status_of(studio, "POST", "/api/check", "{}", **own) == 400
    assert status_of(studio, "GET", "/api/runs/..%2f..%2fetc/base") == 404
    assert status_of(studio, "GET", "/api/memories/runs/gull-1/run.json/ask/overview") == 404
    assert status_of(studio, "GET", "/static/..%2fapp.py") == 404
    connection = http.client.HTTPConnection(studio.address.removeprefix("http://"), timeout=30)
    connection.request("GET", "/")
    policy = connection.getresponse().headers["content-security-policy"]
    connection.close()
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy


@pytest.mark.thorough
def test_another_host_needs_the_token(root: Path) -> None:
    os.environ["AGENTSENSUS_STUDIO_TOKEN"] = "t" * 24
    try:
        studio = serve(root, "--host", "0.0.0.0")
    except AssertionError:
        pytest.fail("the studio did not print its address")
    finally:
        del os.environ["AGENTSENSUS_STUDIO_TOKEN"]
    try:
        assert status_of(studio, "GET", "/api/home") == 401
        assert status_of(studio, "GET", f"/?token={'t' * 24}") == 303
        assert status_of(studio, "GET", "/api/home", cookie=f"agentsensus_studio={'t' * 24}") == 200
        assert status_of(studio, "GET", "/api/home", cookie="agentsensus_studio=wrong") == 401
    finally:
        stop(studio)


def summary_of(path: Path) -> dict[str, Any]:
    with open_run(path) as run:
        return run.summary()


@pytest.mark.thorough
def test_a_run_in_the_studio_equals_the_same_run_without_it(studio: ServedStudio, tmp_path: Path) -> None:
    name = studio.post("/api/runs", world="gull", rounds=6, seed=3, embedder="hashing")["run"]
    assert [round_["round"] for round_ in studio.rounds(name, 6)] == [*range(7)]
    studio.finish(name)
    plain = play(studio.root / "gull", 6, seed=3, embedder="hashing", company="players", out=tmp_path / "plain")
    ours, theirs = summary_of(studio.root / name), summary_of(plain.folder)
    assert (ours["log_sha256"], ours["store_sha256"]) == (theirs["log_sha256"], theirs["store_sha256"])
    assert ours["stop"] == theirs["stop"] == "max_rounds"


@pytest.mark.thorough
def test_pause_step_inject_and_resume_after_the_studio_is_killed(own_studio: ServedStudio, tmp_path: Path) -> None:
    studio = own_studio
    url = "/api/runs/runs/gull-1"
    studio.post(f"{url}/control", do="step", rounds=6)
    stepped = studio.rounds("runs/gull-1", 9)[-1]["round"]  # a step skips rounds in which everybody waits
    assert 9 <= stepped < 14
    with pytest.raises(AssertionError, match="did you mean"):
        studio.post(f"{url}/control", do="inject", entries=[{"event": "It rained.", "witnesses": ["Wallt"]}])
    studio.post(
        f"{url}/control", do="inject", entries=[{"event": "A bell rang.", "witnesses": ["Walt", "the landing"]}]
    )
    with pytest.raises(AssertionError, match="still being played"):
        studio.post(f"{url}/edit", edit="dismiss", record="x")
    studio.post(f"{url}/control", do="step")
    following = studio.rounds("runs/gull-1", stepped + 1)[-1]
    assert following["round"] == stepped + 1  # an injection is never skipped
    items = following["items"]
    assert [item["text"] for item in items if item["sort"] == "injected"] == ["A bell rang."]
    os.kill(studio.process.pid, signal.SIGKILL)
    studio.process.wait(timeout=30)
    folder = studio.root / "runs" / "gull-1"
    _when_free(folder)
    resumed = resume(folder)
    assert resumed.rounds == 14
    (tmp_path / "again").mkdir()
    assert wait_for(replay(RunFolder(folder), tmp_path / "again")).identical


def _when_free(folder: Path) -> None:
    """Wait until the worker, which lost its studio, has closed the store."""
    for _ in range(300):
        try:
            Memory.open(folder / "memory.db", shared=False, embedder="hashing").close()
            return
        except Exception:  # noqa: BLE001
            time.sleep(0.1)
    pytest.fail("the worker still holds the store")


@pytest.mark.thorough
def test_a_character_is_taken_over_and_handed_back(studio: ServedStudio) -> None:
    url = "/api/runs/runs/gull-1"
    studio.post(f"{url}/control", do="step", rounds=8)
    studio.rounds("runs/gull-1", 9)
    studio.post(f"{url}/control", do="take", agent="Ines")
    studio.post(f"{url}/control", do="play")
    asked: dict[str, Any] = {}
    for _ in range(100):
        asked = next(iter(studio.get(f"{url}/base")["asked"]), {})
        if asked:
            break
        time.sleep(0.1)
    assert asked["agent"] == "ines"
    assert any(choice["sort"] == "own" for choice in asked["choices"])
    studio.post(f"{url}/control", do="line", agent="ines", line="wait 1")
    studio.post(f"{url}/control", do="release", agent="ines")
    studio.finish("runs/gull-1")
    with open_run(studio.root / "runs" / "gull-1") as run:
        turns = [event for event in run.log if event.kind == "acted" and event.agent == "ines" and event.round >= 10]
        assert turns[0].action == "wait"
        assert turns[0].because == ""
        assert run.rounds == 16


@pytest.mark.thorough
def test_a_memory_file_is_browsed_and_edited(studio: ServedStudio) -> None:
    url = "/api/memories/support.db"
    overview = studio.get(f"{url}/ask/overview")
    assert {agent["id"] for agent in overview["agents"]} == {"ana", "ben", "carl"}
    rows = studio.get(f"{url}/ask/records?q=payment&agent=ben")["rows"]
    assert all("ben" in row["owners"] for row in rows)
    record = studio.get(f"{url}/ask/record?id={rows[0]['record']}")
    if len(record["wordings"]) > 1:
        studio.post(f"{url}/edit", edit="split", record=record["id"], other=record["wordings"][-1]["id"])
        assert len(studio.get(f"{url}/ask/record?id={record['id']}")["wordings"]) == len(record["wordings"]) - 1
    decisions = studio.get(f"{url}/ask/decisions")
    assert decisions["conflicts"]
    first = decisions["conflicts"][0]
    studio.post(f"{url}/edit", edit="resolve", record=first["id"], other=first["records"][0])
    left = [conflict["id"] for conflict in studio.get(f"{url}/ask/decisions")["conflicts"]]
    assert first["id"] not in left
    assert json.loads(json.dumps(studio.get(f"{url}/ask/knows?q=payment")))


def _fill(memory: Memory) -> None:
    memory.remember("ana", "The late king's ghost walked the battlements at midnight.", at=1)
    memory.remember("ben", "At midnight the ghost of the late king was seen walking the battlements.", at=2)
    memory.remember("carl", "The late king's ghost did not walk the battlements at midnight.", at=3)
    memory.remember("ben", "The invoice template changed.", at=3)


def _browse(reader: MemoryReader) -> None:
    """Ask a memory everything that the page asks, and decide all that is open."""
    overview = reader.overview()
    assert {agent["id"]: agent["records"] for agent in overview["agents"]} == {"ana": 1, "ben": 2, "carl": 1}
    assert (overview["round"], overview["figures"]["total"]) == (3, 3)
    (row,) = reader.records("ghost", "ana", None)["rows"]
    assert {"ana", "ben"} <= {*row["owners"]}
    assert [each["at"] for each in reader.records("", "", None)["rows"]] == [3, 3, 1]
    record = reader.record(row["record"], None)
    assert len(record["wordings"]) == 2
    assert any(change[1] == "judged" for change in record["history"])
    assert {knower["agent"] for knower in reader.who_knows("the ghost at midnight", 2)} >= {"ana", "ben"}
    decisions = reader.decisions()
    (conflict,), reviews = decisions["conflicts"], decisions["reviews"]
    edit_memory(reader.place, reader.space, "resolve", conflict["id"], conflict["records"][0])
    merged = next(each for each in reviews if each["together"])
    for each in reviews:
        review_memory(
            reader.place, reader.space, each["wording"], each["other"], each is not merged and each["together"]
        )
    reader.renew()
    assert reader.decisions() == {"conflicts": [], "reviews": []}
    assert len(reader.record(row["record"], None)["wordings"]) == 1
    edit_memory(reader.place, reader.space, "merge", merged["other"], merged["wording"])
    with pytest.raises(UnknownName):
        review_memory(reader.place, reader.space, "nothing", merged["other"], True)


def test_a_memory_is_browsed_in_a_file_and_on_both_kinds_of_server(
    tmp_path: Path, memory_service: str, postgres: str
) -> None:
    for where in (tmp_path / "m.db", memory_service, postgres):
        space = new_space("studio")
        with Memory.open(where, space=space, embedder="hashing", settings={"review_band": 1.0}) as memory:
            _fill(memory)
        reader = MemoryReader(MemoryPlace(where), space)
        _browse(reader)
        reader.renew()
    with pytest.raises(UnknownName, match="has no space"):
        MemoryReader(MemoryPlace(memory_service), "nothing")


@pytest.mark.thorough
def test_the_studio_browses_a_service_with_the_authors_token(tmp_path: Path) -> None:
    tokens = tmp_path / "tokens.json"
    author, agent = TokenBook(tokens).add(author=True)[1], TokenBook(tokens).add(["ana"])[1]
    with served(ServiceOptions(str(tmp_path / "m.db"), str(tokens), "hashing")) as address:
        with Memory.open(address, token=author, settings={"review_band": 1.0}) as memory:
            _fill(memory)
        for token in ("", agent):
            refused = subprocess.run(
                [sys.executable, "-m", "agentsensus.cli", "studio", address, "--no-browser"],
                env={**os.environ, "AGENTSENSUS_TOKEN": token},
                capture_output=True,
                text=True,
            )
            assert refused.returncode == 2
            assert "AGENTSENSUS_TOKEN must be the author's" in refused.stderr
        studio = serve(address, AGENTSENSUS_TOKEN=author)
        try:
            assert {"memory": "@server", "title": address} in studio.get("/api/home")["memories"]
            assert studio.get("/api/memories/@server/ask/overview")["figures"]["total"] == 3
            (conflict,) = studio.get("/api/memories/@server/ask/decisions")["conflicts"]
            studio.post("/api/memories/@server/edit", edit="dismiss", record=conflict["id"])
            assert studio.get("/api/memories/@server/ask/decisions")["conflicts"] == []
            assert author not in studio.text("/") + studio.text("/api/home")
        finally:
            stop(studio)


@pytest.mark.thorough
def test_a_deleted_run_is_in_the_trash(studio: ServedStudio) -> None:
    assert studio.post("/api/runs/runs/deng-1/trash") == {"trash": ".trash/deng-1"}
    assert (studio.root / ".trash" / "deng-1" / "run.json").is_file()
    assert "runs/deng-1" not in [run["run"] for run in studio.get("/api/home")["runs"]]
