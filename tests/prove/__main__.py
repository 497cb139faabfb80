"""`python -m tests.prove --share 0.1`: the whole campaign, or a share of it; exit code 1 if anything went wrong."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from tests.prove import agents, inputs, runs, stores
from tests.prove.campaign import Ledger, Part

CAMPAIGN = {
    "store-kills": Part(stores.store_kills, 200, pieces=10),
    "run-kills": Part(runs.run_kills, 50, pieces=10),
    "run-folders": Part(runs.run_folders, 10_000, pieces=20),
    "flips": Part(stores.flips, 2_000, pieces=10),
    "imports": Part(stores.imports, 10_000, pieces=20),
    "owners": Part(agents.owners, 100_000, pieces=10),
    "interference": Part(agents.interference, 500, pieces=25),
    "commands": Part(inputs.commands, 300, pieces=6),
    "texts": Part(inputs.texts, 40),
}
"""What is done, and how often in the whole campaign."""


def main() -> int:
    """Run the campaign as the command line asks."""
    options = argparse.ArgumentParser(prog="python -m tests.prove", description=__doc__)
    options.add_argument("--share", type=float, default=1.0, help="how much of the whole campaign")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only", choices=sorted(CAMPAIGN), action="append", help="only this part; may be repeated")
    options.add_argument("--json", type=Path, help="write the counts to this file too")
    options.add_argument(
        "--ledger", type=Path, help="keep each piece that is done in this file; given again, go on from there"
    )
    asked = options.parse_args()
    ledger, proofs = Ledger(asked.ledger), []
    for name in asked.only or CAMPAIGN:
        proof = CAMPAIGN[name].prove(name, asked.share, asked.seed, ledger)
        print(proof.line, *proof.complaints, sep="\n", flush=True)
        proofs.append(proof)
    if asked.json:
        asked.json.write_text(json.dumps([asdict(proof) for proof in proofs], indent=1) + "\n", "utf-8")
    return int(any(proof.wrong for proof in proofs))


if __name__ == "__main__":
    sys.exit(main())
