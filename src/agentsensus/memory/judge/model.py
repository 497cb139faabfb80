"""The model judge: asks a language model in as few calls as possible, parses its answers, and records failures."""

import json
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from agentsensus.base.loop import together
from agentsensus.language.reading import Reading
from agentsensus.memory.judge.conflicts import conflict
from agentsensus.memory.judge.instructions import Instructions, as_glossary
from agentsensus.memory.judge.judge import Candidate, Judge, Judged, Question, Relation, Verdict
from agentsensus.memory.judge.vetoes import CONTRADICTING, Veto, VetoKind, standing
from agentsensus.memory.judge.vetoes.reports import report
from agentsensus.memory.judge.vetoes.stances import speech
from agentsensus.models.ask import Answer, NoAnswer, ask_for
from agentsensus.models.chat import Request, Shape
from agentsensus.models.providers.open import ModelLike, as_chat
from agentsensus.models.tokens import tokens

PURPOSE = "judge"
_LIKELY = 0.75
"""The offline judge finds «same» likely if its score reaches this share of its threshold."""
_CALL_TOKENS = 12_000
"""Maximum tokens of questions in one call. Leaves room for the instructions and the reply in a context of 16k."""
_FEW = 8
"""How many questions go into one call after a larger call has failed."""
_NEAR = 0.75
"""From this cosine on, the model is asked about a pair that differs in one particular, because it may be a
contradiction.
"""

FindVetoes: TypeAlias = Callable[[Reading, Reading], dict[str, Veto]]


class _Answer(BaseModel):
    model_config = ConfigDict(extra="ignore")

    statement: int
    relation: Literal["same", "conflicting", "superseding", "part of", "different"] = "different"
    match: int | None = None


class _Answers(BaseModel):
    model_config = ConfigDict(extra="ignore")

    answers: list[_Answer] = Field(default_factory=list)


class ModelJudge:
    """Asks a model. After three unusable replies the offline judge decides, and the note says so.

    `model` is a model's id, a chat, or a function from prompt to text. `domain` is the subject of the memory. `prompt`
    is your own prompt with the placeholder `{{questions}}`. The memory sets the rest: `fallback` is the offline judge;
    with `doubts`, a «same» that the offline judge finds unlikely does not merge; with `only_match`, the model names an
    equivalent record or none, as in the paper; with `find_vetoes`, the model is not asked about pairs with a veto.
    """

    def __init__(
        self, model: ModelLike, *, name: str = "model", domain: str | None = None, prompt: str | None = None
    ) -> None:
        self.id = name
        self._chat = as_chat(model)
        self._instructions = Instructions.checked(domain, None if prompt is None else {"judge": prompt})
        self.fallback: Judge | None = None
        self.doubts = False
        self.only_match = False
        self.find_vetoes: FindVetoes | None = None

    async def judge(self, questions: Sequence[Question]) -> Judged:
        verdicts = [[self._known(question, candidate) for candidate in question.candidates] for question in questions]
        worth = [[place for place, verdict in enumerate(row) if verdict is None] for row in verdicts]
        asked = [number for number, places in enumerate(worth) if places]
        judged = await self._in_calls([questions[number].only(worth[number]) for number in asked])
        for number, of_model in zip(asked, judged.verdicts, strict=True):
            for place, verdict in zip(worth[number], of_model, strict=True):
                verdicts[number][place] = verdict
        notes = dict(zip(asked, judged.notes, strict=True))
        done = tuple(tuple(verdict for verdict in row if verdict is not None) for row in verdicts)
        return Judged(done, judged.calls, notes=tuple(notes.get(number, "") for number in range(len(questions))))

    def _known(self, question: Question, candidate: Candidate) -> Verdict | None:
        """Return the verdict on a pair that rules can decide; None if the model must be asked."""
        if self.find_vetoes is None:
            return None
        against = self.find_vetoes(question.statement, candidate.reading)
        may_contradict = candidate.cosine >= _NEAR and against.keys() <= CONTRADICTING
        if not against or may_contradict:
            return None
        return self._verdict(candidate, "different", tuple(against.values()))

    async def _in_calls(self, questions: Sequence[Question]) -> Judged:
        """Ask all questions in as few calls as possible."""
        parts = _parts(questions)
        judged = _joined(await together([self._asked([questions[number] for number in part]) for part in parts]))
        order = [number for part in parts for number in part]
        verdicts, notes = dict(zip(order, judged.verdicts, strict=True)), dict(zip(order, judged.notes, strict=True))
        return Judged(
            tuple(verdicts[number] for number in range(len(questions))),
            judged.calls,
            notes=tuple(notes[number] for number in range(len(questions))),
        )

    async def _asked(self, questions: Sequence[Question]) -> Judged:
        """Ask in one call. If the call fails, ask in smaller calls."""
        answer = await self._answers(questions)
        if isinstance(answer, NoAnswer):
            if len(questions) <= _FEW or answer.is_exhausted:
                return await self._by_fallback(questions, answer)
            few = [questions[first : first + _FEW] for first in range(0, len(questions), _FEW)]
            return _joined(await together([self._asked(part) for part in few]), answer.calls)
        verdicts = tuple(self._verdicts(q, n, answer.value) for n, q in enumerate(questions, 1))
        doubts = self.doubts and any(
            verdict.relation is Relation.SAME for of_question in verdicts for verdict in of_question
        )
        verdicts = await self._doubted(questions, verdicts) if doubts else verdicts
        return Judged(verdicts, answer.calls, notes=("",) * len(questions))

    async def _answers(self, questions: Sequence[Question]) -> Answer[_Answers] | NoAnswer:
        language = questions[0].statement.language
        text = self._instructions.text(
            __package__,
            "judge_match" if self.only_match else "judge",
            self._instructions.judge,
            language,
            questions="\n".join(_line(number, question) for number, question in enumerate(questions, 1)),
            names=as_glossary(_glossary(questions)),
        )
        request = Request(
            purpose=PURPOSE,
            prompt=text,
            language=language,
            shape=_shape(questions, only_match=self.only_match and not self._instructions.judge),
            max_tokens=max(2048, 512 + 48 * len(questions)),
            temperature=0.0,
        )
        return await ask_for(self._chat, request, _Answers, lambda a: _wrong(a, questions), questions[0].tape_place)

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
        note = f"{failed.reason}; decided by {self.fallback.id}"
        return Judged(judged.verdicts, failed.calls, notes=(note,) * len(questions))

    def _verdicts(self, question: Question, number: int, answers: _Answers) -> tuple[Verdict, ...]:
        # If there is only one known statement, a reply without a number means that statement.
        only = 1 if len(question.candidates) == 1 else None
        own = [answer for answer in answers.answers if answer.statement == number]
        if self.only_match and not self._instructions.judge:
            relations: dict[int | None, str] = {answer.match: "same" for answer in own if answer.match is not None}
        else:
            relations = {answer.match or only: answer.relation for answer in own}
        return tuple(
            self._verdict(candidate, relations.get(place, "different"))
            for place, candidate in enumerate(question.candidates, 1)
        )

    def _verdict(self, candidate: Candidate, relation: str, against: tuple[Veto, ...] = ()) -> Verdict:
        return Verdict(
            relation=Relation(relation),
            score=1.0 if relation == "same" else 0.0,
            threshold=1.0,
            cosine=candidate.cosine,
            features={"cosine": candidate.cosine},
            vetoes=against,
            judge=self.id,
        )


