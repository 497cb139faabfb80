"""What a memory design must do. Everything else (checking, cutting, embedding, owner scope, editing) is shared."""

from collections.abc import Callable, Sequence
from typing import Protocol

from agentsensus.memory.draft import Draft, DraftDeposit
from agentsensus.memory.judge import Verdict
from agentsensus.memory.record import Deposit
from agentsensus.store.rows import RetractionRow


class Design(Protocol):
    """Takes deposits that are cut and embedded into the store, by its own rule."""

    name: str

    async def write(
        self,
        at: int | None,
        deposits: Sequence[DraftDeposit],
        gone: Callable[[int], Sequence[RetractionRow]] | None = None,
    ) -> list[Deposit]:
        """Take deposits, in this order, into the store in one commit; `gone` says what is retracted with them."""
        ...

    async def verdict(self, statement: Draft, known: Draft, cosine: float) -> Verdict:
        """What `write` would make of a statement whose only candidate is `known`."""
        ...
