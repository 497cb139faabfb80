"""The judge that asks a language model: one call per deposit, its answers parsed, its failures recorded."""

import json
from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from agentsensus.memory.judge.instructions import Instructions, as_glossary
from agentsensus.memory.judge.judge import Candidate, Judge, Judged, Question, Relation, Verdict
from agentsensus.memory.judge.vetoes import Veto, VetoKind
from agentsensus.memory.judge.vetoes.reports import report
from agentsensus.memory.judge.vetoes.stances import speech
from agentsensus.models.ask import NoAnswer, ask_for
from agentsensus.models.chat import Request, Shape
from agentsensus.models.providers.open import ModelLike, as_chat

PURPOSE = "judge"
_LIKELY = 0.75
"""From this share of its operating point on, the offline judge finds it likely that two statements are the same."""


class _Answer(BaseModel):
    model_config = ConfigDict(extra="ignore")

    statement: int
    relation: Literal["same", "conflicting", "part of", "different"] = "different"
    match: int | None = None


class _Answers(BaseModel):
    model_config = ConfigDict(extra="ignore")

    answers: list[_Answer] = Field(default_factory=list)


class ModelJudge:
    """Asks a model; after three unusable replies the offline judge decides, and the note says so.

    `model` is a model's id, a chat, or a function that answers a prompt with text. `domain` is what the memory is
    about, and `prompt` a text of your own with the blank `{{questions}}`. `fallback` is that offline judge; with
    `doubts` on, a «same» that it finds unlikely does not merge; with `asks_all` off, the model is not asked whether a
    report is the happening that it reports. A memory sets all three.
    """

    def __init__(
        self, model: ModelLike, *, name: str = "model", domain: str | None = None, prompt: str | None = None
    ) -> None:
        self.id = name
        self._chat = as_chat(model)
        self._instructions = Instructions.checked(domain, None if prompt is None else {"judge": prompt})
        self.fallback: Judge | None = None
        self.doubts = False
        self.asks_all = True

    async def judge(self, questions: Sequence[Question]) -> Judged:
        against = [[self._against(question, candidate) for candidate in question.candidates] for question in questions]
        worth = [[place for place, reason in enumerate(reasons) if reason is None] for reasons in against]
        asked = [number for number, places in enumerate(worth) if places]
        if not asked:
            judged = Judged(())
        else:
            judged = await self._asked([questions[number].only(worth[number]) for number in asked])
        verdicts = [
            [
                self._verdict(candidate, "different", reason)
                for candidate, reason in zip(q.candidates, reasons, strict=True)
            ]
            for q, reasons in zip(questions, against, strict=True)
        ]
        for number, of_model in zip(asked, judged.verdicts, strict=True):
            for place, verdict in zip(worth[number], of_model, strict=True):
                verdicts[number][place] = verdict
        return Judged(tuple(map(tuple, verdicts)), judged.calls, judged.note)

    def _against(self, question: Question, candidate: Candidate) -> Veto | None:
        """Why a model need not be asked: one statement only reports what the other says happened. None: ask."""
        if self.asks_all:
            return None
        pair = question.statement, candidate.reading
        return report(*pair) or speech(*pair)

    async def _asked(self, questions: Sequence[Question]) -> Judged:
        statements = [
            {
                "statement": number,
                "text": question.words,
                "known": {str(n): candidate.words for n, candidate in enumerate(question.candidates, 1)},
            }
            for number, question in enumerate(questions, 1)
        ]
        language = questions[0].statement.language
        text = self._instructions.text(
            __package__,
            "judge",
            self._instructions.judge,
            language,
            questions=_lines(statements),
            names=as_glossary(_glossary(questions)),
        )
        request = Request(purpose=PURPOSE, prompt=text, language=language, shape=_shape(questions), temperature=0.0)
        answer = await ask_for(self._chat, request, _Answers, lambda a: _wrong(a, questions), questions[0].tape_place)
        if isinstance(answer, NoAnswer):
            return await self._by_fallback(questions, answer)
        verdicts = tuple(self._verdicts(q, n, answer.value) for n, q in enumerate(questions, 1))
        doubts = self.doubts and any(
            verdict.relation is Relation.SAME for of_question in verdicts for verdict in of_question
        )
        return Judged(await self._doubted(questions, verdicts) if doubts else verdicts, answer.calls)

    async def close(self) -> None:
        """Close the model's connections."""
        await self._chat.close()

    async def _doubted(
        self, questions: Sequence[Question], verdicts: tuple[tuple[Verdict, ...], ...]
    ) -> tuple[tuple[Verdict, ...], ...]:
        assert self.fallback is not None
        offline = (await self.fallback.judge(questions)).verdicts
        return tuple(
            tuple(doubted(verdict, doubt) for verdict, doubt in zip(of_model, of_judge, strict=True))
            for of_model, of_judge in zip(verdicts, offline, strict=True)
        )

    async def _by_fallback(self, questions: Sequence[Question], failed: NoAnswer) -> Judged:
        assert self.fallback is not None
        judged = await self.fallback.judge(questions)
        return Judged(judged.verdicts, failed.calls, f"{failed.reason}; decided by {self.fallback.id}")

    def _verdicts(self, question: Question, number: int, answers: _Answers) -> tuple[Verdict, ...]:
        # Where there is but one known statement, a model that forgets its number means that one.
        only = 1 if len(question.candidates) == 1 else None
        relations = {a.match or only: a.relation for a in answers.answers if a.statement == number}
        return tuple(
            self._verdict(candidate, relations.get(place, "different"))
            for place, candidate in enumerate(question.candidates, 1)
        )

    def _verdict(self, candidate: Candidate, relation: str, veto: Veto | None = None) -> Verdict:
        return Verdict(
            relation=Relation(relation),
            score=1.0 if relation == "same" else 0.0,
            threshold=1.0,
            cosine=candidate.cosine,
            features={"cosine": candidate.cosine},
            vetoes=() if veto is None else (veto,),
            judge=self.id,
        )


