"""`agentsensus worlds`, `new` and `check`, as typed in a terminal."""

import json
import sys
from pathlib import Path

import pytest

from agentsensus.cli import main


def agentsensus(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """Type a command; its exit code."""
    monkeypatch.setattr(sys, "argv", ["agentsensus", *words])
    with pytest.raises(SystemExit) as end:
        main()
    return int(end.value.code or 0)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_new_world_passes_its_check(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    assert agentsensus(monkeypatch, "new", "first", "--language", language, "--json") == 0
    assert json.loads(capsys.readouterr().out)["world"] == "first"
    assert agentsensus(monkeypatch, "check", "first", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["ok"], told["problems"]) == (True, [])
    assert told["counts"] | {"characters": 6, "active": 5, "places": 4, "carriers": 1, "events": 12} == told["counts"]
    assert 'name: "first"' in (folder / "first" / "world.yaml").read_text("utf-8")


def test_a_new_world_is_listed_and_never_made_over_another(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert agentsensus(monkeypatch, "new", "茶馆", "--language", "zh", "--dir", "mine") == 0
    (folder / "mine" / "茶馆" / "places.yaml").write_text("# mine\n")
    assert agentsensus(monkeypatch, "new", "茶馆", "--dir", "mine") == 2
    assert "already exists" in capsys.readouterr().err
    assert (folder / "mine" / "茶馆" / "places.yaml").read_text() == "# mine\n"
    assert [path.name for path in (folder / "mine").iterdir()] == ["茶馆"]
    monkeypatch.chdir(folder / "mine")
    assert agentsensus(monkeypatch, "worlds", "--json") == 0
    (here,) = [one for one in json.loads(capsys.readouterr().out) if not one["shipped"]]
    assert (here["world"], here["title"], here["language"]) == ("茶馆", "清溪茶馆", "zh")
    assert agentsensus(monkeypatch, "worlds") == 0
    assert "清溪茶馆" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["../out", "a/b", "", ".hidden", "a b"])
def test_a_world_cannot_be_called_like_a_path(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert agentsensus(monkeypatch, "new", name) == 2
    assert "cannot name a world" in capsys.readouterr().err
    assert list(folder.iterdir()) == []


@pytest.mark.usefixtures("folder")
def test_mistakes_are_shown_and_end_with_exit_code_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert agentsensus(monkeypatch, "new", "lighthouse") == 0
    characters = Path("lighthouse/characters.yaml")
    characters.write_text(characters.read_text().replace("at: village", "at: vilage").replace("nerve: 6", "nerve: six"))
    capsys.readouterr()
    assert agentsensus(monkeypatch, "check", "lighthouse", "--json") == 2
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] is False
    assert told["counts"]["errors"] == 2
    assert (
        told["problems"][1]
        | {
            "severity": "error",
            "file": "characters.yaml",
            "path": "characters.agatha.at, line 75",
            "problem": "is 'vilage', and no place is called that; did you mean 'village'?",
        }
        == told["problems"][1]
    )
    assert agentsensus(monkeypatch, "check", "lighthouse") == 2
    shown = capsys.readouterr()
    assert "vilage" in shown.out
    assert "2 errors, 0 warnings" in shown.err
    assert "1 carriers" not in shown.err


@pytest.mark.usefixtures("folder")
def test_a_world_that_is_nowhere_is_one_clear_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert agentsensus(monkeypatch, "check", "nowhere") == 2
    assert capsys.readouterr().err.startswith("UnknownName: no world is called 'nowhere'")


@pytest.mark.parametrize("command", ["worlds", "new", "check"])
def test_help_teaches_with_an_example(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert agentsensus(monkeypatch, command, "--help") == 0
    assert f"Example: agentsensus {command}" in " ".join(capsys.readouterr().out.split())
