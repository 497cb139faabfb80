"""The consensus design: statements of the same event become one record, owned by all who told it."""

from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar, TypeAlias

from agentsensus.arrays import FloatArray
from agentsensus.memory.asking.sharing import readers_of
from agentsensus.memory.core.deposit import DraftDeposit, DraftStatement, check_generation
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.designs.consensus.commit import BatchCommit
from agentsensus.memory.designs.consensus.equal_text import candidates_left, merges_unasked
from agentsensus.memory.designs.consensus.judgement import EXACT, Judgement, VetoRule, exact, settle_equal
from agentsensus.memory.designs.consensus.judging import BatchJudge, PairRule
from agentsensus.memory.designs.consensus.looks import Look
from agentsensus.memory.designs.consensus.matching import Candidates, Matcher
from agentsensus.memory.designs.consensus.settings import Settings
from agentsensus.memory.designs.design import Tally
from agentsensus.memory.judge import Candidate, Judge, Question, RuleJudge, Verdict
from agentsensus.memory.judge.learned import LearnedJudge
from agentsensus.memory.judge.retelling.against import counting
from agentsensus.memory.judge.vetoes import standing, vetoes
from agentsensus.memory.recall import Ask, recall
from agentsensus.memory.record import Deposit, Recall
from agentsensus.memory.timing import stage
from agentsensus.store.rows import RetractionRow

_LATE_LOOKS = 3
Asking: TypeAlias = Callable[[Sequence[DraftDeposit], Sequence[Judgement]], Awaitable[None]]
"""Fills in the verdicts of a batch's judgements."""


