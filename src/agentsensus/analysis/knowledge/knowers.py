"""Who knew a fact: since when, how, from which source, and who heard the fact without storing it."""

from dataclasses import dataclass
from typing import Any

from agentsensus.analysis.knowledge.acquisitions import acquisitions, subject_of_record, subject_records
from agentsensus.analysis.knowledge.matching import TOP, checked_agent, checked_round, matching
from agentsensus.worlds.runs.acquisitions import Acquisition
from agentsensus.worlds.runs.run import Run
from agentsensus.worlds.runs.subjects import StorySubject

__all__ = ["Knowing", "knows"]


@dataclass(frozen=True, slots=True)
class Knowing:
    """An agent that knew a fact: since when, in which wording, how, from which source and by which message.

    With `heard`, the agent heard the fact in a message but never stored it; `text` is then the heard text. `fact` is
    the fact as the world or the memory words it; entries of the same fact follow each other.
    """

    agent: str
    record: str
    text: str
    since: int
    via: str
    source: str
    message: str = ""
    heard: bool = False
    score: float = 1.0
    fact: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the entry as `knows --json` prints it."""
        fields = ("agent", "fact", "record", "text", "since", "via", "message", "heard", "score")
        return {"from": self.source} | {name: getattr(self, name) for name in fields}


def knows(
    run: Run, query: str, *, agent: str | None = None, at: int | None = None, heard: bool = False, top: int = TOP
) -> list[Knowing]:
    """Return every agent that knew a fact near the query after round `at`: best fact first, then by time of learning.

    With `heard`, include agents that heard the fact by then but never stored it. Empty if no fact is near.
    """
    round_ = checked_round(run, at)
    who = checked_agent(run, agent) if agent is not None else None
    entries = [
        _knowing(run, subject, known, score, round_)
        for subject, score in _subjects(run, query, round_, top)
        for known in acquisitions(run, subject, at=round_)
        if known.is_kept or (heard and known.is_only_heard)
    ]
    return [entry for entry in entries if who is None or entry.agent == who]


def _subjects(run: Run, query: str, at: int, top: int) -> list[tuple[StorySubject, float]]:
    """Return the facts near a query with their scores: the event that the query names, then facts of the nearest
    records."""
    matches = matching(run.memory, query, at=at, top=top)
    named = run.played.learning.subjects.named(query.strip(), at) if query.strip() else None
    near = [(subject_of_record(run, match.record, query, at=at), match.score) for match in matches]
    first = [(named, max((score for subject, score in near if subject.key == named.key), default=1.0))] if named else []
    return list({subject.key: (subject, score) for subject, score in reversed(first + near)}.values())[::-1]


def _knowing(run: Run, subject: StorySubject, known: Acquisition, score: float, at: int) -> Knowing:
    record = known.record or next(iter(subject_records(run, subject, at=at)), "")
    text = known.wording or known.text
    return Knowing(
        known.agent,
        record,
        text,
        known.since,
        known.how,
        known.source,
        known.message,
        heard=not known.is_kept,
        score=score,
        fact=subject.text,
    )
