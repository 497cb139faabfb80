"""The hand-written part of `Memory`: runs coroutines on the background loop and waits for their results."""

from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from agentsensus.base.loop import call_listener
from agentsensus.base.loop import wait_for as on_background_loop
from agentsensus.errors import InputError
from agentsensus.memory.api import AsyncMemory
from agentsensus.memory.core.background import unmoved
from agentsensus.memory.method_hints import MethodHints
from agentsensus.memory.timing import handing_over

__all__ = ["BlockingHandle", "BlockingMemory"]

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")


class _Relay(Generic[T]):
    """Collects reports on the background loop, and calls the listeners in the thread that waits for that loop."""

    def __init__(self, subscribe: Callable[[Callable[[T], None]], object]) -> None:
        self._subscribe = subscribe
        self._reports: deque[T] = deque()
        self._listeners: list[Callable[[T], None]] = []
        self._is_subscribed = False

    def add(self, listener: Callable[[T], None]) -> Callable[[], None]:
        """Call `listener` with every report from now on; returns a function that unsubscribes."""
        if not self._is_subscribed:
            self._subscribe(self._reports.append)
            self._is_subscribed = True
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def deliver(self) -> None:
        """Call the listeners with all reports that have arrived."""
        while self._reports:
            report = self._reports.popleft()
            for listener in list(self._listeners):
                call_listener(listener, report)


class BlockingMemory(MethodHints):
    """Holds an `AsyncMemory`, and runs its methods from any thread."""

    def __init__(self, inner: AsyncMemory | None = None) -> None:
        if not isinstance(inner, AsyncMemory):
            what = "" if inner is None else repr(inner)
            raise InputError(f"a memory is opened with Memory.open({what}), not made with Memory({what})")
        self._inner = inner
        self._commits = _Relay(inner.subscribe)
        self._timings = _Relay(inner.on_timing)

    @property
    def asynchronous(self) -> AsyncMemory:
        """The `AsyncMemory` that this memory runs."""
        return self._inner

    def wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine on the background loop and return its result; listeners are called in this thread."""
        try:
            with handing_over():
                return on_background_loop(work)
        finally:
            self._commits.deliver()
            self._timings.deliver()

    def _run(
        self,
        method: Callable[Concatenate[S, P], Coroutine[Any, Any, T]],
        target: S,
        *args: P.args,
        **options: P.kwargs,
    ) -> T:
        """Run a coroutine method of `target` on the background loop and return its result."""
        # Look the method up in the target's own class, because a remote memory overrides it.
        own: Callable[Concatenate[S, P], Coroutine[Any, Any, T]] = getattr(type(target), method.__name__)
        return self.wait_for(unmoved(own)(target, *args, **options))

    def _call(self, method: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Call a synchronous method on the background loop, so that no write runs at the same time."""

        async def call() -> T:
            return method(*args, **options)

        return self.wait_for(call())


class BlockingHandle(Generic[S]):
    """Holds the asynchronous counterpart of an `Agent` or an `AccessGraph`, and the memory that runs it."""

    def __init__(self, memory: BlockingMemory, inner: S) -> None:
        self._memory = memory
        self._inner = inner
        self._run = memory._run
