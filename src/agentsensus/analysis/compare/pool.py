"""Run trials in parallel, each in its own process."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import TypeAlias

from agentsensus.analysis.compare.reuse import Measured, TrialFailed
from agentsensus.analysis.compare.trial import Trial

__all__ = ["ProgressListener", "TrialOutcome", "TrialProgress", "cores", "run_all", "run_one", "standing"]

_LOOK = 0.25
_ENDED = "a process of the comparison was ended from outside; try fewer at once: --jobs 1"

TrialOutcome: TypeAlias = Measured | TrialFailed


@dataclass(frozen=True, slots=True)
class TrialProgress:
    """The progress of a trial; `error` is set if it failed."""

    name: str
    reached: int
    rounds: int
    is_done: bool = False
    error: str = ""


ProgressListener = Callable[[Sequence[TrialProgress]], None]


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_all(trials: Sequence[Trial], jobs: int, progress: ProgressListener) -> list[TrialOutcome]:
    """Run every trial and return the outcomes in order; `progress` is called regularly.

    A failing trial does not affect the others.
    """
    if min(jobs, len(trials)) <= 1:
        return _one_by_one(trials, progress)
    # A new interpreter per process: a fork would inherit the background loop's locks without its thread.
    spawn = multiprocessing.get_context("spawn")
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(
        min(jobs, len(trials)), mp_context=spawn, initializer=_end_with_parent, initargs=(os.getpid(),)
    )
    try:
        return _watched(trials, [pool.submit(run_one, trial) for trial in trials], progress)
    except BaseException:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _one_by_one(trials: Sequence[Trial], progress: ProgressListener) -> list[TrialOutcome]:
    outcomes: list[TrialOutcome] = []
    for trial in trials:
        waiting = [None] * (len(trials) - len(outcomes))
        progress([standing(each, done) for each, done in zip(trials, [*outcomes, *waiting], strict=True)])
        outcomes.append(run_one(trial))
    progress([standing(trial, outcome) for trial, outcome in zip(trials, outcomes, strict=True)])
    return outcomes


def _watched(
    trials: Sequence[Trial], under_way: "Sequence[Future[TrialOutcome]]", progress: ProgressListener
) -> list[TrialOutcome]:
    waiting = set(under_way)
    while waiting:
        _, waiting = wait(waiting, timeout=_LOOK, return_when=FIRST_COMPLETED)
        outcomes = [_outcome(future) if future.done() else None for future in under_way]
        progress([standing(trial, outcome) for trial, outcome in zip(trials, outcomes, strict=True)])
    return [_outcome(future) for future in under_way]


def _outcome(future: "Future[TrialOutcome]") -> TrialOutcome:
    try:
        return future.result()
    except BrokenProcessPool:
        return TrialFailed(_ENDED)


def standing(trial: Trial, outcome: TrialOutcome | None) -> TrialProgress:
    """Return the progress of a trial; None is the outcome of one that has not ended."""
    if outcome is None:
        return TrialProgress(trial.name, trial.reached(), trial.rounds)
    if isinstance(outcome, TrialFailed):
        return TrialProgress(trial.name, trial.reached(), trial.rounds, True, outcome.error)
    return TrialProgress(trial.name, trial.rounds, trial.rounds, True)


def run_one(trial: Trial) -> TrialOutcome:
    """Run a trial. An error becomes its outcome."""
    try:
        return trial.run()
    except Exception as error:  # noqa: BLE001  # the trial's border: one that fails must not lose the others
        return TrialFailed.of(error)


def _end_with_parent(parent: int) -> None:
    """Exit silently on an interrupt or when the parent process ends."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_wait_for_end, args=(parent,), name="parent", daemon=True).start()


def _wait_for_end(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LOOK)
    os._exit(1)
