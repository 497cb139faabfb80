"""Let a person play a character at this terminal. All output goes to stderr."""

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
    from agentsensus.worlds.minds.human.person import PersonMind
    from agentsensus.worlds.scenario import Scenario

PERSON = typer.Option(None, "--as", help="Play this character yourself (id, name or alias).", metavar="CHARACTER")
SCRIPT = typer.Option(None, "--script", help="With --as: read the typed lines from this file, one per turn.")
NOBODY = "nobody"
_PROMPT = "> "


def person_mind(scenario: "Scenario", name: str | None, script: Path | None) -> "PersonMind | None":
    """Return the mind of the character that a person plays, by keyboard or script; None without --as."""
    from agentsensus.worlds.minds.human.person import PersonMind, playable_character

    if not name or name == NOBODY:
        if script is not None:
            raise InputError("--script needs a character to play: add --as CHARACTER")
        return None
    agent = playable_character(scenario, name)
    return PersonMind(scenario, agent, _keyboard(agent) if script is None else _typed(script), _tell)


def _typed(script: Path) -> Callable[[], str | None]:
    from agentsensus.worlds.minds.human.person import scripted_lines

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
            f"cannot read lines for {agent}: stdin is not a terminal; use --script FILE, "
            f"or let the company play with --as {NOBODY}"
        )
    _leave_as_found()
    return _line


def _leave_as_found() -> None:
    """Restore the terminal settings at exit, even after an interrupt during line editing."""
    try:
        import termios
    except ImportError:
        return
    where = sys.stdin.fileno()
    atexit.register(termios.tcsetattr, where, termios.TCSADRAIN, termios.tcgetattr(where))


def _line() -> str | None:
    """Return a typed line, with editing and history if available; None at the end of the input."""
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
        import readline  # noqa: F401  # the import enables editing in input()
    except ImportError:
        return


def _sound(line: str) -> str:
    return line.encode("utf-8", "replace").decode("utf-8")


def _tell(text: str) -> None:
    safe = printable(text)
    typer.echo(wrapped(safe, shutil.get_terminal_size().columns) if sys.stderr.isatty() else safe, err=True)


def wrapped(text: str, width: int) -> str:
    """Wrap long lines between words and keep their indentation."""
    from rich.console import Console
    from rich.text import Text

    console, lines = Console(width=width), []
    for line in text.split("\n"):
        indent = " " * (len(line) - len(line.lstrip(" ")))
        parts = Text(line.strip(" ")).wrap(console, max(width - len(indent), 20))
        lines += [f"{indent}{part.plain.rstrip()}" for part in parts] or [""]
    return "\n".join(lines)


def _read(script: Path) -> list[str]:
    from agentsensus.base.files import read_text

    return read_text(script).splitlines()
