"""An event as one deposit per witness, for designs in which nobody shares a row."""

from collections.abc import Sequence
from dataclasses import replace

from agentsensus.memory.core.deposit import DraftDeposit
from agentsensus.memory.record import Deposit


def one_per_witness(deposits: Sequence[DraftDeposit], *, linked: bool) -> list[list[DraftDeposit]]:
    """For each deposit, one copy per witness (places and carriers included), in the order of its owners."""
    return [[_alone(deposit, place, linked) for place in range(len(deposit.owners))] for deposit in deposits]


def by_owner(deposits: Sequence[DraftDeposit]) -> dict[str, list[DraftDeposit]]:
    """Deposits that have one owner each, grouped by owner."""
    groups: dict[str, list[DraftDeposit]] = {}
    for deposit in deposits:
        groups.setdefault(deposit.owners[0][0], []).append(deposit)
    return groups


def rejoined(groups: Sequence[Sequence[DraftDeposit]], receipts: Sequence[Deposit]) -> list[Deposit]:
    """One receipt for each original deposit, with the rows of all its witnesses."""
    joined, first = [], 0
    for group in groups:
        parts = receipts[first : first + len(group)]
        first += len(group)
        statements = tuple(statement for receipt in parts for statement in receipt.statements)
        note = "; ".join(dict.fromkeys(receipt.note for receipt in parts if receipt.note))
        calls = sum(receipt.calls for receipt in parts)
        joined.append(Deposit(parts[0].agent, parts[0].at, statements, note, calls))
    return joined


def _alone(deposit: DraftDeposit, place: int, linked: bool) -> DraftDeposit:
    witness = deposit.owners[place]
    return replace(
        deposit,
        owners=(witness,),
        drafts=[replace(draft) for draft in deposit.drafts if witness in deposit.owners_of(draft)],
        linked=linked and deposit.linked,
        calls=deposit.calls if place == 0 else 0,
        note=deposit.note if place == 0 else "",
    )
