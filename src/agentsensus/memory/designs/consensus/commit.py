"""Write the rows of a judged batch in canonical order: atoms, owners, merges, links and decisions."""

import json
from collections.abc import Sequence, Set
from dataclasses import replace
from typing import Any

from agentsensus.language.reading import Reading
from agentsensus.memory.answers import Deposit, Statement
from agentsensus.memory.core.decision_json import packed_candidates
from agentsensus.memory.core.drafts import DraftDeposit, DraftStatement
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.snapshot import CONFLICT
from agentsensus.memory.core.writer import write_atom
from agentsensus.memory.designs.consensus.candidates import DraftCandidates
from agentsensus.memory.designs.consensus.judgement import EXACT, Judgement, VetoRule
from agentsensus.memory.designs.consensus.matching import Match
from agentsensus.memory.designs.consensus.own_merges import OwnMerges, nearer_to_split
from agentsensus.memory.designs.consensus.settings import Settings
from agentsensus.memory.judge import Relation, Verdict, Veto
from agentsensus.store.rows import (
    NO_TARGET,
    NOBODY,
    AttributeRow,
    DecisionRow,
    LinkRow,
    MergeRow,
    RetractionRow,
)

REVIEW = "review"
REVIEWED = "reviewed"
"""Keys of attribute rows: `REVIEW` marks a verdict for review by a person, `REVIEWED` holds the author's decision on
it.
"""


