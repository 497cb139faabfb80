"""`python -m tests.prove --share 0.1`: the whole campaign, or a share of it; exit code 1 if anything went wrong."""

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.prove import agents, inputs, runs, stores
from tests.prove.campaign import Proof

CAMPAIGN: dict[str, tuple[Callable[[int, int], Proof], int]] = {
    "store-kills": (stores.store_kills, 200),
    "run-kills": (runs.run_kills, 50),
    "run-folders": (runs.run_folders, 10_000),
    "flips": (stores.flips, 2_000),
    "imports": (stores.imports, 10_000),
    "owners": (agents.owners, 100_000),
    "interference": (agents.interference, 500),
    "commands": (inputs.commands, 300),
    "texts": (inputs.texts, 40),
}
"""What is done, and how often in the whole campaign."""


def main() -> int:
    """Run the campaign as the command line asks."""
    options = argparse.ArgumentParser(prog="python -m tests.prove", description=__doc__)
    options.add_argument("--share", type=float, default=1.0, help="how much of the whole campaign")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only", choices=sorted(CAMPAIGN), action="append", help="only this part; may be repeated")
    options.add_argument("--json", type=Path, help="write the counts to this file too")
    asked = options.parse_args()
    proofs = []
    for name in asked.only or CAMPAIGN:
        part, whole = CAMPAIGN[name]
        began = time.monotonic()
        proof = part(max(1, round(whole * asked.share)), asked.seed)
        print(f"{proof.line}  ({time.monotonic() - began:.0f} s)", *proof.complaints, sep="\n", flush=True)
        proofs.append(proof)
    if asked.json:
        rows = [{"name": p.name, "tried": p.tried, "refused": p.refused, "wrong": len(p.wrong)} for p in proofs]
        asked.json.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
    return int(any(proof.wrong for proof in proofs))


if __name__ == "__main__":
    sys.exit(main())