def doubted(verdict: Verdict, offline: Verdict) -> Verdict:
    """Return the model's verdict. A «same» that the offline judge finds unlikely becomes «different», with a note."""
    if verdict.relation is not Relation.SAME or offline.score >= _LIKELY * offline.threshold:
        return verdict
    veto = Veto(VetoKind.UNLIKELY, (offline.judge, offline.score, offline.threshold))
    return verdict.model_copy(update={"relation": Relation.DIFFERENT, "vetoes": (*verdict.vetoes, veto)})


def _shape(questions: Sequence[Question], *, only_match: bool = False) -> Shape:
    """Return the JSON shape of the reply. It allows only the numbers of statements in the prompt."""
    most = max(len(question.candidates) for question in questions)
    properties = {
        "statement": {"type": "integer", "minimum": 1, "maximum": len(questions)},
        "relation": {"type": "string", "enum": [relation.value for relation in Relation]},
        "match": {"anyOf": [{"type": "integer", "minimum": 1, "maximum": most}, {"type": "null"}]},
    }
    if only_match:
        del properties["relation"]
    answer = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    count = len(questions)
    answers = {"type": "array", "items": answer, "minItems": count, "maxItems": count}
    whole = {"type": "object", "properties": {"answers": answers}, "required": ["answers"]}
    return Shape(name="answers", json_schema=whole | {"additionalProperties": False})


def _glossary(questions: Sequence[Question]) -> dict[str, str]:
    """Return the aliases in the texts that the model is shown, each with its canonical name."""
    glossary: dict[str, str] = {}
    for question in questions:
        glossary |= question.statement.glossary(question.words)
        for candidate in question.candidates:
            glossary |= candidate.reading.glossary(candidate.words)
    return glossary


def known_apart(a: Reading, b: Reading) -> dict[str, Veto]:
    """Return the vetoes that would overrule a model's «same»; if there are any, the model need not be asked."""
    if against := standing(a, b):
        return {} if conflict(a, b) else against  # the model decides whether they contradict each other
    told = report(a, b) or speech(a, b)
    return {"told": told} if told else {}


def _line(number: int, question: Question) -> str:
    """Return a question as one line of the prompt."""
    known = {str(n): candidate.words for n, candidate in enumerate(question.candidates, 1)}
    return json.dumps({"statement": number, "text": question.words, "known": known}, ensure_ascii=False)


def _parts(questions: Sequence[Question]) -> list[list[int]]:
    """Group the questions into as few calls as possible, each of one language. Returns the positions of the questions
    per call.
    """
    parts: list[list[int]] = []
    size, language = 0, ""
    for number, question in sorted(enumerate(questions), key=lambda each: each[1].statement.language):
        length = tokens(_line(1, question))
        if not parts or language != question.statement.language or size + length > _CALL_TOKENS:
            parts.append([])
            size, language = 0, question.statement.language
        parts[-1].append(number)
        size += length
    return parts


def _joined(parts: Sequence[Judged], calls: int = 0) -> Judged:
    """Join the results of several calls into one. `calls` is added to their number of model calls."""
    return Judged(
        tuple(verdicts for part in parts for verdicts in part.verdicts),
        calls + sum(part.calls for part in parts),
        notes=tuple(note for part in parts for note in part.notes),
    )


def _wrong(answers: _Answers, questions: Sequence[Question]) -> str | None:
    for answer in answers.answers:
        if not 1 <= answer.statement <= len(questions):
            return f"there is no statement {answer.statement}"
        if answer.match is not None and not 1 <= answer.match <= len(questions[answer.statement - 1].candidates):
            return f"statement {answer.statement} has no known statement {answer.match}"
    missing = set(range(1, len(questions) + 1)) - {answer.statement for answer in answers.answers}
    return f"statement {min(missing)} is not answered" if missing else None
