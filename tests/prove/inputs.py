"""Bad command lines in odd environments, and texts made to be slow."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from tests.memory.test_hostile_text import HOSTILE, steps_of
from tests.prove.campaign import Proof

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
_COMMANDS = ("run", "resume", "fork", "stats", "check", "transcript", "playbill", "replay", "screenplay", "worlds")
_ODD = (
    *("", " ", "\x1b[2J", "鬼", "../../etc/passwd", "/dev/zero", "/dev/null", "x" * 300, "a/" * 200, "-1", "--", "1e9"),
    *("pipe", "binary", "folder", "--rounds=0", "--rounds=x", "--seed=1.5", "--memory=none", "--set=x", "--set=a=b"),
    *("--at=-1", "--json", "--model=x", "--model=openai:", "--preset=none", "--embedder=none", "--agent=nobody"),
    *("--out=folder", "--no-such-option"),
)


def commands(count: int, seed: int) -> Proof:
    """Give bad command lines in six environments: an exit code, at most words, no traceback, no hang."""
    proof, chance = Proof("bad command lines"), Random(seed)
    with tempfile.TemporaryDirectory() as place:
        _furnish(Path(place))
        for _ in range(count):
            words = [chance.choice(_COMMANDS), *chance.choices(_ODD, k=chance.randrange(1, 4))]
            for name in ENVIRONMENTS:
                _give(proof, Path(place), name, words)
    return proof


def _furnish(place: Path) -> None:
    (place / "binary").write_bytes(bytes(range(256)) * 40)
    (place / "folder").mkdir()
    os.mkfifo(place / "pipe")


def _give(proof: Proof, place: Path, name: str, words: list[str]) -> None:
    line, environment = ENVIRONMENTS[name]
    proof.tried += 1
    what = f"{name}: {' '.join(words)!r}"
    try:
        done = subprocess.run(
            ["sh", "-c", line, "sh", sys.executable, "-c", _MAIN, *words],
            cwd=place,
            env={**os.environ, **environment},
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=_PATIENCE,
        )
    except subprocess.TimeoutExpired:
        proof.wrong.append(f"{what}: it hangs")
        return
    proof.refused += done.returncode in (1, 2)
    if done.returncode not in (0, 1, 2) or b"Traceback" in done.stderr or b"\x1b]" in done.stdout:
        proof.wrong.append(f"{what}: {done.returncode} {done.stderr[-200:].decode('utf-8', 'replace')}")


_PIECES = (
    *("鬼。", "a, ", "“", "(", "7", "a\n", "| a ", "- a\n", "# a\n", "he said ", "他说，", "Tom and ", "A.", "a@a."),
    *("http://", "\u0301", "\u200d", "😀", "`", "*", "_", "'", '"', "[1]", "{", "not ", "没有", "1,000 ", "A: b\n"),
    *("…", "—", "x-", "I "),
)


def texts(count: int, seed: int) -> Proof:
    """Measure the steps of so many hostile texts, short and four times as long."""
    proof, chance = Proof("hostile texts"), Random(seed)
    makers = {**HOSTILE, **{f"{piece!r} again": _again(piece) for piece in _PIECES}}
    names = list(makers)[:count] if count <= len(makers) else list(makers)
    worst = 0.0
    for name in chance.sample(names, len(names)):
        steps_of(makers[name](60))
        short, long = steps_of(makers[name](400)), steps_of(makers[name](1_600))
        proof.tried += 1
        growth = max(0, long - 2_000) / max(1, short)
        worst = max(worst, growth)
        if growth > 8:
            proof.wrong.append(f"{name}: {short} steps for 400 characters, {long} for 1600")
    proof.count("times the steps at most for 4 times the length", round(worst, 1))
    return proof


def _again(piece: str) -> Callable[[int], str]:
    return lambda n: f"A ghost {piece * (n // len(piece))} came."
