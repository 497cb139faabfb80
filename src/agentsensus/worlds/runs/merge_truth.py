"""Score the merges of a players' run against the truth.

Only merges across agents of differently worded statements count.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from agentsensus.language.names import Names
from agentsensus.language.reading import read
from agentsensus.memory import read as reads
from agentsensus.memory.answers import Record
from agentsensus.memory.api import AsyncMemory
from agentsensus.worlds.minds.players.claims.run_events import CAME, GOING, TOLD, parts
from agentsensus.worlds.runs.truth import Fact, Truth

__all__ = ["BINS", "CONTENT", "Pairing", "bin_name", "figures", "merge_truth", "overlap_of", "pairings"]

CONTENT = "report_content"
"""Class of pairs of a report and the reported event. The truth records the report, not whether the event happened."""
BINS = ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.01))


@dataclass(frozen=True, slots=True)
class _Wording:
    id: str
    text: str
    agents: frozenset[str]
    record: str
    fact: Fact | None
    is_content: bool


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two statements that could be merged: whether they tell the same fact, and whether they were merged."""

    event: str
    statement: str
    other: str
    kind: str
    same: bool
    merged: bool
    overlap: float


def merge_truth(memory: AsyncMemory, truth: Truth, names: Names) -> dict[str, Any] | None:
    """Return precision and recall of a run's merges, by class and by word overlap; None if there are no pairs to
    score.
    """
    return figures(pairings(memory, truth, names))


def figures(pairs: Sequence[Pairing]) -> dict[str, Any] | None:
    """Return precision and recall of the merges of one or several runs; None if there are no pairs to score."""
    counted = [pair for pair in pairs if pair.kind != CONTENT]
    positives, negatives = [pair for pair in counted if pair.same], [pair for pair in counted if not pair.same]
    right, wrong = sum(pair.merged for pair in positives), sum(pair.merged for pair in negatives)
    if not pairs:
        return None
    return {
        "precision": round(right / (right + wrong), 4) if right + wrong else None,
        "recall": round(right / len(positives), 4) if positives else None,
        "merges": right + wrong,
        "hard_negatives": len(negatives),
        "overlap": {
            bin_name(low, high): _counts([pair for pair in counted if low <= pair.overlap < high]) for low, high in BINS
        },
        "by_class": {
            kind: _counts([pair for pair in pairs if pair.kind == kind])
            for kind in sorted({pair.kind for pair in pairs})
        },
    }


def bin_name(low: float, high: float) -> str:
    """Return the name of an overlap bin, such as 0.2-0.4."""
    return f"{low:.1f}-{min(high, 1):.1f}"


def _counts(pairs: Iterable[Pairing]) -> dict[str, int]:
    every = list(pairs)
    return {
        "same": sum(pair.same for pair in every),
        "other": sum(not pair.same for pair in every),
        "merged": sum(pair.merged for pair in every),
    }


def pairings(memory: AsyncMemory, truth: Truth, names: Names) -> list[Pairing]:
    """Return the pairs to score: each statement with the earlier wording it should join, and with every other
    candidate.
    """
    wordings = _wordings(reads.records(memory.session), truth)
    compared = {wording.wording: wording.candidates for wording in reads.decided(memory.session)}
    by_fact: dict[Fact, list[_Wording]] = defaultdict(list)
    pairs: list[Pairing] = []
    for wording in wordings.values():
        if wording.fact is None:
            continue
        before = by_fact[wording.fact]
        if wording.id in truth.facts:
            candidates = [wordings[id_] for id_ in compared.get(wording.id, ()) if id_ in wordings]
            joined = any(other.record == wording.record for other in before)
            others = [other for other in candidates if not (joined and other.record == wording.record)]
            pairs += [*_positive(wording, before, names), *_negatives(wording, others, truth, names)]
        before.append(wording)
    return pairs


def _wordings(records: Iterable[Record], truth: Truth) -> dict[str, _Wording]:
    """Return every wording by id, oldest first, with its record and the fact that it tells."""
    dated = []
    for record in records:
        for wording in record.wordings:
            claim = truth.script.claim(wording.text)
            fact = truth.facts.get(wording.id) or (Fact(claim) if claim else None)
            agents = frozenset(wording.owners or (wording.agent,))
            is_content = claim is None and fact is not None and truth.script.is_report(fact.claim.event)
            told = _Wording(wording.id, wording.text, agents, record.id, fact, is_content)
            dated.append((wording.at, wording.id, told))
    return {id_: wording_ for _, id_, wording_ in sorted(dated, key=lambda each: each[:2])}


def _positive(wording: _Wording, before: list[_Wording], names: Names) -> list[Pairing]:
    """Return the pair of a wording and the closest earlier wording of the same claim, in a list.

    Empty if an earlier wording has the same owner or the same words.
    """
    key = names.canonical(wording.text)
    if wording.fact is None or not before or any(other.agents & wording.agents for other in before):
        return []
    if any(names.canonical(other.text) == key for other in before):
        return []
    merged = any(other.record == wording.record for other in before)
    near = max(before, key=lambda other: overlap_of(wording.text, other.text, names))
    overlap = overlap_of(wording.text, near.text, names)
    return [Pairing(wording.fact.claim.event, wording.text, near.text, "other_telling", True, merged, overlap)]


def _negatives(wording: _Wording, candidates: list[_Wording], truth: Truth, names: Names) -> list[Pairing]:
    pairs = []
    for other in {other.record: other for other in candidates}.values():
        if other.fact is None or wording.fact is None or other.fact == wording.fact or other.agents & wording.agents:
            continue
        is_told_of_one = wording.is_content != other.is_content
        kind = CONTENT if is_told_of_one else _kind(wording.fact, other.fact, truth)
        overlap = overlap_of(wording.text, other.text, names)
        merged, event = other.record == wording.record, wording.fact.claim.event
        pairs.append(Pairing(event, wording.text, other.text, kind, False, merged, overlap))
    return pairs


def _kind(fact: Fact, other: Fact, truth: Truth) -> str:
    """Return the class of two statements that must not be merged: lie, drifted version, plan and deed, and so on."""
    a, b = fact.claim, other.claim
    if a.event == b.event:
        kinds = {truth.kind(a), truth.kind(b)}
        return "lie" if "lie" in kinds else "drifted" if "drift" in kinds else "other_part"
    first, second = parts(a.event), parts(b.event)
    kinds_of_deed = {first[0], second[0]}
    if TOLD in kinds_of_deed and (first[-1] == second[-1] or first[-1] == b.event or second[-1] == a.event):
        return "told_against_happened"
    if kinds_of_deed == {CAME, GOING} and first[1:] == second[1:]:
        return "plan_against_done"
    return "other_event"


def overlap_of(statement: str, other: str, names: Names) -> float:
    """Return the share of content words (without names) that the shorter statement shares with the other."""
    a, b = (read(names.canonical(text), names).vocabulary for text in (statement, other))
    return round(len(a & b) / min(len(a), len(b)), 4) if a and b else 0.0
