"""Write batching: deposits that arrive during a write are cut, embedded, judged and written together in the next
commit.
"""

import asyncio
import contextvars
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from agentsensus.base.blocks import current_block
from agentsensus.base.loop import note_effect
from agentsensus.memory.answers import Deposit
from agentsensus.memory.core.checks import CheckedDeposit
from agentsensus.memory.core.drafts import DraftDeposit
from agentsensus.memory.timing import count_as_queued

Written: TypeAlias = list[tuple[DraftDeposit, Deposit]]
"""Each draft with its receipt, in the order in which the deposits were given."""

_MOST_AT_ONCE = 64


WriteTogether: TypeAlias = Callable[[Sequence[CheckedDeposit], int | None], Awaitable[Written]]
"""A function that writes deposits in one commit. The result does not depend on their order."""


@dataclass(slots=True, eq=False)
class _Waiting:
    write: WriteTogether
    deposits: Sequence[CheckedDeposit]
    at: int | None
    answer: "asyncio.Future[Written]"
    since: float = field(default_factory=time.perf_counter)
    context: contextvars.Context = field(default_factory=contextvars.copy_context)
    queued: float = 0.0
    block: object = field(default_factory=current_block.get)


class WriteBatching:
    """Writes one batch of deposits at a time. Deposits that arrive meanwhile form the next batch.

    Each call gets its own receipts or its own error: if a batch fails, its calls are written one by one.
    """

    def __init__(self) -> None:
        self._is_busy = False
        self._waiting: list[_Waiting] = []

    async def take(self, write: WriteTogether, deposits: Sequence[CheckedDeposit], at: int | None) -> Written:
        """Write these deposits with the function `write`, in one batch with other waiting calls, and return their
        receipts.
        """
        if self._is_busy:
            waiting = _Waiting(write, deposits, at, asyncio.get_running_loop().create_future())
            self._waiting.append(waiting)
            written = await self._answer(waiting)
            count_as_queued(waiting.queued)
            return written
        self._is_busy = True
        try:
            return await write(deposits, at)
        finally:
            self._begin_next()

    async def _answer(self, waiting: _Waiting) -> Written:
        """Wait for the receipts of a call and return them. Once its batch has begun, the call cannot be cancelled."""
        while not waiting.answer.done():
            try:
                await asyncio.wait([waiting.answer])
            except asyncio.CancelledError:
                if waiting in self._waiting:
                    self._waiting.remove(waiting)
                    raise
        note_effect()
        return waiting.answer.result()

    def _begin_next(self) -> None:
        self._waiting = [waiting for waiting in self._waiting if not waiting.answer.done()]
        batch = _first_batch(self._waiting)
        self._waiting = self._waiting[len(batch) :]
        self._is_busy = bool(batch)
        if batch:
            for waiting in batch:
                waiting.queued = time.perf_counter() - waiting.since
            # Run in the context of the first call: its stopwatch gets the stages, its loop runs the caller's models.
            task = asyncio.get_running_loop().create_task(self._written(batch), context=batch[0].context)
            task.add_done_callback(lambda _: self._begin_next())

    async def _written(self, batch: Sequence[_Waiting]) -> None:
        try:
            written = await batch[0].write([deposit for waiting in batch for deposit in waiting.deposits], batch[0].at)
        except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001  # each caller gets its own error below
            await self._apart(batch, error)
            return
        first = 0
        for waiting in batch:
            _settle(waiting, written[first : first + len(waiting.deposits)])
            first += len(waiting.deposits)

    async def _apart(self, batch: Sequence[_Waiting], error: BaseException) -> None:
        """Write the calls of a failed batch one by one, so that only the call that caused the error gets it."""
        for waiting in batch:
            if waiting.answer.done():
                continue
            try:
                if len(batch) == 1:
                    raise error
                _settle(waiting, await waiting.write(waiting.deposits, waiting.at))
            except (Exception, asyncio.CancelledError) as own:  # noqa: BLE001  # raised in the task that waits for it
                if not waiting.answer.done():
                    waiting.answer.set_exception(own)


def _first_batch(waiting: Sequence[_Waiting]) -> list[_Waiting]:
    """Return the first waiting call and the next ones of the same round and transaction, which can be written
    together.
    """
    batch: list[_Waiting] = []
    for call in waiting:
        if (call.at, call.block) != (waiting[0].at, waiting[0].block) or sum(
            len(other.deposits) for other in batch
        ) >= _MOST_AT_ONCE:
            break
        batch.append(call)
    return batch


def _settle(waiting: _Waiting, written: Written) -> None:
    if not waiting.answer.done():
        waiting.answer.set_result(written)
