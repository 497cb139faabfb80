"""The scene grid as a page to move about in: who did what shows under the pointer, and each can be hidden."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from agentsensus.errors import InputError
from agentsensus.screenplay.beat import AnyBeat, HandingBeat, MoveBeat
from agentsensus.screenplay.casting import Casting
from agentsensus.screenplay.grid.cells import GridCell, SceneGrid, colours
from agentsensus.screenplay.script import on_one_line, opened
from agentsensus.screenplay.stage import stage_words

__all__ = ["grid_page"]

_FONTS = '"Noto Sans", "Source Han Sans SC", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif'
_CELL = 0.62
_LONGEST = 90
"""Characters of a beat that are shown."""
_ROW, _AROUND = 44, 190
"""Pixels: a place down, and what stands above and below the grid."""


def grid_page(grid: SceneGrid, casting: Casting) -> str:
    """The page, with the script that it needs embedded once: it opens without a network."""
    try:
        import plotly.graph_objects as graph
    except ImportError:
        raise InputError("the interactive grid needs plotly: pip install 'agentsensus[plotly]'") from None
    figure = graph.Figure([graph.Bar(**bar) for bar in _Bars(grid, casting).bars()])
    figure.update_layout(**_layout(grid, casting))
    page: str = figure.to_html(include_plotlyjs=True, full_html=True, div_id="scene-grid")
    return page.replace("<head>", f"<head><title>{escape(casting.title())}</title>", 1)


class _Bars:
    """One set of bars for each agent: a cell is a bar one round long, and several who act share its height."""

    def __init__(self, grid: SceneGrid, casting: Casting) -> None:
        self._grid, self._casting = grid, casting
        self._words = stage_words(casting.language)
        self._rows = {place: row for row, place in enumerate(grid.places)}
        self._colours = colours(grid.agents)

    def bars(self) -> Iterator[dict[str, Any]]:
        """For each agent the cells that are its own, which stand for it in the legend, and those it shares."""
        for agent in self._grid.agents:
            cells = [cell for cell in self._grid.cells if agent in cell.agents]
            yield self._of(agent, [cell for cell in cells if not cell.is_shared]) | {"showlegend": True}
            yield self._of(agent, [cell for cell in cells if cell.is_shared], shape="/") | {"showlegend": False}

    def _of(self, agent: str, cells: Sequence[GridCell], shape: str = "") -> dict[str, Any]:
        return {
            "name": opened(self._casting.name(agent)) if agent else self._words.grid["world"],
            "legendgroup": agent,
            "orientation": "h",
            "x": [1] * len(cells) or [None],
            "base": [cell.round - 0.5 for cell in cells] or [0],
            "y": [self._rows[cell.place] for cell in cells] or [None],
            "width": [_CELL / len(cell.agents) for cell in cells] or None,
            "offset": [-_CELL / 2 + cell.agents.index(agent) * _CELL / len(cell.agents) for cell in cells] or None,
            "customdata": [self._told(cell, agent) for cell in cells],
            "hovertemplate": "%{customdata}<extra></extra>",
            "marker": {
                "color": self._colours[agent],
                "line": {"color": "white", "width": 0.5},
                "pattern": {"shape": shape, "fgcolor": "white", "fillmode": "overlay"},
            },
        }

    def _told(self, cell: GridCell, agent: str) -> str:
        name = opened(self._casting.name(agent)) if agent else self._words.grid["world"]
        place = opened(self._casting.name(cell.place))
        lines = [self._short(beat) for beat in cell.beats if beat.who == agent]
        heading = f"<b>{escape(name)}</b> · {escape(place)} · {escape(self._words.rounds(cell.round, cell.round))}"
        return "<br>".join([heading, *map(escape, lines)])

    def _short(self, beat: AnyBeat) -> str:
        match beat:
            case MoveBeat():
                text = f"→ {self._casting.name(beat.to)}"
            case HandingBeat():
                text = self._casting.name(beat.thing)
            case _:
                text = on_one_line(beat.text)
        return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _layout(grid: SceneGrid, casting: Casting) -> dict[str, Any]:
    words, rows = stage_words(casting.language), {place: row for row, place in enumerate(grid.places)}
    stamp = casting.scenario.world.stamp
    frames = [
        {
            "type": "rect",
            "x0": frame.first - 0.5,
            "x1": frame.last + 0.5,
            "y0": rows[frame.place] - _CELL / 2,
            "y1": rows[frame.place] + _CELL / 2,
            "line": {"color": "#1d1b18", "width": 1.4},
        }
        for frame in grid.frames
    ]
    numbers = [
        {
            "x": frame.first - 0.5,
            "y": rows[frame.place] - _CELL / 2,
            "text": str(frame.number),
            "showarrow": False,
            "xanchor": "left",
            "yanchor": "bottom",
            "font": {"size": 11},
        }
        for frame in grid.frames
    ]
    return {
        "title": {"text": escape(casting.title()) + (f"<br><sub>{escape(stamp)}</sub>" if stamp else "")},
        "barmode": "overlay",
        "template": "plotly_white",
        "font": {"family": _FONTS},
        "shapes": frames,
        "annotations": numbers,
        "height": _AROUND + _ROW * len(rows),
        "xaxis": {"title": {"text": words.grid["rounds"]}, "range": [0.4, grid.last + 0.6], "dtick": 5, "tick0": 0},
        "yaxis": {
            "tickmode": "array",
            "tickvals": list(rows.values()),
            "ticktext": [escape(opened(casting.name(place))) for place in rows],
            "range": [len(rows) - 0.45, -0.7],
        },
    }
