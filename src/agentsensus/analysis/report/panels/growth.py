"""Growth, merges, cost and quality of the memory by round."""

from typing import Any

from agentsensus.analysis.report.material import RunMaterial
from agentsensus.worlds.events.event import Happened, Recalled, Remembered, Sent

__all__ = ["growth"]

_COUNTED = ("new", "merged", "known", "said", "recalls")


def growth(material: RunMaterial) -> dict[str, Any]:
    """Return new, merged and known statements, messages and recalls by round, and the final figures."""
    rounds = material.run.rounds
    counts = {name: [0] * (rounds + 1) for name in _COUNTED}
    for event in material.events:
        if isinstance(event, Remembered | Happened):
            for stated in event.statements:
                counts[stated.outcome][event.round] += 1
        elif isinstance(event, Recalled):
            counts["recalls"][event.round] += 1
        elif isinstance(event, Sent) and event.sender:
            counts["said"][event.round] += 1
    run = material.run.files.read()
    first = sum(record.created == 0 for record in material.records)
    return {"first": first, "counts": counts, "usage": run.usage, "figures": _figures(material)}


def _figures(material: RunMaterial) -> dict[str, Any]:
    """Return the figures for comparing two runs."""
    stats = material.run.stats
    names = ("design", "sediment", "sim", "total", "shared", "shared_pct", "max_owners", "linked_pct", "conflicts")
    figures: dict[str, Any] = {name: stats[name] for name in names}
    figures["merges"] = sum(stats["merges"].values())
    truth = stats["merge_truth"] or {}
    figures |= {"merge_precision": truth.get("precision"), "merge_recall": truth.get("recall")}
    bill = material.run.playbill
    figures["secrets_out"] = None if bill is None else f"{len(bill.secrets_out)} / {bill.secrets}"
    figures["mistaken"] = None if bill is None else len({who for version in bill.versions for who in version.holders})
    run = material.run.files.read()
    figures |= {"seed": run.seed, "rounds": material.run.rounds}
    return figures
