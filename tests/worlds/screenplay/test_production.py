"""From a run to its play: figures and files, and clear words where a run cannot be told."""

import asyncio
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from agentsensus.errors import InputError
from agentsensus.worlds.run_folder import RunFolder
from agentsensus.worlds.runs import Plan
from agentsensus.worlds.runs.playing import PlayOptions, play_plan
from agentsensus.worlds.scenario import load
from agentsensus.worlds.screenplay import BEATS, Production, fold, markdown, produce_run, table, write_play
from agentsensus.worlds.screenplay.beat import EndingCue
from agentsensus.worlds.screenplay.grid import grid_of
from tests.worlds.screenplay.logs import Diary, sample


def _produce(path: Path) -> Production:
    return asyncio.run(produce_run(RunFolder(path)))


@pytest.fixture(scope="module")
def hamlet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _played("hamlet", tmp_path_factory)


@pytest.fixture(scope="module")
def three_kingdoms(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _played("three_kingdoms", tmp_path_factory)


def _played(world: str, folders: pytest.TempPathFactory) -> Path:
    where = folders.mktemp("runs") / world
    plan = Plan(embedder="hashing", seed=1)
    play_plan(load(world), plan, PlayOptions(40), where)
    return where


@pytest.mark.parametrize("world", ["hamlet", "three_kingdoms"])
@pytest.mark.thorough
def test_forty_rounds_of_a_world_are_told_whole(world: str, request: pytest.FixtureRequest) -> None:
    path: Path = request.getfixturevalue(world)
    production = _produce(path)
    rows = [json.loads(line) for line in (path / "events.jsonl").read_text("utf-8").splitlines()]
    acts = [row for row in rows if row["kind"] == "acted" and row["ok"] and row["action"] in BEATS]
    came = [row["seq"] for row in rows if row["kind"] == "happened"]
    deeds = [row for row in rows if row["kind"] == "happened" and row["sort"] == "deed"]
    told = {(row["doers"][0], row["round"]) for row in deeds}
    done = [row["seq"] for row in acts if row["action"] != "deed" or (row["agent"], row["round"]) not in told]
    news = [row["seq"] for row in rows if row["kind"] == "sent" and row["round"] > 0 and not row["sender"]]
    placed = [beat.seq for scene in production.scenes for beat in scene.beats]
    assert len(placed) == len(set(placed))
    assert set(placed) <= {*done, *came, *news}
    words = [row["seq"] for row in acts if row["action"] in ("gesture", "act_on", "give", "take")]
    assert {*words} <= {*placed}
    lines = {seq for scene in production.plain().scenes for line in scene.lines for seq in line.beats}
    assert {row["seq"] for row in acts if row["action"] == "say"} <= lines
    ended = [row["seq"] for row in rows if row["kind"] == "arc_ended"]
    endings = [cue.seq for scene in production.scenes for cue in scene.cues if isinstance(cue, EndingCue)]
    assert sorted(endings) == sorted(ended)
    assert all(scene.last - scene.first < 20 for scene in production.scenes)
    play = production.plain()
    assert {seq for scene in play.scenes for line in scene.lines for seq in line.beats} >= set(placed)
    grid = grid_of(production.scenes)
    assert {(cell.place, cell.round) for cell in grid.cells} == {
        (beat.place, beat.round) for scene in production.scenes for beat in scene.beats
    }
    numbers = production.numbers()
    assert numbers.beats + numbers.folded == len(placed)
    assert numbers.folded == sum(len(one.repeats) for scene in production.scenes for one in fold(scene.beats))
    assert (numbers.rounds, numbers.language) == (40, load(world).world.language)


def test_a_plain_play_has_no_word_of_the_machinery(hamlet: Path, three_kingdoms: Path) -> None:
    from agentsensus.worlds.screenplay.rendering.check import leaks

    for path in (hamlet, three_kingdoms):
        play = _produce(path).plain()
        text = "\n".join(f"{line.how} {line.text}" for scene in play.scenes for line in scene.lines)
        assert leaks(text, "") == []


def test_the_table_sets_several_plays_side_by_side() -> None:
    rows = [sample().produce().numbers(), sample("zh").produce("zh").numbers()]
    assert table(rows).splitlines() == [
        "| World | Rounds | Scenes | Beats | Speakers | Places | Size |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
        "| The Rotten Bridge | 12 | 3 | 9 | 2 | 2 | 1.1k (en) |",
        "| 断桥 (模拟的故事) | 12 | 3 | 9 | 2 | 2 | 0.5k (zh) |",
    ]
    assert rows[0].size == len(markdown(sample().produce().plain(), marks=False))


def test_only_some_scenes_can_be_written(tmp_path: Path) -> None:
    production = sample().produce()
    play = production.plain([2])
    assert [scene.number for scene in play.scenes] == [2]
    assert play.prologue == ()
    write_play(play, tmp_path / "play.md")
    assert (tmp_path / "play.md").read_text("utf-8") == markdown(play)
    with pytest.raises(InputError, match="there is no scene 9; this play has scenes 1 to 3"):
        production.plain([9])


def test_a_run_without_a_beat_is_refused() -> None:
    diary = Diary()
    diary.act(1, "ada", "remember", text="Nothing happened.")
    with pytest.raises(InputError, match="nothing was said or done"):
        diary.produce()


def _cut(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: len(lines) // 2]) + lines[len(lines) // 2][:20])


def _torn(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b'{"seq":99999,"round":40,"kind":"wo')


def _newer(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:9], b'{"seq":9,"round":1,"kind":"teleported"}\n', *lines[9:]]))


