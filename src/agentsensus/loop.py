"""Background event loops: for callers that have none, and for those whose own must not compute."""

import asyncio
import os
import threading
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future, wait
from contextvars import Context, ContextVar, copy_context
from typing import Any, TypeVar
from weakref import WeakKeyDictionary, ref

from agentsensus.errors import AgentsensusError, InputError
from agentsensus.process_lock import ProcessLock

__all__ = ["callers_loop", "in_background", "on_callers_loop", "run_here", "tell_caller", "together", "wait_for"]

T = TypeVar("T")

_DONE = "interrupted after the work was done: what it wrote is kept"
_UNKNOWN = "interrupted a second time: the work may or may not have been done"
_ENDED = "the background loop was closed while this was under way; call again"
_LEFT = "the event loop that asked for this was closed while it was under way; call again"
_LOOK_AGAIN = 1.0
_FOR_THREADS, _FOR_LOOPS = "agentsensus", "agentsensus for loops"

_caller: ContextVar[asyncio.AbstractEventLoop | None] = ContextVar("callers_loop", default=None)


def wait_for(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on the background loop and return its result, or raise what it raises, whatever that is.

    An interruption (Ctrl-C, an exception from a signal handler) cancels the work and is raised once the work has ended.
    A `KeyboardInterrupt` that came too late to stop it says so.
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
    """The result of a coroutine that runs on a new loop in this thread, as an asynchronous program of a user's does."""
    return asyncio.run(work)


def callers_loop() -> asyncio.AbstractEventLoop | None:
    """The loop that handed the running work to the background; None for work that nobody handed over."""
    return _caller.get()


async def in_background(work: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that runs on the background loop, so that nothing of it computes on the caller's.

    On the background loop itself it is simply awaited. Whoever is cancelled waits until the work has ended too.
    """
    loop = asyncio.get_running_loop()
    if any(background.loop is loop for background in _latest.values()):
        return await work
    background = _background(_FOR_LOOPS)
    answer: Future[T] = Future()
    token = _caller.set(loop)
    try:
        task = background.start(work, answer)
    finally:
        _caller.reset(token)
    arrived: asyncio.Future[None] = loop.create_future()
    handing = _handing_to(loop)
    answer.add_done_callback(lambda _: handing.hand(lambda: _arrive(arrived)))
    try:
        await asyncio.shield(arrived)
    except asyncio.CancelledError:
        background.cancel(task)
        await asyncio.wait([arrived])
        raise
    return answer.result()


async def on_callers_loop(work: Coroutine[Any, Any, T]) -> T:
    """The result of a caller's own coroutine (its model, its embedder), awaited on the loop that it comes from."""
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
    """Call a listener on the loop that handed the running work over, before that work's result arrives there."""
    loop = _caller.get()
    if loop is None:
        listener(news)
    else:
        _handing_to(loop).hand(lambda: listener(news))


async def together(work: Sequence[Coroutine[Any, Any, T]]) -> list[T]:
    """The results of coroutines that run at the same time, in order; when one raises, the others are cancelled."""
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


def _raise_late(answer: "Future[Any]", interruption: BaseException) -> None:
    """Wait until work that was cancelled has ended; raise if it was done nevertheless."""
    try:
        wait([answer])
    except KeyboardInterrupt:
        raise KeyboardInterrupt(_UNKNOWN) from None
    if isinstance(interruption, KeyboardInterrupt) and answer.exception() is None:
        raise KeyboardInterrupt(_DONE) from None


class _Handing:
    """Hands calls to a loop from other threads, in order; calls that come close together wake it once.

    To wake a loop means to let go of the interpreter for a moment, and while another thread computes it takes
    milliseconds to get it back: a hundred tasks that each wake the loop would hold up their own for half a second.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = ref(loop)
        self._calls: deque[tuple[Callable[[], object], Context]] = deque()
        self._is_woken = False

    def hand(self, call: Callable[[], object]) -> bool:
        """Have the loop make a call, in the context of whoever hands it over; whether it still can."""
        loop = self._loop()
        if loop is None or loop.is_closed():
            return False
        self._calls.append((call, copy_context()))
        if not self._is_woken:  # looked at after the call is in; `_make` takes it back before it looks for calls
            self._is_woken = True
            try:
                loop.call_soon_threadsafe(self._make, loop)
            except RuntimeError:  # it was closed a moment ago
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
    """An event loop that runs in a thread of its own for as long as the process lives."""

    def __init__(self, name: str) -> None:
        self.loop = asyncio.new_event_loop()
        self._handing = _Handing(self.loop)
        self._unanswered: set[Future[Any]] = set()
        threading.Thread(target=self._run, name=name, daemon=True).start()

    @property
    def is_usable(self) -> bool:
        return not self.loop.is_closed()

    def start(self, work: Coroutine[Any, Any, T], answer: "Future[T]") -> "Future[asyncio.Task[None]]":
        """Begin the work; `answer` gets what comes of it. Gives the task, as soon as there is one."""
        task: Future[asyncio.Task[None]] = Future()
        self._unanswered.add(answer)
        answer.add_done_callback(self._unanswered.discard)
        if not self._handing.hand(lambda: task.set_result(self._begun(work, answer))):
            work.close()
            raise AgentsensusError(_ENDED) from None
        return task

    def _begun(self, work: Coroutine[Any, Any, T], answer: "Future[T]") -> "asyncio.Task[None]":
        task = self.loop.create_task(_answered(work, answer))
        task.add_done_callback(lambda _: _answer_unbegun(work, answer))
        return task

    def cancel(self, task: "Future[asyncio.Task[None]]") -> None:
        """Cancel work that was begun, if it goes on still."""
        self._handing.hand(lambda: task.result().cancel())

    def _run(self) -> None:
        """Run the loop. What escapes from one of its tasks ends neither the loop nor what others wait for."""
        asyncio.set_event_loop(self.loop)
        while self.is_usable:
            try:
                self.loop.run_forever()
            except BaseException:  # noqa: BLE001, S112  # SystemExit in a task; whoever awaits that task gets it
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
    """Answer for a task that was cancelled before its first step, which therefore could not answer itself."""
    if not answer.done():
        work.close()
        answer.set_exception(asyncio.CancelledError())


_guard = ProcessLock()
_latest: dict[str, _Background] = {}
_handings: "WeakKeyDictionary[asyncio.AbstractEventLoop, _Handing]" = WeakKeyDictionary()


def _background(whose: str = _FOR_THREADS) -> _Background:
    """The background loop of callers without a loop, or of those with one: who waits must not keep the others up."""
    with _guard:
        if whose not in _latest or not _latest[whose].is_usable:
            _latest[whose] = _Background(whose)
        return _latest[whose]


def _handing_to(loop: asyncio.AbstractEventLoop) -> _Handing:
    with _guard:
        if loop not in _handings:
            _handings[loop] = _Handing(loop)
        return _handings[loop]


def _begin_anew() -> None:
    # A forked child has a copy of the loop, but not the thread that runs it.
    _latest.clear()
    _handings.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)
