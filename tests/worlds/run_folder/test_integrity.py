"""A run folder is one thing: whatever of it is lost, cut, doubled or swapped, it is refused with a way that works."""

import json
import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from agentsensus.cli.main import app
from agentsensus.errors import InputError, RunDamaged, StoreError
from agentsensus.worlds.scenario.template_world import make_world

ROUNDS, MORE = 6, 3
Harm = Callable[[Path], None]


def _run(*words: str) -> dict[str, Any]:
    done = CliRunner().invoke(app, [*words, "--json"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def _play(world: str, out: str, rounds: int, seed: int = 4) -> dict[str, Any]:
    options = ("--embedder", "hashing", "--seed", str(seed), "--quiet")
    return _run("run", world, "--rounds", str(rounds), "--out", out, *options)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run of six rounds, one of nine, and one from another seed."""
    where = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(where)
        make_world("lighthouse", "en", where)
        _play("lighthouse", "run", ROUNDS)
        _play("lighthouse", "longer", ROUNDS + MORE)
        _play("lighthouse", "other", ROUNDS, seed=5)
    return where


@pytest.fixture
def run(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the run of six rounds, in the working folder."""
    for name in ("run", "longer", "other"):
        shutil.copytree(played / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return Path("run")


def _lines(change: Callable[[list[bytes]], list[bytes]]) -> Harm:
    def harm(run: Path) -> None:
        log = run / "events.jsonl"
        log.write_bytes(b"".join(change(log.read_bytes().splitlines(keepends=True))))

    return harm


def _middle(lines: list[bytes]) -> int:
    """The first line of round 3."""
    return next(number for number, line in enumerate(lines) if b'"round":3,' in line)


def _renumbered(lines: list[bytes]) -> list[bytes]:
    place = _middle(lines)
    return [*lines[:place], lines[place].replace(b'"round":3,', b'"round":333,'), *lines[place + 1 :]]


def _spoilt(lines: list[bytes]) -> list[bytes]:
    return [*lines[: _middle(lines)], b"not an event\n", *lines[_middle(lines) + 1 :]]


def _other_words(lines: list[bytes]) -> list[bytes]:
    place = next(number for number, line in enumerate(lines) if b'"because":"' in line)
    return [*lines[:place], lines[place].replace(b'"because":"', b'"because":"x', 1), *lines[place + 1 :]]


LOG_HARMS: dict[str, Harm] = {
    "missing": lambda run: (run / "events.jsonl").unlink(),
    "emptied": _lines(lambda lines: []),
    "cut between rounds": _lines(lambda lines: lines[: _middle(lines)]),
    "cut in a line": _lines(lambda lines: [*lines[: _middle(lines)], lines[_middle(lines)][:30]]),
    "one line dropped": _lines(lambda lines: [*lines[: _middle(lines)], *lines[_middle(lines) + 1 :]]),
    "last line dropped": _lines(lambda lines: lines[:-1]),
    "doubled": _lines(lambda lines: [*lines, *lines]),
    "one line doubled": _lines(lambda lines: [*lines[: _middle(lines)], *lines[_middle(lines) - 1 :]]),
    "lines swapped": _lines(lambda lines: [*lines[:-2], lines[-1], lines[-2]]),
    "another round number": _lines(_renumbered),
    "a line that is no event": _lines(_spoilt),
    "other words": _lines(_other_words),
    "the log of another run": lambda run: _from_other("events.jsonl")(run),
}


def _without(name: str) -> Harm:
    def harm(run: Path) -> None:
        for path in run.glob(f"{name}*"):
            path.unlink()

    return harm


def _emptied_store(run: Path) -> None:
    _without("memory.db")(run)
    (run / "memory.db").touch()


def _from_other(name: str) -> Harm:
    def harm(run: Path) -> None:
        _without(name)(run)
        shutil.copy(Path("other", name), run / name)

    return harm


STORE_HARMS: dict[str, Harm] = {
    "missing": _without("memory.db"),
    "emptied": _emptied_store,
    "the store of another run": _from_other("memory.db"),
}


def _refused(*words: str) -> str:
    with pytest.raises((RunDamaged, StoreError)) as refused:
        CliRunner().invoke(app, [*words], catch_exceptions=False)
    message = str(refused.value)
    assert "\n" not in message
    return message


def _files(run: Path) -> dict[str, bytes]:
    """What a run holds; SQLite's own files beside the store come and go."""
    own = re.compile(r"memory\.db(-shm|-wal|\.lock)")
    return {path.name: path.read_bytes() for path in run.iterdir() if path.is_file() and not own.fullmatch(path.name)}


def _suggested(message: str, command: str) -> list[str]:
    """The words of a command that the message suggests."""
    found = re.search(rf"`agentsensus ({command} [^`]*)`", message)
    assert found, message
    return shlex.split(found.group(1))


@pytest.mark.parametrize("harm", LOG_HARMS)
@pytest.mark.parametrize("command", ["resume", "stats", "playbill"])
def test_a_harmed_log_is_refused_and_left_as_it_is(run: Path, harm: str, command: str) -> None:
    LOG_HARMS[harm](run)
    before = _files(run)
    message = _refused(command, "run")
    assert message.startswith("run: ")
    assert "`agentsensus resume run --from-store`" in message
    assert _files(run) == before


@pytest.mark.parametrize("harm", LOG_HARMS)
def test_what_is_suggested_for_a_harmed_log_works(run: Path, harm: str) -> None:
    whole = (run / "events.jsonl").read_bytes()
    LOG_HARMS[harm](run)
    harmed = (run / "events.jsonl").read_bytes() if (run / "events.jsonl").exists() else None
    message = _refused("resume", "run")
    if "fork" in message:
        words = [word.replace("NEW", "forked") for word in _suggested(message, "fork")]
        at = _run(*words)["rounds"]
        assert whole.startswith((Path("forked") / "events.jsonl").read_bytes())
        if at < ROUNDS:
            assert _run("resume", "forked", "--rounds", str(ROUNDS - at), "--quiet")["rounds"] == ROUNDS
        assert (Path("forked") / "events.jsonl").read_bytes() == whole
    told = _run(*_suggested(message, "resume"), "--rounds", str(MORE), "--quiet")
    longer = _run("stats", "longer")
    assert (run / "events.jsonl").read_bytes() == Path("longer/events.jsonl").read_bytes()
    assert told["stats"] == longer
    aside = run / "replaced-1" / "events.jsonl"
    assert (aside.read_bytes() if aside.exists() else None) == harmed


def test_a_log_cut_at_the_third_round_can_be_forked_up_to_there_and_not_further(run: Path) -> None:
    LOG_HARMS["one line dropped"](run)
    assert "--at 2 --out NEW" in _refused("fork", "run", "--at", "3", "--out", "new")
    assert not Path("new").exists()
    assert _run("fork", "run", "--at", "1", "--out", "new")["rounds"] == 1
    early, longer = (_run("stats", folder, "--at", "2") for folder in ("run", "longer"))
    assert early | {"vectors": 0} == longer | {"vectors": 0}  # which are kept for all rounds together
    assert "--at 2 --out NEW" in _refused("stats", "run", "--at", "3")


@pytest.mark.parametrize("harm", STORE_HARMS)
@pytest.mark.parametrize("command", ["resume", "stats", "playbill", "replay"])
def test_a_lost_store_is_refused_and_nothing_is_begun_anew(run: Path, harm: str, command: str) -> None:
    STORE_HARMS[harm](run)
    before = _files(run)
    if (harm, command) == ("the store of another run", "replay"):
        assert CliRunner().invoke(app, ["replay", "run"]).exit_code == 1
    else:
        _refused(command, "run")
    assert _files(run) == before


@pytest.mark.parametrize("harm", ["missing", "emptied"])
def test_a_lost_store_is_made_anew_from_the_log(run: Path, harm: str) -> None:
    STORE_HARMS[harm](run)
    message = _refused("resume", "run")
    told = _run(*_suggested(message, "resume"), "--rounds", str(MORE), "--quiet")
    assert (run / "events.jsonl").read_bytes() == Path("longer/events.jsonl").read_bytes()
    assert told["stats"] == _run("stats", "longer")
    assert _run("replay", "run")["identical"]


def test_the_store_of_a_fork_is_not_that_of_the_run(run: Path) -> None:
    _run("fork", "run", "--at", str(ROUNDS), "--out", "forked")
    _without("memory.db")(run)
    shutil.copy("forked/memory.db", run / "memory.db")
    assert "not what the run was begun with, or memory.db is another run's" in _refused("resume", "run")


def test_a_store_that_lost_its_last_rounds_is_told_from_a_round_that_was_not_committed(run: Path) -> None:
    _cut_store(run, 4)
    message = _refused("resume", "run")
    assert "ends with round 4, but events.jsonl goes on to round 6" in message
    _refused("stats", "run")
    assert _run(*[word.replace("NEW", "forked") for word in _suggested(message, "fork")])["rounds"] == 4
    told = _run(*_suggested(message, "resume"), "--rounds", str(MORE), "--quiet")
    assert told["stats"] == _run("stats", "longer")


def test_a_store_that_lost_a_round_which_run_json_knows_is_refused(run: Path) -> None:
    _cut_store(run, 5)
    assert "goes on to round 6" in _refused("resume", "run")


def _cut_store(run: Path, at: int) -> None:
    """What is left of the store when everything after a round is lost."""
    from agentsensus import Memory

    with Memory.open(run / "memory.db", read_only=True) as memory:
        memory.fork("cut.db", at=at)
    _without("memory.db")(run)
    shutil.move("cut.db", run / "memory.db")


def test_the_tail_of_the_one_round_that_was_not_committed_is_cut(run: Path) -> None:
    """As after a kill between the log and the store, in the middle of a sitting."""
    _cut_store(run, 5)
    _as_killed(run)
    with (run / "events.jsonl").open("ab") as log:
        log.write(b'{"seq":9')
    told = _run("resume", "run", "--quiet", "--rounds", str(1 + MORE))
    assert (told["rounds"], told["stats"]) == (ROUNDS + MORE, _run("stats", "longer"))


def _as_killed(run: Path) -> None:
    described = json.loads((run / "run.json").read_text())
    described["segments"] = [{"after": 0, "until": ROUNDS}]
    (run / "run.json").write_text(json.dumps(described))


def test_a_run_that_was_killed_before_its_first_round_begins(run: Path) -> None:
    _without("memory.db")(run)
    _as_killed(run)
    _lines(lambda lines: [line for line in lines if json.loads(line)["round"] == 0])(run)
    _refused("resume", "run")
    described = json.loads((run / "run.json").read_text())
    (run / "run.json").write_text(json.dumps(described | {"segments": []}))
    with pytest.raises(InputError, match="not played yet"):
        CliRunner().invoke(app, ["stats", "run"], catch_exceptions=False)
    assert _run("resume", "run", "--rounds", str(ROUNDS), "--quiet")["stats"] == _run("stats", "run")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("rules", {"cache_size": 3}),
        ("settings", {"recall_k": 1}),
        ("seed", 9),
        ("preset", "paper"),
        ("company", "null"),
        ("injected", [{"at": 2, "to": ["ines"], "content": "Run!"}]),
    ],
)
@pytest.mark.parametrize("command", ["resume", "stats"])
def test_a_changed_plan_is_refused(run: Path, key: str, value: Any, command: str) -> None:
    described = json.loads((run / "run.json").read_text())
    described[key] = described[key] | value if isinstance(value, dict) else value
    (run / "run.json").write_text(json.dumps(described))
    message = _refused(command, "run")
    assert "put the original back" in message or "this store was made with" in message


def test_another_world_is_refused(run: Path) -> None:
    world = (run / "world.json").read_text()
    (run / "world.json").write_text(world.replace("lamp", "lump"))
    with pytest.raises(InputError, match="restore the original"):
        CliRunner().invoke(app, ["resume", "run"], catch_exceptions=False)
    assert "put the original back" in _refused("stats", "run")


def test_a_round_that_run_json_claims_is_not_skipped(run: Path) -> None:
    described = json.loads((run / "run.json").read_text())
    described["segments"][-1] |= {"reached": 500, "until": 500}
    (run / "run.json").write_text(json.dumps(described))
    told = _run("resume", "run", "--rounds", str(MORE), "--quiet")
    assert told["stats"] == _run("stats", "longer")


def test_both_ways_at_once_are_refused_and_none_harms_a_whole_run(run: Path) -> None:
    with pytest.raises(InputError, match="exclude each other"):
        CliRunner().invoke(app, ["resume", "run", "--from-store", "--from-log"], catch_exceptions=False)
    before = (run / "memory.db").stat().st_ino, (run / "events.jsonl").stat().st_ino
    for way in ("--from-store", "--from-log"):
        _run("resume", "run", way, "--rounds", "1", "--quiet")
    assert before == ((run / "memory.db").stat().st_ino, (run / "events.jsonl").stat().st_ino)
    assert not list(run.glob("replaced-*"))


def test_a_log_that_no_mind_can_play_again_is_not_mended_by_guessing(run: Path) -> None:
    """A person's decisions are in the log alone."""
    Path("lines.txt").write_text("say Tobias: Who was on watch?\nlook\npass\n")
    options = ("--embedder", "hashing", "--as", "ines", "--script", "lines.txt", "--quiet")
    make_world("lighthouse", "en", Path())
    _run("run", "lighthouse", "--rounds", "3", "--out", "mine", *options)
    LOG_HARMS["emptied"](Path("mine"))
    before = _files(Path("mine"))
    message = _refused("resume", "mine", "--from-store", "--as", "nobody")
    assert "differ when played again" in message
    assert _files(Path("mine")) == before


def test_a_run_that_is_being_played_can_be_read_between_log_and_store(run: Path) -> None:
    before, log = _run("stats", "run"), run / "events.jsonl"
    longer = Path("longer/events.jsonl").read_bytes().splitlines(keepends=True)
    with log.open("ab") as out:
        out.write(longer[len(log.read_bytes().splitlines())])
        out.write(b'{"seq"')
    assert _run("stats", "run") == before
