"""Any terminal: what others wrote cannot steer it, what it lacks is replaced, what it does not take is one line."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text
from typer.testing import CliRunner

from agentsensus import Memory
from agentsensus.cli.main import app
from agentsensus.cli.terminal import TerminalStream, visible
from agentsensus.world.making import make_world

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202eevil"
UNSAFE = ("\x1b", "\x07", "\x9b", "\u202e")


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def _ran(*words: str) -> str:
    done = CliRunner().invoke(app, [*words])
    assert not isinstance(done.exception, Exception), done.output
    return done.output


@pytest.fixture
def evil_world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    world = make_world("lighthouse", "en", tmp_path)
    file = world / "world.yaml"
    file.write_text(file.read_text().replace("title: ", f"title: {json.dumps(EVIL)} # ", 1))
    scenes = world / "scenes.md"
    scenes.write_text(scenes.read_text().replace("- ", f"- {EVIL} ", 1))
    return world


def test_no_command_lets_control_characters_through(evil_world: Path) -> None:
    printed = _ran("worlds") + _ran("check", "lighthouse")
    _ran("run", "lighthouse", "--rounds", "2", "--embedder", "hashing", "--out", "run", "--quiet")
    printed += _ran("transcript", "run", "--agent", "ines") + _ran("playbill", "run")
    assert "evil" in printed
    assert not [char for char in UNSAFE if char in printed]


def test_review_lets_no_control_characters_through(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "a.db", embedder="hashing", settings={"review_band": 1.0}) as memory:
        memory.remember("ines", f"The {EVIL} lamp burned all night long.")
        memory.remember("walt", f"The {EVIL} lamp burned all night.")
    printed = _ran("review", str(tmp_path / "a.db"), "--list")
    assert "evil" in printed
    assert not [char for char in UNSAFE if char in printed]


def test_json_stays_json_and_says_the_same(tmp_path: Path) -> None:
    text = f"The {EVIL} 鬼 lamp burned."
    with Memory.open(tmp_path / "a.db", embedder="hashing", settings={"review_band": 1.0}) as memory:
        memory.remember("ines", text)
        memory.remember("walt", text.replace("burned", "burned long"))
    printed = _ran("review", str(tmp_path / "a.db"), "--json")
    assert not [char for char in UNSAFE if char in printed]
    assert EVIL in json.loads(printed)[0]["text"]


def test_rich_may_style_on_a_terminal_and_others_may_not() -> None:
    screen = Screen()
    stream = TerminalStream(screen)
    stream.write("\x1b[31mred\n")
    assert screen.getvalue() == "\\x1b[31mred\n"
    Console(file=stream, force_terminal=True, color_system="standard").print(Text("red\x1b]0;x\x07", style="red"))  # type: ignore[arg-type]
    assert "\x1b[31mred" in screen.getvalue()
    assert "\x1b]" not in screen.getvalue()


def test_lines_tabs_and_every_letter_stay() -> None:
    assert visible("鬼 é 😀\tx\r\ny\n") == "鬼 é 😀\tx\ny\n"


ENVIRONMENTS: dict[str, Mapping[str, str]] = {
    "no locale": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
    "ascii": {"PYTHONIOENCODING": "ascii:strict"},
}
COMMAND = (sys.executable, "-c", "from agentsensus.cli.main import main; main()", "worlds")


def _shell(line: str, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        ["sh", "-c", line, "sh", *COMMAND], capture_output=True, env={**os.environ, **environment}, timeout=60
    )


@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_what_cannot_be_encoded_is_replaced(environment: str) -> None:
    done = _shell('"$@"', **ENVIRONMENTS[environment])
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"hamlet" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_output_is_one_line() -> None:
    done = _shell('"$@" > /dev/full')
    assert done.returncode == 1
    assert done.stderr.decode().splitlines() == ["standard output: cannot be used (no space left on device)"]


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&- <&-", "| :"])
def test_a_closed_output_is_no_traceback(closed: str) -> None:
    assert b"Traceback" not in _shell(f'"$@" {closed}').stderr
