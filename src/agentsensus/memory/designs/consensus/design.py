"""The consensus design: statements of the same event become one record, owned by all who told it."""

from collections.abc import Callable, Sequence

from agentsensus.arrays import FloatArray
from agentsensus.loop import together
from agentsensus.memory.core.draft import DraftDeposit, DraftStatement, check_generation, checked_round
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.ledger import Ledgers
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.designs.consensus.ablations import (
    PER_WITNESS,
    AblatedMatcher,
    Truths,
    by_truth,
    flat_verdict,
    judge_of,
)
from agentsensus.memory.designs.consensus.commit import BatchCommit
from agentsensus.memory.designs.consensus.judgement import Judgement, exact, settle_exact
from agentsensus.memory.designs.consensus.matching import Known
from agentsensus.memory.designs.consensus.settings import Settings
from agentsensus.memory.designs.design import Tally
from agentsensus.memory.designs.witnesses import one_per_witness, rejoined
from agentsensus.memory.judge import Candidate, CosineJudge, Judge, Judged, Question, Relation, RuleJudge, Verdict
from agentsensus.memory.judge.thresholds import Thresholds
from agentsensus.memory.judge.vetoes import vetoes
from agentsensus.memory.judge.vetoes_in_context import standing
from agentsensus.memory.recall import Ask, recall
from agentsensus.memory.record import Deposit, Recall
from agentsensus.store.rows import RetractionRow
from agentsensus.text.reading import Reading

_LATE_LOOKS = 3
LATE = "looked at again: others wrote in the meantime"


