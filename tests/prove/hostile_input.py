"""Bad command lines in six environments, and texts made to be slow."""

import asyncio
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from random import Random

from tests.memory.hostile import HOSTILE, counted_steps, remembered
from tests.prove.campaign import Tally
from tests.prove.command_lines import ENVIRONMENTS, ForkServer, Outcome, bad_arguments, fill_folder, run_program

_LONGEST, _HANGING, _GROWTH = 20_000, 60.0, 2.5
_PROGRAM_EVERY = 15
"""One command line in 15 is also run in a new process; all are run in forks of a process that has loaded everything."""


def give_bad_command_lines(count: int, seed: int) -> Tally:
    """Run bad command lines in six environments: exit code 0 to 2, no traceback, no hang, no files after a refusal."""
    tally, chance = Tally("bad command lines"), Random(seed)
    with ExitStack() as opened:
        place, files = (opened.enter_context(tempfile.TemporaryDirectory()) for _ in range(2))
        fill_folder(Path(place))
        servers = {
            environment: opened.enter_context(ForkServer(Path(place), environment, Path(files)))
            for environment in ENVIRONMENTS
        }
        for number in range(count):
            arguments = bad_arguments(chance)
            for environment, server in servers.items():
                _check(tally, Path(place), f"{environment}: {arguments}", lambda: server.run(arguments))  # noqa: B023
                if number % _PROGRAM_EVERY == 0:
                    tally.count("in a new process")
                    run = lambda: run_program(Path(place), environment, arguments)  # noqa: B023, E731
                    _check(tally, Path(place), f"new process, {environment}: {arguments}", run)
    return tally


def _check(tally: Tally, place: Path, what: str, run: Callable[[], Outcome]) -> None:
    before = _names(place)
    outcome = run()
    tally.attempts += 1
    tally.refusals += outcome.code in (1, 2)
    if outcome.code is None:
        tally.violations.append(f"{what}: hangs")
    elif outcome.code not in (0, 1, 2) or b"Traceback" in outcome.stderr or b"\x1b]" in outcome.stdout:
        tally.violations.append(f"{what}: {outcome.code} {outcome.stderr[-200:].decode('utf-8', 'replace')}")
    elif outcome.code == 2 and (left := _names(place) - before):
        tally.violations.append(f"{what}: refused, but left {sorted(left)[:3]}")


def _names(place: Path) -> set[str]:
    return {str(path.relative_to(place)) for path in place.rglob("*") if not path.name.startswith("memory.db")}


_PIECES = (
    *("鬼。", "a, ", "“", "(", "7", "a\n", "| a ", "- a\n", "# a\n", "he said ", "他说，", "Tom and ", "A.", "a@a."),
    *("http://", "\u0301", "\u200d", "😀", "`", "*", "_", "'", '"', "[1]", "{", "not ", "没有", "1,000 ", "A: b\n"),
    *("…", "—", "x-", "I "),
)


def remember_slow_texts(count: int, seed: int, *, timed: bool = True) -> Tally:
    """Let two agents remember a text of 1,000, 2,000 and 4,000 characters: calls grow at most 2.5-fold per doubling.

    With `timed`, also report the processor time of a long text, which includes regular expressions; only a text that
    takes a minute counts as a violation.
    """
    tally, makers = (
        Tally("hostile texts"),
        {**HOSTILE, **{f"{piece!r} repeated": _repeated(piece) for piece in _PIECES}},
    )
    chosen = Random(seed).sample(list(makers), min(count, len(makers)))
    with counted_steps() as steps_of:
        growths = [_growth(tally, name, makers[name], steps_of) for name in chosen]
    seconds = [_seconds(tally, name, makers[name]) for name in chosen] if timed else [0.0]
    tally.count("times the calls at most for twice the length", round(max(growths), 1))
    tally.count(f"seconds of processor time at most for {_LONGEST} characters", round(max(seconds), 1))
    return tally


def _growth(tally: Tally, name: str, make: Callable[[int], str], steps_of: Callable[..., int]) -> float:
    steps_of(make(60), f"{make(60)} b")  # load and compile everything first
    calls = [steps_of(make(size), f"{make(size)} b") for size in (1_000, 2_000, 4_000)]
    tally.attempts += 1
    growth = max(max(0, longer - 2_000) / shorter for shorter, longer in pairwise(calls))
    if growth > _GROWTH or calls[0] < 1_000:
        tally.violations.append(f"{name}: {calls} calls for 1000, 2000 and 4000 characters")
    return growth


def _seconds(tally: Tally, name: str, make: Callable[[int], str]) -> float:
    began = time.process_time()
    asyncio.run(remembered(make(_LONGEST)))
    seconds = time.process_time() - began
    if seconds > _HANGING:
        tally.violations.append(f"{name}: {seconds:.0f} s for {_LONGEST} characters")
    return seconds


def _repeated(piece: str) -> Callable[[int], str]:
    return lambda n: f"A ghost {piece * (n // len(piece))} came."
