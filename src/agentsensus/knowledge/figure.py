"""The path of a fact as a picture: rounds across, one line a person, an arrow for every telling. SVG, text as text."""

from collections.abc import Iterator, Mapping
from html import escape

from agentsensus.events.event import Sent
from agentsensus.knowledge.tracing import Trace, TraceNode
from agentsensus.memory.record import Knower
from agentsensus.study.drawing.shapes import fitted, text_width
from agentsensus.study.run import Run
from agentsensus.telling import Teller
from agentsensus.texts import texts

__all__ = ["trace_picture"]

_LEFT, _TOP, _LANE, _WIDTH, _RIGHT = 170, 80, 30, 560, 40
_TEXT, _SMALL = 13, 11
_COLOURS = {
    "told": "#2471a3",
    "overheard": "#7d3c98",
    "read": "#8d5a34",
    "witnessed": "#1e8449",
    "sediment": "#1e8449",
    "inferred": "#d68910",
    "only_said": "#c0392b",
}
_STYLE = (
    "text{font:13px 'Noto Sans','Noto Sans CJK SC','PingFang SC','Microsoft YaHei',sans-serif;fill:#222}"
    ".small{font-size:11px;fill:#666}.lane{stroke:#ddd}.page{fill:#fff}"
    "@media(prefers-color-scheme:dark){text{fill:#eee}.small{fill:#aaa}.lane{stroke:#444}.page{fill:#16181d}}"
)


def trace_picture(run: Run, path: Trace) -> str:
    """The picture as SVG; the same run gives the same bytes."""
    return "\n".join(_TracePicture(run, path).parts()) + "\n"


class _TracePicture:
    def __init__(self, run: Run, path: Trace) -> None:
        self._path = path
        self._teller = Teller(run.scenario)
        self._stamp = run.scenario.world.stamp
        self._lanes = {node.agent: lane for lane, node in reversed([*enumerate(path.nodes)])}
        self._lanes = {agent: lane for lane, agent in enumerate(sorted(self._lanes, key=self._lanes.__getitem__))}
        self._sent = {event.message: event.round for event in run.played.events if isinstance(event, Sent)}

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
        known = node.knower.since if node.knower else self._first_said(node)
        y = self._y(self._lanes[node.agent])
        words = node.knower.text if node.knower else self._path.record.text
        tip = f"<title>{escape(self._teller.name(node.agent))} · {known}: {escape(words)}</title>"
        yield f'<circle cx="{self._x(known)}" cy="{y}" r="5.5" fill="{_colour(_COLOURS, via)}">{tip}</circle>'

    def _legend(self, y: int) -> Iterator[str]:
        """What the colours mean that are there."""
        words = texts(__package__, "figure", self._teller.language)
        seen = {_via(node) for node in self._path.nodes}
        x = 12.0
        for via in (via for via in _COLOURS if via in seen):
            yield f'<rect x="{x:.0f}" y="{y - 8}" width="9" height="9" rx="4.5" fill="{_COLOURS[via]}"/>'
            yield f'<text class="small" x="{x + 14:.0f}" y="{y}">{escape(words[via])}</text>'
            x += 14 + text_width(words[via], _SMALL) + 18

    def _arrows(self, node: TraceNode) -> Iterator[str]:
        for hearer in node.to:
            assert hearer.knower is not None
            said_at = self._said(hearer.knower)
            x1, y1 = self._x(said_at), self._y(self._lanes[node.agent])
            x2, y2 = self._x(hearer.knower.since), self._y(self._lanes[hearer.agent])
            bend = (x1 + x2) / 2 + 14
            yield (
                f'<path d="M{x1} {y1}Q{bend:.1f} {y1} {x2} {y2 - 6 if y2 > y1 else y2 + 6}" fill="none" '
                f'stroke="#888" stroke-width="1.4" marker-end="url(#tip)"/>'
            )
            yield from self._node(hearer)

    def _first_said(self, node: TraceNode) -> int:
        tellings = [hearer.knower for hearer in node.to if hearer.knower]
        return min(map(self._said, tellings), default=0)

    def _said(self, known: Knower) -> int:
        """When it was told to somebody; where no message is known, the round before it was kept."""
        return self._sent.get(known.detail, max(0, known.since - 1))

    def _x(self, round_: int) -> float:
        return round(_LEFT + 8 + (_WIDTH - 16) * round_ / max(self._path.at, 1), 1)

    @staticmethod
    def _y(lane: int) -> int:
        return _TOP + _LANE * lane


def _via(node: TraceNode) -> str:
    return node.knower.via if node.knower else "only_said"


def _colour(colours: Mapping[str, str], via: str) -> str:
    return colours.get(via, "#888")
