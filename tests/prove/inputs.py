"""Bad command lines in odd environments, and texts made to be slow."""

import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.memory.hostile import HOSTILE, counted_steps, remembered
from tests.prove.campaign import Proof
from tests.prove.command_lines import ENVIRONMENTS, Ended, Server, drawn_words, furnish, program

_LONGEST, _BEARABLE = 20_000, 2.0
_BY_PROGRAM = 15
"""One command line of so many is given to the program itself too, not to a fork of one that is loaded already."""


def commands(count: int, seed: int) -> Proof:
    """Give bad command lines in six environments: an exit code, at most words, nothing left, no traceback, no hang."""
    proof, chance = Proof("bad command lines"), Random(seed)
    with tempfile.TemporaryDirectory() as place, tempfile.TemporaryDirectory() as files:
        furnish(Path(place))
        servers = {environment: Server(Path(place), environment, Path(files)) for environment in ENVIRONMENTS}
        for number in range(count):
            words = drawn_words(chance)
            for environment, server in servers.items():
                _judge(proof, Path(place), f"{environment}: {words}", lambda: server.give(words))  # noqa: B023
                if number % _BY_PROGRAM == 0:
                    proof.count("by the program")
                    give = lambda: program(Path(place), environment, words)  # noqa: B023, E731
                    _judge(proof, Path(place), f"program, {environment}: {words}", give)
        for server in servers.values():
            server.close()
    return proof


def _judge(proof: Proof, place: Path, what: str, give: Callable[[], Ended]) -> None:
    before = _names(place)
    ended = give()
    proof.tried += 1
    proof.refused += ended.code in (1, 2)
    if ended.code is None:
        proof.wrong.append(f"{what}: it hangs")
    elif ended.code not in (0, 1, 2) or b"Traceback" in ended.complained or b"\x1b]" in ended.printed:
        proof.wrong.append(f"{what}: {ended.code} {ended.complained[-200:].decode('utf-8', 'replace')}")
    elif ended.code == 2 and (left := _names(place) - before):
        proof.wrong.append(f"{what}: refused, but {sorted(left)[:3]} was left")


def _names(place: Path) -> set[str]:
    return {str(path.relative_to(place)) for path in place.rglob("*") if not path.name.startswith("memory.db")}


_PIECES = (
    *("鬼。", "a, ", "“", "(", "7", "a\n", "| a ", "- a\n", "# a\n", "he said ", "他说，", "Tom and ", "A.", "a@a."),
    *("http://", "\u0301", "\u200d", "😀", "`", "*", "_", "'", '"', "[1]", "{", "not ", "没有", "1,000 ", "A: b\n"),
    *("…", "—", "x-", "I "),
)


def texts(count: int, seed: int, *, timed: bool = True) -> Proof:
    """Measure what hostile texts cost: their steps, short and four times as long, and the time of the longest.

    Seconds are those of a quiet machine: beside other work a long text waits for memory more than a short one.
    """
    proof, makers = Proof("hostile texts"), {**HOSTILE, **{f"{piece!r} again": _again(piece) for piece in _PIECES}}
    chosen = Random(seed).sample(list(makers), min(count, len(makers)))
    with counted_steps() as steps_of:
        growths = [_growth(proof, name, makers[name], steps_of) for name in chosen]
    seconds = [_seconds(proof, name, makers[name]) for name in chosen] if timed else [0.0]
    proof.count("times the steps at most for 4 times the length", round(max(growths), 1))
    proof.count(f"seconds of the processor at most for {_LONGEST} characters", round(max(seconds), 1))
    return proof


def _growth(proof: Proof, name: str, make: Callable[[int], str], steps_of: Callable[[str], int]) -> float:
    steps_of(make(60))  # whatever is loaded and compiled once
    short, long = steps_of(make(400)), steps_of(make(1_600))
    proof.tried += 1
    growth = max(0, long - 2_000) / short
    if growth > 8 or short < 1_000:
        proof.wrong.append(f"{name}: {short} steps for 400 characters, {long} for 1600")
    return growth


def _seconds(proof: Proof, name: str, make: Callable[[int], str]) -> float:
    """What the processor takes for a long text: only there shows what a search for a pattern costs."""
    short, long = (_processor(make(length)) for length in (_LONGEST // 4, _LONGEST))
    if long > _BEARABLE and long > 8 * short:
        proof.wrong.append(f"{name}: {short:.1f} s for {_LONGEST // 4} characters, {long:.1f} s for {_LONGEST}")
    return long


def _processor(text: str) -> float:
    began = time.process_time()
    asyncio.run(remembered(text))
    return time.process_time() - began


def _again(piece: str) -> Callable[[int], str]:
    return lambda n: f"A ghost {piece * (n // len(piece))} came."
