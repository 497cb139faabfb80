"""Which of an owner's own statements are one to it: decided from those alone, whatever others have said."""

from collections.abc import Sequence

from agentsensus.memory.core.deposit import DraftDeposit, DraftStatement
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.snapshot import CONFLICT, Snapshot
from agentsensus.memory.core.standpoint import OwnRecords
from agentsensus.memory.core.writing import Writer
from agentsensus.memory.designs.consensus.judgement import EXACT, Judgement, VetoRule
from agentsensus.memory.designs.consensus.matching import Known
from agentsensus.memory.judge import Relation
from agentsensus.store.rows import LinkRow, MergeRow
from agentsensus.text.reading import Reading

__all__ = ["OwnMerges"]

OWN = "own"


class OwnMerges:
    """Walks a batch in order, owner by owner, and writes what is one to each, and what contradicts itself."""

    def __init__(self, engine: Engine, view: Snapshot, writer: Writer, vetoes: VetoRule) -> None:
        self._engine = engine
        self._view = view
        self._writer = writer
        self._vetoes = vetoes
        self._atoms: list[int] = []
        self._records: dict[tuple[str, int], int] = {}
        self._readings: dict[tuple[str, int], dict[str, Reading]] = {}
        self._stands: dict[str, OwnRecords | None] = {}

    def write(self, atom: int, deposit: DraftDeposit, draft: DraftStatement, looks: dict[str, Judgement]) -> bool:
        """Write an atom's own merges and conflicts; True if each of its owners knew already what it says."""
        owners = [name for name, _ in deposit.owners_of(draft)]
        self._atoms.append(atom)
        was_known = [self._write(owner, atom, draft, looks.get(owner) or Judgement()) for owner in owners]
        return all(was_known)

    def _write(self, owner: str, atom: int, draft: DraftStatement, look: Judgement) -> bool:
        target, agent = self._target(owner, draft, look), self._writer.agent(owner)
        record = atom if target is None else target
        self._records[owner, len(self._atoms) - 1] = record
        self._readings.setdefault((owner, record), {}).setdefault(draft.reading.text, draft.reading)
        batch = self._writer.batch
        if target is not None:
            batch.merges.append(MergeRow(self._writer.at, atom, target, OWN, agent=agent))
        for known, verdict in zip(look.known, look.verdicts, strict=True):
            if verdict.relation is Relation.CONFLICTING and self._record_of(owner, known) != record:
                other = known.atom if known.atom is not None else self._atoms[known.draft or 0]
                batch.links.append(LinkRow(self._writer.at, atom, other, CONFLICT, agent))
        return target is not None

    def _target(self, owner: str, draft: DraftStatement, look: Judgement) -> int | None:
        """The record of the owner's own that a draft repeats; None when it is new to the owner."""
        order = sorted(
            (place for place, verdict in enumerate(look.verdicts) if verdict.relation is Relation.SAME),
            key=lambda place: (look.verdicts[place].judge != EXACT, -look.verdicts[place].score, place),
        )
        for place in order:
            record = self._record_of(owner, look.known[place])
            wordings = self._wordings(owner, record)
            is_checked = self._vetoes.applies_to(look.verdicts[place])
            if wordings and not (is_checked and any(self._vetoes.find(draft.reading, each) for each in wordings)):
                return record
        return None

    def _record_of(self, owner: str, known: Known) -> int:
        if known.draft is not None:
            return self._records[owner, known.draft]
        assert known.atom is not None
        stand = self._stand(owner)
        return known.atom if stand is None else stand.record_of(known.atom)

    def _wordings(self, owner: str, record: int) -> Sequence[Reading]:
        """What the owner's wordings of a record say; none when it has lost them all."""
        stand = self._stand(owner)
        stored = stand.atoms(record) if stand is not None and record < self._view.atoms else []
        texts = dict.fromkeys(row.text for row in self._engine.atoms(stored))
        return [*map(self._engine.reading, texts), *self._readings.get((owner, record), {}).values()]

    def _stand(self, owner: str) -> OwnRecords | None:
        if owner not in self._stands:
            agent = self._engine.agent(owner)
            self._stands[owner] = None if agent is None else OwnRecords(self._view, agent)
        return self._stands[owner]
