"""Variants of the consensus design for ablation experiments, chosen by the setting `merging`. Each removes one
mechanism.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import ClassVar

from agentsensus.memory.answers import Deposit
from agentsensus.memory.core.drafts import DraftDeposit, DraftStatement
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.ledger import Ledgers
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.designs.consensus.commit import BatchCommit
from agentsensus.memory.designs.consensus.design import Consensus
from agentsensus.memory.designs.consensus.judgement import EXACT, Judgement, exact
from agentsensus.memory.designs.consensus.judging import UNKNOWN_JUDGE, JudgeTraits, PairRule
from agentsensus.memory.designs.consensus.matching import Candidates, Match, Matcher
from agentsensus.memory.designs.consensus.settings import Settings
from agentsensus.memory.designs.private_rows import one_per_witness, rejoined
from agentsensus.memory.judge import Candidate, CosineJudge, Judge, Relation, Verdict
from agentsensus.store.rows import AttributeRow, RetractionRow

TRUTH = "truth"
ORACLE = "oracle"
COSINE = "cosine"


def _never_same(cosine: float, judge: str) -> Verdict:
    return Verdict(relation=Relation.DIFFERENT, score=0.0, threshold=1.0, cosine=cosine, judge=judge)


# --- owners: nothing merges, but an event with several witnesses is one row


class NoCandidates:
    """A candidate search that finds nothing."""

    def of(self, number: int, since: int | None = None, owner: str | None = None) -> list[Match]:
        """Return no candidates."""
        return []


class OwnersOnly(Consensus):
    """Nothing merges. An event with several witnesses is still one row with several owners."""

    def candidates(self, deposits: Sequence[DraftDeposit], view: Snapshot, at: int) -> Candidates:
        """Return a candidate search that finds nothing."""
        return NoCandidates()

    async def verdict(self, statement: DraftStatement, known: DraftStatement, cosine: float) -> Verdict:
        """Return the verdict «different»."""
        return _never_same(cosine, self.settings.merging)


# --- off and self: no row has two owners


class OneRowPerWitness(Consensus):
    """Each witness of an event gets its own row."""

    async def write(
        self,
        at: int | None,
        deposits: Sequence[DraftDeposit],
        retractions: Callable[[int], Sequence[RetractionRow]] | None = None,
    ) -> list[Deposit]:
        """Write the deposits in one commit, with a copy for each witness."""
        groups = one_per_witness(deposits, linked=True)
        receipts = await super().write(at, [deposit for group in groups for deposit in group], retractions)
        return rejoined(groups, receipts)


class NoMerging(OneRowPerWitness, OwnersOnly):
    """Nothing merges, and no row has two owners."""


class OwnMatcher(Matcher):
    """Searches candidates only among statements of the same agent."""

    def searched_owner(self, number: int, owner: str | None) -> str | None:
        """Return the owner of draft `number`, so that only its own statements are searched."""
        (own, _), *_ = self.deposits[number].owners
        return own


class MergesWithItself(OneRowPerWitness):
    """An agent's statements merge only with its own earlier ones."""

    def candidates(self, deposits: Sequence[DraftDeposit], view: Snapshot, at: int) -> Candidates:
        """Return a candidate search among the statements of the same agent."""
        return OwnMatcher(self.engine, self.settings, view, at, deposits)


# --- exact: equal texts only


class ExactMatcher(Matcher):
    """Finds candidates with equal text only."""

    def of(self, number: int, since: int | None = None, owner: str | None = None) -> list[Match]:
        """Return the candidates of draft `number` with equal text."""
        return [known for known in super().of(number, since, owner) if known.key == self.drafts[number].key]


class MergesEqualTexts(Consensus):
    """Only equal texts merge; no judge is ever asked."""

    def candidates(self, deposits: Sequence[DraftDeposit], view: Snapshot, at: int) -> Candidates:
        """Return a candidate search for statements with equal text."""
        return ExactMatcher(self.engine, self.settings, view, at, deposits)

    async def verdict(self, statement: DraftStatement, known: DraftStatement, cosine: float) -> Verdict:
        """Return «same» if the texts are equal, otherwise «different»."""
        return exact(cosine) if statement.key == known.key else _never_same(cosine, EXACT)


# --- cosine: similarity alone


class MergesByCosine(Consensus):
    """Statements with a cosine above the threshold merge. Vetoes do not apply."""

    exempt_from_vetoes: ClassVar[frozenset[str]] = frozenset({EXACT, COSINE})

    def __init__(self, engine: Engine, settings: Settings, judge: Judge, traits: JudgeTraits = UNKNOWN_JUDGE) -> None:
        self._by_cosine = CosineJudge(engine.embedder, settings.merge_cosine)
        super().__init__(engine, settings, self._by_cosine)

    def late_rule(self) -> PairRule:
        """Return the judge for candidates found just before the commit. It decides by cosine too."""
        return self._by_cosine


