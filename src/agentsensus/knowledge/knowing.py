"""Who knew something at a round: since when, in which words, how, from whom; and who heard it and never kept it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from agentsensus.knowledge.hearing import HeardSentence, heard_sentences
from agentsensus.knowledge.matching import TOP, MatchedRecord, matching
from agentsensus.knowledge.rounds import checked_agent, checked_round
from agentsensus.study.run import Run

__all__ = ["Knowing", "knows"]


@dataclass(frozen=True, slots=True)
class Knowing:
    """One who knew a record: since when, in its own words, how it came to know, from whom, by which message.

    With `heard`, it only heard it: in `text` are the words that reached it, in `since` the round in which they did.
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

    def as_json(self) -> dict[str, Any]:
        """What `knows --json` prints of it."""
        fields = ("agent", "record", "text", "since", "via", "message", "heard", "score")
        return {"from": self.source} | {name: getattr(self, name) for name in fields}


def knows(
    run: Run, query: str, *, agent: str | None = None, at: int | None = None, heard: bool = False, top: int = TOP
) -> list[Knowing]:
    """Everybody who owned a record near the query after round `at`, best record first, then by when each knew.

    With `heard`, also those to whom such words came by then and who never kept them. Nothing near gives nothing.
    """
    round_ = checked_round(run, at)
    who = checked_agent(run, agent) if agent is not None else None
    matches = matching(run.memory, query, at=round_, top=top)
    entries = [entry for match in matches for entry in _owners(run, match, round_)]
    if heard and matches:
        entries += _only_heard(run, matches, entries, round_)
    return [entry for entry in entries if who is None or entry.agent == who]


def _owners(run: Run, match: MatchedRecord, at: int) -> list[Knowing]:
    return [
        Knowing(
            knower.agent,
            knower.record,
            knower.text,
            knower.since,
            knower.via,
            knower.source,
            knower.detail,
            score=match.score,
        )
        for knower in run.memory.knowers(match.record.id, at=at)
    ]


def _only_heard(run: Run, matches: Sequence[MatchedRecord], owners: Sequence[Knowing], at: int) -> list[Knowing]:
    """The first time that each who never owned a matched record heard one of them."""
    keepers = {entry.agent for entry in owners}
    for match in matches:
        keepers |= {change.who for change in run.memory.history(match.record.id, at=at) if change.kind == "said"}
    first: dict[str, HeardSentence] = {}
    for sentence in heard_sentences(run, [match.record for match in matches], at):
        if sentence.hearer not in keepers:
            first.setdefault(sentence.hearer, sentence)
    scores = {match.record.id: match.score for match in matches}
    return [
        Knowing(
            heard.hearer,
            heard.record,
            heard.text,
            heard.round,
            "overheard" if heard.overheard else "told",
            heard.sender,
            heard.message,
            heard=True,
            score=scores[heard.record],
        )
        for heard in first.values()
    ]
