"""Which merges of a players' run were right. Only merges across agents of statements in unequal words count."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from agentsensus.memory.async_client import AsyncMemory
from agentsensus.memory.record import Record
from agentsensus.minds.players.claims.deeds import CAME, GOING, TOLD, parts
from agentsensus.study.truth import Fact, Truth
from agentsensus.text.names import Names
from agentsensus.text.reading import read

__all__ = ["BINS", "Pairing", "bin_name", "figures", "merge_truth", "overlap_of", "pairings"]

BINS = ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.01))


@dataclass(frozen=True, slots=True)
class _Wording:
    id: str
    text: str
    agents: frozenset[str]
    record: str
    fact: Fact | None


@dataclass(frozen=True, slots=True)
class Pairing:
    """A statement of an event beside another one it could merge with: whether they tell the same, and were merged."""

    event: str
    statement: str
    other: str
    kind: str
    same: bool
    merged: bool
    overlap: float


def merge_truth(memory: AsyncMemory, truth: Truth, names: Names) -> dict[str, Any] | None:
    """Precision and recall of a run's merges, by class and by overlap of words; None where nothing counts."""
    return figures(pairings(memory, truth, names))


def figures(found: Sequence[Pairing]) -> dict[str, Any] | None:
    """Precision and recall of merges, of one run or several; None where nothing counts."""
    positives, negatives = [one for one in found if one.same], [one for one in found if not one.same]
    right, wrong = sum(one.merged for one in positives), sum(one.merged for one in negatives)
    if not found:
        return None
    return {
        "precision": round(right / (right + wrong), 4) if right + wrong else None,
        "recall": round(right / len(positives), 4) if positives else None,
        "merges": right + wrong,
        "hard_negatives": len(negatives),
        "overlap": {
            bin_name(low, high): _counts([one for one in found if low <= one.overlap < high]) for low, high in BINS
        },
        "by_class": {kind: _counts([o for o in found if o.kind == kind]) for kind in sorted({o.kind for o in found})},
    }


def bin_name(low: float, high: float) -> str:
    """How a bin of overlaps is called."""
    return f"{low:.1f}-{min(high, 1):.1f}"


def _counts(found: Iterable[Pairing]) -> dict[str, int]:
    listed = list(found)
    return {
        "same": sum(one.same for one in listed),
        "other": sum(not one.same for one in listed),
        "merged": sum(one.merged for one in listed),
    }


def pairings(memory: AsyncMemory, truth: Truth, names: Names) -> list[Pairing]:
    """Each counted statement beside the claim it should join, and beside every candidate that claims otherwise."""
    wordings = _wordings(memory.records(), truth)
    compared = {one.wording: one.candidates for one in memory.decided()}
    by_fact: dict[Fact, list[_Wording]] = defaultdict(list)
    found: list[Pairing] = []
    for one in wordings.values():
        if one.fact is None:
            continue
        before = by_fact[one.fact]
        if one.id in truth.facts:
            candidates = [wordings[id_] for id_ in compared.get(one.id, ()) if id_ in wordings]
            joined = any(other.record == one.record for other in before)
            others = [other for other in candidates if not (joined and other.record == one.record)]
            found += [*_positive(one, before, names), *_negatives(one, others, truth, names)]
        before.append(one)
    return found


def _wordings(records: Iterable[Record], truth: Truth) -> dict[str, _Wording]:
    """Every wording with its record and what it really says, in the order in which they came."""
    listed = []
    for record in records:
        for wording in record.wordings:
            claim = truth.script.claim(wording.text)
            fact = truth.facts.get(wording.id) or (Fact(claim) if claim else None)
            agents = frozenset(wording.owners or (wording.agent,))
            listed.append((wording.at, wording.id, _Wording(wording.id, wording.text, agents, record.id, fact)))
    return {id_: one for _, id_, one in sorted(listed, key=lambda each: each[:2])}


def _positive(one: _Wording, before: list[_Wording], names: Names) -> list[Pairing]:
    """The pairing with the claim's earlier wordings, if another has it and in no equal words."""
    key = names.canonical(one.text)
    if one.fact is None or not before or any(other.agents & one.agents for other in before):
        return []
    if any(names.canonical(other.text) == key for other in before):
        return []
    merged = any(other.record == one.record for other in before)
    near = max(before, key=lambda other: overlap_of(one.text, other.text, names))
    overlap = overlap_of(one.text, near.text, names)
    return [Pairing(one.fact.claim.event, one.text, near.text, "other_telling", True, merged, overlap)]


def _negatives(one: _Wording, candidates: list[_Wording], truth: Truth, names: Names) -> list[Pairing]:
    found = []
    for other in {other.record: other for other in candidates}.values():
        if other.fact is None or one.fact is None or other.fact == one.fact or other.agents & one.agents:
            continue
        kind, overlap = _kind(one.fact, other.fact, truth), overlap_of(one.text, other.text, names)
        merged, event = other.record == one.record, one.fact.claim.event
        found.append(Pairing(event, one.text, other.text, kind, False, merged, overlap))
    return found


def _kind(one: Fact, other: Fact, truth: Truth) -> str:
    """In which way two statements do not tell the same."""
    a, b = one.claim, other.claim
    if a.event == b.event:
        kinds = {truth.kind(a), truth.kind(b)}
        return "lie" if "lie" in kinds else "drifted" if "drift" in kinds else "other_part"
    first, second = parts(a.event), parts(b.event)
    told = {first[0], second[0]}
    if TOLD in told and (first[-1] == second[-1] or first[-1] == b.event or second[-1] == a.event):
        return "told_against_happened"
    if told == {CAME, GOING} and first[1:] == second[1:]:
        return "plan_against_done"
    return "other_event"


def overlap_of(one: str, other: str, names: Names) -> float:
    """The share of content words without names that the shorter statement has in common with the other."""
    a, b = (read(names.canonical(text), names).vocabulary for text in (one, other))
    return round(len(a & b) / min(len(a), len(b)), 4) if a and b else 0.0
