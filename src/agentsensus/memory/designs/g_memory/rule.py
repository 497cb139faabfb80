"""Distil without a model: an insight names the common subject of several rows, or joins several rows.

A row supports an insight if it is near (by cosine) and shares a name with it; if a veto finds a contradiction, it
opposes the insight. Each insight is supported or opposed at most once per batch. From the rows that support no insight,
the most central row and its nearest rows are joined into a new insight; this repeats for the remaining rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agentsensus.base.arrays import FloatArray
from agentsensus.language.names import Names
from agentsensus.memory.core.drafts import DraftStatement
from agentsensus.memory.designs.extracts import extract
from agentsensus.memory.designs.g_memory.insights import Board, Insight
from agentsensus.memory.designs.g_memory.settings import GMemorySettings
from agentsensus.memory.designs.private_rows import Ref
from agentsensus.memory.designs.subjects import generalised, subjects
from agentsensus.memory.judge.vetoes import CONTRADICTING, vetoes
from agentsensus.store.search.similarity import cosine, scores

_PARTS = 2
_ROUGH = 0.001
_SAME_SUBJECT = 0.95
"""Two insights about subjects count as equal from this cosine on."""


@dataclass(frozen=True, slots=True)
class Experience:
    """One interaction row of the batch that is distilled."""

    ref: Ref
    draft: DraftStatement


def weigh(board: Board, rows: Sequence[Experience]) -> list[Experience]:
    """Raise or lower the score of each insight that rows support or oppose. Returns the rows that support none."""
    used: set[int] = set()
    insights = list(board.insights)
    likeness = _likeness([insight.draft for insight in insights], [row.draft for row in rows])
    for insight, rough in zip(insights, likeness, strict=True):
        candidates = np.flatnonzero(rough >= board.settings.near - _ROUGH).tolist()
        near = [row for row in map(rows.__getitem__, candidates) if _near(insight.draft, row.draft, board.settings)]
        against = [row for row in near if _contradicts(insight.draft, row.draft)]
        if against:
            board.remove(insight, [row.ref for row in against])
        elif near:
            board.agree(insight, [row.ref for row in near])
            used |= {id(row) for row in near}
    return [row for row in rows if id(row) not in used]


def extracts(rows: Sequence[Experience], settings: GMemorySettings) -> list[tuple[str, list[Experience]]]:
    """Return the texts of new insights, each with the rows that it joins, the most central first."""
    left = list({row.draft.text: row for row in reversed(rows)}.values())[::-1]
    insights: list[tuple[str, list[Experience]]] = []
    while len(left) >= _PARTS and len(insights) < settings.insights:
        vectors = np.stack([row.draft.vector for row in left])
        likeness = np.stack([scores(vectors, vector) for vector in vectors])
        central = int(np.argmax(np.round(likeness.mean(axis=1), 4)))
        by_likeness = np.argsort(-likeness[central], kind="stable").tolist()
        order = [central, *(place for place in by_likeness if place != central)]
        text, used = extract([left[place].draft.text for place in order], settings.token_cap, _PARTS)
        if not used:
            break
        used_texts = {left[order[place]].draft.text for place in used}
        insights.append((text, [row for row in rows if row.draft.text in used_texts]))
        left = [row for row in left if row.draft.text not in used_texts]
    return insights


def in_common(board: Board, rows: Sequence[Experience], names: Names) -> list[tuple[str, list[Experience]]]:
    """Return the texts of new insights about a person, place or theme common to several rows, each with these rows.

    If such an insight exists already, its score is raised instead.
    """
    distinct = list({row.draft.text: row for row in reversed(rows)}.values())[::-1]
    readings = [row.draft.reading for row in distinct]
    known = {insight.draft.text: insight for insight in board.insights}
    insights: dict[str, list[Experience]] = {}
    for subject in subjects(readings, names):
        text = generalised(subject, readings, names, board.settings.token_cap)
        cited = [distinct[number] for number in subject.of]
        if text in known:
            board.agree(known.pop(text), [row.ref for row in cited])
        elif text and len(insights) < board.settings.insights:
            insights.setdefault(text, cited)
    return list(insights.items())


def alike(insights: Sequence[Insight], settings: GMemorySettings) -> list[list[Insight]]:
    """Return groups of two or more similar insights. The first insight of each group has the highest score."""
    ordered = sorted(insights, key=lambda insight: -insight.score)
    drafts = [insight.draft for insight in ordered]
    least = settings.near if settings.distil == "clauses" else max(settings.near, _SAME_SUBJECT)
    is_candidate = _likeness(drafts, drafts) >= least - _ROUGH
    groups: dict[int, list[Insight]] = {}
    for number, insight in enumerate(ordered):
        heads = (head for head in np.flatnonzero(is_candidate[number, :number]).tolist() if head in groups)
        for head in heads:
            if _alike(drafts[head], insight.draft, settings) and not _contradicts(drafts[head], insight.draft):
                groups[head].append(insight)
                break
        else:
            groups[number] = [insight]
    return [group for group in groups.values() if len(group) > 1]


def _likeness(some: Sequence[DraftStatement], others: Sequence[DraftStatement]) -> FloatArray:
    """Return approximate similarities of `some` (rows) to `others` (columns). Callers recompute values close to a limit
    exactly.
    """
    if not some or not others:
        return np.zeros((len(some), len(others)), np.float32)
    return np.stack([draft.vector for draft in some]) @ np.stack([draft.vector for draft in others]).T


def _alike(a: DraftStatement, b: DraftStatement, settings: GMemorySettings) -> bool:
    """Return whether two insights are nearly equal. Those about subjects all sound alike, so they need a higher
    cosine.
    """
    is_nearer = settings.distil == "clauses" or cosine(a.vector, b.vector) >= _SAME_SUBJECT
    return is_nearer and _near(a, b, settings)


def _near(a: DraftStatement, b: DraftStatement, settings: GMemorySettings) -> bool:
    shared = set(a.reading.persons) & set(b.reading.persons)
    nameless = not a.reading.persons or not b.reading.persons
    return (bool(shared) or nameless) and cosine(a.vector, b.vector) >= settings.near


def _contradicts(insight: DraftStatement, row: DraftStatement) -> bool:
    """Return whether a row contradicts the clause of an insight that shares most words with the row."""
    words = row.reading.vocabulary
    clause = max(insight.reading.clauses, key=lambda clause: len(clause.vocabulary & words))
    shared = len(clause.vocabulary & words)
    if not shared or 2 * shared < min(len(clause.vocabulary), len(words)):
        return False
    against = set(vetoes(clause, row.reading))
    return bool(against) and against <= CONTRADICTING
