"""Bad command lines, and the six environments in which they are given."""

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from agentsensus import play
from agentsensus.world.making import make_world

__all__ = ["ENVIRONMENTS", "Ended", "Server", "drawn_words", "furnish", "program"]

_PATIENCE = 120
_MAIN = "from agentsensus.cli.main import main; main()"
ENVIRONMENTS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "as it is": ('"$@"', {}),
    "no locale": ('"$@"', {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
    "latin-1": ('"$@"', {"PYTHONIOENCODING": "latin-1"}),
    "full output": ('"$@" > /dev/full', {}),
    "closed output": ('"$@" >&-', {}),
    "broken pipe": ('"$@" | :', {}),
}
_CAPTURED = ("as it is", "no locale", "latin-1")
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
class Ended:
    """How a command line ended: its exit code, or None if it hung; what it printed and what it complained of."""

    code: int | None
    printed: bytes
    complained: bytes


def furnish(place: Path) -> None:
    """Put into a folder what bad command lines name: a run, a world, and much that is neither."""
    (place / "binary").write_bytes(bytes(range(256)) * 40)
    (place / "emptied").touch()
    (place / "folder").mkdir()
    os.mkfifo(place / "pipe")
    play(make_world("lighthouse", "en", place), 2, seed=1, embedder="hashing", out=place / "run")


def drawn_words(chance: Random) -> list[str]:
    """A command line with something wrong in it; half of those that read a run are given one."""
    command = chance.choice((*_PLAYING, *_READING))
    odd = chance.choices(_ODD, k=chance.randrange(1, 4))
    is_given_run = command in _READING and chance.random() < 0.5
    run = "run/memory.db" if command.startswith(("store", "review")) else "run"
    return [*command.split(), *([run] if is_given_run else ()), *odd]


def program(place: Path, environment: str, words: Sequence[str]) -> Ended:
    """Give a command line to the program itself, in a process of its own."""
    line, variables = ENVIRONMENTS[environment]
    try:
        done = subprocess.run(
            ["sh", "-c", line, "sh", sys.executable, "-c", _MAIN, *words],
            cwd=place,
            env={**os.environ, **variables},
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=_PATIENCE,
        )
    except subprocess.TimeoutExpired:
        return Ended(None, b"", b"")
    return Ended(done.returncode, done.stdout, done.stderr)


class Server:
    """An environment in which many command lines are given, each to a fork of a process that was started in it."""

    def __init__(self, place: Path, environment: str, files: Path) -> None:
        line, variables = ENVIRONMENTS[environment]
        theirs_in, self._requests = os.pipe()
        self._answers, theirs_out = os.pipe()
        self._printed = files / f"{environment}.printed" if environment in _CAPTURED else None
        self._complained = files / f"{environment}.complained"
        module = [sys.executable, "-m", "tests.prove.command_server", str(theirs_in), str(theirs_out)]
        paths = [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]
        self._process = subprocess.Popen(
            ["sh", "-c", line, "sh", *module],
            cwd=place,
            env={**os.environ, **variables, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(theirs_in, theirs_out),
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._lines = os.fdopen(self._answers, encoding="ascii")

    def give(self, words: Sequence[str]) -> Ended:
        """Give a command line to a fork, and wait for its end."""
        printed = None if self._printed is None else str(self._printed)
        asked = {"words": list(words), "printed": printed, "complained": str(self._complained)}
        os.write(self._requests, (json.dumps(asked) + "\n").encode())
        child = int(self._lines.readline())
        if not select.select([self._lines], [], [], _PATIENCE)[0]:
            os.kill(child, signal.SIGKILL)
            self._lines.readline()
            return Ended(None, b"", b"")
        code = int(self._lines.readline())
        return Ended(code, self._printed.read_bytes() if self._printed else b"", self._complained.read_bytes())

    def close(self) -> None:
        """Let the process end."""
        os.close(self._requests)
        self._lines.close()
        self._process.wait()
