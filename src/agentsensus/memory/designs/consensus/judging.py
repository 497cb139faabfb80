"""Call the judge for a batch. All calls of a phase run concurrently; rows committed meanwhile are judged afterwards."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol, TypeAlias

from agentsensus.base.loop import on_callers_loop, together
from agentsensus.embed import Embedder
from agentsensus.language.reading import Reading
from agentsensus.memory.core.drafts import DraftDeposit, DraftStatement
from agentsensus.memory.designs.consensus.judgement import Judgement
from agentsensus.memory.designs.consensus.matching import Match
from agentsensus.memory.designs.consensus.settings import Settings
from agentsensus.memory.judge import Candidate, Judge, Judged, Question, Relation, Verdict, Veto
from agentsensus.memory.judge.thresholds import Thresholds
from agentsensus.memory.judge.vetoes import standing

LATE = "looked at again: others wrote in the meantime"

NeedsJudge: TypeAlias = Callable[[DraftStatement, Judgement], bool]
"""Returns whether the judge must be asked about a draft. If not, fills in the verdicts."""


class PairRule(Protocol):
    """Compares one pair directly, without a model."""

    def compare(self, statement: Reading, candidate: Candidate) -> Verdict:
        """Return the verdict on one pair."""
        ...


@dataclass(frozen=True, slots=True)
class JudgeTraits:
    """How the design treats a judge: which vetoes apply to its verdicts, and whether it may wait for a model."""

    find_vetoes: Callable[[Reading, Reading], dict[str, Veto]] = standing
    asks_model: bool = True


UNKNOWN_JUDGE = JudgeTraits()


@dataclass(frozen=True, slots=True)
class BatchJudge:
    """Sets the verdicts of a batch's judgements, and adds the number of model calls to its deposits."""

    embedder: Embedder
    settings: Settings
    judge: Judge
    is_local: bool
    """Whether the judge needs no model and therefore runs on the background loop."""
    rule: PairRule
    needs_judge: NeedsJudge

    async def decide(self, deposits: Sequence[DraftDeposit], judgements: Sequence[Judgement]) -> None:
        """Judge every draft, with one call per batch, per deposit or per statement, depending on the settings.

        A call for a batch is counted in its first deposit. If the settings say so, each «same» is checked a second
        time.
        """
        drafts = [draft for deposit in deposits for draft in deposit.drafts]
        deposit_of = [deposit for deposit in deposits for _ in deposit.drafts]
        undecided = [number for number in range(len(drafts)) if self.needs_judge(drafts[number], judgements[number])]
        groups = self._groups(undecided, deposit_of)
        calls = [self._ask([(drafts[number], judgements[number]) for number in group]) for group in groups]
        for group, judged in zip(groups, await together(calls), strict=True):
            deposit_of[group[0]].calls += judged.calls
            for place, (number, verdicts) in enumerate(zip(group, judged.verdicts, strict=True)):
                judgements[number].verdicts = list(verdicts)
                judgements[number].notes += filter(None, [judged.note_on(place)])
        if self.settings.second_look:
            await self._look_again(deposits, judgements)

    def _groups(self, undecided: Sequence[int], deposit_of: Sequence[DraftDeposit]) -> list[list[int]]:
        """Return the groups of drafts that are judged in one call each."""
        match self.settings.judge_call:
            case "batch":
                return [[*undecided]] if undecided else []
            case "statement":
                return [[number] for number in undecided]
            case "deposit":
                return [[*group] for _, group in groupby(undecided, key=lambda number: id(deposit_of[number]))]

    async def decide_late(self, deposits: Sequence[DraftDeposit], late: Sequence[Judgement]) -> None:
        """Judge candidates that other writers added while the judge was busy, with one call per draft."""
        drafts = [(deposit, draft) for deposit in deposits for draft in deposit.drafts]
        undecided = [number for number, judgement in enumerate(late) if self.needs_judge(drafts[number][1], judgement)]
        answers = await together([self._ask([(drafts[number][1], late[number])]) for number in undecided])
        for number, judged in zip(undecided, answers, strict=True):
            late[number].verdicts = list(judged.verdicts[0])
            late[number].notes = [*filter(None, [judged.note_on(0)]), LATE]
            drafts[number][0].calls += judged.calls

    def decide_by_rule(self, deposits: Sequence[DraftDeposit], late: Sequence[Judgement]) -> None:
        """Judge candidates found just before the commit with the rule judge, which awaits nothing."""
        drafts = [draft for deposit in deposits for draft in deposit.drafts]
        for draft, judgement in zip(drafts, late, strict=True):
            if self.needs_judge(draft, judgement):
                judgement.verdicts = [self.rule.compare(draft.reading, known.candidate) for known in judgement.known]
                judgement.notes = [f"{LATE}; decided by rule"]

    async def _ask(self, pairs: Sequence[tuple[DraftStatement, Judgement]]) -> Judged:
        return await self._judged([judgement.question(draft) for draft, judgement in pairs])

    async def _judged(self, questions: Sequence[Question]) -> Judged:
        """Ask the judge and return its answer. A judge with a model is called on the caller's own event loop."""
        work = self.judge.judge(questions)
        return await (work if self.is_local else on_callers_loop(work))

    async def _look_again(self, deposits: Sequence[DraftDeposit], judgements: Sequence[Judgement]) -> None:
        """Ask again, with the two statements swapped, about each «same» that the rule does not confirm. It stays only
        if confirmed.
        """
        drafts = [(deposit, draft) for deposit in deposits for draft in deposit.drafts]
        doubtful = [
            (number, place)
            for number, judgement in enumerate(judgements)
            for place, verdict in enumerate(judgement.verdicts)
            if verdict.judge == self.judge.id
            and verdict.relation is Relation.SAME
            and not self._rule_agrees(verdict, drafts[number][1], judgement.known[place])
        ]
        swapped = []
        for number, place in doubtful:
            known, cosine = judgements[number].known[place], judgements[number].verdicts[place].cosine
            draft = drafts[number][1]
            other = Candidate(draft.reading, cosine, draft.text)
            swapped.append(Question(known.candidate.reading, (other,), said=known.candidate.said))
        answers = await together([self._judged([question]) for question in swapped])
        for (number, place), judged in zip(doubtful, answers, strict=True):
            drafts[number][0].calls += judged.calls
            relation = judged.verdicts[0][0].relation
            if relation is not Relation.SAME:
                judgement = judgements[number]
                judgement.verdicts[place] = judgement.verdicts[place].model_copy(update={"relation": relation})
                judgement.notes.append("a second look, the other way round, said otherwise")

    def _rule_agrees(self, verdict: Verdict, draft: DraftStatement, known: Match) -> bool:
        languages = draft.reading.language, known.candidate.reading.language
        return verdict.cosine >= Thresholds(self.embedder, self.settings.thresholds).of(*languages)
