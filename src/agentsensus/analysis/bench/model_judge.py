"""A language model as judge of labelled pairs: one call per pair, checked by the vetoes as in a memory."""

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
"""A callback with the number of judged questions and of all questions."""


def model_judge(model: str, fallback: Judge, tape: Path | None = None) -> ModelJudge:
    """Return a judge that asks the model with this id, or takes the reply from a tape if it is there.

    The id of the judge leaves out the model's address, which may contain a key.
    """
    chat = open_model(model, tape=None if tape is None else Tape(tape, keeps_failures=False))
    judge = ModelJudge(chat, name=f"model:{chat.id}")
    judge.fallback = fallback
    return judge


async def one_by_one(judge: ModelJudge, questions: Sequence[Question], seen: Seen) -> list[Verdict | None]:
    """Ask the model each question in a separate call. Returns a verdict per question, or None where the model gave
    none.

    Each verdict names the vetoes against it. Raises an error if verdicts are missing often.
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
    lost = [note for answer in answers if (note := answer.note_on(0))]
    if len(lost) > len(questions) // 10:
        kind = ModelUnreachable if len(lost) == len(questions) else ModelError
        raise kind(f"{len(lost)} of {len(questions)} pairs got no verdict: {lost[0]}")
    # A judgement with a note came from the fallback judge and does not count for the model.
    return [
        None if answer.note_on(0) else _checked(answer.verdicts[0][0], question)
        for answer, question in zip(answers, placed, strict=True)
    ]


def _checked(verdict: Verdict, question: Question) -> Verdict:
    if verdict.relation is not Relation.SAME or verdict.vetoes:
        return verdict
    against = standing(question.statement, question.candidates[0].reading)
    return verdict.model_copy(update={"vetoes": tuple(against.values())})
