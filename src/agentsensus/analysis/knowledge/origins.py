"""Accuracy of recorded origins in a players' run: the recorded teller against the true one.

The truth comes from the log: which messages reached which agent, and the claims in each.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from agentsensus.errors import InputError
from agentsensus.worlds.events.event import AnyEvent, Delivered, Happened, Remembered
from agentsensus.worlds.minds.players.claims.claim import Claim
from agentsensus.worlds.minds.players.claims.run_events import is_spoken, persons_of
from agentsensus.worlds.runs.played import Played
from agentsensus.worlds.runs.truth import Truth

__all__ = ["KeptStatement", "OriginFigures", "kept_statements", "origin_truth"]

_BY_WORD = ("told", "overheard")


@dataclass(frozen=True, slots=True)
class KeptStatement:
    """A stored statement with its recorded and its true origin.

    `tellers` are the agents who had told the agent this claim before it stored the statement; empty if the agent saw
    or thought it. If the statement reports an act of speech («Ophelia accused Hamlet»), the only teller is the speaker,
    if that person had spoken to the agent.
    """

    agent: str
    round: int
    text: str
    via: str
    source: str
    tellers: frozenset[str]

    @property
    def says_told(self) -> bool:
        """Whether the record names a teller."""
        return self.via in _BY_WORD

    @property
    def is_right(self) -> bool:
        """Whether the recorded teller really told the agent this statement."""
        return self.says_told and self.source in self.tellers


@dataclass(frozen=True, slots=True)
class OriginFigures:
    """Precision and recall of "told by" over statements with a known claim, as shares from 0 to 1."""

    statements: int
    recorded: int
    heard: int
    right: int

    @property
    def precision(self) -> float | None:
        """The share of statements with a recorded teller that this teller had really said; None without such
        statements."""
        return round(self.right / self.recorded, 4) if self.recorded else None

    @property
    def recall(self) -> float | None:
        """The share of statements heard from others whose record names a true teller; None without such statements."""
        return round(self.right / self.heard, 4) if self.heard else None


def origin_truth(played: Played) -> OriginFigures:
    """Measure a players' run. Raises InputError for other runs, which have no known truth."""
    if played.truth is None:
        raise InputError("this run has no known truth: only players' runs have one")
    statements = list(kept_statements(played.events, played.truth))
    return OriginFigures(
        len(statements),
        sum(statement.says_told for statement in statements),
        sum(bool(statement.tellers) for statement in statements),
        sum(statement.is_right for statement in statements),
    )


def kept_statements(events: Iterable[AnyEvent], truth: Truth) -> Iterator[KeptStatement]:
    """Yield every statement with a known claim that was stored in play, with its recorded and its true origin."""
    heard: dict[tuple[str, Claim], set[str]] = defaultdict(set)
    spoke_to: set[tuple[str, str]] = set()
    saw: set[tuple[str, str]] = set()
    for event in events:
        match event:
            case Delivered():
                spoke_to.add((event.sender, event.recipient))
                for claim in truth.said.get(event.message, ()):
                    heard[event.recipient, claim].add(event.sender)
            case Happened():
                saw |= {(owner, event.id) for owner in event.owners}
            case Remembered():
                for stated in event.statements:
                    fact = truth.facts.get(stated.id)
                    if fact is None:
                        continue
                    claim = fact.claim
                    tellers = frozenset() if (event.agent, claim.event) in saw else frozenset(heard[event.agent, claim])
                    if is_spoken(claim.event):
                        speaker = persons_of(claim.event)[0]
                        tellers |= {speaker} if (speaker, event.agent) in spoke_to else set()
                    yield KeptStatement(event.agent, event.round, stated.text, event.via, event.source, tellers)
            case _:
                pass
