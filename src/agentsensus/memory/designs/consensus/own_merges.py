"""Private merges: merges among the statements of one owner, decided without other agents' statements."""

from collections.abc import Iterable, Sequence

import numpy as np

from agentsensus.language.reading import Reading
from agentsensus.memory.core.agent_view import OwnRecords
from agentsensus.memory.core.drafts import DraftDeposit, DraftStatement
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.snapshot import CONFLICT, Snapshot
from agentsensus.memory.core.writer import Writer
from agentsensus.memory.designs.consensus.judgement import EXACT, Judgement, VetoRule
from agentsensus.memory.designs.consensus.matching import Match
from agentsensus.memory.judge import Relation
from agentsensus.store.rows import LinkRow, MergeRow

__all__ = ["OwnMerges", "nearer_to_split"]

OWN = "own"


def nearer_to_split(
    engine: Engine, draft: DraftStatement, members: Sequence[int], apart: Iterable[Sequence[int]]
) -> bool:
    """Return whether a draft is more similar to one of the records `apart` than to the wordings `members` of a
    record.
    """

    def best(atoms: Sequence[int]) -> float:
        return float(engine.matrix.scores_of(np.array(sorted(atoms), np.int64), draft.vector).max())

    here = best(members)
    return any(best(others) > here for others in apart)


class OwnMerges:
    """Writes, for each owner, the merges and contradictions among its own statements."""

    def __init__(self, engine: Engine, view: Snapshot, writer: Writer, vetoes: VetoRule) -> None:
        self._engine = engine
        self._view = view
        self._writer = writer
        self._vetoes = vetoes
        self._atoms: list[int] = []
        self._records: dict[tuple[str, int], int] = {}
        self._readings: dict[tuple[str, int], dict[str, Reading]] = {}
        self._agent_views: dict[str, OwnRecords | None] = {}

    def write(self, atom: int, deposit: DraftDeposit, draft: DraftStatement, judgements: dict[str, Judgement]) -> bool:
        """Write the private merges and conflicts of an atom. Returns True if every owner already had the record."""
        owners = [name for name, _ in deposit.owners_of(draft)]
        self._atoms.append(atom)
        was_known = [self._write(owner, atom, draft, judgements.get(owner) or Judgement()) for owner in owners]
        return all(was_known)

    def _write(self, owner: str, atom: int, draft: DraftStatement, judgement: Judgement) -> bool:
        target, agent = self._target(owner, draft, judgement), self._writer.agent(owner)
        record = atom if target is None else target
        self._records[owner, len(self._atoms) - 1] = record
        self._readings.setdefault((owner, record), {}).setdefault(draft.reading.text, draft.reading)
        batch = self._writer.batch
        if target is not None:
            batch.merges.append(MergeRow(self._writer.at, atom, target, OWN, agent=agent))
        for known, verdict in zip(judgement.known, judgement.verdicts, strict=True):
            if verdict.relation is Relation.CONFLICTING and self._record_of(owner, known) != record:
                other = known.atom if known.atom is not None else self._atoms[known.draft or 0]
                batch.links.append(LinkRow(self._writer.at, atom, other, CONFLICT, agent))
        return target is not None

    def _target(self, owner: str, draft: DraftStatement, judgement: Judgement) -> int | None:
        """Return the owner's own record that a draft repeats; None if the draft is new to the owner."""
        order = sorted(
            (place for place, verdict in enumerate(judgement.verdicts) if verdict.relation is Relation.SAME),
            key=lambda place: (judgement.verdicts[place].judge != EXACT, -judgement.verdicts[place].score, place),
        )
        for place in order:
            record = self._record_of(owner, judgement.known[place])
            wordings = self._wordings(owner, record)
            if self._is_nearer_to_split(owner, draft, record):
                continue
            is_checked = self._vetoes.applies_to(judgement.verdicts[place])
            if wordings and not (is_checked and any(self._vetoes.find(draft.reading, each) for each in wordings)):
                return record
        return None

    def _is_nearer_to_split(self, owner: str, draft: DraftStatement, record: int) -> bool:
        """Return whether a draft is more similar to a record of the owner that the author split from this one."""
        agent = self._engine.agent(owner)
        apart = set() if agent is None else self._view.own_apart(agent).get(record, set())
        if agent is None or not apart:
            return False
        members: dict[int, list[int]] = {root: [root] for root in (record, *apart)}
        for atom, root in sorted(self._view.own_roots(agent).items()):
            members.get(root, []).append(atom)
        return nearer_to_split(self._engine, draft, members[record], [members[other] for other in sorted(apart)])

    def _record_of(self, owner: str, known: Match) -> int:
        if known.draft is not None:
            return self._records[owner, known.draft]
        assert known.atom is not None
        as_agent = self._view_of(owner)
        return known.atom if as_agent is None else as_agent.record_of(known.atom)

    def _wordings(self, owner: str, record: int) -> Sequence[Reading]:
        """Return the readings of the owner's wordings of a record; empty if the owner no longer owns any."""
        as_agent = self._view_of(owner)
        stored = as_agent.atoms(record) if as_agent is not None and record < self._view.atoms else []
        texts = dict.fromkeys(row.text for row in self._engine.atoms(stored))
        return [*map(self._engine.reading, texts), *self._readings.get((owner, record), {}).values()]

    def _view_of(self, owner: str) -> OwnRecords | None:
        if owner not in self._agent_views:
            agent = self._engine.agent(owner)
            self._agent_views[owner] = None if agent is None else OwnRecords(self._view, agent)
        return self._agent_views[owner]
