"""Lets a person play a character at this terminal; everything shown goes to standard error."""

import atexit
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agentsensus.cli.printing import printable
from agentsensus.errors import InputError

if TYPE_CHECKING:
    from agentsensus.minds.human.person import PersonMind
    from agentsensus.world import Scenario

PERSON = typer.Option(
    None, "--as", help="Play this character yourself: an id, a name or an alias.", metavar="CHARACTER"
)
SCRIPT = typer.Option(
    None, "--script", help="With --as: a file of lines to be typed, one a turn, instead of a keyboard."
)
NOBODY = "nobody"
_PROMPT = "> "


def person_mind(scenario: "Scenario", name: str | None, script: Path | None) -> "PersonMind | None":
    """The mind of the character that a person plays, typing here or by a script; None where nobody plays one."""
    from agentsensus.minds.human.person import PersonMind, person_called

    if not name or name == NOBODY:
        if script is not None:
            raise InputError("--script is for whoever plays a character: name it with --as")
        return None
    agent = person_called(scenario, name)
    return PersonMind(scenario, agent, _keyboard(agent) if script is None else _typed(script), _tell)


def _typed(script: Path) -> Callable[[], str | None]:
    from agentsensus.minds.human.person import scripted_lines

    following = scripted_lines(_read(script))

    def ask() -> str | None:
        line = following()
        if line is not None:
            _tell(f"{_PROMPT}{line}")
        return line

    return ask


def _keyboard(agent: str) -> Callable[[], str | None]:
    if not sys.stdin.isatty():
        raise InputError(
            f"nobody can type for {agent} here: the input is no terminal; give the lines with --script FILE, "
            f"or let the company play with --as {NOBODY}"
        )
    _leave_as_found()
    return _line


def _leave_as_found() -> None:
    """Restore the terminal's settings when the program ends, even if it is interrupted while a line is edited."""
    try:
        import termios
    except ImportError:
        return
    where = sys.stdin.fileno()
    atexit.register(termios.tcsetattr, where, termios.TCSADRAIN, termios.tcgetattr(where))


def _line() -> str | None:
    """A typed line, with editing and history where the system offers them; None at the end of the input."""
    try:
        if sys.stdout.isatty():
            _edit_lines()
            return _sound(input(_PROMPT))
        typer.echo(_PROMPT, nl=False, err=True)
        return _sound(sys.stdin.readline()) or None
    except (EOFError, KeyboardInterrupt):
        typer.echo(err=True)
        return None


def _edit_lines() -> None:
    try:
        import readline  # noqa: F401  # importing it is what makes input() edit
    except ImportError:
        return


def _sound(line: str) -> str:
    return line.encode("utf-8", "replace").decode("utf-8")


def _tell(text: str) -> None:
    safe = printable(text)
    typer.echo(wrapped(safe, shutil.get_terminal_size().columns) if sys.stderr.isatty() else safe, err=True)


def wrapped(text: str, width: int) -> str:
    """The text with long lines wrapped between words and indented like their first line."""
    from rich.console import Console
    from rich.text import Text

    console, lines = Console(width=width), []
    for line in text.split("\n"):
        indent = " " * (len(line) - len(line.lstrip(" ")))
        parts = Text(line.strip(" ")).wrap(console, max(width - len(indent), 20))
        lines += [f"{indent}{part.plain.rstrip()}" for part in parts] or [""]
    return "\n".join(lines)


def _read(script: Path) -> list[str]:
    from agentsensus.files import read_text

    return read_text(script).splitlines()
