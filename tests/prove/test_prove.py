"""A pinch of the campaign, so that `make prove` keeps working."""

from pathlib import Path

import pytest

from tests.prove import agents, inputs, runs, stores
from tests.prove.campaign import Ledger, Part, Proof


def test_a_pinch_of_every_quick_part_is_all_right() -> None:
    proofs = [
        stores.flips(6, 3),
        stores.imports(16, 3),
        runs.run_folders(12, 3),
        agents.owners(60, 3),
        agents.interference(1, 3),
        inputs.texts(2, 3, timed=False),
        stores.store_kills(2, 3),
    ]
    assert [proof.wrong for proof in proofs] == [[]] * len(proofs)
    assert all(proof.tried for proof in proofs)
    assert sum(proof.refused for proof in proofs) > 10


def test_a_campaign_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    tried: list[int] = []

    def work(count: int, seed: int) -> Proof:
        tried.append(seed)
        if len(tried) == 3:
            raise KeyboardInterrupt
        return Proof("attempts", count, refused=1, wrong=[f"by {seed}"], counts={"more": 2})

    part = Part(work, 100, pieces=4)
    with pytest.raises(KeyboardInterrupt):
        part.prove("attempts", 0.9, 7, Ledger(tmp_path / "ledger"))
    proof = part.prove("attempts", 0.9, 7, Ledger(tmp_path / "ledger"))
    assert tried == [7_000, 7_001, 7_002, 7_002, 7_003]
    assert (proof.tried, proof.refused, len(proof.wrong), proof.counts) == (90, 4, 4, {"more": 8})
    assert part.sizes(0.01) == [1]