class Consensus:
    """Match, judge, merge or write, link. The model calls of a batch are made at once, none while rows are written."""

    name = "consensus"
    has_links = True

    def __init__(self, engine: Engine, settings: Settings, judge: Judge) -> None:
        self.engine = engine
        self.settings = settings
        self.judge = judge_of(engine, settings, judge)
        # The rule judge looks at nothing but a cosine, so every veto counts; others weigh what they find.
        self._against: Callable[[Reading, Reading], dict[str, str]] = (
            vetoes if isinstance(self.judge, RuleJudge) else standing
        )
        self._truths = Ledgers(engine, Truths)

    async def write(
        self,
        at: int | None,
        deposits: Sequence[DraftDeposit],
        gone: Callable[[int], Sequence[RetractionRow]] | None = None,
    ) -> list[Deposit]:
        """Take deposits, in this order, into the store in one commit; `gone` says what is retracted with them."""
        if self.settings.merging not in PER_WITNESS:
            return await self._write(at, deposits, gone)
        groups = one_per_witness(deposits, linked=True)
        return rejoined(groups, await self._write(at, [one for group in groups for one in group], gone))

    async def recall(self, view: Snapshot, ask: Ask, vector: FloatArray) -> Recall:
        """What an agent recalls: its nearest records, and those one hop away."""
        return recall(self.engine, self.settings, view, ask, vector)

    def tally(self, view: Snapshot) -> Tally:
        """Nothing is made here that nobody said."""
        return Tally()

    async def verdict(self, statement: DraftStatement, known: DraftStatement, cosine: float) -> Verdict:
        """What `write` would make of a statement whose only candidate is `known`."""
        floor = self.settings.floor
        flat = flat_verdict(self.settings, statement, known, cosine)
        if flat is not None:
            return flat
        if statement.key == known.key:
            return exact(cosine).model_copy(update={"floor": floor})
        question = Question(statement.reading, (Candidate(known.reading, cosine),))
        found = (await self.judge.judge([question])).verdicts[0][0].model_copy(update={"floor": floor})
        verified = self.settings.verify != "none" and self.settings.merging != "cosine"
        if verified and found.relation is Relation.SAME and not found.vetoes:
            against = self._against(statement.reading, known.reading)
            return found.model_copy(update={"vetoes": tuple(against.values())})
        return found

    async def _write(
        self,
        at: int | None,
        deposits: Sequence[DraftDeposit],
        gone: Callable[[int], Sequence[RetractionRow]] | None,
    ) -> list[Deposit]:
        checked_round(at, self.engine)
        check_generation(self.engine, deposits)
        view = self.engine.view()
        drafts = [draft for deposit in deposits for draft in deposit.drafts]
        found = self._candidates(deposits, view, self.engine.round if at is None else at)
        judgements = [Judgement(found.candidates(number)) for number in range(len(drafts))]
        await self._judge(deposits, drafts, judgements)
        for look in range(_LATE_LOOKS):
            check_generation(self.engine, deposits)
            seen, view = view.atoms, self.engine.view()
            if view.atoms == seen:
                break
            # Others committed while the judge was asked: look at what they added, and nothing else. The last look is
            # by rule, so that from there to the commit nothing waits and nobody can come between.
            late = self._late(deposits, view, seen)
            if look < _LATE_LOOKS - 1:
                await self._ask_late(deposits, late)
            else:
                self._rule_late(deposits, late)
            for one, more in zip(judgements, late, strict=True):
                one.add(more)
        check_generation(self.engine, deposits)
        when = checked_round(at, self.engine)
        return BatchCommit(self.engine, self.settings, when, deposits, judgements, self._against).write(
            gone(when) if gone else ()
        )

    def _candidates(self, deposits: Sequence[DraftDeposit], view: Snapshot, at: int) -> AblatedMatcher:
        return AblatedMatcher(self.engine, self.settings, view, at, deposits, self._truths.now)

    def _is_open(self, draft: DraftStatement, judgement: Judgement) -> bool:
        """Whether the judge must be asked of a draft; what is settled without has its verdicts then."""
        if self.settings.merging == "oracle":
            judgement.verdicts = by_truth(judgement.known)
            return False
        return settle_exact(draft, judgement)

    # --- asking

    async def _judge(
        self, deposits: Sequence[DraftDeposit], drafts: Sequence[DraftStatement], judgements: Sequence[Judgement]
    ) -> None:
        groups, first = [], 0
        for deposit in deposits:
            numbers = range(first, first + len(deposit.drafts))
            first += len(deposit.drafts)
            open_ones = [n for n in numbers if self._is_open(drafts[n], judgements[n])]
            per_call = [[n] for n in open_ones] if self.settings.judge_call == "statement" else [open_ones]
            groups += [(deposit, group) for group in per_call if group]
        asked = [self._ask([(drafts[n], judgements[n]) for n in group]) for _, group in groups]
        for (deposit, group), judged in zip(groups, await together(asked), strict=True):
            deposit.calls += judged.calls
            for number, verdicts in zip(group, judged.verdicts, strict=True):
                judgements[number].verdicts = list(verdicts)
                judgements[number].notes += [judged.note] if judged.note else []
        if self.settings.second_look:
            await self._look_again(deposits, judgements)

    async def _look_again(self, deposits: Sequence[DraftDeposit], judgements: Sequence[Judgement]) -> None:
        """Ask about every «same» that the rule would not say once more, the other way round; both must say it."""
        flat = [(deposit, draft) for deposit in deposits for draft in deposit.drafts]
        doubtful = [
            (number, place)
            for number, one in enumerate(judgements)
            for place, verdict in enumerate(one.verdicts)
            if verdict.judge == self.judge.id
            and verdict.relation is Relation.SAME
            and not self._rule_agrees(verdict, flat[number][1], one.known[place])
        ]
        swapped = []
        for number, place in doubtful:
            known, cosine = judgements[number].known[place], judgements[number].verdicts[place].cosine
            swapped.append(Question(known.candidate.reading, (Candidate(flat[number][1].reading, cosine),)))
        for (number, place), again in zip(
            doubtful, await together([self.judge.judge([q]) for q in swapped]), strict=True
        ):
            flat[number][0].calls += again.calls
            second = again.verdicts[0][0].relation
            if second is not Relation.SAME:
                one = judgements[number]
                one.verdicts[place] = one.verdicts[place].model_copy(update={"relation": second})
                one.notes.append("a second look, the other way round, said otherwise")

    def _rule_agrees(self, verdict: Verdict, draft: DraftStatement, known: Known) -> bool:
        languages = draft.reading.language, known.candidate.reading.language
        return verdict.cosine >= Thresholds(self.engine.embedder, self.settings.thresholds).of(*languages)

    async def _ask(self, pairs: Sequence[tuple[DraftStatement, Judgement]]) -> Judged:
        return await self.judge.judge([one.question(draft) for draft, one in pairs])

    def _late(self, deposits: Sequence[DraftDeposit], view: Snapshot, since: int) -> list[Judgement]:
        count = sum(len(deposit.drafts) for deposit in deposits)
        found = self._candidates(deposits, view, self.engine.round)
        return [Judgement(found.candidates(number, since)) for number in range(count)]

    async def _ask_late(self, deposits: Sequence[DraftDeposit], late: Sequence[Judgement]) -> None:
        flat = [(deposit, draft) for deposit in deposits for draft in deposit.drafts]
        to_ask = [n for n, one in enumerate(late) if self._is_open(flat[n][1], one)]
        answers = await together([self._ask([(flat[n][1], late[n])]) for n in to_ask])
        for number, judged in zip(to_ask, answers, strict=True):
            late[number].verdicts = list(judged.verdicts[0])
            late[number].notes = [*filter(None, [judged.note]), LATE]
            flat[number][0].calls += judged.calls

    def _rule_late(self, deposits: Sequence[DraftDeposit], late: Sequence[Judgement]) -> None:
        drafts = [draft for deposit in deposits for draft in deposit.drafts]
        for draft, one in zip(drafts, late, strict=True):
            if self._is_open(draft, one):
                by_rule = self.judge if isinstance(self.judge, CosineJudge) else self._rule()
                one.verdicts = [by_rule.compare(draft.reading, known.candidate) for known in one.known]
                one.notes = [f"{LATE}; decided by rule"]

    def _rule(self) -> RuleJudge:
        return RuleJudge(self.engine.embedder, self.settings.thresholds)
