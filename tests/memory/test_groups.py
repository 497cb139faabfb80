"""Deposits of one group: written as one deposit, whose statements are linked and keep their own sources."""

import pytest

from agentsensus import DepositInput, Memory
from agentsensus.language.names import Names
from agentsensus.memory.core.atoms import Atom, Atomized
from agentsensus.memory.inputs import Context
from tests.memory.every_design import EVERY, Kind, ids

KEPT = (
    ("Polonius lies dead under the stairs.", "told:rosencrantz"),
    ("The gates of Elsinore are shut.", "told:marcellus"),
    ("Horatio gave the watch a lantern.", None),
)


def _kept(group: str = "kept") -> list[DepositInput]:
    return [DepositInput("horatio", text, via, number=number, group=group) for number, (text, via) in enumerate(KEPT)]


def test_what_is_kept_together_is_linked_and_keeps_its_sources() -> None:
    memory = Memory.open(embedder="hashing")
    receipts = memory.remember_many(_kept(), at=1)
    assert [[statement.text for statement in receipt.statements] for receipt in receipts] == [
        [text] for text, _ in KEPT
    ]
    ids_ = [receipt.ids[0] for receipt in receipts]
    assert {hit.id for hit in memory.agent("horatio").links(ids_[0])} == set(ids_[1:])
    assert [str(memory.via_of("horatio", id_)) for id_ in ids_[:2]] == ["told:rosencrantz", "told:marcellus"]
    given = memory.original(ids_[1])
    assert given is not None
    assert given.text == "\n".join(text for text, _ in KEPT)
    assert memory.stats().linked == 3


def test_deposits_without_a_group_stay_apart() -> None:
    memory = Memory.open(embedder="hashing")
    memory.remember_many(_kept(""), at=1)
    assert memory.stats().linked == 0


@pytest.mark.parametrize("kind", EVERY, ids=ids)
def test_every_design_takes_a_group_and_answers_with_a_receipt_for_each_deposit(kind: Kind) -> None:
    memory = kind.open()
    other = DepositInput("gertrude", "Gertrude wept in the closet.", number=0, group="kept")
    receipts = memory.remember_many([*_kept(), other], at=1)
    assert [receipt.agent for receipt in receipts] == ["horatio"] * 3 + ["gertrude"]
    assert all(len(receipt.statements) == 1 for receipt in receipts)
    assert [receipt.statements[0].text for receipt in receipts[:3]] == [text for text, _ in KEPT]


@pytest.mark.parametrize("kind", EVERY, ids=ids)
def test_every_design_keeps_a_statement_that_came_in_its_own_way(kind: Kind) -> None:
    receipt = kind.open().remember("horatio", "Marcellus told Horatio that the gates of Elsinore are shut.")
    assert len(receipt.statements) == 1


class _Cutter:
    """Cuts at semicolons and counts its calls."""

    asks_model = True

    def __init__(self) -> None:
        self.calls: list[str] = []

    async def atomize(self, agent: str, text: str, context: Context, names: Names, cap: int) -> Atomized:
        self.calls.append(text)
        parts = [part.strip() for line in text.splitlines() for part in line.split(";")]
        return Atomized(tuple(map(Atom, parts)), calls=1)


def test_a_model_cuts_a_group_in_one_call() -> None:
    cutter = _Cutter()
    memory = Memory.open(embedder="hashing", atomizer=cutter)
    texts = ("Polonius is dead; Ophelia weeps.", "The gates are shut.")
    deposits = [DepositInput("horatio", text, number=number, group="kept") for number, text in enumerate(texts)]
    receipts = memory.remember_many(deposits, at=1)
    assert len(cutter.calls) == 1
    assert [len(receipt.statements) for receipt in receipts] == [2, 1]
    assert [receipt.calls for receipt in receipts] == [1, 0]
