"""A pinch of the campaign, so that `make prove` keeps working."""

from tests.prove import agents, inputs, runs, stores


def test_a_pinch_of_every_quick_part_is_all_right() -> None:
    proofs = [
        stores.flips(6, 3),
        stores.imports(16, 3),
        runs.run_folders(12, 3),
        agents.owners(60, 3),
        agents.interference(1, 3),
        inputs.texts(3, 3),
    ]
    assert [proof.wrong for proof in proofs] == [[]] * len(proofs)
    assert all(proof.tried for proof in proofs)
    assert sum(proof.refused for proof in proofs) > 10