class BatchCommit:
    """Collects and writes the rows of a judged batch. Awaits nothing."""

    def __init__(
        self,
        engine: Engine,
        settings: Settings,
        at: int,
        deposits: Sequence[DraftDeposit],
        candidates: Sequence[DraftCandidates],
        vetoes: VetoRule,
    ) -> None:
        self.writer = engine.writer(at)
        self._engine = engine
        self._settings = settings
        self._vetoes = vetoes
        self._view = engine.view()
        self._at = at
        self._deposits = deposits
        self._candidates = candidates
        self._own = OwnMerges(engine, self._view, self.writer, vetoes)
        self._numbers: list[int] = []
        self._records: list[int] = []
        self._ended: set[int] = set()
        self._owners: dict[int, set[str]] = {}
        self._stored_owners: dict[int, frozenset[str]] = {}
        self._joined: dict[int, dict[str, Reading]] = {}

    def write(self, retractions: Sequence[RetractionRow]) -> list[Deposit]:
        """Write the rows of every deposit in one commit. Returns a receipt for each deposit."""
        self.writer.batch.retractions.extend(retractions)
        receipts = [self._deposit(deposit) for deposit in self._deposits]
        if self.writer.batch:
            self._engine.commit(self.writer, receipts)
        if self._settings.receipts == "open":
            return [self._opened(receipt) for receipt in receipts]
        return receipts

    def write_atom(self, deposit: DraftDeposit, number: int, draft: DraftStatement) -> int:
        """Write the rows of one atom of the deposit in row `number`. Returns the number of the atom."""
        return write_atom(self.writer, number, deposit, draft)

    def _deposit(self, deposit: DraftDeposit) -> Deposit:
        number = self.writer.deposit(deposit)
        statements = tuple(self._statement(deposit, number, draft) for draft in deposit.drafts)
        return Deposit(deposit.agent, self._at, statements, deposit.note, deposit.calls)

    def _statement(self, deposit: DraftDeposit, number: int, draft: DraftStatement) -> Statement:
        found = self._candidates[len(self._numbers)]
        judgement = found.everybody
        target, struck = self._target(draft, judgement, deposit)
        self._supersede(deposit, draft, found)
        atom = self.write_atom(deposit, number, draft)
        record = atom if target is None else target
        owners = self._owners_of(record)
        tellers = {name for name, _ in deposit.owners_of(draft)}
        is_known = tellers <= owners
        if self._settings.showing.is_private:
            is_known = self._own.write(atom, deposit, draft, found.own)
        self._owners.setdefault(record, set()).update(tellers)
        self._numbers.append(atom)
        self._records.append(record)
        self._joined.setdefault(record, {}).setdefault(draft.reading.text, draft.reading)
        if target is not None:
            self.writer.batch.merges.append(MergeRow(self._at, atom, target, "merge"))
        self._record_decision(atom, judgement, target, struck)
        return Statement(self.writer.batch.atoms[-1].id, draft.text, is_known, draft.flags)

    def _target(
        self, draft: DraftStatement, judgement: Judgement, deposit: DraftDeposit
    ) -> tuple[int | None, dict[int, tuple[Veto, ...]]]:
        """Return the record that a draft joins (None: a new one), and the vetoes against each candidate that was
        rejected.
        """
        struck: dict[int, tuple[Veto, ...]] = {}
        agents = {name for name, _ in deposit.owners_of(draft)}
        replaced = {int(self._view.roots[atom]) for atom in deposit.replaces}
        order = sorted(
            (place for place, verdict in enumerate(judgement.verdicts) if verdict.relation is Relation.SAME),
            key=lambda place: (
                judgement.verdicts[place].judge != EXACT,
                not agents & self._owners_of(self._record_of(judgement.known[place])),
                -judgement.verdicts[place].score,
                place,
            ),
        )
        for place in order:
            record = self._record_of(judgement.known[place])
            if record in replaced or not self._is_live(record) or self._is_nearer_to_split(draft, record):
                continue
            is_checked = self._vetoes.applies_to(judgement.verdicts[place])
            against = self._against(draft, record) if is_checked else ()
            if not against:
                return record, struck
            struck[place] = against
        return None, struck

    def _supersede(self, deposit: DraftDeposit, draft: DraftStatement, found: DraftCandidates) -> None:
        """Retract the depositing agent's own statement that, by the judge, this one supersedes. Other owners keep
        theirs.
        """
        agent = self._engine.agent(deposit.agent) if deposit.agent else None
        if agent is None or draft.supersedes is not None or deposit.supersedes is not None:
            return
        judgement = found.own.get(deposit.agent) or found.everybody
        for known, verdict in zip(judgement.known, judgement.verdicts, strict=True):
            is_own = known.atom is not None and self._view.ownership(agent, known.atom) is not None
            if verdict.relation is Relation.SUPERSEDING and is_own and known.atom not in self._ended:
                assert known.atom is not None
                as_agent = self._engine.agent_view(self._view, agent)
                ended = as_agent.atoms(as_agent.record_of(known.atom))
                self._ended.update(ended)
                draft.supersedes = known.atom
                rows = [RetractionRow(self._at, "owner", atom, NOBODY, agent) for atom in sorted(ended)]
                self.writer.batch.retractions.extend(rows)
                return

    def _is_nearer_to_split(self, draft: DraftStatement, record: int) -> bool:
        """Return whether a draft is more similar to a record that the author split from this one."""
        apart = sorted(self._view.apart.get(record, ())) if record < self._view.atoms else []
        groups = [self._view.members(other) for other in apart]
        return bool(groups) and nearer_to_split(self._engine, draft, self._view.members(record), groups)

    def _record_of(self, known: Match) -> int:
        if known.draft is not None:
            return self._records[known.draft]
        assert known.atom is not None
        return int(self._view.roots[known.atom])

    def _owners_of(self, record: int) -> Set[str]:
        if record not in self._stored_owners:
            stored = self._view.owners(record) if record < self._view.atoms else {}
            self._stored_owners[record] = frozenset(self._engine.agent_name(agent) for agent in stored)
        return self._stored_owners[record] | self._owners.get(record, set())

    def _is_live(self, record: int) -> bool:
        return record >= self._view.atoms or record in self._owners or self._view.is_live(record)

    def _against(self, draft: DraftStatement, record: int) -> tuple[Veto, ...]:
        """Return the vetoes against a draft joining a record: those of the first wording that has any."""
        stored = self._view.wordings(record) if record < self._view.atoms else []
        texts = dict.fromkeys(row.text for row in self._engine.atoms(stored))
        readings = [self._engine.reading(text) for text in texts]
        # Atoms of this batch that have already joined the record; later drafts have no record yet.
        readings += self._joined.get(record, {}).values()
        for reading in readings:
            if vetoes := self._vetoes.find(draft.reading, reading):
                return tuple(vetoes.values())
        return ()

    def _record_decision(
        self, atom: int, judgement: Judgement, target: int | None, struck: dict[int, tuple[Veto, ...]]
    ) -> None:
        if not judgement.verdicts:
            return
        record = atom if target is None else target
        candidates: list[dict[str, Any]] = []
        for place, (known, verdict) in enumerate(zip(judgement.known, judgement.verdicts, strict=True)):
            other = known.atom if known.atom is not None else self._numbers[known.draft or 0]
            candidates.append(
                {
                    "atom": other,
                    "cosine": verdict.cosine,
                    "relation": verdict.relation.value,
                    "score": round(verdict.score, 4),
                    # Store kinds only: the values are words of the candidate, which a purge would not find here.
                    "vetoes": [veto.kind.value for veto in (*verdict.vetoes, *struck.get(place, ()))],
                }
            )
            linked = self._settings.conflicts == "linked" and self._record_of(known) != record
            if verdict.relation is Relation.CONFLICTING and linked:
                self.writer.batch.links.append(LinkRow(self._at, atom, other, CONFLICT, NOBODY))
        self._mark_for_review(atom, judgement, candidates)
        relation = Relation.SAME if target is not None else _other_relation(judgement.verdicts)
        row = DecisionRow(
            self._at,
            atom,
            judgement.verdicts[0].judge,
            relation.value,
            NO_TARGET if target is None else target,
            packed_candidates(candidates),
            "; ".join(dict.fromkeys(judgement.notes)),
        )
        self.writer.batch.decisions.append(row)

    def _mark_for_review(self, atom: int, judgement: Judgement, candidates: list[dict[str, Any]]) -> None:
        """Mark the verdict nearest to the threshold for review by a person, if it is near enough."""
        band = self._settings.review_band
        near = [
            (round(abs(verdict.score - verdict.threshold), 4), place)
            for place, verdict in enumerate(judgement.verdicts)
            if verdict.judge != EXACT and verdict.threshold < 1
        ]
        near = [(gap, place) for gap, place in near if gap <= band or judgement.verdicts[place].is_doubtful]
        if near:
            place = min(near)[1]
            mark = {"atom": candidates[place]["atom"], "score": candidates[place]["score"]}
            mark |= {"threshold": judgement.verdicts[place].threshold, "relation": candidates[place]["relation"]}
            value = json.dumps(mark, sort_keys=True)
            self.writer.batch.attributes.append(AttributeRow(self._at, str(atom), REVIEW, value))

    def _opened(self, receipt: Deposit) -> Deposit:
        """Return the receipt with owners, record and links filled in (open receipts, as in the paper)."""
        view = self._engine.view()
        numbers = self._engine.store.find(list(receipt.ids))
        statements = []
        for statement in receipt.statements:
            record = int(view.roots[numbers[statement.id]])
            owners = tuple(sorted(self._engine.agent_name(agent) for agent in view.owners(record)))
            links = tuple(self._engine.atom(other).id for other in sorted(view.linked(record)))
            record_id = self._engine.atom(record).id
            statements.append(replace(statement, owners=owners, record=record_id, links=links))
        return replace(receipt, statements=tuple(statements))


def _other_relation(verdicts: Sequence[Verdict]) -> Relation:
    relations = {verdict.relation for verdict in verdicts}
    return next(
        (kind for kind in (Relation.SUPERSEDING, Relation.CONFLICTING, Relation.PART_OF) if kind in relations),
        Relation.DIFFERENT,
    )
