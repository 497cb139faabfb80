"""Run the robustness campaigns, or a share of them. Exit code 1 if a guarantee was violated."""

import argparse
import json
import sys
import time
from dataclasses import asdict
from pathlib import Path

from tests.prove import (
    agreement,
    attacks,
    crafted_stores,
    fuzz,
    hostile_input,
    isolation,
    run_folders,
    servers,
    store_files,
)
from tests.prove.campaign import Campaign, Checkpoint

CAMPAIGNS = {
    "store-kills": Campaign(store_files.kill_writers, 200, batches=10),
    "run-kills": Campaign(run_folders.kill_runs, 50, batches=10),
    "run-folders": Campaign(run_folders.alter_run_folders, 10_000, batches=20),
    "flips": Campaign(store_files.flip_bits, 2_000, batches=10),
    "imports": Campaign(store_files.alter_exports, 10_000, batches=20),
    "crafted": Campaign(crafted_stores.open_crafted_stores, 10_000, batches=20),
    "owners": Campaign(isolation.check_owners, 100_000, batches=10),
    "interference": Campaign(isolation.check_interference, 500, batches=25),
    "commands": Campaign(hostile_input.give_bad_command_lines, 300, batches=6),
    "servers": Campaign(servers.write_at_once, 20, batches=10),
    "agreement": Campaign(agreement.check_agreement, 60, batches=20),
    "fuzz": Campaign(fuzz.send_strange_texts, 20_000, batches=20),
    "timing": Campaign(attacks.guess_by_timing, 1_000),
    "grants": Campaign(attacks.grant_rows, 1_000, batches=10),
    "cancellation": Campaign(attacks.cancel_writes, 2_000, batches=10),
    "forks": Campaign(attacks.fork_processes, 500, batches=10),
    "fsync": Campaign(attacks.trace_disk_writes, 100),
    "texts": Campaign(hostile_input.remember_slow_texts, 40),
}
"""Every campaign with its full number of attempts."""


def main() -> int:
    """Run the campaigns that the command line names and print one line for each."""
    parser = argparse.ArgumentParser(prog="python -m tests.prove", description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="share of the full number of attempts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=sorted(CAMPAIGNS), action="append", help="run this campaign; repeatable")
    parser.add_argument("--json", type=Path, help="also write the counts to this file")
    parser.add_argument(
        "--ledger", type=Path, help="record finished batches in this file and skip those that it already has"
    )
    parser.add_argument("--stop-after", type=float, help="begin no further batch after this many seconds")
    options = parser.parse_args()
    until = None if options.stop_after is None else time.monotonic() + options.stop_after
    checkpoint, tallies = Checkpoint(options.ledger), []
    for name in options.only or CAMPAIGNS:
        tally, left = CAMPAIGNS[name].run(name, options.share, options.seed, checkpoint, until)
        print(tally.summary + (f"  {left} batches left" if left else ""), *tally.first_violations, sep="\n", flush=True)
        tallies.append(tally)
    if options.json:
        options.json.write_text(json.dumps([asdict(tally) for tally in tallies], indent=1) + "\n", "utf-8")
    return int(any(tally.violations for tally in tallies))


if __name__ == "__main__":
    sys.exit(main())
