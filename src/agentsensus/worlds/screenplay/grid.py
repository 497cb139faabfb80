"""The scene grid: rounds across, places down, coloured cells for who acted, numbered frames for scenes."""

import os
import re
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from agentsensus.errors import InputError
from agentsensus.language.languages import DEFAULT_LANGUAGE
from agentsensus.worlds.run_folder import replace_text
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.screenplay.beat import AnyBeat, HandingBeat, MoveBeat
from agentsensus.worlds.screenplay.scenes import StagedScene
from agentsensus.worlds.screenplay.script import Casting, on_one_line, opened, stage_words

__all__ = [
    "PAGE",
    "PICTURES",
    "GridCell",
    "SceneFrame",
    "SceneGrid",
    "colours",
    "draw_grid",
    "grid_of",
    "grid_page",
    "han_fonts",
    "write_grid",
]


@dataclass(frozen=True, slots=True)
class GridCell:
    """The beats of one place in one round; agents by number of beats (empty id: the world itself)."""

    place: str
    round: int
    agents: tuple[str, ...]
    beats: tuple[AnyBeat, ...]

    @property
    def is_shared(self) -> bool:
        """Whether several agents acted."""
        return len(self.agents) > 1


@dataclass(frozen=True, slots=True)
class SceneFrame:
    """A scene as a rectangle: its place and its first and last round."""

    number: int
    place: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class SceneGrid:
    """Cells and frames; places in order of their first scene, agents by number of beats."""

    places: tuple[str, ...]
    agents: tuple[str, ...]
    cells: tuple[GridCell, ...]
    frames: tuple[SceneFrame, ...]

    @property
    def last(self) -> int:
        """The last round with a beat."""
        return max(frame.last for frame in self.frames)


def grid_of(scenes: Sequence[StagedScene]) -> SceneGrid:
    """Return the grid of a play's scenes."""
    beats: dict[tuple[str, int], list[AnyBeat]] = {}
    for scene in scenes:
        for beat in scene.beats:
            beats.setdefault((scene.place, beat.round), []).append(beat)
    cells = [GridCell(place, round_, _by_count(here), tuple(here)) for (place, round_), here in sorted(beats.items())]
    return SceneGrid(
        tuple(dict.fromkeys(scene.place for scene in scenes)),
        _by_count([beat for scene in scenes for beat in scene.beats]),
        tuple(cells),
        tuple(SceneFrame(scene.number, scene.place, scene.first, scene.last) for scene in scenes),
    )


def _by_count(beats: Sequence[AnyBeat]) -> tuple[str, ...]:
    counts = Counter(beat.who for beat in beats)
    return tuple(sorted(counts, key=lambda who: (-counts[who], who)))


_COLOURS = (
    *("#c0392b", "#2471a3", "#1e8449", "#d68910", "#7d3c98", "#17a2a2"),
    *("#d63384", "#8a8d1b", "#34495e", "#6cbf3a", "#8d5a34", "#5b6ee1"),
)
_TINTS = ((0, 0.0), (255, 0.45), (0, 0.35), (255, 0.68))
"""For each dozen of agents: the grey level to mix into the colours, and its share."""


def colours(agents: Sequence[str]) -> dict[str, str]:
    """Return a colour per agent, most distinct for the busiest; grey for the world."""
    named = [agent for agent in agents if agent]
    return {"": "#9a9a9a"} | {agent: _colour(place) for place, agent in enumerate(named)}


def _colour(place: int) -> str:
    dozen, hue = divmod(place, len(_COLOURS))
    light, share = _TINTS[dozen % len(_TINTS)]
    parts = [int(_COLOURS[hue][start : start + 2], 16) for start in (1, 3, 5)]
    return "#" + "".join(f"{round(part * (1 - share) + light * share):02x}" for part in parts)


PICTURES = (".png", ".svg", ".pdf")
_LATIN_FONT = "DejaVu Sans"
_HAN_FONTS = (
    *("Noto Sans CJK SC", "Source Han Sans SC", "Source Han Sans CN", "PingFang SC", "Heiti SC", "Microsoft YaHei"),
    *("SimHei", "WenQuanYi Zen Hei", "WenQuanYi Micro Hei", "Noto Sans CJK JP", "Noto Serif CJK SC"),
    *("Noto Serif CJK JP", "Arial Unicode MS"),
)
_HAN_FILE = re.compile(r"cjk|sourcehan|wqy|pingfang|heiti|msyh|simhei|arialuni", re.IGNORECASE)
_ROUND, _ROW, _LEGEND_ROW, _LABELS, _MARGIN = 0.2, 0.4, 0.25, 1.9, 1.0
"""Inches: width of a round, height of a place, height of a legend line, place names, margin."""
_NARROWEST = 7.0
_WIDEST_BAND = 50
"""The most rounds in one band; longer runs continue in a band below."""
_LEGEND_ENTRY = 1.5
_CELL = 0.62
"""The share of a row's height that cells fill; scene numbers are above them."""


