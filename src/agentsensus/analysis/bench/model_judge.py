"""A language model as the judge of labelled pairs: one call a pair, checked by the vetoes as a memory does."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from agentsensus.base.loop import together
from agentsensus.errors import ModelError, ModelUnreachable
from agentsensus.memory.judge import Judge, Judged, ModelJudge, Question, Relation, Verdict
from agentsensus.memory.judge.vetoes import standing
from agentsensus.models.chat import TapePlace
from agentsensus.models.providers.open import open_model
from agentsensus.models.tape import Tape

Seen: TypeAlias = Callable[[int, int], None]
"""Told how many of how many questions are judged."""


def model_judge(model: str, fallback: Judge, tape: Path | None = None) -> ModelJudge:
    """The judge that asks the model of that id, or a tape where it has the reply.

    The judge's own id leaves out the address, which may hold a key.
    """
    chat = open_model(model, tape=None if tape is None else Tape(tape, keeps_failures=False))
    judge = ModelJudge(chat, name=f"model:{chat.id}")
    judge.fallback = fallback
    return judge


async def one_by_one(judge: ModelJudge, questions: Sequence[Question], seen: Seen) -> list[Verdict | None]:
    """The model's verdict on each question, one call each; None where it gave none, an error if that happens often.

    Each verdict names the vetoes that stand against it.
    """
    placed = [
        Question(question.statement, question.candidates, TapePlace(0, "", number))
        for number, question in enumerate(questions)
    ]
    done = 0

    async def judge_alone(question: Question) -> Judged:
        nonlocal done
        judged = await judge.judge([question])
        done += 1
        seen(done, len(placed))
        return judged

    try:
        answers = await together([judge_alone(question) for question in placed])
    finally:
        await judge.close()
    lost = [answer.note for answer in answers if answer.note]
    if len(lost) > len(questions) // 10:
        kind = ModelUnreachable if len(lost) == len(questions) else ModelError
        raise kind(f"{len(lost)} of {len(questions)} pairs got no verdict: {lost[0]}")
    # What has a note was decided by the fallback, and is no figure of the model's.
    return [
        None if answer.note else _checked(answer.verdicts[0][0], question)
        for answer, question in zip(answers, placed, strict=True)
    ]


def _checked(verdict: Verdict, question: Question) -> Verdict:
    if verdict.relation is not Relation.SAME or verdict.vetoes:
        return verdict
    against = standing(question.statement, question.candidates[0].reading)
    return verdict.model_copy(update={"vetoes": tuple(against.values())})
