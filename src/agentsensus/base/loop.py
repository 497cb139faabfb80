"""Background event loops: for synchronous callers, and for asynchronous callers that must not block their own loop."""

import asyncio
import logging
import os
import threading
from collections import deque
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from contextvars import Context, ContextVar, copy_context
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary, ref

from agentsensus.base.process_lock import ProcessLock
from agentsensus.errors import AgentsensusError, InputError

__all__ = [
    "PerLoop",
    "call_listener",
    "callers_loop",
    "finished",
    "in_background",
    "note_effect",
    "on_callers_loop",
    "run_here",
    "tell_caller",
    "together",
    "wait_for",
    "without_forks",
]


T = TypeVar("T")
_log = logging.getLogger("agentsensus.listeners")


class PerLoop(Generic[T]):
    """One object per event loop, created on first use."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._made: WeakKeyDictionary[asyncio.AbstractEventLoop, T] = WeakKeyDictionary()

    def get(self) -> T:
        """Return the object of the running event loop. It is created on the first call."""
        loop = asyncio.get_running_loop()
        if loop not in self._made:
            self._made[loop] = self._make()
        return self._made[loop]

    def pop(self) -> T | None:
        """Remove and return the object of the running event loop; None if it has none."""
        return self._made.pop(asyncio.get_running_loop(), None)


_DONE = "interrupted after the work was done: its changes are kept"
_UNKNOWN = "interrupted a second time: the work may or may not have been done"
_ENDED = "the background loop was closed during this call; call again"
_LEFT = "the calling event loop was closed during this call; call again"
_LOOK_AGAIN = 1.0
_FOR_THREADS, _FOR_LOOPS = "agentsensus", "agentsensus for loops"

_caller: ContextVar[asyncio.AbstractEventLoop | None] = ContextVar("callers_loop", default=None)
_effects: ContextVar[list[bool] | None] = ContextVar("effects", default=None)
"""A list whose only element becomes true when the current background work has written something."""


def wait_for(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on the background loop and return its result, or raise its exception.

    An interruption (Ctrl-C, an exception from a signal handler) cancels the work and is raised when the work has ended.
    If the work finished before the cancellation took effect, the `KeyboardInterrupt` says so.
    """
    background = _background()
    if asyncio._get_running_loop() is background.loop:
        work.close()
        raise InputError(
            "Memory was called from inside itself (a listener, a model); use AsyncMemory or a thread there"
        )
    answer: Future[T] = Future()
    task = background.start(work, answer)
    try:
        return answer.result()
    except BaseException as error:
        if answer.done() and answer.exception() is error:
            raise
        background.cancel(task)
        _raise_late(answer, error)
        raise


def run_here(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on a new event loop in the current thread and return its result, as `asyncio.run` does."""
    return asyncio.run(work)


def callers_loop() -> asyncio.AbstractEventLoop | None:
    """Return the event loop that handed the current work to the background loop; None if no loop did."""
    return _caller.get()


async def in_background(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on the background loop, so that it does not block the caller's loop, and return its result.

    On the background loop itself the coroutine is just awaited. If the caller is cancelled, it still waits until the
    work has ended. If the work has written something (see `note_effect`) and succeeded, the cancellation came too late:
    the caller gets the result.
    """
    loop = asyncio.get_running_loop()
    if any(background.loop is loop for background in _latest.values()):
        return await work
    background = _background(_FOR_LOOPS)
    answer: Future[T] = Future()
    effects = [False]
    tokens = _caller.set(loop), _effects.set(effects)
    try:
        task = background.start(work, answer)
    finally:
        _caller.reset(tokens[0])
        _effects.reset(tokens[1])
    arrived: asyncio.Future[None] = loop.create_future()
    handing = _handing_to(loop)
    answer.add_done_callback(lambda _: handing.hand(lambda: _arrive(arrived)))
    try:
        await asyncio.shield(arrived)
    except asyncio.CancelledError:
        background.cancel(task)
        await asyncio.wait([arrived])
        if not effects[0] or answer.exception() is not None:
            raise
    return answer.result()


def note_effect() -> None:
    """Record that the running work has written something, so a later cancellation of its caller comes too late."""
    effects = _effects.get()
    if effects is not None:
        effects[0] = True


async def on_callers_loop(work: Coroutine[Any, Any, T]) -> T:
    """Run a user's coroutine (of a model or an embedder) on the loop of the caller, and return its result."""
    loop = _caller.get()
    if loop is None or loop is asyncio.get_running_loop():
        return await work
    answer = asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, loop))
    try:
        while not (await asyncio.wait([answer], timeout=_LOOK_AGAIN))[0]:
            if loop.is_closed():
                raise AgentsensusError(_LEFT)
    except asyncio.CancelledError:
        answer.cancel()
        raise
    return answer.result()


