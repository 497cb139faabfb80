"""The consensus design: statements of the same event become one record, owned by all agents that reported it."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import ClassVar, TypeAlias

from agentsensus.base.arrays import FloatArray
from agentsensus.base.loop import finished
from agentsensus.memory.answers import Deposit, Recall
from agentsensus.memory.core import grants
from agentsensus.memory.core.drafts import DraftDeposit, DraftStatement, check_generation
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.ranking import Ask
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.designs.consensus.candidates import DraftCandidates, candidates_left, merges_unasked
from agentsensus.memory.designs.consensus.commit import BatchCommit
from agentsensus.memory.designs.consensus.guard import GuardedJudge, guarded_vetoes
from agentsensus.memory.designs.consensus.judgement import EXACT, Judgement, VetoRule, exact, settle_equal
from agentsensus.memory.designs.consensus.judging import UNKNOWN_JUDGE, BatchJudge, JudgeTraits, PairRule
from agentsensus.memory.designs.consensus.matching import Candidates, Matcher
from agentsensus.memory.designs.consensus.recall import recall
from agentsensus.memory.designs.consensus.settings import Settings
from agentsensus.memory.designs.design import Grant, Tally, WithoutGrants
from agentsensus.memory.judge import Candidate, Judge, Question, Verdict, offline_judge
from agentsensus.memory.timing import stage
from agentsensus.store.rows import NOBODY, RetractionRow

_LATE_TURNS = 2
Asking: TypeAlias = Callable[[Sequence[DraftDeposit], Sequence[Judgement]], Awaitable[None]]
"""An async function that sets the verdicts of a batch's judgements."""


