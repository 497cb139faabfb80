"""The controls of the consensus design: what may merge when it is not simply what the judge says."""

import hashlib
from collections.abc import Sequence

import numpy as np

from agentsensus.memory.core.draft import DraftDeposit, DraftStatement
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.designs.consensus.judgement import EXACT, exact
from agentsensus.memory.designs.consensus.matching import Known, Matcher
from agentsensus.memory.designs.consensus.settings import Merging, Settings
from agentsensus.memory.judge import Candidate, CosineJudge, Judge, Relation, Verdict
from agentsensus.store.rows import AttributeRow

TRUTH = "truth"
ORACLE = "oracle"
PER_WITNESS: frozenset[Merging] = frozenset({"off", "self"})
"""Controls under which nobody shares a row, not even one of an event with many witnesses."""

NEVER: frozenset[Merging] = frozenset({"off", "owners"})
"""Controls under which nothing merges."""


class Truths:
    """Which atoms are known to tell the same thing: the ledger of the control `oracle`."""

    def __init__(self) -> None:
        self.atoms: dict[str, list[int]] = {}

    def take(self, row: AttributeRow) -> None:
        """Learn one row."""
        if row.key == TRUTH:
            self.atoms.setdefault(row.value, []).append(int(row.subject))


def truth_key(truth: str) -> str:
    """What is kept of a key of truth: enough to compare, nothing to read."""
    return hashlib.blake2b(truth.encode("utf-8"), digest_size=12).hexdigest()


def judge_of(engine: Engine, settings: Settings, judge: Judge) -> Judge:
    """The judge under a control: the given one, or likeness alone."""
    return CosineJudge(engine.embedder, settings.merge_cosine) if settings.merging == "cosine" else judge


class AblatedMatcher:
    """Candidates of a batch's drafts as the setting `merging` allows them."""

    def __init__(
        self,
        engine: Engine,
        settings: Settings,
        view: Snapshot,
        at: int,
        deposits: Sequence[DraftDeposit],
        truths: Truths,
    ) -> None:
        self._engine = engine
        self._merging = settings.merging
        self._view = view
        self._truths = truths
        self._drafts = [draft for deposit in deposits for draft in deposit.drafts]
        self._deposits = [deposit for deposit in deposits for _ in deposit.drafts]
        needs_search = self._merging not in NEVER | {"oracle"}
        self._matcher = Matcher(engine, settings, view, at, self._drafts) if needs_search else None

    def candidates(self, number: int, late: int | None = None) -> list[Known]:
        """What draft `number` may repeat; only from atoms numbered `late` on when it is looked for again."""
        if self._deposits[number].verbatim:
            return []
        if self._merging == "oracle":
            return self._by_truth(number, late or 0, with_batch=late is None)
        if self._matcher is None:
            return []
        skip = self._deposits[number].replaces
        if self._merging == "self":
            return self._own(number, skip, late)
        found = self._matcher.candidates(number, skip, late)
        if self._merging == "exact":
            return [known for known in found if known.key == self._drafts[number].key]
        return found

    def _own(self, number: int, skip: int | None, late: int | None) -> list[Known]:
        assert self._matcher is not None
        (owner, _), *_ = self._deposits[number].owners
        agent = self._engine.agent(owner)
        own = self._view.owned(agent) if agent is not None else np.empty(0, np.int64)
        earlier = [place for place in range(number) if self._deposits[place].owners[0][0] == owner]
        return self._matcher.candidates(number, skip, late, among=own, earlier=earlier)

    def _by_truth(self, number: int, since: int, *, with_batch: bool) -> list[Known]:
        draft = self._drafts[number]
        if not draft.truth:
            return []
        atoms = [
            atom for atom in self._truths.atoms.get(truth_key(draft.truth), ()) if since <= atom < self._view.atoms
        ]
        alive = [atom for atom in atoms if atom not in self._view.dead and self._root(atom) != self._skip(number)]
        rows = zip(alive, self._engine.atoms(alive), strict=True)
        known = [Known(Candidate(self._engine.reading(row.text), 1.0), draft.truth, atom=atom) for atom, row in rows]
        if with_batch:
            earlier = (place for place in range(number) if self._drafts[place].truth == draft.truth)
            known += [Known(Candidate(self._drafts[p].reading, 1.0), draft.truth, draft=p) for p in earlier]
        return known[:1]

    def _root(self, atom: int) -> int:
        return int(self._view.roots[atom])

    def _skip(self, number: int) -> int | None:
        return self._deposits[number].replaces


def by_truth(known: Sequence[Known]) -> list[Verdict]:
    """The verdicts of the oracle: whatever it has found is the same."""
    return [exact(one.candidate.cosine).model_copy(update={"judge": ORACLE}) for one in known]


def flat_verdict(settings: Settings, statement: DraftStatement, known: DraftStatement, cosine: float) -> Verdict | None:
    """What a control makes of a pair without any judge; None where a judge is asked."""
    if settings.merging == "exact" and statement.key == known.key:
        return exact(cosine)
    if settings.merging in NEVER | {"exact", "oracle"}:
        judge = EXACT if settings.merging == "exact" else settings.merging
        return Verdict(relation=Relation.DIFFERENT, score=0.0, threshold=1.0, cosine=cosine, judge=judge)
    return None
