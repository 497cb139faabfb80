"""The recorded run that is shipped with Hamlet, played through today's rules and memory."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentsensus.base.loop import wait_for
from agentsensus.cli.main import app
from agentsensus.errors import InputError
from agentsensus.worlds.events.event import Acted, TurnFailed
from agentsensus.worlds.minds.recorded import Recording, recording_of
from agentsensus.worlds.run_folder import InjectedMessage, RunFolder
from agentsensus.worlds.runs import Run, fork, open_run, play, replay, resume
from agentsensus.worlds.scenario import load
from tests.worlds.minds.mill import mill

SEED = 3


def _play(out: Path, rounds: int, **options: object) -> Run:
    return play("hamlet", rounds, seed=SEED, company="recorded", embedder="hashing", out=out, **options)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return _play(tmp_path_factory.mktemp("recorded") / "run", 14)


def _acted(run: Run) -> dict[tuple[int, str], Acted]:
    return {(event.round, event.agent): event for event in run.log if isinstance(event, Acted)}


def test_the_world_accepts_nearly_all_recorded_decisions(whole: Run) -> None:
    recording = recording_of("hamlet")
    assert len(recording.decisions) == 175
    assert recording.rounds == 12
    counts = whole.recording
    assert counts is not None
    assert counts.decisions == 175
    assert counts.refused + counts.missed <= 0.03 * counts.decisions
    assert not [event for event in whole.log if isinstance(event, TurnFailed)]
    said = [event.params["content"] for event in _acted(whole).values() if event.action == "say" and event.round <= 12]
    assert sum("horatio" in text.casefold() for text in said) > 5  # the model's words, not the players'


def test_players_decide_after_the_last_recorded_round(whole: Run) -> None:
    drives = {place: event.drive for place, event in _acted(whole).items()}
    assert not any(drive for (round_, _), drive in drives.items() if round_ <= 12)
    later = [drive for (round_, _), drive in drives.items() if round_ > 12]
    assert later
    assert all(later)


def test_a_recorded_run_is_replayed_and_resumed_identically(tmp_path: Path) -> None:
    unbroken = _play(tmp_path / "unbroken", 4)
    (tmp_path / "again").mkdir()
    assert wait_for(replay(unbroken.files, tmp_path / "again")).identical
    _play(tmp_path / "broken", 2)
    resumed = resume(tmp_path / "broken", 2)
    assert resumed.summary()["log_sha256"] == unbroken.summary()["log_sha256"]
    assert resumed.summary()["store_sha256"] == unbroken.summary()["store_sha256"]
    decided = sum(round_ <= 4 for round_, _ in recording_of("hamlet").decisions)
    assert resumed.summary()["recorded"]["decisions"] == decided


def test_after_a_fork_players_take_over(tmp_path: Path) -> None:
    run, target = _play(tmp_path / "run", 2), RunFolder(tmp_path / "fork")
    target.path.mkdir()
    told = InjectedMessage(at=3, to=("horatio",), content="Polonius is dead.")
    assert wait_for(fork(run.files, 2, target, [told])).recorded_until == 2
    resumed = resume(target.path, 1)
    assert all(bool(event.drive) == (round_ == 3) for (round_, _), event in _acted(resumed).items())
    assert resumed.recording is not None
    assert resumed.recording.until == 2


def test_a_character_without_a_decision_waits_and_a_refused_one_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = recording_of("hamlet")
    first = {event.agent: event for event in recording.decisions.values() if event.round == 1}
    lost, bad = first["bernardo"], first["ophelia"]
    changed = bad.model_copy(update={"params": bad.params | {"destination": "nowhere"}, "action": "move"})
    events = [changed if event is bad else event for event in recording.events if event is not lost]
    monkeypatch.setattr(Recording, "events", events)
    run = _play(tmp_path / "run", 1)
    acted = _acted(run)
    assert acted[1, "bernardo"].action == "wait"
    assert not acted[1, "ophelia"].ok
    assert run.recording is not None
    assert run.recording.refused == 1


def test_another_seed_keeps_the_sources_of_what_was_heard(tmp_path: Path) -> None:
    other = play("hamlet", 2, seed=8, minds="recorded", embedder="hashing", out=tmp_path / "b")
    runs = [_play(tmp_path / "a", 2), other]
    told = [sum(event.kind == "remembered" and event.via == "told" for event in run.log) for run in runs]
    assert told[0] == told[1] > 10


def test_a_world_without_a_recording_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no recorded run of mill is shipped"):
        play(mill(), 1, company="recorded", embedder="hashing", out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_the_recording_names_no_model_and_no_place_on_a_machine() -> None:
    files = recording_of("hamlet").files
    assert sorted(path.name for path in files.path.iterdir()) == ["events.jsonl", "run.json", "world.json"]
    run = files.read()
    assert not run.models
    assert not run.asked
    text = "".join(path.read_text("utf-8") for path in files.path.iterdir())
    assert not any(mark in text for mark in ("http:", "https:", "127.0.0.1", "/home/", "/tmp/"))
    assert files.scenario().active == load("hamlet").active


def test_the_command_says_how_the_decisions_fared_and_who_takes_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["run", "hamlet", "--minds", "recorded", "--rounds", "1", "--embedder", "hashing", "--out", "run"]
    result = CliRunner().invoke(app, [*words, "--quiet"])
    assert "16 recorded decisions: none was refused; players take over from round 13 on" in result.output
    assert open_run("run").files.read().seed == SEED
    again = CliRunner().invoke(app, ["resume", "run", "--as", "horatio", "--rounds", "1"], input="")
    assert isinstance(again.exception, InputError | SystemExit)
    stats = json.loads(CliRunner().invoke(app, ["resume", "run", "--rounds", "1", "--json", "--quiet"]).stdout)
    assert stats["recorded"]["decisions"] == 31


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--minds", "recorded", "--as", "horatio", "--script", "lines.txt"], "act from the recorded run"),
        (["--minds", "model"], "name the model that decides"),
        (["--minds", "recordet"], "did you mean 'recorded'"),
        (["--minds", "players", "--model", "minds=openai:gpt-4o-mini"], "leave out one of them"),
    ],
)
def test_minds_that_do_not_fit_are_refused_in_one_line(
    words: list[str], problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("lines.txt").write_text("wait\n", "utf-8")
    result = CliRunner().invoke(app, ["run", "hamlet", "--rounds", "1", *words])
    assert problem in str(result.exception)
    assert not Path("runs").exists()
