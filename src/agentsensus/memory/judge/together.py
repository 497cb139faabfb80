"""A judge that decides clear pairs itself and asks a model only about doubtful ones."""

from collections.abc import Sequence
from typing import Protocol

from agentsensus.language.reading import Reading
from agentsensus.memory.judge.judge import Candidate, Judge, Judged, Question, Verdict
from agentsensus.memory.judge.model import ModelJudge

__all__ = ["LEARNED_AND_MODEL", "DoubtfulToModel"]

LEARNED_AND_MODEL = "learned+model"


class PreparedJudge(Judge, Protocol):
    """A judge that first prepares for a batch of questions, and then compares single pairs without waiting."""

    async def prepare(self, questions: Sequence[Question]) -> None: ...

    def compare(self, statement: Reading, candidate: Candidate) -> Verdict: ...


class DoubtfulToModel:
    """Decides sure pairs with the learned judge, without a model call, and lets the model decide doubtful pairs.

    `asked` and `spared` count the pairs on which the model was asked, and those on which it was not.
    """

    def __init__(self, learned: PreparedJudge, model: ModelJudge) -> None:
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
        notes = dict(zip((number for number, _ in asked), answer.notes, strict=True))
        of_questions = tuple(notes.get(number, "") for number in range(len(questions)))
        return Judged(tuple(map(tuple, verdicts)), answer.calls, notes=of_questions)

    async def close(self) -> None:
        """Close the model's connections."""
        await self.model.close()


def _is_settled(verdicts: Sequence[Verdict]) -> bool:
    """Return whether one verdict already merges the statement, so that no other candidate need be judged."""
    return any(verdict.merges for verdict in verdicts)
