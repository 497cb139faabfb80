"""Any terminal: what others wrote cannot steer it, what it lacks is replaced, what it does not take is one line."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
import typer
from rich.console import Console
from rich.text import Text
from typer.testing import CliRunner

from agentsensus import Memory, play
from agentsensus.cli.main import app, main
from agentsensus.cli.terminal import TerminalStream, visible
from agentsensus.worlds.scenario.template_world import make_world

pytestmark = pytest.mark.thorough

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


@pytest.fixture(scope="module")
def evil_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run of a world whose texts would steer a terminal, and a fork of it."""
    place = tmp_path_factory.mktemp("evil")
    world = make_world("lighthouse", "en", place)
    described = world / "world.yaml"
    described.write_text(described.read_text().replace("title: ", f"title: {json.dumps(EVIL)} # ", 1))
    scenes = world / "scenes.md"
    scenes.write_text(re.sub(r"^- ", f"- {EVIL} ", scenes.read_text(), flags=re.M))
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(place)
        play(world, 4, seed=1, embedder="hashing", out=place / "run")
        _ran("fork", "run", "--at", "2", "--out", "other")
    (place / "evil.txt").write_text(f"SCENE I. A {EVIL} heath.\n\n" + f"TOM.\nThe {EVIL} ghost is here.\n\n" * 40)
    return place


COMMANDS = (
    *(
        ("knows", "lamp", "--run", "run"),
        ("trace", "lamp", "--run", "run"),
        ("ask", "ines", "the lamp?", "--run", "run"),
    ),
    *(("diff", "run", "other"), ("review", "run/memory.db", "--list"), ("road", "run", "lamp"), ("leaks", "run")),
    *(("case", "run"), ("quality", "run"), ("screenplay", "run"), ("stats", "run"), ("playbill", "run")),
    *(
        ("transcript", "run", "--agent", "ines"),
        ("replay", "run"),
        ("report", "run"),
        ("study", "run", "--out", "study"),
    ),
    *(
        ("store", "stats", "run/memory.db"),
        ("store", "conflicts", "run/memory.db"),
        ("store", "verify", "run/memory.db"),
    ),
    *(("check", "lighthouse"), ("worlds",), ("sediment", "evil.txt", "--out", "made"), ("knows", EVIL, "--run", "run")),
    *(
        ("run", EVIL),
        ("stats", EVIL),
        ("store", "verify", EVIL),
        ("sediment", EVIL),
        ("ask", EVIL, EVIL, "--run", "run"),
    ),
)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_nothing_that_a_command_prints_steers_a_terminal(
    evil_run: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    """The whole program, mistakes included: whatever reaches the descriptors of standard output and error."""
    monkeypatch.chdir(evil_run)
    monkeypatch.setattr(sys, "argv", ["agentsensus", *words])
    with pytest.raises(SystemExit):
        main()
    printed = "".join(capfd.readouterr())
    assert printed.strip()
    assert "Traceback" not in printed
    assert not [char for char in UNSAFE if char in printed]


def test_every_command_that_prints_texts_of_others_is_tried() -> None:
    tried = {words[0] for words in COMMANDS}
    left = {
        "new",
        "resume",
        "fork",
        "demo",
        "doctor",
        "compare",
        "serve",
        "studio",
        "models",
        "bench",
    }  # print what they made, in our words
    assert tried | left == set(typer.main.get_group(app).commands)


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
        ["sh", "-c", line, "sh", *COMMAND], capture_output=True, env={**os.environ, **environment}, timeout=300
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
