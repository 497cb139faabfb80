"""Every campaign of `make prove` at a small fixed size."""

import os
import resource
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from tests.prove.__main__ import CAMPAIGNS
from tests.prove.campaign import Campaign, Checkpoint, Tally
from tests.prove.command_lines import ForkServer
from tests.prove.fuzz import send_strange_texts
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
    "fuzz": 20,
    "timing": 40,
    "grants": 6,
    "cancellation": 40,
    "forks": 5,
    "fsync": 4,
    "texts": 4,
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_a_small_campaign_finds_no_violation(name: str) -> None:
    untimed = {"texts": partial(remember_slow_texts, timed=False), "fuzz": partial(send_strange_texts, timed=False)}
    attack = untimed.get(name, CAMPAIGNS[name].attack)
    tally = attack(ATTEMPTS[name], 3)
    assert tally.violations == []
    assert tally.attempts >= ATTEMPTS[name] or "strace" in " ".join(tally.counts)
    if name in ("run-folders", "flips", "imports", "crafted"):
        assert tally.refusals > 0


def test_a_stopped_campaign_continues_with_the_first_missing_batch(tmp_path: Path) -> None:
    seeds: list[int] = []

    def attack(count: int, seed: int) -> Tally:
        seeds.append(seed)
        if len(seeds) == 3:
            raise KeyboardInterrupt
        return Tally(
            "attempts", count, refusals=1, violations=[f"by {seed}"], counts={"more": 2}, highest={"steps": seed}
        )

    campaign = Campaign(attack, 100, batches=4)
    with pytest.raises(KeyboardInterrupt):
        campaign.run("attempts", 0.9, 7, Checkpoint(tmp_path / "checkpoint"))
    tally, left = campaign.run("attempts", 0.9, 7, Checkpoint(tmp_path / "checkpoint"))
    assert left == 0
    assert seeds == [7_000, 7_001, 7_002, 7_002, 7_003]
    assert (tally.attempts, tally.refusals, len(tally.violations), tally.counts) == (90, 4, 4, {"more": 8})
    assert tally.highest == {"steps": 7_003}
    assert campaign.batch_sizes(0.01) == [1]


def test_no_batch_is_begun_after_the_given_time(tmp_path: Path) -> None:
    campaign = Campaign(lambda count, seed: Tally("attempts", count), 100, batches=4)
    tally, left = campaign.run("attempts", 1, 7, Checkpoint(tmp_path / "checkpoint"), until=0.0)
    assert (tally.attempts, left) == (0, 4)


def test_a_command_line_runs_although_a_thousand_files_are_open(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2_048), hard))
    with ExitStack() as opened:
        opened.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        for _ in range(1_100):
            opened.enter_context(Path(os.devnull).open("rb"))
        server = opened.enter_context(ForkServer(tmp_path, "unchanged", tmp_path))
        assert server.run(["--version"]).code == 0
        assert server.run(["no-such-command"]).code == 2
