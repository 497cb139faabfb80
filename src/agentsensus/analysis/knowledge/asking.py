"""Ask an agent of a run a question. The answer uses and cites only records that the agent owned at that round."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel, Field

from agentsensus.analysis.knowledge.acquisitions import acquisitions, subject_of_record
from agentsensus.analysis.knowledge.answering import blank_of, ranked
from agentsensus.analysis.knowledge.matching import MatchedRecord, Nearness, checked_agent, checked_round, matching
from agentsensus.base.loop import wait_for
from agentsensus.base.texts import prompt
from agentsensus.errors import InputError, ModelUnreachable
from agentsensus.memory.answers import Knower
from agentsensus.models.ask import Answer, NoAnswer, ask_for
from agentsensus.models.budget import Budget
from agentsensus.models.chat import Request
from agentsensus.models.providers.open import ModelLike
from agentsensus.models.roles import Roles
from agentsensus.worlds.runs.run import Run
from agentsensus.worlds.telling import Teller

__all__ = ["CitedAnswer", "CitedSentence", "ask"]

_RECORDS = 8
_CANDIDATES = 30
_REPLY_TOKENS = 700


@dataclass(frozen=True, slots=True)
class CitedSentence:
    """A sentence of an answer, and the ids of the records it cites."""

    text: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CitedAnswer:
    """An answer: its sentences, and the records it is based on. Without a model each sentence is a record.

    `sentences` is empty if no record of the agent answers the question. `records` is empty too if none is near it.
    """

    agent: str
    question: str
    at: int
    sentences: tuple[CitedSentence, ...]
    records: tuple[Knower, ...]
    model: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the answer as `ask --json` prints it."""
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
    """Answer a question as an agent would after round `at`, without changing the run.

    With a model, the answer is in the character's voice. A reply without citations, or with unknown ones, is requested
    again; then ModelUnreachable is raised. Without a model, the answer consists of the agent's records that answer the
    question, in the agent's own words; for who, what, when and where these are the records that fill the blank.
    """
    round_ = checked_round(run, at)
    id_ = checked_agent(run, agent)
    records, answering = _own(run, id_, question, round_, top)
    if model is None or not records:
        plain = tuple(CitedSentence(known.text, (known.record,)) for known in records[:answering])
        return CitedAnswer(id_, question, round_, plain, records)
    roles = Roles(model, budget=budget)
    return wait_for(_spoken(run, roles, CitedAnswer(id_, question, round_, (), records)))


def _own(run: Run, agent: str, question: str, at: int, top: int) -> tuple[tuple[Knower, ...], int]:
    """Return the agent's rows near a question, those that answer it first, and how many answer it.

    A question without a blank is answered by every near row.
    """
    nearness = Nearness(run.memory, question)
    matches = matching(run.memory, question, at=at, agent=agent, top=max(top, _CANDIDATES), floor=0.0)
    blank = blank_of(question, run.played.learning.subjects.words)
    if blank is None:
        near = [match for match in matches if match.score >= nearness.floor]
        answering = len(near)
    else:
        order, answering = ranked(blank, [(match.wording.text, match.score) for match in matches], nearness.floor)
        near = [
            matches[place]
            for rank, place in enumerate(order)
            if rank < answering or matches[place].score >= nearness.floor
        ]
    rows = tuple(_row(run, match, agent, at) for match in near[:top])
    return rows, min(answering, len(rows))


def _row(run: Run, match: MatchedRecord, agent: str, at: int) -> Knower:
    """Return the agent's words in a record, with how and from whom the agent learned the fact."""
    own = next(knower for knower in run.memory.knowers(match.record.id, at=at) if knower.agent == agent)
    own = replace(own, text=match.wording.text)
    known = {each.agent: each for each in acquisitions(run, subject_of_record(run, match.record, at=at), at=at)}
    if agent not in known:
        return own
    how = known[agent]
    return replace(own, since=how.since, via=how.how, source=how.source, detail=how.message)


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