def doubted(verdict: Verdict, offline: Verdict) -> Verdict:
    """A model's verdict; a «same» that the offline judge finds unlikely is «different», and says so."""
    if verdict.relation is not Relation.SAME or offline.score >= _LIKELY * offline.threshold:
        return verdict
    veto = Veto(VetoKind.UNLIKELY, (offline.judge, offline.score, offline.threshold))
    return verdict.model_copy(update={"relation": Relation.DIFFERENT, "vetoes": (*verdict.vetoes, veto)})


def _shape(questions: Sequence[Question]) -> Shape:
    """The form of the reply; numbers of statements that do not exist are not allowed in it."""
    most = max(len(question.candidates) for question in questions)
    properties = {
        "statement": {"type": "integer", "minimum": 1, "maximum": len(questions)},
        "relation": {"type": "string", "enum": [relation.value for relation in Relation]},
        "match": {"anyOf": [{"type": "integer", "minimum": 1, "maximum": most}, {"type": "null"}]},
    }
    answer = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    count = len(questions)
    answers = {"type": "array", "items": answer, "minItems": count, "maxItems": count}
    whole = {"type": "object", "properties": {"answers": answers}, "required": ["answers"]}
    return Shape(name="answers", json_schema=whole | {"additionalProperties": False})


def _glossary(questions: Sequence[Question]) -> dict[str, str]:
    """Other names in what the model is shown, and the usual ones."""
    glossary: dict[str, str] = {}
    for question in questions:
        glossary |= question.statement.glossary(question.words)
        for candidate in question.candidates:
            glossary |= candidate.reading.glossary(candidate.words)
    return glossary


def _lines(statements: list[dict[str, object]]) -> str:
    return "\n".join(json.dumps(statement, ensure_ascii=False) for statement in statements)


def _wrong(answers: _Answers, questions: Sequence[Question]) -> str | None:
    for answer in answers.answers:
        if not 1 <= answer.statement <= len(questions):
            return f"there is no statement {answer.statement}"
        if answer.match is not None and not 1 <= answer.match <= len(questions[answer.statement - 1].candidates):
            return f"statement {answer.statement} has no known statement {answer.match}"
    missing = set(range(1, len(questions) + 1)) - {answer.statement for answer in answers.answers}
    return f"statement {min(missing)} is not answered" if missing else None
