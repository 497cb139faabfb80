"""How a draft becomes rows: the same for every design."""

from agentsensus.memory.core.deposit import DraftDeposit, DraftStatement
from agentsensus.memory.core.writer import Writer
from agentsensus.store.rows import NO_TARGET, SEDIMENT, AtomRow, DepositRow, OwnerRow


def write_deposit(writer: Writer, deposit: DraftDeposit) -> int:
    """The row of a deposit whose atoms come next; its number."""
    number, agent = writer.next("deposits"), writer.agent(deposit.agent)
    first, size = writer.next("atoms"), len(deposit.drafts)
    writer.batch.deposits.append(DepositRow(writer.at, agent, first, size, int(deposit.linked), deposit.note))
    return number


def write_atom(writer: Writer, number: int, deposit: DraftDeposit, draft: DraftStatement) -> int:
    """Rows for one atom of deposit row `number` and its owners; the atom's number."""
    row = AtomRow(
        writer.at,
        number,
        NO_TARGET,
        SEDIMENT if deposit.is_sediment else 0,
        writer.new_id(deposit.agent),
        draft.text,
        draft.language,
        " ".join(draft.flags),
        deposit.metadata,
    )
    atom = writer.atom(row, draft.key, draft.vector)
    for name, via in deposit.owners:
        writer.batch.owners.append(OwnerRow(writer.at, atom, writer.agent(name), via.kind, via.source, via.detail))
    return atom
