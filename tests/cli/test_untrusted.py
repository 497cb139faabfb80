"""Worlds and runs from others: no name of theirs becomes a path, and no pipe of theirs is waited for."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest
from typer.testing import CliRunner

from agentsensus import play
from agentsensus.analysis.study.measures.folders import _timings
from agentsensus.cli.main import app
from agentsensus.errors import AgentsensusError
from agentsensus.worlds.run_folder import RunFolder
from agentsensus.worlds.scenario.template_world import make_world

pytestmark = pytest.mark.thorough

EVIL_NAMES = ("../../evil", "/tmp/evil", "a\x00b", "x" * 300, "..", "", "a/b", "a\nb", "-x\\y")
_PATIENCE = 60


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a world and a run of it."""
    place = tmp_path_factory.mktemp("made")
    play(make_world("lighthouse", "en", place), 1, seed=1, embedder="hashing", out=place / "run")
    return place


@pytest.fixture
def place(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that folder, as the working folder."""
    subprocess.run(["cp", "-r", *(str(path) for path in made.iterdir()), str(tmp_path)], check=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _refused(*words: str) -> str:
    with pytest.raises(AgentsensusError) as refused:
        CliRunner().invoke(app, [*words], catch_exceptions=False)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def _outside(place: Path) -> set[Path]:
    """Whatever was made of an evil name outside the folder."""
    return {path for folder in (place.parent, place.parent.parent, Path("/tmp")) for path in folder.glob("*evil*")}


@pytest.mark.parametrize("name", EVIL_NAMES)
def test_the_name_of_a_world_is_no_path(place: Path, name: str) -> None:
    before = _outside(place)
    file = place / "lighthouse" / "world.yaml"
    lines = [line for line in file.read_text().splitlines() if not line.startswith("name:")]
    file.write_text("\n".join([f"name: {json.dumps(name)}", *lines]) + "\n")
    _refused("run", "lighthouse", "--rounds", "1", "--embedder", "hashing")
    assert not (place / "runs").exists()
    assert _outside(place) == before


@pytest.mark.parametrize("name", EVIL_NAMES)
@pytest.mark.parametrize("part", ["characters", "places", "carriers", "world"])
def test_names_and_ids_in_a_runs_world_are_no_paths(place: Path, part: str, name: str) -> None:
    before, file = _outside(place), place / "run" / "world.json"
    world = json.loads(file.read_text())
    if part == "world":
        world["world"]["name"] = name
    else:
        world[part][name] = next(iter(world["characters" if part == "characters" else "places"].values()))
    file.write_text(json.dumps(world))
    for words in (
        ("transcript", "run", "--agent", "ines"),
        ("resume", "run"),
        ("study", "run", "--out", "study"),
        ("playbill", "run"),
    ):
        assert "world.json" in _refused(*words)
    assert _outside(place) == before
    assert not (place / "study").exists()


@pytest.mark.parametrize("name", EVIL_NAMES)
def test_a_new_world_is_not_called_by_a_path(place: Path, name: str) -> None:
    before = _outside(place)
    _refused("new", "--", name)
    assert _outside(place) == before


class TookTooLongError(Exception):
    """Something is waited for that never comes."""


@pytest.fixture
def in_time() -> Iterator[None]:
    """An end to waiting."""

    def end(number: int, frame: FrameType | None) -> None:
        raise TookTooLongError

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(_PATIENCE)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.usefixtures("in_time")
@pytest.mark.parametrize("file", ["events.jsonl", "memory.db", "run.json", "world.json"])
def test_a_pipe_in_the_place_of_a_runs_file_is_refused(place: Path, file: str) -> None:
    (place / "run" / file).unlink()
    os.mkfifo(place / "run" / file)
    for words in (("stats", "run"), ("transcript", "run", "--agent", "ines"), ("screenplay", "run"), ("resume", "run")):
        _refused(*words)


@pytest.mark.parametrize(
    "name", ["transcripts", "timings.jsonl", "tape.jsonl", "truth.jsonl", "memory.db-wal", "memory.db"]
)
def test_a_run_with_a_link_in_it_writes_nowhere_else(place: Path, name: str) -> None:
    inside, elsewhere = place / "run" / name, place / "elsewhere"
    if inside.exists():
        inside.rename(elsewhere)
    else:
        elsewhere.write_text("precious")
    inside.symlink_to(elsewhere)
    before = _contents(place)
    for words in (("resume", "run"), ("resume", "run", "--from-log"), ("resume", "run", "--from-store")):
        assert "is a link" in _refused(*words)
    assert _contents(place) == before


def _contents(place: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}


@pytest.mark.usefixtures("in_time")
@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal"])
def test_a_pipe_beside_a_runs_store_is_refused_not_waited_for(place: Path, ending: str) -> None:
    os.mkfifo(place / "run" / f"memory.db{ending}")
    for words in (("stats", "run"), ("store", "export", "run/memory.db", "out.jsonl"), ("resume", "run")):
        assert "a pipe or a device" in _refused(*words)


@pytest.mark.usefixtures("in_time")
def test_timings_that_are_a_pipe_or_no_text_are_left_out(place: Path) -> None:
    timings = place / "run" / "timings.jsonl"
    timings.write_bytes(b"\xff\xfe[[[\n")
    assert _timings(RunFolder(place / "run")) == []
    timings.unlink()
    os.mkfifo(timings)
    assert _timings(RunFolder(place / "run")) == []


@pytest.mark.usefixtures("in_time")
@pytest.mark.parametrize("file", ["characters.yaml", "scenes.md"])
def test_a_pipe_in_a_world_is_counted_as_nothing_and_not_played(place: Path, file: str) -> None:
    (place / "lighthouse" / file).unlink()
    os.mkfifo(place / "lighthouse" / file)
    assert CliRunner().invoke(app, ["worlds"], catch_exceptions=False).exit_code == 0
    _refused("run", "lighthouse", "--rounds", "1")


@pytest.mark.usefixtures("in_time")
@pytest.mark.parametrize(
    "words",
    [
        ("sediment", "pipe"),
        ("sediment", "/dev/zero"),
        ("sediment", "text.txt", "--registry", "pipe"),
        ("fork", "run", "--at", "1", "--inject", "pipe", "--out", "new"),
        ("store", "feed", "pipe", "--into", "new.db"),
        ("store", "import", "pipe", "new.db"),
        ("store", "verify", "pipe"),
        ("run", "pipe"),
        ("stats", "pipe"),
    ],
    ids=" ".join,
)
def test_a_pipe_or_a_device_that_is_named_is_refused(place: Path, words: tuple[str, ...]) -> None:
    os.mkfifo(place / "pipe")
    (place / "text.txt").write_text("SCENE I. A heath.\n\n" + "TOM.\nThe ghost is here.\n\n" * 60)
    _refused(*words)


@pytest.mark.parametrize(
    "words", [("knows", "\udcff"), ("ask", "ines", "\udcff"), ("trace", "\udcff")], ids=lambda words: words[0]
)
def test_a_question_that_is_not_utf_8_is_refused(place: Path, words: tuple[str, ...]) -> None:
    assert "not valid Unicode" in _refused(*words, "--run", "run")


def test_a_run_in_a_folder_whose_name_is_not_utf_8_can_be_reported(place: Path) -> None:
    (place / "run").rename(place / "r\udcff")
    done = CliRunner().invoke(app, ["report", "r\udcff", "--out", "page.html"], catch_exceptions=False)
    assert done.exit_code == 0
    assert (place / "page.html").read_text("utf-8")


def test_what_is_injected_is_read_without_anchors(place: Path) -> None:
    (place / "more.yaml").write_text("- &a {to: ines, content: The lamp is out.}\n- *a\n")
    assert "more.yaml:" in _refused("fork", "run", "--at", "1", "--inject", "more.yaml", "--out", "other")
    assert not (place / "other").exists()


def test_a_registry_is_read_without_anchors(place: Path) -> None:
    (place / "text.txt").write_text("SCENE I. A heath.\n\n" + "TOM.\nThe ghost is here.\n\n" * 60)
    (place / "names.yaml").write_text("tom: &a {name: Tom}\nann: *a\n")
    assert "names.yaml:" in _refused("sediment", "text.txt", "--registry", "names.yaml")