def tell_caller(listener: Callable[[T], None], news: T) -> None:
    """Call `listener(news)` on the caller's loop, before the result of the running work arrives there."""
    loop = _caller.get()
    if loop is None:
        call_listener(listener, news)
    else:
        _handing_to(loop).hand(lambda: call_listener(listener, news))


def call_listener(listener: Callable[[T], None], news: T) -> None:
    """Call `listener(news)`. Its errors are logged and not raised, because the reported event has already happened."""
    try:
        listener(news)
    except Exception:  # noqa: BLE001  # a listener is the caller's code
        _log.exception("a listener of %s raised an error", type(news).__name__)


async def together(work: Sequence[Coroutine[Any, Any, T]]) -> list[T]:
    """Run coroutines concurrently and return their results in order. If one raises, the others are cancelled."""
    if len(work) == 1:
        return [await work[0]]
    tasks = [asyncio.ensure_future(coroutine) for coroutine in work]
    try:
        return list(await asyncio.gather(*tasks))
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise


def finished(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that never waits for anything, without an event loop, and return its result."""
    try:
        work.send(None)
    except StopIteration as stop:
        result: T = stop.value
        return result
    work.close()
    raise RuntimeError("this work awaited something; only work that does not wait can be finished at once")


def _raise_late(answer: "Future[Any]", interruption: BaseException) -> None:
    """Wait until cancelled work has ended. Raise a KeyboardInterrupt that says so if the work completed anyway."""
    try:
        wait([answer])
    except KeyboardInterrupt:
        raise KeyboardInterrupt(_UNKNOWN) from None
    if isinstance(interruption, KeyboardInterrupt) and answer.exception() is None:
        raise KeyboardInterrupt(_DONE) from None


class _Handing:
    """Schedules calls on a loop from other threads, in order, and wakes the loop once for calls in quick succession.

    Waking a loop releases the GIL. If another thread is computing, the waking thread needs milliseconds to get the GIL
    back: a hundred tasks that each woke the loop would delay their own thread by half a second.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = ref(loop)
        self._calls: deque[tuple[Callable[[], object], Context]] = deque()
        self._is_woken = False

    def hand(self, call: Callable[[], object]) -> bool:
        """Schedule a call on the loop, in the caller's context; return False if the loop is closed."""
        loop = self._loop()
        if loop is None or loop.is_closed():
            return False
        self._calls.append((call, copy_context()))
        if not self._is_woken:  # checked after appending; `_make` resets it before it reads the calls
            self._is_woken = True
            try:
                loop.call_soon_threadsafe(self._make, loop)
            except RuntimeError:  # closed in the meantime
                return False
        return True

    def _make(self, loop: asyncio.AbstractEventLoop) -> None:
        self._is_woken = False
        while self._calls:
            call, context = self._calls.popleft()
            loop.call_soon(call, context=context)


def _arrive(arrived: "asyncio.Future[None]") -> None:
    if not arrived.done():
        arrived.set_result(None)


class _Background:
    """An event loop in a daemon thread that lives as long as the process."""

    def __init__(self, name: str) -> None:
        self.loop = asyncio.new_event_loop()
        self._handing = _Handing(self.loop)
        self._unanswered: set[Future[Any]] = set()
        self._tasks: set[asyncio.Task[None]] = set()  # the loop itself refers to its tasks only weakly
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    @property
    def is_current(self) -> bool:
        return threading.current_thread() is self._thread

    @property
    def is_usable(self) -> bool:
        return not self.loop.is_closed()

    def start(self, work: Coroutine[Any, Any, T], answer: "Future[T]") -> "Future[asyncio.Task[None]]":
        """Start the work; `answer` receives its result. Returns a future of the task."""
        task: Future[asyncio.Task[None]] = Future()
        self._unanswered.add(answer)
        answer.add_done_callback(self._unanswered.discard)
        if not self._handing.hand(lambda: task.set_result(self._begun(work, answer))):
            work.close()
            raise AgentsensusError(_ENDED) from None
        return task

    def _begun(self, work: Coroutine[Any, Any, T], answer: "Future[T]") -> "asyncio.Task[None]":
        task = self.loop.create_task(_answered(work, answer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: _answer_unbegun(work, answer))
        return task

    def cancel(self, task: "Future[asyncio.Task[None]]") -> None:
        """Cancel running work."""
        self._handing.hand(lambda: task.result().cancel())

    def _run(self) -> None:
        """Run the loop. An exception that escapes from one task stops neither the loop nor the other tasks."""
        asyncio.set_event_loop(self.loop)
        while self.is_usable:
            try:
                self.loop.run_forever()
            except BaseException:  # noqa: BLE001, S112  # SystemExit in a task is raised where it is awaited
                continue
        for answer in list(self._unanswered):
            answer.set_exception(AgentsensusError(_ENDED))


async def _answered(work: Coroutine[Any, Any, T], answer: "Future[T]") -> None:
    try:
        result = await work
    except BaseException as error:  # noqa: BLE001  # raised in the thread that waits, SystemExit included
        answer.set_exception(error)
    else:
        answer.set_result(result)


def _answer_unbegun(work: Coroutine[Any, Any, T], answer: "Future[T]") -> None:
    """Give `answer` a CancelledError if the task was cancelled before its first step."""
    if not answer.done():
        work.close()
        answer.set_exception(asyncio.CancelledError())


_guard = ProcessLock()
_latest: dict[str, _Background] = {}
_handings: "WeakKeyDictionary[asyncio.AbstractEventLoop, _Handing]" = WeakKeyDictionary()


def _background(whose: str = _FOR_THREADS) -> _Background:
    """Return the background loop for one group of callers: those with their own event loop, or threads without one. Two
    loops, so that neither group blocks the other.
    """
    with _guard:
        if whose not in _latest or not _latest[whose].is_usable:
            _latest[whose] = _Background(whose)
        return _latest[whose]


def _handing_to(loop: asyncio.AbstractEventLoop) -> _Handing:
    with _guard:
        if loop not in _handings:
            _handings[loop] = _Handing(loop)
        return _handings[loop]


_PARKING = 30.0
"""Seconds that a fork waits for the background loops to finish their current step."""
_opening = threading.RLock()
_resume = threading.Event()


@contextmanager
def without_forks() -> Iterator[None]:
    """Context manager: keep other threads from forking this process while the block holds locks of SQLite or Python."""
    with _opening:
        yield


def _park() -> None:
    """Stop the background loops between two steps. There they hold no lock that a forked child could wait for."""
    _opening.acquire()
    _resume.clear()
    for background in list(_latest.values()):
        parked = threading.Event()
        if background.is_usable and not background.is_current:
            background.loop.call_soon_threadsafe(_wait_parked, parked, _resume)
            parked.wait(_PARKING)


def _wait_parked(parked: threading.Event, resume: threading.Event) -> None:
    parked.set()
    resume.wait(_PARKING)


def _unpark() -> None:
    _resume.set()
    _opening.release()


def _reset_after_fork() -> None:
    # A forked child inherits the loop but not its thread.
    global _opening, _resume  # locks of the parent's threads are never released here
    _opening, _resume = threading.RLock(), threading.Event()
    _latest.clear()
    _handings.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_park, after_in_parent=_unpark, after_in_child=_reset_after_fork)
