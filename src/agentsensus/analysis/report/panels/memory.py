"""The memory: every record with owners, wordings, links, conflicts and history, and who knew it by round."""

from typing import Any

from agentsensus.analysis.report.material import RunMaterial
from agentsensus.memory.answers import Change, Record

__all__ = ["memory", "record_data"]


def memory(material: RunMaterial) -> dict[str, Any]:
    """Records in a compact form; the page searches them and computes who knew a record after any round."""
    return {"records": [record_data(record, material.histories[record.id]) for record in material.records]}


def record_data(record: Record, changes: list[Change]) -> dict[str, Any]:
    """A record with its owners over time, wordings, links and history, as the page shows it."""
    return {
        "id": record.id,
        "text": record.text,
        "at": record.created,
        "origin": record.origin,
        "kind": record.kind,
        "held": _held(changes),
        "links": [list(link) for link in record.links],
        "history": [_change(change) for change in changes if change.kind not in ("said", "forgotten")],
    }


def _held(changes: list[Change]) -> list[list[Any]]:
    """By owner: the round, words, way and source of keeping, and the round of forgetting, if any."""
    held: list[list[Any]] = []
    for change in changes:
        if change.kind == "said":
            via, _, source = str(change.detail.get("via", "")).partition(":")
            held.append([change.who, change.at, change.text, via, source, None])
        elif change.kind == "forgotten":
            for row in held:
                if row[0] == change.who and row[2] == change.text and row[5] is None:
                    row[5] = change.at
    return held


def _change(change: Change) -> list[Any]:
    if change.kind == "judged":
        candidates = [
            [candidate["text"], candidate.get("score"), candidate.get("relation"), candidate.get("vetoes") or []]
            for candidate in change.detail.get("candidates", ())[:3]
        ]
        return [change.at, "judged", change.who, change.text, str(change.detail.get("relation", "")), candidates]
    return [change.at, change.kind, change.who, change.text, str(change.detail.get("of", "")), []]
