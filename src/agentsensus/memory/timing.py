"""Durations of operations, stage by stage. For measurements only: no row and no answer contains them."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Literal, TypeAlias

Operation: TypeAlias = Literal["remember", "recall"]
TimingListener: TypeAlias = Callable[["OperationTiming"], None]

_QUEUE = "queue"
_REST = "rest"


@dataclass(frozen=True)
class OperationTiming:
    """The durations of one finished `remember` or `recall`, in seconds.

    `seconds` is the whole time its caller waited: `queued` plus all `stages`. The stages of a remember are `cut`,
    `embed`, `search`, `judge` (which includes rating, reflecting and distilling, under the designs that do so),
    `commit` and `rest`; those of a recall are `embed`, `search` and `rest`. A stage that did not happen is absent.
    """

    operation: Operation
    agent: str
    """The agent that remembers or recalls; empty if a batch or an event has several agents."""

    at: int
    seconds: float
    queued: float
    """Seconds spent waiting for other operations of the same memory."""

    stages: Mapping[str, float]
    deposits: int = 1
    """How many deposits a `remember` wrote in one commit; 1 for a recall."""


class Stopwatch:
    """Measures one operation while it runs."""

    def __init__(self) -> None:
        self._began = time.perf_counter()
        self._spent: dict[str, float] = {}
        self._is_in_stage = False
        if (handed_over := _handed_over.get()) is not None:
            _handed_over.set(None)
            self._spent[_QUEUE] = self._began - handed_over
            self._began = handed_over

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count the time inside the block as a stage. A nested stage belongs to the outer one."""
        if self._is_in_stage:
            yield
            return
        self._is_in_stage, entered = True, time.perf_counter()
        try:
            yield
        finally:
            self._is_in_stage = False
            self._spent[name] = self._spent.get(name, 0.0) + time.perf_counter() - entered

    def add_queued(self, seconds: float) -> None:
        """Count seconds that have already passed as time waiting for other operations."""
        self._spent[_QUEUE] = self._spent.get(_QUEUE, 0.0) + seconds

    def timing(self, operation: Operation, agent: str, at: int, deposits: int = 1) -> OperationTiming:
        """Return the durations from the start of this stopwatch until now."""
        seconds = time.perf_counter() - self._began
        stages = self._spent | {_REST: max(0.0, seconds - sum(self._spent.values()))}
        queued = stages.pop(_QUEUE, 0.0)
        return OperationTiming(operation, agent, at, seconds, queued, stages, deposits)


_running: ContextVar[Stopwatch | None] = ContextVar("running_stopwatch", default=None)
_handed_over: ContextVar[float | None] = ContextVar("handed_over_at", default=None)


@contextmanager
def measured() -> Iterator[Stopwatch]:
    """Context manager: measure the operation in the block, with all its stages."""
    stopwatch = Stopwatch()
    token = _running.set(stopwatch)
    try:
        yield stopwatch
    finally:
        _running.reset(token)


@contextmanager
def stage(name: str) -> Iterator[None]:
    """Context manager: count the block as a stage of the operation that is being measured, if there is one."""
    stopwatch = _running.get()
    if stopwatch is None:
        yield
        return
    with stopwatch.stage(name):
        yield


@contextmanager
def queueing() -> Iterator[None]:
    """Context manager: count the block as waiting for other operations, if an operation is being measured."""
    with stage(_QUEUE):
        yield


def count_as_queued(seconds: float) -> None:
    """Count seconds that have already passed as waiting, if an operation is being measured."""
    if (stopwatch := _running.get()) is not None:
        stopwatch.add_queued(seconds)


@contextmanager
def handing_over() -> Iterator[None]:
    """Context manager: operations handed to another thread in the block are measured from now on, not from when they
    start.
    """
    token = _handed_over.set(time.perf_counter())
    try:
        yield
    finally:
        _handed_over.reset(token)
