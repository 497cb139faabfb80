"""The path of a record from agent to agent, as data and as an SVG picture."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape

from agentsensus.analysis.drawing.shapes import fitted, text_width
from agentsensus.analysis.knowledge.acquisitions import acquisitions, subject_of, subject_records
from agentsensus.analysis.knowledge.matching import checked_round
from agentsensus.base.texts import texts
from agentsensus.errors import InputError, UnknownName
from agentsensus.memory.answers import Record
from agentsensus.worlds.runs.acquisitions import Acquisition
from agentsensus.worlds.runs.run import Run
from agentsensus.worlds.runs.subjects import StorySubject
from agentsensus.worlds.telling import Teller

__all__ = ["Trace", "TraceNode", "trace", "trace_picture"]


@dataclass(slots=True)
class TraceNode:
    """An agent on the path and the agents who learned from it; `known` is None if the agent told the fact without
    knowing it."""

    agent: str
    known: Acquisition | None
    to: list["TraceNode"] = field(default_factory=list)

    def walk(self) -> Iterator["TraceNode"]:
        """Yield this node and all nodes below it, parents first."""
        yield self
        for node in self.to:
            yield from node.walk()


@dataclass(frozen=True, slots=True)
class Trace:
    """A fact after a round, and the trees of its path. The roots are the agents who knew the fact first.

    `record` is the record asked for, or the oldest one that tells the fact.
    """

    record: Record
    at: int
    roots: tuple[TraceNode, ...]

    @property
    def nodes(self) -> list[TraceNode]:
        """All nodes, parents first."""
        return [node for root in self.roots for node in root.walk()]

    def as_json(self) -> dict[str, object]:
        """Return the path as `trace --json` prints it."""
        paths = [_as_json(root) for root in self.roots]
        return {"record": self.record.id, "text": self.record.text, "at": self.at, "path": paths}


def trace(run: Run, record: str, *, at: int | None = None) -> Trace:
    """Return the path of a fact, given the id of a record or of one of its wordings, or words near it."""
    round_ = checked_round(run, at)
    subject = subject_of(run, record, at=round_)
    nodes: dict[str, TraceNode] = {}
    for known in acquisitions(run, subject, at=round_):
        nodes[known.agent] = TraceNode(known.agent, known)
    # Somebody who told it before the first telling that reached them knew it from the start, such as an own deed.
    first_tellers = {
        known.source
        for known in (node.known for node in nodes.values() if node.known)
        if known.is_by_word and (own := nodes.get(known.source)) and own.known and own.known.since > known.since
    }
    roots: list[TraceNode] = []
    for node in list(nodes.values()):
        assert node.known is not None
        if not node.known.is_by_word or node.agent in first_tellers:
            roots.append(node)
            continue
        teller = nodes.get(node.known.source)
        if teller is None:
            teller = nodes[node.known.source] = TraceNode(node.known.source, None)
            roots.append(teller)
        teller.to.append(node)
    return Trace(_record(run, record, subject, round_), round_, tuple(roots))


def _record(run: Run, query: str, subject: StorySubject, at: int) -> Record:
    try:
        return run.memory.get(query, at=at)
    except UnknownName:
        told = subject_records(run, subject, at=at)
    if not told:
        raise InputError(f"{run.folder}: no record tells this after round {at}: {subject.text}")
    records = [run.memory.get(id_, at=at) for id_ in told]
    return next((record for record in records if record.text in subject.wordings), records[0])


def _as_json(node: TraceNode) -> dict[str, object]:
    known = node.known
    fields: dict[str, object] = {"since": None}
    if known:
        fields = {"since": known.since, "via": known.how, "text": known.wording or known.text}
        fields |= {"message": known.message, "kept": known.is_kept}
    return {"agent": node.agent, **fields, "to": [_as_json(below) for below in node.to]}


_LEFT, _TOP, _LANE, _WIDTH, _RIGHT = 170, 80, 30, 560, 40
_TEXT, _SMALL = 13, 11
_COLOURS = {
    "told": "#2471a3",
    "overheard": "#7d3c98",
    "read": "#8d5a34",
    "witnessed": "#1e8449",
    "sediment": "#1e8449",
    "did": "#1e8449",
    "announced": "#2471a3",
    "inferred": "#d68910",
    "only_said": "#c0392b",
}
_STYLE = (
    "text{font:13px 'Noto Sans','Noto Sans CJK SC','PingFang SC','Microsoft YaHei',sans-serif;fill:#222}"
    ".small{font-size:11px;fill:#666}.lane{stroke:#ddd}.page{fill:#fff}"
    "@media(prefers-color-scheme:dark){text{fill:#eee}.small{fill:#aaa}.lane{stroke:#444}.page{fill:#16181d}}"
)


def trace_picture(run: Run, path: Trace) -> str:
    """Return the path as an SVG picture. The same run gives the same bytes."""
    return "\n".join(_TracePicture(run, path).parts()) + "\n"


class _TracePicture:
    def __init__(self, run: Run, path: Trace) -> None:
        self._path = path
        self._teller = Teller(run.scenario)
        self._stamp = run.scenario.world.stamp
        self._lanes = {node.agent: lane for lane, node in reversed([*enumerate(path.nodes)])}
        self._lanes = {agent: lane for lane, agent in enumerate(sorted(self._lanes, key=self._lanes.__getitem__))}

    def parts(self) -> Iterator[str]:
        height = _TOP + _LANE * len(self._lanes) + 46
        size = f"{_LEFT + _WIDTH + _RIGHT} {height}"
        yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img"><style>{_STYLE}</style>'
        yield '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"'
        yield 'orient="auto">'
        yield '<path d="M0 0L8 4L0 8z" fill="#888"/></marker></defs>'
        yield '<rect class="page" width="100%" height="100%"/>'
        for line, words in enumerate(fitted(self._path.record.text, _TEXT, _LEFT + _WIDTH, 2)):
            yield f'<text x="12" y="{22 + 18 * line}">{escape(words)}</text>'
        if self._stamp:
            yield f'<text class="small" x="12" y="56">{escape(self._stamp)}</text>'
        yield from self._scale(height)
        for root in self._path.roots:
            yield from self._node(root)
        yield from self._legend(height - 8)
        yield "</svg>"

    def _scale(self, height: int) -> Iterator[str]:
        every = max(1, -(-self._path.at // 10))
        for round_ in range(0, self._path.at + 1, every):
            yield f'<text class="small" x="{self._x(round_)}" y="{height - 26}" text-anchor="middle">{round_}</text>'
        for agent, lane in self._lanes.items():
            y = self._y(lane)
            yield f'<text x="{_LEFT - 12}" y="{y + 4}" text-anchor="end">{escape(self._teller.name(agent))}</text>'
            yield f'<line class="lane" x1="{_LEFT}" x2="{_LEFT + _WIDTH}" y1="{y}" y2="{y}"/>'

    def _node(self, node: TraceNode) -> Iterator[str]:
        yield from self._arrows(node)
        via = _via(node)
        known = node.known.since if node.known else self._first_said(node)
        y = self._y(self._lanes[node.agent])
        words = (node.known.wording or node.known.text) if node.known else self._path.record.text
        tip = f"<title>{escape(self._teller.name(node.agent))} · {known}: {escape(words)}</title>"
        yield f'<circle cx="{self._x(known)}" cy="{y}" r="5.5" fill="{_colour(_COLOURS, via)}">{tip}</circle>'

    def _legend(self, y: int) -> Iterator[str]:
        """Yield the legend of the colours that occur."""
        words = texts(__package__, "figure", self._teller.language)
        seen = {_via(node) for node in self._path.nodes}
        x = 12.0
        for via in (via for via in _COLOURS if via in seen):
            yield f'<rect x="{x:.0f}" y="{y - 8}" width="9" height="9" rx="4.5" fill="{_COLOURS[via]}"/>'
            yield f'<text class="small" x="{x + 14:.0f}" y="{y}">{escape(words[via])}</text>'
            x += 14 + text_width(words[via], _SMALL) + 18

    def _arrows(self, node: TraceNode) -> Iterator[str]:
        for hearer in node.to:
            assert hearer.known is not None
            said_at = hearer.known.said
            x1, y1 = self._x(said_at), self._y(self._lanes[node.agent])
            x2, y2 = self._x(hearer.known.since), self._y(self._lanes[hearer.agent])
            bend = (x1 + x2) / 2 + 14
            yield (
                f'<path d="M{x1} {y1}Q{bend:.1f} {y1} {x2} {y2 - 6 if y2 > y1 else y2 + 6}" fill="none" '
                f'stroke="#888" stroke-width="1.4" marker-end="url(#tip)"/>'
            )
            yield from self._node(hearer)

    def _first_said(self, node: TraceNode) -> int:
        return min((hearer.known.said for hearer in node.to if hearer.known), default=0)

    def _x(self, round_: int) -> float:
        return round(_LEFT + 8 + (_WIDTH - 16) * round_ / max(self._path.at, 1), 1)

    @staticmethod
    def _y(lane: int) -> int:
        return _TOP + _LANE * lane


def _via(node: TraceNode) -> str:
    return node.known.how if node.known else "only_said"


def _colour(colours: Mapping[str, str], via: str) -> str:
    return colours.get(via, "#888")
