"""Trials done side by side, each in a process of its own."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass

from agentsensus.compare.measuring import Measured
from agentsensus.compare.trial import Trial
from agentsensus.errors import AgentsensusError

__all__ = ["Seen", "Standing", "cores", "run_all"]

_LOOK = 0.25


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a trial has got."""

    name: str
    reached: int
    rounds: int
    is_done: bool = False


Seen = Callable[[Sequence[Standing]], None]


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_all(trials: Sequence[Trial], jobs: int, seen: Seen) -> list[Measured]:
    """What came of each trial, in their order; `seen` is told now and then how far they are."""
    if min(jobs, len(trials)) <= 1:
        return _one_by_one(trials, seen)
    # A new interpreter per process: a fork would inherit the background loop's locks without its thread.
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(jobs, len(trials)), mp_context=spawn, initializer=_quietly)
    try:
        return _watched(trials, [pool.submit(_run, trial) for trial in trials], seen)
    except BrokenProcessPool:
        raise AgentsensusError(
            "a process of the comparison was ended from outside; try fewer at once: --jobs 1"
        ) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _one_by_one(trials: Sequence[Trial], seen: Seen) -> list[Measured]:
    found: list[Measured] = []
    for trial in trials:
        seen([_standing(one, number < len(found)) for number, one in enumerate(trials)])
        found.append(trial.run())
    seen([_standing(one, True) for one in trials])
    return found


def _watched(trials: Sequence[Trial], under_way: "Sequence[Future[Measured]]", seen: Seen) -> list[Measured]:
    waiting = set(under_way)
    while waiting:
        done, waiting = wait(waiting, timeout=_LOOK, return_when=FIRST_COMPLETED)
        for one in done:
            one.result()  # the first failure ends the comparison
        seen([_standing(trial, future.done()) for trial, future in zip(trials, under_way, strict=True)])
    return [one.result() for one in under_way]


def _standing(trial: Trial, is_done: bool) -> Standing:
    return Standing(trial.name, trial.rounds if is_done else trial.reached(), trial.rounds, is_done)


def _run(trial: Trial) -> Measured:
    return trial.run()


def _quietly() -> None:
    """Let an interrupt end a process without a word: the one that started it has said what there is to say."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