class Consensus(WithoutGrants):
    """The consensus design: find candidates, judge, merge or add, link. All model calls of a batch precede its writes.

    The subclasses in `ablations` each change one mechanism, for experiments.
    """

    name = "consensus"
    has_links = True
    exempt_from_vetoes: ClassVar[frozenset[str]] = frozenset({EXACT})
    commit_type: ClassVar[type[BatchCommit]] = BatchCommit

    def __init__(self, engine: Engine, settings: Settings, judge: Judge, traits: JudgeTraits = UNKNOWN_JUDGE) -> None:
        self.engine = engine
        self.settings = settings
        self.judge = judge
        self._vetoes = VetoRule(guarded_vetoes(traits.find_vetoes), self.exempt_from_vetoes, settings.verify != "none")
        local = not traits.asks_model
        self._judging = BatchJudge(engine.embedder, settings, judge, local, self.late_rule(), self.needs_judge)

    async def write(
        self,
        at: int | None,
        deposits: Sequence[DraftDeposit],
        retractions: Callable[[int], Sequence[RetractionRow]] | None = None,
    ) -> list[Deposit]:
        """Write deposits in this order, with the rows that `retractions` returns for their round, in one commit."""
        self.engine.checked_round(at)
        check_generation(self.engine, deposits)
        view = self.engine.view()
        with stage("search"):
            found = self._find_candidates(deposits, view, self.engine.round if at is None else at)
        with stage("judge"):
            await self._decide(deposits, found, self._judging.decide)
        judged = await self._catch_up(deposits, found, view)

        def commit() -> list[Deposit]:
            nonlocal judged
            judged = self._judge_last(deposits, found, judged)
            round_ = self.engine.checked_round(at)
            with stage("commit"):
                rows = self.commit_type(self.engine, self.settings, round_, deposits, found, self._vetoes)
                return rows.write(retractions(round_) if retractions else ())

        return self.engine.turn(commit)

    async def recall(self, view: Snapshot, ask: Ask, vector: FloatArray) -> Recall:
        """Return the agent's records that fit the query best, and its records one link away."""
        return recall(self.engine, self.settings, view, ask, vector)

    def tally(self, view: Snapshot) -> Tally:
        """Return the agents that may read a record by grant. This design adds no rows besides deposits."""
        return Tally(readers=lambda record: grants.readers_of(self.engine, view, record))

    async def verdict(self, statement: DraftStatement, known: DraftStatement, cosine: float) -> Verdict:
        """Return the verdict that `write` would reach on a statement if `known` were its only candidate."""
        floor = self.settings.floor
        if statement.key == known.key:
            return exact(cosine).model_copy(update={"floor": floor})
        question = Question(statement.reading, (Candidate(known.reading, cosine, known.text),), said=statement.text)
        verdict = (await self.judge.judge([question])).verdicts[0][0].model_copy(update={"floor": floor})
        if self._vetoes.applies_to(verdict) and not verdict.vetoes:
            against = self._vetoes.find(statement.reading, known.reading)
            return verdict.model_copy(update={"vetoes": tuple(against.values())})
        return verdict

    # --- access

    def grant(self, grant: Grant, at: int) -> None:
        """Grant a wording: the granter's own one or, if the application grants, the one that the record shows."""
        engine, view = self.engine, self.engine.view()
        granter = NOBODY if grant.by is None else engine.agent(grant.by)
        assert granter is not None
        if grant.by is None:
            atom: int | None = engine.shown_atom(grant.record, view)
        elif view.owns_atom(granter, grant.named):
            atom = grant.named
        else:
            atom = view.own_wording(granter, grant.record)
        assert atom is not None
        grants.grant(engine, atom, granter, grant.reader, grant.group, at)

    def revoke(self, grant: Grant, at: int) -> None:
        """Revoke the grants on a record: those of one agent, or all of them."""
        view = self.engine.view()
        granter = None if grant.by is None else self.engine.agent(grant.by)
        if granter is None:
            atoms = list(view.members(grant.record))
        else:  # by the agent's private record: other agents' statements must not affect its grants
            own = self.engine.agent_view(view, granter)
            atoms = [grant.named, *own.atoms(own.record_of(grant.named))]
        grants.revoke(self.engine, atoms, granter, grant.reader, grant.group, at)

    def set_group(self, name: str, members: Iterable[str], at: int) -> None:
        """Set the members of a group."""
        grants.set_group(self.engine, name, members, at)

    # --- overridden by ablations

    def candidates(self, deposits: Sequence[DraftDeposit], view: Snapshot, at: int) -> Candidates:
        """Return the object that searches the candidates of a batch."""
        return Matcher(self.engine, self.settings, view, at, deposits)

    def needs_judge(self, draft: DraftStatement, judgement: Judgement) -> bool:
        """Return whether the judge must decide on a draft. If not, set the verdicts here."""
        mode, within = self.settings.equal_text, self.settings.recent_rounds
        if mode == "judged":
            return bool(judgement.known)
        assert judgement.deposit is not None
        deposit, at = judgement.deposit, judgement.at
        equal = [known for known in judgement.known if known.key == draft.key]
        apart = within if mode == "by_round" else None
        equal = [known for known in equal if merges_unasked(draft, deposit, known, at, within, apart)]
        if equal:
            settle_equal(judgement, equal)
            return False
        judgement.known = candidates_left(draft, deposit, judgement.known, at, within)
        return bool(judgement.known)

    def late_rule(self) -> PairRule:
        """Return the judge for candidates that are found too late to ask the configured judge."""
        return GuardedJudge(offline_judge(None, self.engine.embedder, self.settings.thresholds))

    # --- internal

    async def _decide(self, deposits: Sequence[DraftDeposit], found: Sequence[DraftCandidates], ask: Asking) -> None:
        """Judge all candidates: the shared ones, and those of each owner separately."""
        drafts = [draft for deposit in deposits for draft in deposit.drafts]
        questions = [each.question() for each in found]
        await ask(deposits, questions)
        judged = zip(found, drafts, questions, strict=True)
        rest = [each.take(draft, question, self.needs_judge) for each, draft, question in judged]
        if any(left.known for left in rest):
            await ask(deposits, rest)
        for each, left in zip(found, rest, strict=True):
            each.finish(left)

    async def _by_rule(self, deposits: Sequence[DraftDeposit], late: Sequence[Judgement]) -> None:
        self._judging.decide_by_rule(deposits, late)

    async def _catch_up(
        self, deposits: Sequence[DraftDeposit], found: Sequence[DraftCandidates], view: Snapshot
    ) -> Snapshot:
        """Judge rows that other writers committed while the judge was busy. Returns the last snapshot that was
        judged.
        """
        for _ in range(_LATE_TURNS):
            judged, view = view, self._newest(deposits)
            if view.atoms == judged.atoms:
                break
            await self._judge_since(judged, view, deposits, found, self._judging.decide_late)
        return view

    def _judge_last(
        self, deposits: Sequence[DraftDeposit], found: Sequence[DraftCandidates], judged: Snapshot
    ) -> Snapshot:
        """Judge the rows committed since `judged` with the rule judge, because nothing may be awaited now. Returns the
        new snapshot.
        """
        view = self._newest(deposits)
        if view.atoms != judged.atoms:
            finished(self._judge_since(judged, view, deposits, found, self._by_rule))
        return view

    def _newest(self, deposits: Sequence[DraftDeposit]) -> Snapshot:
        view = self.engine.view()
        check_generation(self.engine, deposits)
        return view

    async def _judge_since(
        self,
        judged: Snapshot,
        view: Snapshot,
        deposits: Sequence[DraftDeposit],
        found: Sequence[DraftCandidates],
        ask: Asking,
    ) -> None:
        """Judge the rows that `view` has and `judged` lacks, and add them to the candidates in `found`."""
        with stage("search"):
            late = self._find_candidates(deposits, view, self.engine.round, since=judged.atoms)
        with stage("judge"):
            await self._decide(deposits, late, ask)
        for each, later in zip(found, late, strict=True):
            each.add(later)

    def _find_candidates(
        self, deposits: Sequence[DraftDeposit], view: Snapshot, at: int, since: int | None = None
    ) -> list[DraftCandidates]:
        """Return the candidates of each draft, without verdicts."""
        candidates = self.candidates(deposits, view, at)
        drafts = [(deposit, draft) for deposit in deposits for draft in deposit.drafts]
        found = []
        for number, (deposit, draft) in enumerate(drafts):
            each = DraftCandidates(Judgement(candidates.of(number, since), deposit=deposit, at=at))
            if self.settings.showing.is_private:
                for owner, _ in deposit.owners_of(draft):
                    each.own[owner] = Judgement(candidates.of(number, since, owner), deposit=deposit, at=at)
            found.append(each)
        return found
