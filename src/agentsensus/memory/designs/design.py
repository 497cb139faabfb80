"""What a memory design must do. Everything else (checking, cutting, embedding, owner scope, editing) is shared."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from agentsensus.arrays import FloatArray
from agentsensus.memory.core.deposit import DraftDeposit, DraftStatement
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.judge import Verdict
from agentsensus.memory.recall import Ask
from agentsensus.memory.record import Deposit, Recall
from agentsensus.store.rows import RetractionRow


@dataclass(frozen=True, slots=True)
class Tally:
    """What a design adds to records and statistics.

    `byproducts` are the atoms it made itself, by kind; `importance` says who rated its rows, if it rates them;
    `readers` gives the agents that may read an atom without owning it.
    """

    byproducts: Mapping[int, str] = field(default_factory=dict)
    importance: str | None = None
    readers: Callable[[int], Sequence[int]] = lambda _: ()


class Design(Protocol):
    """Writes deposits that are cut and embedded, and answers recalls, each by its own rule."""

    name: str
    has_links: bool

    async def write(
        self,
        at: int | None,
        deposits: Sequence[DraftDeposit],
        retractions: Callable[[int], Sequence[RetractionRow]] | None = None,
    ) -> list[Deposit]:
        """Write deposits, in this order, and what `retractions` gives for their round, in one commit."""
        ...

    async def recall(self, view: Snapshot, ask: Ask, vector: FloatArray) -> Recall:
        """What an agent recalls, as of a view; what the recall itself changes is staged for the next commit."""
        ...

    async def verdict(self, statement: DraftStatement, known: DraftStatement, cosine: float) -> Verdict:
        """What `write` would make of a statement whose only candidate is `known`."""
        ...

    def tally(self, view: Snapshot) -> Tally:
        """The by-products, raters and readers as of a view."""
        ...
