"""The consensus design: statements of the same event become one record, owned by all who told it."""

from collections.abc import Callable, Sequence

from agentsensus.errors import StoreBusy
from agentsensus.memory.draft import Draft, DraftDeposit, checked_round
from agentsensus.memory.engine import Engine
from agentsensus.memory.judge import Candidate, Judge, Judged, Question, Relation, RuleJudge, Verdict
from agentsensus.memory.judge.standing import standing
from agentsensus.memory.judge.thresholds import threshold
from agentsensus.memory.judge.vetoes import vetoes
from agentsensus.memory.judgement import Judgement, exact, settle_exact
from agentsensus.memory.loop import together
from agentsensus.memory.matching import Known, Matcher
from agentsensus.memory.reading import Reading
from agentsensus.memory.record import Deposit
from agentsensus.memory.scribe import Scribe
from agentsensus.memory.view import View
from agentsensus.store.rows import RetractionRow

_LATE_LOOKS = 3
LATE = "looked at again: others wrote in the meantime"


class Consensus:
    """Match, judge, merge or write, link. The model calls of a batch are made at once, none while rows are written."""

    name = "consensus"

    def __init__(self, engine: Engine, judge: Judge) -> None:
        self.engine = engine
        self.judge = judge
        # The rule judge looks at nothing but a cosine, so every veto counts; others weigh what they find.
        self._against: Callable[[Reading, Reading], dict[str, str]] = (
            vetoes if isinstance(judge, RuleJudge) else standing
        )

    async def write(
        self,
        at: int | None,
        deposits: Sequence[DraftDeposit],
        gone: Callable[[int], Sequence[RetractionRow]] | None = None,
    ) -> list[Deposit]:
        """Take deposits, in this order, into the store in one commit; `gone` says what is retracted with them."""
        checked_round(at, self.engine)
        self._check_generation(deposits)
        view = self.engine.view()
        drafts = [draft for deposit in deposits for draft in deposit.drafts]
        owner = [deposit for deposit in deposits for _ in deposit.drafts]
        judgements = [Judgement() for _ in drafts]
        matcher = Matcher(self.engine, view, self.engine.round if at is None else at, drafts)
        for number, judgement in enumerate(judgements):
            judgement.known = matcher.candidates(number, owner[number].replaces)
        await self._judge(deposits, drafts, judgements)
        for look in range(_LATE_LOOKS):
            self._check_generation(deposits)
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
        self._check_generation(deposits)
        when = checked_round(at, self.engine)
        return Scribe(self.engine, when, deposits, judgements, self._against).write(gone(when) if gone else ())

    def _check_generation(self, deposits: Sequence[DraftDeposit]) -> None:
        if any(deposit.generation != self.engine.header.generation for deposit in deposits):
            raise StoreBusy("the store was rewritten while this was on its way; remember it again")

    async def verdict(self, statement: Draft, known: Draft, cosine: float) -> Verdict:
        """What `write` would make of a statement whose only candidate is `known`."""
        floor = self.engine.settings.floor
        if statement.key == known.key:
            return exact(cosine).model_copy(update={"floor": floor})
        question = Question(statement.reading, (Candidate(known.reading, cosine),))
        found = (await self.judge.judge([question])).verdicts[0][0].model_copy(update={"floor": floor})
        if self.engine.settings.verify == "code" and found.relation is Relation.SAME and not found.vetoes:
            against = self._against(statement.reading, known.reading)
            return found.model_copy(update={"vetoes": tuple(against.values())})
        return found

    # --- asking

    async def _judge(
        self, deposits: Sequence[DraftDeposit], drafts: Sequence[Draft], judgements: Sequence[Judgement]
    ) -> None:
        groups, first = [], 0
        for deposit in deposits:
            numbers = range(first, first + len(deposit.drafts))
            first += len(deposit.drafts)
            open_ones = [n for n in numbers if settle_exact(drafts[n], judgements[n])]
            per_call = [[n] for n in open_ones] if self.engine.settings.judge_call == "statement" else [open_ones]
            groups += [(deposit, group) for group in per_call if group]
        asked = [self._ask([(drafts[n], judgements[n]) for n in group]) for _, group in groups]
        for (deposit, group), judged in zip(groups, await together(asked), strict=True):
            deposit.calls += judged.calls
            for number, verdicts in zip(group, judged.verdicts, strict=True):
                judgements[number].verdicts = list(verdicts)
                judgements[number].notes += [judged.note] if judged.note else []
        if self.engine.settings.second_look:
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

    def _rule_agrees(self, verdict: Verdict, draft: Draft, known: Known) -> bool:
        languages = draft.reading.language, known.candidate.reading.language
        bar = threshold(self.engine.header.embedder, *languages, own=self.engine.settings.thresholds)
        return verdict.cosine >= bar

    async def _ask(self, pairs: Sequence[tuple[Draft, Judgement]]) -> Judged:
        return await self.judge.judge([one.question(draft) for draft, one in pairs])

    def _late(self, deposits: Sequence[DraftDeposit], view: View, since: int) -> list[Judgement]:
        drafts = [draft for deposit in deposits for draft in deposit.drafts]
        owner = [deposit for deposit in deposits for _ in deposit.drafts]
        matcher = Matcher(self.engine, view, self.engine.round, drafts)
        return [Judgement(matcher.candidates(n, owner[n].replaces, since)) for n in range(len(drafts))]

    async def _ask_late(self, deposits: Sequence[DraftDeposit], late: Sequence[Judgement]) -> None:
        flat = [(deposit, draft) for deposit in deposits for draft in deposit.drafts]
        to_ask = [n for n, one in enumerate(late) if settle_exact(flat[n][1], one)]
        answers = await together([self._ask([(flat[n][1], late[n])]) for n in to_ask])
        for number, judged in zip(to_ask, answers, strict=True):
            late[number].verdicts = list(judged.verdicts[0])
            late[number].notes = [*filter(None, [judged.note]), LATE]
            flat[number][0].calls += judged.calls

    def _rule_late(self, deposits: Sequence[DraftDeposit], late: Sequence[Judgement]) -> None:
        drafts = [draft for deposit in deposits for draft in deposit.drafts]
        for draft, one in zip(drafts, late, strict=True):
            if settle_exact(draft, one):
                one.verdicts = [
                    RuleJudge(self.engine.header.embedder, self.engine.settings.thresholds).compare(
                        draft.reading, known.candidate
                    )
                    for known in one.known
                ]
                one.notes = [f"{LATE}; decided by rule"]