def draw_grid(grid: SceneGrid, casting: Casting, where: Path) -> str:
    """Draw the grid to a file (SVG, PNG or PDF by its suffix) and return a remark for the user, or "".

    SVG keeps text as text. In a PNG or PDF of a Chinese world, names are in Latin letters if no Chinese font is
    installed, and the picture says so.
    """
    pyplot = _pyplot(where)
    fonts = han_fonts()
    remark = ""
    if not casting.writing.has_latin_letters and not fonts and where.suffix.lower() != ".svg":
        if casting.scenario.world.stamp:  # every picture must carry it
            raise InputError(
                f"{where}: no font here has the Chinese of this world's stamp; install one, or ask for .svg"
            )
        casting = Casting(casting.scenario, DEFAULT_LANGUAGE)
        remark = stage_words(DEFAULT_LANGUAGE).grid["no_font"]
    with pyplot.rc_context(_style(fonts)), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # the SVG viewer's font has it
        bands = _bands(grid.last)
        figure, axes = pyplot.subplots(len(bands), 1, figsize=_size(grid), layout="constrained", squeeze=False)
        try:
            caption = " · ".join(filter(None, (casting.scenario.world.stamp, remark)))
            for band, on in zip(bands, axes[:, 0], strict=True):
                _Drawing(on, grid, casting, band).draw(caption)
            figure.savefig(where, metadata=_undated(where), dpi=150)
        finally:
            pyplot.close(figure)
    return remark


def han_fonts() -> list[str]:
    """Return the installed fonts with Chinese characters, best first."""
    from matplotlib import font_manager

    if not _known_fonts():
        # Matplotlib caches its font list; fonts installed since are missing from it.
        for path in font_manager.findSystemFonts():
            if _HAN_FILE.search(Path(path).name):
                font_manager.fontManager.addfont(path)
    return _known_fonts()


def _known_fonts() -> list[str]:
    from matplotlib import font_manager

    names = {font.name for font in font_manager.fontManager.ttflist}
    return [name for name in _HAN_FONTS if name in names]


def _pyplot(where: Path) -> Any:
    if where.suffix.lower() not in PICTURES:
        raise InputError(f"{where}: a picture ends in {', '.join(PICTURES)}")
    try:
        import matplotlib
    except ImportError:
        raise InputError("drawing needs matplotlib: pip install 'agentsensus[figures]'") from None
    matplotlib.use("Agg")
    import matplotlib.pyplot as pyplot

    return pyplot


def _style(fonts: list[str]) -> dict[str, Any]:
    # Text stays text, so that Chinese shows in the reader's own font; a fixed salt makes the same bytes each time.
    return {
        "svg.fonttype": "none",
        "svg.hashsalt": "agentsensus",
        "font.size": 10,
        "font.family": [_LATIN_FONT, *fonts],
        "hatch.linewidth": 1.1,
    }


