"""The `Design` protocol: how deposits are written and recalled. Checks, cutting, embedding and edits are shared by all
designs.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from agentsensus.base.arrays import FloatArray
from agentsensus.errors import InputError
from agentsensus.memory.answers import Deposit, Recall
from agentsensus.memory.core.drafts import DraftDeposit, DraftStatement
from agentsensus.memory.core.ranking import Ask
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.judge import Verdict
from agentsensus.store.rows import RetractionRow


@dataclass(frozen=True, slots=True)
class Tally:
    """What a design adds to records and statistics.

    `byproducts` maps the atoms that the design made itself (reflections, insights) to their kind. `importance` tells
    who rated the rows, if the design rates them. `readers` returns the agents that may read an atom without owning it.
    """

    byproducts: Mapping[int, str] = field(default_factory=dict)
    importance: str | None = None
    readers: Callable[[int], Sequence[int]] = lambda _: ()


@dataclass(frozen=True, slots=True)
class Grant:
    """A right to read one record. `named` is the wording that the caller gave to name the record.

    Exactly one of `reader` and `group` is given. `by` is the agent that grants; None for the application.
    """

    record: int
    named: int
    reader: str | None
    group: str | None
    by: str | None


class Design(Protocol):
    """A memory design: writes deposits that were cut and embedded, and answers recalls."""

    name: str
    has_links: bool
    has_access_graph: bool

    async def write(
        self,
        at: int | None,
        deposits: Sequence[DraftDeposit],
        retractions: Callable[[int], Sequence[RetractionRow]] | None = None,
    ) -> list[Deposit]:
        """Write deposits in this order, with the rows that `retractions` returns for their round, in one commit."""
        ...

    async def recall(self, view: Snapshot, ask: Ask, vector: FloatArray) -> Recall:
        """Return the recall of an agent as of a snapshot. Rows caused by the recall are kept for the next commit."""
        ...

    async def verdict(self, statement: DraftStatement, known: DraftStatement, cosine: float) -> Verdict:
        """Return the verdict that `write` would reach on a statement if `known` were its only candidate."""
        ...

    def tally(self, view: Snapshot) -> Tally:
        """Return the design's own rows, its raters and the readers of rows, as of a snapshot."""
        ...

    def may_read(self, agent: int, record: int) -> bool:
        """Return whether an owner may still read its record."""
        ...

    def grant(self, grant: Grant, at: int) -> None:
        """Grant a record to an agent or group. Raises InputError if the design has no grants."""
        ...

    def revoke(self, grant: Grant, at: int) -> None:
        """Take a grant back. Raises InputError if there is none."""
        ...

    def set_group(self, name: str, members: Iterable[str], at: int) -> None:
        """Set the members of a group. Raises InputError if the design has no groups."""
        ...

    def connect(self, reader: str, kind: str, to: str, at: int, *, is_open: bool) -> None:
        """Open or close an edge of the access graph. Raises InputError if the design has no access graph."""
        ...


class WithoutGrants:
    """Base class of designs in which only owners read. Grants, groups and edges raise InputError."""

    name: str
    has_access_graph = False

    def may_read(self, agent: int, record: int) -> bool:
        """Return True, because an owner may always read its record."""
        return True

    def grant(self, grant: Grant, at: int) -> None:
        """Raise InputError."""
        raise self._has_no_grants()

    def revoke(self, grant: Grant, at: int) -> None:
        """Raise InputError."""
        raise self._has_no_grants()

    def set_group(self, name: str, members: Iterable[str], at: int) -> None:
        """Raise InputError."""
        raise self._has_no_grants()

    def connect(self, reader: str, kind: str, to: str, at: int, *, is_open: bool) -> None:
        """Raise InputError."""
        raise InputError(f"{self.name} has no access graph; open a memory with design='collaborative'")

    def _has_no_grants(self) -> InputError:
        return InputError(f"{self.name} has no grants to give; consensus and collaborative have")
