"""Every campaign of `make prove` at a small fixed size."""

from functools import partial
from pathlib import Path

import pytest

from tests.prove.__main__ import CAMPAIGNS
from tests.prove.campaign import Campaign, Checkpoint, Tally
from tests.prove.hostile_input import remember_slow_texts

ATTEMPTS = {
    "store-kills": 4,
    "run-kills": 2,
    "run-folders": 60,
    "flips": 40,
    "imports": 80,
    "crafted": 40,
    "owners": 400,
    "interference": 2,
    "commands": 1,
    "servers": 0,
    "agreement": 1,
    "texts": 4,
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_a_small_campaign_finds_no_violation(name: str) -> None:
    attack = partial(remember_slow_texts, timed=False) if name == "texts" else CAMPAIGNS[name].attack
    tally = attack(ATTEMPTS[name], 3)
    assert tally.violations == []
    assert tally.attempts >= ATTEMPTS[name]
    if name in ("run-folders", "flips", "imports", "crafted"):
        assert tally.refusals > 0


def test_a_stopped_campaign_continues_with_the_first_missing_batch(tmp_path: Path) -> None:
    seeds: list[int] = []

    def attack(count: int, seed: int) -> Tally:
        seeds.append(seed)
        if len(seeds) == 3:
            raise KeyboardInterrupt
        return Tally("attempts", count, refusals=1, violations=[f"by {seed}"], counts={"more": 2})

    campaign = Campaign(attack, 100, batches=4)
    with pytest.raises(KeyboardInterrupt):
        campaign.run("attempts", 0.9, 7, Checkpoint(tmp_path / "checkpoint"))
    tally = campaign.run("attempts", 0.9, 7, Checkpoint(tmp_path / "checkpoint"))
    assert seeds == [7_000, 7_001, 7_002, 7_002, 7_003]
    assert (tally.attempts, tally.refusals, len(tally.violations), tally.counts) == (90, 4, 4, {"more": 8})
    assert campaign.batch_sizes(0.01) == [1]
