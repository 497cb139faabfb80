"""The memory: every record with its owners, wordings, links, conflicts and history, and who knew it in which round."""

from collections.abc import Mapping
from typing import Any

from agentsensus.memory.record import Change, Record
from agentsensus.report.material import RunMaterial
from agentsensus.report.vetoes import veto_parts

__all__ = ["memory"]


def memory(material: RunMaterial) -> dict[str, Any]:
    """Records in a compact form; the page searches them and works out who knew what after any round."""
    return {"records": [_record(material, record) for record in material.records]}


def _record(material: RunMaterial, record: Record) -> dict[str, Any]:
    changes = material.histories[record.id]
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
    """Who kept it when, in which words, how and from whom, and in which round it was forgotten (or never)."""
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
            [candidate["text"], candidate.get("score"), candidate.get("relation"), _vetoes(candidate)]
            for candidate in change.detail.get("candidates", ())[:3]
        ]
        return [change.at, "judged", change.who, change.text, str(change.detail.get("relation", "")), candidates]
    return [change.at, change.kind, change.who, change.text, str(change.detail.get("of", "")), []]


def _vetoes(candidate: Mapping[str, Any]) -> list[list[str]]:
    return [veto_parts(reason) for reason in candidate.get("vetoes") or ()]
