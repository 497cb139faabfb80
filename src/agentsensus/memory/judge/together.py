"""The judge that decides what is plain by itself, and gives a model exactly what it finds doubtful."""

from collections.abc import Sequence

from agentsensus.memory.judge.judge import Judged, Question, Verdict
from agentsensus.memory.judge.learned import LearnedJudge
from agentsensus.memory.judge.model import ModelJudge

__all__ = ["LEARNED_AND_MODEL", "DoubtfulToModel"]

LEARNED_AND_MODEL = "learned+model"


class DoubtfulToModel:
    """Says «same» or not where the learned judge is sure, which costs no call; the model decides the rest.

    `asked` and `spared` count the pairs that the model was and was not asked about.
    """

    def __init__(self, learned: LearnedJudge, model: ModelJudge) -> None:
        self.id = LEARNED_AND_MODEL
        self.learned = learned
        self.model = model
        self.asked = 0
        self.spared = 0

    async def judge(self, questions: Sequence[Question]) -> Judged:
        await self.learned.prepare(questions)
        verdicts = [[self.learned.compare(q.statement, c) for c in q.candidates] for q in questions]
        doubtful = [[n for n, verdict in enumerate(row) if verdict.is_doubtful] for row in verdicts]
        asked = [
            (number, places) for number, places in enumerate(doubtful) if places and not _is_settled(verdicts[number])
        ]
        self.asked += sum(len(places) for _, places in asked)
        self.spared += sum(map(len, verdicts)) - sum(len(places) for _, places in asked)
        if not asked:
            return Judged(tuple(map(tuple, verdicts)))
        answer = await self.model.judge([questions[number].only(places) for number, places in asked])
        for (number, places), of_model in zip(asked, answer.verdicts, strict=True):
            for place, verdict in zip(places, of_model, strict=True):
                verdicts[number][place] = verdict
        return Judged(tuple(map(tuple, verdicts)), answer.calls, answer.note)

    async def close(self) -> None:
        """Let go of the model's connections."""
        await self.model.close()


def _is_settled(verdicts: Sequence[Verdict]) -> bool:
    """Whether a statement has met what it repeats, so that no other candidate need be asked about."""
    return any(verdict.merges for verdict in verdicts)
