"""The scene grid as a still picture: PNG, SVG or PDF."""

import re
import warnings
from pathlib import Path
from typing import Any

from agentsensus.errors import InputError
from agentsensus.screenplay.casting import Casting
from agentsensus.screenplay.grid.cells import GridCell, SceneFrame, SceneGrid, colours
from agentsensus.screenplay.script import opened
from agentsensus.screenplay.stage import stage_words
from agentsensus.text.languages import DEFAULT_LANGUAGE

__all__ = ["PICTURES", "draw_grid", "han_fonts"]

PICTURES = (".png", ".svg", ".pdf")
_LATIN_FONT = "DejaVu Sans"
_HAN_FONTS = (
    *("Noto Sans CJK SC", "Source Han Sans SC", "Source Han Sans CN", "PingFang SC", "Heiti SC", "Microsoft YaHei"),
    *("SimHei", "WenQuanYi Zen Hei", "WenQuanYi Micro Hei", "Noto Sans CJK JP", "Noto Serif CJK SC"),
    *("Noto Serif CJK JP", "Arial Unicode MS"),
)
_HAN_FILE = re.compile(r"cjk|sourcehan|wqy|pingfang|heiti|msyh|simhei|arialuni", re.IGNORECASE)
_ROUND, _ROW, _LEGEND_ROW, _LABELS, _MARGIN = 0.2, 0.4, 0.25, 1.9, 1.0
"""Inches: a round across, a place down, a line of the legend, the names of places, and what is left around them."""
_NARROWEST = 7.0
_WIDEST_BAND = 50
"""Rounds that stand beside each other; longer runs go on in a band below."""
_LEGEND_ENTRY = 1.5
_CELL = 0.62
"""The part of a row that its cells fill; above them stand the numbers of the scenes."""


def draw_grid(grid: SceneGrid, casting: Casting, where: Path) -> str:
    """Draw the grid into a file whose ending says which kind; returns what whoever asked should be told, or nothing.

    SVG keeps its text as text, for the reader's own fonts. In a PNG or PDF of a Chinese world the names are in Latin
    letters where no font here has Chinese, and the picture says so.
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
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # the reader's own font of an SVG will have it
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
    """The fonts here that have Chinese in them, the best first."""
    from matplotlib import font_manager

    if not _known_fonts():
        # The list of fonts is kept between runs; one that was installed since is not on it yet.
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
    """The rounds in bands below each other: one, or as many as needed where a single one were too wide to be read."""
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
    """A band of the grid's rounds on a pair of axes."""

    def __init__(self, axes: Any, grid: SceneGrid, casting: Casting, band: range) -> None:
        self._axes, self._grid, self._casting, self._band = axes, grid, casting, band
        self._words = stage_words(casting.language).grid
        self._rows = {place: row for row, place in enumerate(grid.places)}
        self._colours = colours(grid.agents)

    def draw(self, caption: str) -> None:
        """Draw cells, frames, scales and the legend."""
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
