"""Sentences that reached somebody and tell certain records, as a run's log has them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agentsensus.events.event import Altered, AnyEvent, Delivered, Sent
from agentsensus.loop import wait_for
from agentsensus.memory.judge import Candidate, Judge, Question
from agentsensus.memory.judge.offline import offline_judge
from agentsensus.memory.record import Record
from agentsensus.models.embed.base import CAUTIOUS, thresholds_of
from agentsensus.study.run import Run
from agentsensus.text.languages import rules_of
from agentsensus.text.names import Names
from agentsensus.text.reading import read
from agentsensus.text.sentences import sentences

__all__ = ["HeardMessageText", "HeardSentence", "heard_sentences", "messages_that_reached"]

_FLOOR, _CANDIDATES = 0.35, 6
"""From which likeness on a wording is compared with a sentence, and how many of them are."""


@dataclass(frozen=True, slots=True)
class HeardMessageText:
    """A message as it reached one hearer."""

    hearer: str
    sender: str
    round: int
    message: str
    content: str
    overheard: bool


@dataclass(frozen=True, slots=True)
class HeardSentence:
    """A sentence that reached somebody, and the record that it tells."""

    hearer: str
    sender: str
    round: int
    message: str
    text: str
    record: str
    overheard: bool


def messages_that_reached(events: Sequence[AnyEvent], at: int) -> Iterator[HeardMessageText]:
    """Every message up to a round at each hearer, in the words in which it reached that hearer."""
    sent: dict[str, Sent] = {}
    altered: dict[tuple[str, str], str | None] = {}
    for event in events:
        match event:
            case Sent():
                sent[event.message] = event
            case Altered():
                altered |= {(event.message, to): event.content for to in event.recipients}
            case Delivered() if event.round <= at and event.message in sent:
                content = altered.get((event.message, event.recipient), sent[event.message].content)
                if content:
                    yield HeardMessageText(
                        event.recipient, event.sender, event.round, event.message, content, event.overheard
                    )


def heard_sentences(run: Run, records: Sequence[Record], at: int) -> list[HeardSentence]:
    """The sentences that reached somebody by round `at` and tell one of the records, in the order they were heard.

    A sentence tells a record if the offline judge calls it and one of the record's wordings the same.
    """
    memory, names = run.memory, run.memory.names
    messages = [message for message in messages_that_reached(run.played.events, at) if message.sender]
    spoken = [(message, plain) for message in messages for plain in _plain(run, message)]
    known = [(record, names.canonical(wording.text)) for record in records for wording in record.wordings]
    if not spoken or not known:
        return []
    alike = (
        memory.vectors([names.canonical(text) for _, text in spoken]) @ memory.vectors([text for _, text in known]).T
    )
    judge = offline_judge(None, memory.embedder, thresholds_of(memory.embedder) or CAUTIOUS)
    tellings = []
    for (message, text), row in zip(spoken, alike, strict=True):
        near = [place for place in row.argsort()[::-1][:_CANDIDATES] if row[place] >= _FLOOR]
        candidates = [(known[place][0].id, known[place][1], float(row[place])) for place in near]
        record = _same(judge, names, text, candidates)
        if record is not None:
            tellings.append(_heard(message, text, record))
    return tellings


def _plain(run: Run, message: HeardMessageText) -> list[str]:
    """The sentences of a message, with names for «I» and «you»."""
    names, telling = run.memory.names, rules_of(run.scenario.world.language).telling
    speaker, hearer = names.display(message.sender), names.display(message.hearer)
    return [telling.understood(sentence, speaker, hearer) for sentence in sentences(message.content)]


def _same(judge: Judge, names: Names, text: str, known: list[tuple[str, str, float]]) -> str | None:
    """The record whose wording tells the same as a sentence; None where none does."""
    if not known:
        return None
    candidates = tuple(Candidate(read(words, names), cosine) for _, words, cosine in known)
    question = Question(read(names.canonical(text), names), candidates)
    (verdicts,) = wait_for(judge.judge([question])).verdicts
    return next((id_ for (id_, _, _), verdict in zip(known, verdicts, strict=True) if verdict.merges), None)


def _heard(message: HeardMessageText, text: str, record: str) -> HeardSentence:
    return HeardSentence(
        message.hearer, message.sender, message.round, message.message, text, record, message.overheard
    )