def _undated(where: Path) -> dict[str, None] | None:
    return {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(where.suffix.lower())


def _bands(last: int) -> list[range]:
    """Split the rounds into bands that are narrow enough to read."""
    count = -(-last // _WIDEST_BAND)
    width = -(-last // count)
    return [range(first, min(first + width, last + 1)) for first in range(1, last + 1, width)]


def _columns(width: float) -> int:
    return max(int(width // _LEGEND_ENTRY), 1)


def _size(grid: SceneGrid) -> tuple[float, float]:
    bands = _bands(grid.last)
    width = max(_LABELS + _ROUND * len(bands[0]) + _MARGIN / 2, _NARROWEST)
    legend = -(-(len(grid.agents) + 1) // _columns(width))
    return width, len(bands) * (_MARGIN + _ROW * len(grid.places)) + _LEGEND_ROW * legend + 0.5


class _Drawing:
    """One band of the grid on a pair of axes."""

    def __init__(self, axes: Any, grid: SceneGrid, casting: Casting, band: range) -> None:
        self._axes, self._grid, self._casting, self._band = axes, grid, casting, band
        self._words = stage_words(casting.language).grid
        self._rows = {place: row for row, place in enumerate(grid.places)}
        self._colours = colours(grid.agents)

    def draw(self, caption: str) -> None:
        """Draw cells, frames, scales and, in the last band, the legend."""
        for row in self._rows.values():
            self._axes.axhline(row + 0.5, color="#e6e6e6", linewidth=0.6, zorder=0)
        for cell in self._grid.cells:
            if cell.round in self._band:
                self._cell(cell)
        for frame in self._grid.frames:
            if frame.first <= self._band[-1] and frame.last >= self._band[0]:
                self._frame(frame)
        is_last = self._band[-1] == self._grid.last
        self._scales(caption if is_last else "")
        if is_last:
            self._legend()

    def _cell(self, cell: GridCell) -> None:
        from matplotlib.patches import Rectangle

        corner = (cell.round - 0.5, self._top(cell.place))
        colour = self._colours[cell.agents[0]]
        self._axes.add_patch(Rectangle(corner, 1, _CELL, facecolor=colour, edgecolor="white", linewidth=0.5))
        if cell.is_shared:
            hatched = Rectangle(corner, 1, _CELL, fill=False, hatch="////", edgecolor="white", linewidth=0)
            self._axes.add_patch(hatched)

    def _frame(self, frame: SceneFrame) -> None:
        from matplotlib.patches import Rectangle

        top, width = self._top(frame.place), frame.last - frame.first + 1
        corner = (frame.first - 0.5, top)
        self._axes.add_patch(Rectangle(corner, width, _CELL, fill=False, edgecolor="#1d1b18", linewidth=1.2, zorder=3))
        left = max(frame.first, self._band[0]) - 0.45
        self._axes.text(left, top - 0.04, str(frame.number), fontsize=8, va="bottom", ha="left", zorder=4)

    def _top(self, place: str) -> float:
        return self._rows[place] + 0.5 - _CELL - 0.06

    def _scales(self, caption: str) -> None:
        axes, first, last = self._axes, self._band[0], self._band[-1]
        axes.set(xlim=(first - 0.6, last + 0.6), ylim=(len(self._rows) - 0.5, -0.5))
        axes.set_xticks([first, *(at for at in self._band[1:] if at % 5 == 0)] if len(self._band) >= 5 else self._band)
        axes.set_yticks([row + 0.13 for row in self._rows.values()])
        axes.set_yticklabels([opened(self._casting.name(place)) for place in self._rows])
        axes.tick_params(length=0)
        axes.set_xlabel(self._words["rounds"] + (f"   ({caption})" if caption else ""))
        axes.spines[:].set_visible(False)
        if first == 1:
            axes.set_title(self._casting.title(), loc="left", fontsize=12)

    def _name(self, agent: str) -> str:
        return opened(self._casting.name(agent)) if agent else self._words["world"]

    def _legend(self) -> None:
        from matplotlib.patches import Patch

        handles = [Patch(facecolor=self._colours[agent], label=self._name(agent)) for agent in self._grid.agents]
        handles.append(Patch(facecolor="#777777", hatch="////", edgecolor="white", label=self._words["several"]))
        columns = _columns(_size(self._grid)[0])
        self._axes.figure.legend(handles=handles, loc="outside lower center", ncols=columns, frameon=False, fontsize=9)


_FONTS = '"Noto Sans", "Source Han Sans SC", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif'
_LONGEST = 90
"""The most characters of a beat to show."""
_ROW_PIXELS, _AROUND = 44, 190
"""Pixels: height of a place, and space above and below the grid."""


def grid_page(grid: SceneGrid, casting: Casting) -> str:
    """Return the interactive grid as an HTML page that works offline."""
    try:
        import plotly.graph_objects as graph
    except ImportError:
        raise InputError("the interactive grid needs plotly: pip install 'agentsensus[plotly]'") from None
    figure = graph.Figure([graph.Bar(**bar) for bar in _Bars(grid, casting).bars()])
    figure.update_layout(**_layout(grid, casting))
    page: str = figure.to_html(include_plotlyjs=True, full_html=True, div_id="scene-grid")
    return page.replace("<head>", f"<head><title>{escape(casting.title())}</title>", 1)


class _Bars:
    """One set of bars per agent: a cell is one round wide, and agents who share it split its height."""

    def __init__(self, grid: SceneGrid, casting: Casting) -> None:
        self._grid, self._casting = grid, casting
        self._words = stage_words(casting.language)
        self._rows = {place: row for row, place in enumerate(grid.places)}
        self._colours = colours(grid.agents)

    def bars(self) -> Iterator[dict[str, Any]]:
        """Yield for each agent its own cells (listed in the legend) and its shared cells."""
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
            "customdata": [self._hover_text(cell, agent) for cell in cells],
            "hovertemplate": "%{customdata}<extra></extra>",
            "marker": {
                "color": self._colours[agent],
                "line": {"color": "white", "width": 0.5},
                "pattern": {"shape": shape, "fgcolor": "white", "fillmode": "overlay"},
            },
        }

    def _hover_text(self, cell: GridCell, agent: str) -> str:
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
        "height": _AROUND + _ROW_PIXELS * len(rows),
        "xaxis": {"title": {"text": words.grid["rounds"]}, "range": [0.4, grid.last + 0.6], "dtick": 5, "tick0": 0},
        "yaxis": {
            "tickmode": "array",
            "tickvals": list(rows.values()),
            "ticktext": [escape(opened(casting.name(place))) for place in rows],
            "range": [len(rows) - 0.45, -0.7],
        },
    }


PAGE = ".html"
"""The file suffix of the interactive grid; others are pictures."""


def write_grid(grid: SceneGrid, scenario: Scenario, where: Path) -> str:
    """Write the grid atomically, with names in the world's language; return a remark for the user, or ""."""
    casting = Casting(scenario, scenario.world.language)
    if where.suffix.lower() == PAGE:
        replace_text(where, grid_page(grid, casting))
        return ""
    draft = where.with_name(f".{where.stem}.{os.getpid()}{where.suffix}")
    try:
        remark = draw_grid(grid, casting, draft)
        draft.replace(where)
    finally:
        draft.unlink(missing_ok=True)
    return remark
