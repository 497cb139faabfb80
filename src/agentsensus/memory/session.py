"""`Session`: one handle on an open memory, the first argument of the functions in `write`, `read` and `upkeep`."""

from collections.abc import Callable, Coroutine
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from agentsensus.base.arrays import FloatArray
from agentsensus.base.loop import finished
from agentsensus.errors import InputError, StoreError, StoreReadOnly
from agentsensus.memory.core.atoms import Atomizer
from agentsensus.memory.core.background import asks_model
from agentsensus.memory.core.checks import checked_at, checked_count, checked_name, checked_text
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.handle_registry import Handles
from agentsensus.memory.core.hybrid import RankedQuery
from agentsensus.memory.core.limits import AskLimits, When, checked_moment
from agentsensus.memory.core.lookup import owned_record
from agentsensus.memory.core.ranking import Ask
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.core.vector_book import APPLICATION
from agentsensus.memory.core.write_batching import WriteBatching
from agentsensus.memory.designs.design import Design
from agentsensus.memory.designs.registry import make
from agentsensus.memory.judge import Judge
from agentsensus.memory.judge.instructions import Instructions
from agentsensus.models.roles import Roles

__all__ = ["Session", "SharedParts", "in_turn"]

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(eq=False)
class SharedParts:
    """The parts that all handles of one open memory share."""

    engine: Engine
    design: Design
    judge: Judge | str | None
    atomizer: Atomizer
    roles: Roles | None
    instructions: Instructions | None
    required_design: str | None
    handles: Handles
    batching: WriteBatching
    owned_roles: Roles | None = None
    """Models that were opened for this memory and are closed with it."""

    def remake_design(self) -> None:
        """Build the design again after the store was rewritten with other settings or another embedder."""
        self.design = make(self.engine, self.judge, self.roles, self.instructions)

    @property
    def asks_model(self) -> bool:
        """Whether a deposit may wait for a model; if not, deposits that arrive together are written in one batch."""
        return self.roles is not None or asks_model(self.judge) or asks_model(self.atomizer)


def in_turn(
    write: Callable[Concatenate["Session", P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate["Session", P], Coroutine[Any, Any, T]]:
    """Decorator for a write function that awaits nothing: it runs while no other process can commit (see
    `Engine.turn`).
    """

    @wraps(write)
    async def alone(session: "Session", /, *args: P.args, **options: P.kwargs) -> T:
        return session.turn(lambda: finished(write(session, *args, **options)))

    return alone


class Session:
    """One handle on an open memory: the parts it shares with other handles, and the round it is a view of (None: the
    present).

    `moment`, in microseconds since 1970, is set for a view of a time; `at` is then the last round before that time.
    """

    def __init__(self, parts: SharedParts, at: int | None = None) -> None:
        self.parts = parts
        self.at = at
        self.moment: int | None = None
        self.is_closed = False

    @property
    def engine(self) -> Engine:
        """The open store with its caches."""
        return self.parts.engine

    @property
    def design(self) -> Design:
        """The design that writes deposits and answers recalls."""
        return self.parts.design

    def as_of(self, at: When) -> "Session":
        """Return a read-only view of the memory after round `at`, or at a time."""
        past = copy(self)
        if isinstance(at, datetime):
            moment = checked_moment(self.engine, at)
            past.moment = moment if self.moment is None else min(moment, self.moment)
            at = self.engine.view(self.at, moment=past.moment).at or 0
        past.at = checked_at(at) if self.at is None else min(checked_at(at), self.at)
        return past

    def check_round_view(self, what: str) -> None:
        """Raise InputError if this is a view of a time, because such a view may end in the middle of a round."""
        if self.moment is not None:
            raise InputError(f"{what} copies whole rounds, and this is a view of a time; use as_of(round)")

    # --- checks

    def check_open(self) -> None:
        """Raise StoreError if this handle is closed or belongs to another process."""
        if self.is_closed or self.engine.closed:
            raise StoreError("this memory is closed; open it again")
        self.engine.guard.check()

    def writable_round(self, at: int | None) -> int:
        """Return the round of a write: `at`, or the current one. Raises StoreReadOnly for a view of the past or a
        read-only store.
        """
        self.check_open()
        if self.at is not None:
            raise StoreReadOnly(f"this is the memory as of round {self.at}; the past takes no writes, fork it instead")
        if self.engine.store.read_only:
            raise StoreReadOnly("this memory was opened with read_only=True; open it for writing")
        self.engine.catch_up()
        return self.engine.checked_round(at)

    def turn(self, work: Callable[[], T]) -> T:
        """Run a write that awaits nothing, while no other process can commit."""
        self.check_open()
        is_refused = self.engine.store.read_only or self.at is not None  # the work itself raises the right error
        return work() if is_refused else self.engine.turn(work)

    # --- reading

    def until(self, at: int | None) -> int | None:
        """Return the earlier of round `at` and the round of this view; None for the present."""
        return min((checked_at(limit) for limit in (at, self.at) if limit is not None), default=None)

    def view(self, at: int | None = None, *, without_lost: bool = False) -> Snapshot:
        """Return the snapshot after round `at`. `without_lost` also removes everything that was forgotten later."""
        self.check_open()
        return self.engine.view(self.until(at), without_lost=without_lost, moment=self.moment)

    def canonical_query(self, query: str, at: int | None = None) -> str:
        """Return the query with every alias replaced by its canonical name."""
        self.view()  # a read-only memory picks up names that the writer added
        names = self.engine.names_at(self.until(at))
        # Bypass the cache of canonical texts, which other agents' texts fill.
        return names.canonical.__wrapped__(checked_text(query, self.engine.settings.max_characters, "query"))

    async def query(self, query: str, at: int | None = None) -> RankedQuery:
        """Return a query for ranking: its terms, and its vector. Aliases are replaced by canonical names first."""
        canonical = self.canonical_query(query, at)
        return RankedQuery(f"{canonical}\n{query}", await self.engine.book.query_vector(APPLICATION, canonical))

    async def query_vector(self, query: str, at: int | None = None) -> FloatArray:
        """Return the vector of a query by the application. Aliases are replaced by canonical names first."""
        return await self.engine.book.query_vector(APPLICATION, self.canonical_query(query, at))

    def ask(
        self,
        agent: str,
        query: str,
        k: int | None = None,
        max_tokens: int | None = None,
        at: int | None = None,
        limits: AskLimits | None = None,
        min_score: float | None = None,
        *,
        by_agent: bool = False,
    ) -> Ask:
        """Check a query of one agent and return it as an `Ask`. Raises InputError for an invalid name, query or
        count.
        """
        self.check_open()
        count = checked_count(self.engine.settings.recall_k if k is None else k, "k")
        if max_tokens is not None:
            checked_count(max_tokens, "max_tokens")
        is_past = at is not None or self.at is not None
        name = checked_name(agent)
        canonical = self.canonical_query(query, at)
        return Ask(name, canonical, count, max_tokens, limits, min_score, is_past, by_agent, query)

    def readable(self, agent: str, record: str) -> tuple[int, int]:
        """Return the number of the agent and of the record. Raises NotOwned or InputError unless the agent may read the
        record.
        """
        number, root = owned_record(self.engine, self.engine.view(), agent, record)
        if not self.design.may_read(number, root):
            raise InputError(f"{agent} may not read {record!r} any more, so it cannot revise it; forget it, or connect")
        return number, root

    def flush(self) -> None:
        """Commit the updates that recalls caused, so that a copy made next continues exactly as the original would."""
        if self.at is None:
            self.engine.flush()
