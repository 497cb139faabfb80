"""What somebody in a run would answer: only from what it owned at that round, every sentence citing its records."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, Field

from agentsensus.errors import InputError, ModelUnreachable
from agentsensus.knowledge.matching import matching
from agentsensus.knowledge.rounds import checked_agent, checked_round
from agentsensus.loop import wait_for
from agentsensus.memory.record import Knower
from agentsensus.models.ask import Answer, NoAnswer, ask_for
from agentsensus.models.budget import Budget
from agentsensus.models.providers.opening import ModelLike
from agentsensus.models.request import Request
from agentsensus.models.roles import Roles
from agentsensus.study.run import Run
from agentsensus.telling import Teller
from agentsensus.texts import prompt

__all__ = ["CitedAnswer", "CitedSentence", "ask"]

_RECORDS = 8
_REPLY_TOKENS = 700


@dataclass(frozen=True, slots=True)
class CitedSentence:
    """A sentence of an answer, and the ids of the records that it rests on."""

    text: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CitedAnswer:
    """An answer: its sentences, and the records it was given from. Without a model each sentence is a record.

    Both are empty where the agent owned nothing near the question; with a model `sentences` alone is empty where the
    records do not answer it.
    """

    agent: str
    question: str
    at: int
    sentences: tuple[CitedSentence, ...]
    records: tuple[Knower, ...]
    model: str = ""

    def as_json(self) -> dict[str, Any]:
        """What `ask --json` prints."""
        records = [
            {"record": known.record, "text": known.text, "since": known.since, "via": known.via, "from": known.source}
            for known in self.records
        ]
        answer = [{"text": sentence.text, "cites": list(sentence.cites)} for sentence in self.sentences]
        fields = {"agent": self.agent, "question": self.question, "at": self.at, "model": self.model or None}
        return fields | {"answer": answer, "records": records}


class _SpokenSentence(BaseModel):
    text: str = Field(min_length=1, description="One sentence, in the character's voice")
    cites: list[int] = Field(min_length=1, description="Numbers of the memories it rests on")


class _SpokenAnswer(BaseModel):
    sentences: list[_SpokenSentence] = Field(description="The answer; empty if the memories do not answer it")


def ask(
    run: Run,
    agent: str,
    question: str,
    *,
    at: int | None = None,
    model: ModelLike | None = None,
    budget: Budget | None = None,
    top: int = _RECORDS,
) -> CitedAnswer:
    """What an agent would answer after round `at`; the run is not changed.

    With a model, in the character's voice; a reply that cites nothing, or what it was not shown, is asked again and
    then refused. Without one, the nearest records in the agent's own words.
    """
    round_ = checked_round(run, at)
    id_ = checked_agent(run, agent)
    records = _own(run, id_, question, round_, top)
    if model is None or not records:
        plain = tuple(CitedSentence(known.text, (known.record,)) for known in records)
        return CitedAnswer(id_, question, round_, plain, records)
    roles = Roles(model, budget=budget)
    return wait_for(_spoken(run, roles, CitedAnswer(id_, question, round_, (), records)))


def _own(run: Run, agent: str, question: str, at: int, top: int) -> tuple[Knower, ...]:
    matches = matching(run.memory, question, at=at, agent=agent, top=top)
    by_record = ((match, run.memory.knowers(match.record.id, at=at)) for match in matches)
    return tuple(knower for _, knowers in by_record for knower in knowers if knower.agent == agent)


async def _spoken(run: Run, roles: Roles, asked: CitedAnswer) -> CitedAnswer:
    chat = roles.of("minds")
    count = len(asked.records)
    try:
        reply = await ask_for(chat, _request(run, asked), _SpokenAnswer, lambda answer: _wrong(answer, count))
    finally:
        await roles.close()
    match reply:
        case Answer():
            sentences = tuple(
                CitedSentence(sentence.text.strip(), _cited(sentence.cites, asked.records))
                for sentence in reply.value.sentences
            )
            return CitedAnswer(asked.agent, asked.question, asked.at, sentences, asked.records, chat.id)
        case NoAnswer(why="exhausted"):
            raise InputError(f"the budget does not allow this answer: {reply.reason}")
        case NoAnswer():
            raise ModelUnreachable(f"{chat.id} gave no answer that cites its records: {reply.reason}")


def _cited(numbers: Sequence[int], records: Sequence[Knower]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(records[number - 1].record for number in numbers))


def _wrong(answer: _SpokenAnswer, count: int) -> str | None:
    strange = sorted({number for part in answer.sentences for number in part.cites if not 1 <= number <= count})
    return f"there is no memory {strange[0]}; cite memories 1 to {count}" if strange else None


def _request(run: Run, asked: CitedAnswer) -> Request:
    scenario, teller = run.scenario, Teller(run.scenario)
    character = scenario.characters.get(asked.agent)
    memories = "\n".join(
        f"{number}. {teller.row({'text': known.text, 'via': known.via, 'from': known.source})}"
        for number, known in enumerate(asked.records, 1)
    )
    language = scenario.world.language
    name = teller.name(asked.agent)
    about = character.profile if character else ""
    voice = character.voice.manner if character else ""
    return Request(
        purpose="ask",
        system=prompt(__package__, "voice", language, who=name, profile=about, voice=voice),
        prompt=prompt(__package__, "question", language, who=name, memories=memories, question=asked.question),
        language=language,
        max_tokens=_REPLY_TOKENS,
    )
