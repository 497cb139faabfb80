"""The path of a fact: from its first witnesses, mouth by mouth, to everybody who owns it."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from agentsensus.errors import InputError, UnknownName
from agentsensus.knowledge.matching import MatchedRecord, matching
from agentsensus.knowledge.rounds import checked_round
from agentsensus.memory.record import Knower, Record
from agentsensus.study.run import Run

__all__ = ["Trace", "TraceNode", "trace"]


@dataclass(slots=True)
class TraceNode:
    """Somebody on the path, and whoever has it from there; `knower` is None for one who told it without owning it.

    Then `nearest` is what that one owned of other records near it, if anything: its own words of the same event, or
    what a liar knew.
    """

    agent: str
    knower: Knower | None
    nearest: MatchedRecord | None = None
    to: list["TraceNode"] = field(default_factory=list)

    def walk(self) -> Iterator["TraceNode"]:
        """This one and everybody below, each before those who have it from there."""
        yield self
        for node in self.to:
            yield from node.walk()


@dataclass(frozen=True, slots=True)
class Trace:
    """A record as of a round and the trees of its path, those who knew it first at the top."""

    record: Record
    at: int
    roots: tuple[TraceNode, ...]

    @property
    def nodes(self) -> list[TraceNode]:
        """Everybody on the path, top down."""
        return [node for root in self.roots for node in root.walk()]

    def as_json(self) -> dict[str, object]:
        """What `trace --json` prints."""
        paths = [_as_json(root) for root in self.roots]
        return {"record": self.record.id, "text": self.record.text, "at": self.at, "path": paths}


def trace(run: Run, record: str, *, at: int | None = None) -> Trace:
    """The path of a record, named by its id, that of one of its wordings, or words that are near it."""
    round_ = checked_round(run, at)
    whole = _record(run, record, round_)
    nodes: dict[str, TraceNode] = {}
    tellers: dict[str, TraceNode] = {}
    roots: list[TraceNode] = []
    for knower in run.memory.knowers(whole.id, at=round_):
        node = nodes[knower.agent] = TraceNode(knower.agent, knower)
        if knower.via not in ("told", "overheard") or not knower.source:
            roots.append(node)
            continue
        teller = nodes.get(knower.source) or tellers.get(knower.source)
        if teller is None or teller is node:
            teller = tellers[knower.source] = _only_told(run, knower.source, whole, round_)
            roots.append(teller)
        teller.to.append(node)
    return Trace(whole, round_, tuple(roots))


def _only_told(run: Run, agent: str, record: Record, at: int) -> TraceNode:
    nearest = matching(run.memory, record.text, at=at, agent=agent, top=1)
    return TraceNode(agent, None, nearest[0] if nearest else None)


def _record(run: Run, record: str, at: int) -> Record:
    try:
        return run.memory.get(record, at=at)
    except UnknownName:
        matches = matching(run.memory, record, at=at, top=1)
    if not matches:
        raise InputError(
            f"{run.folder}: no record has the id {record!r} after round {at}, and none is near these words"
        )
    return matches[0].record


def _as_json(node: TraceNode) -> dict[str, object]:
    knower = node.knower
    known: dict[str, object] = {"since": None}
    if knower:
        known = {"since": knower.since, "via": knower.via, "text": knower.text}
    elif node.nearest:
        known["nearest"] = {"record": node.nearest.record.id, "text": node.nearest.wording.text}
    return {"agent": node.agent, **known, "to": [_as_json(below) for below in node.to]}