class Consensus:
    """Match, judge, merge or write, link. The model calls of a batch are made at once, none while rows are written.

    What a control of an experiment does otherwise is a subclass in `ablations`.
    """

    name = "consensus"
    has_links = True
    exempt_from_vetoes: ClassVar[frozenset[str]] = frozenset({EXACT})
    commit_type: ClassVar[type[BatchCommit]] = BatchCommit

    def __init__(self, engine: Engine, settings: Settings, judge: Judge) -> None:
        self.engine = engine
        self.settings = settings
        self.judge = judge
        # The rule judge looks at nothing but a cosine, so every veto counts; others weigh what they find.
        find = vetoes if isinstance(judge, RuleJudge) else counting if isinstance(judge, LearnedJudge) else standing
        self._vetoes = VetoRule(find, self.exempt_from_vetoes, settings.verify != "none")
        self._judging = BatchJudge(engine.embedder, settings, judge, self.late_rule(), self.needs_judge)

    async def write(
        self,
        at: int | None,
        deposits: Sequence[DraftDeposit],
        retractions: Callable[[int], Sequence[RetractionRow]] | None = None,
    ) -> list[Deposit]:
        """Write deposits, in this order, and what `retractions` gives for their round, in one commit."""
        self.engine.checked_round(at)
        check_generation(self.engine, deposits)
        view = self.engine.view()
        with stage("search"):
            looks = self._looked(deposits, view, self.engine.round if at is None else at)
        with stage("judge"):
            await self._decide(deposits, looks, self._judging.decide)
        await self._catch_up(deposits, looks, view)
        check_generation(self.engine, deposits)
        round_ = self.engine.checked_round(at)
        with stage("commit"):
            commit = self.commit_type(self.engine, self.settings, round_, deposits, looks, self._vetoes)
            return commit.write(retractions(round_) if retractions else ())

    async def recall(self, view: Snapshot, ask: Ask, vector: FloatArray) -> Recall:
        """What an agent recalls: its nearest records, and those one hop away."""
        return recall(self.engine, self.settings, view, ask, vector)

    def tally(self, view: Snapshot) -> Tally:
        """No by-products: this design makes no rows that nobody said. Readers are those that hold a grant."""
        return Tally(readers=lambda record: readers_of(self.engine, view, record))

    async def verdict(self, statement: DraftStatement, known: DraftStatement, cosine: float) -> Verdict:
        """What `write` would make of a statement whose only candidate is `known`."""
        floor = self.settings.floor
        if statement.key == known.key:
            return exact(cosine).model_copy(update={"floor": floor})
        question = Question(statement.reading, (Candidate(known.reading, cosine, known.text),), said=statement.text)
        verdict = (await self.judge.judge([question])).verdicts[0][0].model_copy(update={"floor": floor})
        if self._vetoes.applies_to(verdict) and not verdict.vetoes:
            against = self._vetoes.find(statement.reading, known.reading)
            return verdict.model_copy(update={"vetoes": tuple(against.values())})
        return verdict

    # --- what an ablation may do otherwise

    def candidates(self, deposits: Sequence[DraftDeposit], view: Snapshot, at: int) -> Candidates:
        """What each draft of a batch may repeat."""
        return Matcher(self.engine, self.settings, view, at, deposits)

    def needs_judge(self, draft: DraftStatement, judgement: Judgement) -> bool:
        """Whether the judge has to be asked about a draft; fills in the verdicts of what is settled without it."""
        mode, within = self.settings.equal_text, self.settings.recent_rounds
        if mode == "judged":
            return bool(judgement.known)
        assert judgement.deposit is not None
        deposit, at = judgement.deposit, judgement.at
        equal = [known for known in judgement.known if known.key == draft.key]
        if mode == "checked":
            equal = [known for known in equal if merges_unasked(draft, deposit, known, at, within)]
        if equal:
            settle_equal(judgement, equal)
            return False
        judgement.known = candidates_left(draft, deposit, judgement.known, at, within)
        return bool(judgement.known)

    def late_rule(self) -> PairRule:
        """Who decides when there is no time left to ask the judge."""
        return RuleJudge(self.engine.embedder, self.settings.thresholds)

    # --- inside

    async def _decide(self, deposits: Sequence[DraftDeposit], looks: Sequence[Look], ask: Asking) -> None:
        """Have everything judged that was looked at: for everybody, and for each owner apart."""
        drafts = [draft for deposit in deposits for draft in deposit.drafts]
        questions = [look.question() for look in looks]
        await ask(deposits, questions)
        judged = zip(looks, drafts, questions, strict=True)
        rest = [look.take(draft, question, self.needs_judge) for look, draft, question in judged]
        if any(left.known for left in rest):
            await ask(deposits, rest)
        for look, left in zip(looks, rest, strict=True):
            look.finish(left)

    async def _by_rule(self, deposits: Sequence[DraftDeposit], late: Sequence[Judgement]) -> None:
        self._judging.decide_by_rule(deposits, late)

    async def _catch_up(self, deposits: Sequence[DraftDeposit], looks: Sequence[Look], view: Snapshot) -> None:
        """Look at what others committed while the judge was asked, and at nothing else.

        The last look is by rule, so that from there to the commit nothing waits and nobody can come between.
        """
        for turn in range(_LATE_LOOKS):
            check_generation(self.engine, deposits)
            judged_atoms, view = view.atoms, self.engine.view()
            if view.atoms == judged_atoms:
                break
            with stage("search"):
                late = self._looked(deposits, view, self.engine.round, since=judged_atoms)
            with stage("judge"):
                is_last = turn == _LATE_LOOKS - 1
                await self._decide(deposits, late, self._by_rule if is_last else self._judging.decide_late)
            for look, later in zip(looks, late, strict=True):
                look.add(later)

    def _looked(
        self, deposits: Sequence[DraftDeposit], view: Snapshot, at: int, since: int | None = None
    ) -> list[Look]:
        """A look at each draft with its candidates, not judged yet."""
        candidates = self.candidates(deposits, view, at)
        drafts = [(deposit, draft) for deposit in deposits for draft in deposit.drafts]
        looks = []
        for number, (deposit, draft) in enumerate(drafts):
            look = Look(Judgement(candidates.of(number, since), deposit=deposit, at=at))
            if self.settings.showing.is_private:
                for owner, _ in deposit.owners_of(draft):
                    look.own[owner] = Judgement(candidates.of(number, since, owner), deposit=deposit, at=at)
            looks.append(look)
        return looks