# --- oracle: statements that the author marked as the same


class Truths:
    """The atoms by truth key. The author gives statements of the same event the same truth key."""

    def __init__(self) -> None:
        self.atoms: dict[str, list[int]] = {}

    def take(self, row: AttributeRow) -> None:
        """Add the atom if the row records its truth key."""
        if row.key == TRUTH:
            self.atoms.setdefault(row.value, []).append(int(row.subject))


def truth_key(truth: str) -> str:
    """Return the stored form of a truth key: a hash, which can be compared but not read."""
    return hashlib.blake2b(truth.encode("utf-8"), digest_size=12).hexdigest()


class TruthCandidates:
    """Finds the first atom or earlier draft with the same truth key."""

    def __init__(self, engine: Engine, view: Snapshot, deposits: Sequence[DraftDeposit], truths: Truths) -> None:
        self._engine = engine
        self._view = view
        self._truths = truths
        self._drafts = [draft for deposit in deposits for draft in deposit.drafts]
        self._deposits = [deposit for deposit in deposits for _ in deposit.drafts]

    def of(self, number: int, since: int | None = None, owner: str | None = None) -> list[Match]:
        """Return the candidate of draft `number`, if any. With `owner`, only statements of that owner count."""
        draft, deposit = self._drafts[number], self._deposits[number]
        if deposit.verbatim or not draft.truth:
            return []
        view, first = self._view, since or 0
        marked = [atom for atom in self._truths.atoms.get(truth_key(draft.truth), ()) if first <= atom < view.atoms]
        replaced = {int(view.roots[atom]) for atom in deposit.replaces}
        alive = [atom for atom in marked if self._is_held(atom, owner) and int(view.roots[atom]) not in replaced]
        rows = zip(alive, self._engine.atoms(alive), strict=True)
        known = [Match(Candidate(self._engine.reading(row.text), 1.0), draft.truth, atom=atom) for atom, row in rows]
        if since is None:
            alike = (place for place in range(number) if self._drafts[place].truth == draft.truth)
            earlier = (place for place in alike if owner is None or self._is_of(place, owner))
            known += [Match(Candidate(self._drafts[place].reading, 1.0), draft.truth, draft=place) for place in earlier]
        return known[:1]

    def _is_held(self, atom: int, owner: str | None) -> bool:
        """Return whether `owner` owns the atom; for None, whether the atom has an owner."""
        agent = None if owner is None else self._engine.agent(owner)
        if owner is None:
            return atom not in self._view.dead
        return agent is not None and self._view.owns_atom(agent, atom)

    def _is_of(self, number: int, owner: str) -> bool:
        return any(name == owner for name, _ in self._deposits[number].owners_of(self._drafts[number]))


class OracleCommit(BatchCommit):
    """Writes a batch together with its truth keys, so that later batches can be compared with it."""

    def write_atom(self, deposit: DraftDeposit, number: int, draft: DraftStatement) -> int:
        """Write the rows of one atom, and of its truth key if it has one. Returns the atom's number."""
        atom = super().write_atom(deposit, number, draft)
        if draft.truth:
            row = AttributeRow(self.writer.at, str(atom), TRUTH, truth_key(draft.truth))
            self.writer.batch.attributes.append(row)
        return atom


class Oracle(Consensus):
    """Only statements with the same truth key merge; the judge is not asked."""

    exempt_from_vetoes: ClassVar[frozenset[str]] = frozenset({EXACT, ORACLE})
    commit_type: ClassVar[type[BatchCommit]] = OracleCommit

    def __init__(self, engine: Engine, settings: Settings, judge: Judge, traits: JudgeTraits = UNKNOWN_JUDGE) -> None:
        super().__init__(engine, settings, judge, traits)
        self._truths = Ledgers(engine, Truths)

    def candidates(self, deposits: Sequence[DraftDeposit], view: Snapshot, at: int) -> Candidates:
        """Return a candidate search for statements with the same truth key."""
        return TruthCandidates(self.engine, view, deposits, self._truths.now)

    def needs_judge(self, draft: DraftStatement, judgement: Judgement) -> bool:
        """Set «same» for every candidate and return False, because the judge is never asked."""
        judgement.verdicts = [
            exact(known.candidate.cosine).model_copy(update={"judge": ORACLE}) for known in judgement.known
        ]
        return False

    async def verdict(self, statement: DraftStatement, known: DraftStatement, cosine: float) -> Verdict:
        """Return «different», because two texts without truth keys cannot be compared."""
        return _never_same(cosine, ORACLE)
