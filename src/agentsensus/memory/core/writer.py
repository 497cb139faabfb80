"""Collect the rows of one commit, and keep rows that reads caused until a commit."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from agentsensus.base.arrays import FloatArray
from agentsensus.memory.core.ids import atom_id
from agentsensus.memory.core.snapshot import SUPERSEDES
from agentsensus.store import Batch
from agentsensus.store.rows import (
    NO_ORIGINAL,
    NO_TARGET,
    SEDIMENT,
    AgentRow,
    AtomRow,
    AttributeRow,
    DepositRow,
    LinkRow,
    OriginalRow,
    OwnerRow,
)

if TYPE_CHECKING:
    from agentsensus.memory.core.drafts import DepositKey, DraftDeposit, DraftStatement, Given
    from agentsensus.memory.core.engine import Engine


EXPIRES = "expires"
"""Key of the expiry mark. «OWNER ROUND»: from that round on, the owner no longer recalls the row. «OWNER
tMICROSECONDS»: from that time on (microseconds since 1970, UTC). «OWNER never»: the row does not expire.
"""


class Writer:
    """Collects the rows of one commit and numbers them."""

    def __init__(self, engine: "Engine", at: int) -> None:
        self._engine = engine
        self.at = at
        self.batch = Batch()
        self.keys: list[str] = []
        self.vectors: list[FloatArray] = []
        self._agents: dict[str, int] = {}
        self._originals: dict[Given, int] = {}
        self.counts: dict[str, int] = {}
        self.keyed: list[tuple[DepositKey, int, range]] = []
        """Deposits with an idempotency key: the key, the agent and the atoms."""

        self.known = engine.columns.counts(0).rows

    def next(self, table: str) -> int:
        """Return the number that the next row of a table will get."""
        return self.known[table] + len(self.batch.rows(table))

    def agent(self, name: str) -> int:
        """Return the number of an agent. A new agent gets the next number."""
        known = self._engine.agent(name)
        if known is None and name not in self._agents:
            self._agents[name] = self.next("agents")
            self.batch.agents.append(AgentRow(self.at, name))
        return self._agents[name] if known is None else known

    def original(self, deposit: "DraftDeposit") -> int:
        """Return the row number of the original text. All deposits made from one original share the row."""
        source = deposit.given
        if source is None:
            return NO_ORIGINAL
        if source not in self._originals:
            self._originals[source] = self.next("originals")
            is_cut = source.text is not None and [draft.text for draft in deposit.drafts] != [source.text]
            text = source.text if source.text is not None and is_cut else ""
            answers = NO_ORIGINAL if source.answers is None else self._originals.get(source.answers, NO_ORIGINAL)
            row = OriginalRow(self.at, self.agent(source.agent), source.number, int(is_cut), text, answers)
            self.batch.originals.append(row)
        return self._originals[source]

    def deposit(self, deposit: "DraftDeposit") -> int:
        """Add the row of a deposit and return its number. Call this before adding its atoms."""
        number, agent = self.next("deposits"), self.agent(deposit.agent)
        first, size = self.next("atoms"), len(deposit.drafts)
        original = self.original(deposit)
        row = DepositRow(self.at, agent, first, size, int(deposit.linked), deposit.note, original)
        self.batch.deposits.append(row)
        if deposit.idempotency is not None:
            self.keyed.append((deposit.idempotency, agent, range(first, first + size)))
        return number

    def mark_as_application(self) -> None:
        """Set `author=1` on all rows that have this column: the application wrote them, not an agent."""
        for table in ("merges", "links", "retractions", "attributes"):
            rows = self.batch.rows(table)
            rows[:] = [row._replace(author=1) for row in rows]

    def atom(self, row: AtomRow, key: str, vector: FloatArray) -> int:
        """Add an atom with its vector and return its number."""
        number = self.next("atoms")
        self.batch.atoms.append(row)
        self.keys.append(key)
        self.vectors.append(vector)
        return number

    def new_id(self, agent: str) -> str:
        """Return a new id for an atom of this agent in this round."""
        engine = self._engine
        count = self.counts.get(agent, engine.count_of(agent, self.at))
        # A purged agent that deposits again in the same round must not get an id that was used before.
        while engine.header.generation and engine.store.find([atom_id(engine.header, self.at, agent, count)]):
            count += 1
        self.counts[agent] = count + 1
        return atom_id(engine.header, self.at, agent, count)


class StagedReads:
    """Attribute rows that reads caused. They wait for the next commit."""

    def __init__(self) -> None:
        self._rows: dict[int, set[tuple[str, str, str]]] = {}

    def __bool__(self) -> bool:
        return bool(self._rows)

    def add(self, agent: int, subject: int, key: str, value: str) -> None:
        """Keep a row that a read of this agent caused. Duplicates are dropped."""
        self._rows.setdefault(agent, set()).add((str(subject), key, value))

    def rows(self, at: int, agents: Iterable[int] | None) -> list[AttributeRow]:
        """Return the kept rows of these agents (None: all) in canonical order, dated with round `at`."""
        chosen = list(self._rows) if agents is None else agents
        rows = sorted(row for agent in chosen for row in self._rows.get(agent, ()))
        return [AttributeRow(at, subject, key, value) for subject, key, value in rows]

    def clear(self, agents: Iterable[int] | None = None) -> None:
        """Drop the kept rows of these agents (None: all)."""
        for agent in list(self._rows) if agents is None else agents:
            self._rows.pop(agent, None)


def write_atom(writer: Writer, number: int, deposit: "DraftDeposit", draft: "DraftStatement") -> int:
    """Write an atom of the deposit in row `number`, and its owner rows. Returns the number of the atom."""
    row = AtomRow(
        writer.at,
        number,
        NO_TARGET,
        SEDIMENT if deposit.is_sediment else 0,
        writer.new_id(deposit.agent),
        draft.text,
        draft.language,
        " ".join(draft.flags),
        deposit.metadata_of(draft),
    )
    atom = writer.atom(row, draft.key, draft.vector)
    for name, via in deposit.owners_of(draft):
        how = (via.kind, via.source, via.detail, via.place, via.telling)
        agent = writer.agent(name)
        writer.batch.owners.append(OwnerRow(writer.at, atom, agent, *how))
        if deposit.expires:
            writer.batch.attributes.append(AttributeRow(writer.at, str(atom), EXPIRES, f"{agent} {deposit.expires}"))
    old = draft.supersedes if draft.supersedes is not None else deposit.supersedes
    if old is not None:
        writer.batch.links.append(LinkRow(writer.at, atom, old, SUPERSEDES, writer.agent(deposit.agent)))
    return atom
