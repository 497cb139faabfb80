"""Answers of the tools as JSON: plain dicts and lists."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from agentsensus.memory.answers import Change, Contradiction, Deposit, Finding, Hit, Knower, Recall, Record

Json: TypeAlias = dict[str, Any]


def receipt_json(receipt: Deposit) -> Json:
    """Return the statements that a deposit stored. The answer does not say who else owns them."""
    statements = [
        {"id": statement.id, "text": statement.text, "known": statement.known} for statement in receipt.statements
    ]
    return {"agent": receipt.agent, "at": receipt.at, "statements": statements}


def recall_json(recall: Recall) -> Json:
    """Return a recall, as text and row by row."""
    return {
        "agent": recall.agent,
        "text": recall.text(),
        "hits": [hit_json(hit) for hit in recall.hits],
        "linked": [{**hit_json(hit), "link": hit.link} for hit in recall.linked],
    }


def hit_json(hit: Hit) -> Json:
    """Return a record as its owner sees it. `shared_by` names the agent that shared it ("": the application)."""
    lent = {} if hit.shared_by is None else {"shared_by": hit.shared_by}
    return {
        **lent,
        "id": hit.id,
        "text": hit.text,
        "score": hit.score,
        "since": hit.since,
        "via": hit.via.kind,
        "source": hit.via.source,
        "metadata": dict(hit.metadata),
    }


def own_knowledge_json(agent: str, hits: Iterable[Hit]) -> Json:
    """Return an agent's own records, in the form of `who_knows`."""
    return {
        "knowers": [
            {
                "agent": agent,
                "record": hit.id,
                "text": hit.text,
                "since": hit.since,
                "via": hit.via.kind,
                "source": hit.via.source,
                "score": hit.score,
            }
            for hit in hits
        ]
    }


def knowers_json(knowers: Sequence[Knower]) -> Json:
    """Return the agents that know something, each with time, manner, source and wording."""
    names = ("agent", "record", "text", "since", "via", "source", "score")
    return {"knowers": [{name: getattr(knower, name) for name in names} for knower in knowers]}


def findings_json(findings: Sequence[Finding]) -> Json:
    """Return records found by a search, each with all its owners."""
    return {
        "results": [
            {
                "id": finding.wording,
                "record": finding.record,
                "text": finding.text,
                "score": finding.score,
                "owners": list(finding.owners),
                "at": finding.at,
                "metadata": dict(finding.metadata),
            }
            for finding in findings
        ]
    }


def changes_json(record: str, changes: Sequence[Change]) -> Json:
    """Return the history of a record, in order."""
    entries = [
        {
            "at": change.at,
            "kind": change.kind,
            "who": change.who,
            "text": change.text,
            "detail": dict(change.detail),
        }
        for change in changes
    ]
    return {"record": record, "changes": entries}


def conflicts_json(pairs: Sequence[Contradiction]) -> Json:
    """Return pairs of contradicting statements. Only the author gets owners and the id of the conflict."""
    return {
        "conflicts": [
            [
                {"record": record, "text": text, **({"owners": list(owners), "conflict": pair.id} if owners else {})}
                for record, text, owners in zip(pair.records, pair.texts, pair.owners, strict=True)
            ]
            for pair in pairs
        ]
    }


def record_json(record: Record) -> Json:
    """Return a record with every owner and wording."""
    return {
        "id": record.id,
        "text": record.text,
        "owners": list(record.owners),
        "created": record.created,
        "kind": record.kind,
        "wordings": [
            {"id": wording.id, "text": wording.text, "at": wording.at, "owners": list(wording.owners)}
            for wording in record.wordings
        ],
        "links": [{"record": other, "kind": kind} for other, kind in record.links],
    }