def _another_field(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0].replace(b'"kind"', b'"mood":"blue","kind"'), *lines[1:]]))


def _damaged(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:9], lines[9][:20] + b"\n", *lines[10:]]))


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_cut, r"events\.jsonl: cut off in round \d+, but 40 rounds were committed"),
        (_torn, r"events\.jsonl: cut off in round 40, but 40 rounds were committed"),
        (_newer, r"events\.jsonl:10: 'teleported' is of a newer version; update agentsensus"),
        (_another_field, r"events\.jsonl:1: 'sent\.mood' is of a newer version; update agentsensus"),
        (_damaged, r"events\.jsonl:10: .*the log is damaged"),
        (Path.unlink, r"events\.jsonl: no such file"),
    ],
)
def test_a_log_that_is_cut_damaged_or_newer_is_named(
    hamlet: Path, tmp_path: Path, spoil: Callable[[Path], None], words: str
) -> None:
    shutil.copytree(hamlet, tmp_path / "run")
    spoil(tmp_path / "run" / "events.jsonl")
    with pytest.raises(InputError, match=words):
        _produce(tmp_path / "run")


def test_lines_of_a_round_that_was_never_committed_are_left_out(hamlet: Path, tmp_path: Path) -> None:
    shutil.copytree(hamlet, tmp_path / "run")
    with (tmp_path / "run" / "events.jsonl").open("ab") as log:
        log.write(b'{"seq":99999,"round":41,"kind":"wo')
    assert markdown(_produce(tmp_path / "run").plain()) == markdown(_produce(hamlet).plain())


def test_a_run_of_a_newer_version_is_named(hamlet: Path, tmp_path: Path) -> None:
    shutil.copytree(hamlet, tmp_path / "run")
    described = json.loads((tmp_path / "run" / "run.json").read_text())
    (tmp_path / "run" / "run.json").write_text(json.dumps(described | {"format": 99}))
    with pytest.raises(InputError, match="made by a newer version"):
        _produce(tmp_path / "run")


def test_a_strong_models_run_of_version_0_1_0_is_told(shared: Path) -> None:
    production = _produce(shared / "runs" / "hamlet-strong")
    numbers = production.numbers()
    assert (numbers.scenes, numbers.beats, numbers.folded, numbers.speakers) == (23, 75, 0, 15)
    page = markdown(production.plain(), marks=False)
    assert "*(Ophelia writes to Gertrude.)*" not in page
    assert "**Ophelia** *(reaches Gertrude)*" in page
    assert "*(Claudius, Gertrude and Hamlet.)*" in page
    assert "*(Gertrude comes in from the royal apartments.)*" in page
