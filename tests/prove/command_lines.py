"""Random bad command lines, and six environments to run them in."""

import json
import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Self

from agentsensus import play
from agentsensus.worlds.scenario.template_world import make_world

__all__ = ["ENVIRONMENTS", "ForkServer", "Outcome", "bad_arguments", "fill_folder", "run_program"]

_PATIENCE = 120
_MAIN = "from agentsensus.cli.main import main; main()"
ENVIRONMENTS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "unchanged": ('"$@"', {}),
    "no locale": ('"$@"', {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
    "latin-1": ('"$@"', {"PYTHONIOENCODING": "latin-1"}),
    "full output": ('"$@" > /dev/full', {}),
    "closed output": ('"$@" >&-', {}),
    "broken pipe": ('"$@" | :', {}),
}
_CAPTURED = ("unchanged", "no locale", "latin-1")
_PLAYING = ("run", "resume", "demo", "compare", "sediment", "new", "check", "worlds")
_READING = (
    *("stats", "playbill", "transcript", "screenplay", "replay", "fork", "report", "road", "leaks", "study", "case"),
    *("quality", "diff", "knows", "ask", "trace", "review", "store verify", "store export", "store import"),
    *("store stats", "store feed", "store conflicts", "store reembed", "store split", "store purge"),
)
_ODD = (
    *(
        "",
        " ",
        "\x1b[2J",
        "鬼",
        "\udcff",
        "../../etc/passwd",
        "/dev/zero",
        "/dev/null",
        "x" * 300,
        "a/" * 200,
        "-1",
        "--",
        "1e9",
    ),
    *("pipe", "binary", "folder", "emptied", "--rounds=0", "--rounds=x", "--seed=1.5", "--memory=none", "--set=x"),
    *("--set=a=b", "--at=-1", "--json", "--model=x", "--model=openai:", "--preset=none", "--embedder=none"),
    *("--agent=nobody", "--out=folder", "--out=pipe", "--out=binary/x", "--no-such-option", "--run=run", "--run=pipe"),
    *("--space=none", "--registry=pipe", "--inject=pipe", "--tape=binary", "--judge=none", "--planted=binary"),
)


@dataclass(frozen=True)
class Outcome:
    """Exit code (None if the process hung), standard output and standard error."""

    code: int | None
    stdout: bytes
    stderr: bytes


def fill_folder(place: Path) -> None:
    """Create what bad command lines name: a run, a world, and files that are neither."""
    (place / "binary").write_bytes(bytes(range(256)) * 40)
    (place / "emptied").touch()
    (place / "folder").mkdir()
    os.mkfifo(place / "pipe")
    play(make_world("lighthouse", "en", place), 2, seed=1, embedder="hashing", out=place / "run")


def bad_arguments(chance: Random) -> list[str]:
    """Draw a command with odd arguments; half of the commands that read a run are given one."""
    command = chance.choice((*_PLAYING, *_READING))
    odd = chance.choices(_ODD, k=chance.randrange(1, 4))
    is_given_run = command in _READING and chance.random() < 0.5
    run = "run/memory.db" if command.startswith(("store", "review")) else "run"
    return [*command.split(), *([run] if is_given_run else ()), *odd]


def run_program(place: Path, environment: str, arguments: Sequence[str]) -> Outcome:
    """Run a command line in a new process."""
    line, variables = ENVIRONMENTS[environment]
    try:
        done = subprocess.run(
            ["sh", "-c", line, "sh", sys.executable, "-c", _MAIN, *arguments],
            cwd=place,
            env={**os.environ, **variables},
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=_PATIENCE,
        )
    except subprocess.TimeoutExpired:
        return Outcome(None, b"", b"")
    return Outcome(done.returncode, done.stdout, done.stderr)


class ForkServer:
    """A process started in one environment that runs each command line in a fork of itself."""

    def __init__(self, place: Path, environment: str, files: Path) -> None:
        line, variables = ENVIRONMENTS[environment]
        child_reads, self._requests = os.pipe()
        self._answers, child_writes = os.pipe()
        self._stdout = files / f"{environment}.stdout" if environment in _CAPTURED else None
        self._stderr = files / f"{environment}.stderr"
        module = [sys.executable, "-m", "tests.prove.command_server", str(child_reads), str(child_writes)]
        paths = [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]
        self._process = subprocess.Popen(
            ["sh", "-c", line, "sh", *module],
            cwd=place,
            env={**os.environ, **variables, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(child_reads, child_writes),
        )
        os.close(child_reads)
        os.close(child_writes)
        self._lines = os.fdopen(self._answers, encoding="ascii")

    def run(self, arguments: Sequence[str]) -> Outcome:
        """Run a command line in a fork and wait for it to end."""
        stdout = None if self._stdout is None else str(self._stdout)
        asked = {"arguments": list(arguments), "stdout": stdout, "stderr": str(self._stderr)}
        os.write(self._requests, (json.dumps(asked) + "\n").encode())
        child = int(self._lines.readline())
        if not self._is_answered():
            os.kill(child, signal.SIGKILL)
            self._lines.readline()
            return Outcome(None, b"", b"")
        code = int(self._lines.readline())
        return Outcome(code, self._stdout.read_bytes() if self._stdout else b"", self._stderr.read_bytes())

    def _is_answered(self) -> bool:
        """Wait for the exit code. Unlike `select`, the selector also takes descriptors above 1,023."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._lines, selectors.EVENT_READ)
            return bool(selector.select(_PATIENCE))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        os.close(self._requests)
        self._lines.close()
        self._process.wait()
