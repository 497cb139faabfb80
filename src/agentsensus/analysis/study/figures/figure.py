"""A figure of a study as data, drawn as SVG or PNG with matplotlib, or as a page with plotly."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from agentsensus.errors import InputError
from agentsensus.worlds.screenplay.grid import han_fonts

__all__ = [
    "COLOURS",
    "DESIGN_STYLES",
    "MARKERS",
    "Panel",
    "Series",
    "StudyFigure",
    "draw_figure",
    "figures_page",
    "style_of",
]


COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999")
"""Eight colours that colour-blind readers can tell apart (Okabe and Ito)."""
MARKERS = ("circle", "square", "triangle", "diamond", "cross", "plus", "star", "hexagon")
DESIGN_STYLES = {
    name: place for place, name in enumerate(("consensus", "generative-agents", "g-memory", "collaborative"))
}


@dataclass(frozen=True, slots=True)
class Series:
    """Named points; `style` picks colour and marker, so that colour is never the only difference.

    `low` and `high` are a band around the line, or the whisker of a bar. `dots` draws no line, `bars` draws bars, and
    `dashed` marks a series that is not a memory.
    """

    name: str
    x: tuple[float | str, ...]
    y: tuple[float, ...]
    style: int = 0
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    dots: bool = False
    dashed: bool = False
    bars: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """One pair of axes."""

    title: str
    x: str
    y: str
    series: tuple[Series, ...]
    from_zero: bool = True


@dataclass(frozen=True, slots=True)
class StudyFigure:
    """Panels side by side above a caption; `stamp` is printed on the picture."""

    slug: str
    caption: str
    panels: tuple[Panel, ...]
    stamp: str = ""


def style_of(design: str, place: int) -> int:
    """Return the style of a column: fixed by its design, or by its position if something else varies."""
    return DESIGN_STYLES.get(design, place)


_MARKERS = ("o", "s", "^", "D", "X", "P", "*", "h")
_HATCHES = ("", "//", "..", "xx", "\\\\\\\\", "++", "oo", "--")
_WIDTH, _HEIGHT, _BELOW = 5.2, 3.9, 0.28
"""Inches: width and height of a panel, and the height of a legend line."""
_LONG = 16
_ACROSS = 40
"""How many characters of labels fit side by side before they are rotated."""


def draw_figure(figure: StudyFigure, where: Path) -> None:
    """Draw a figure into a .svg or .png file; the same figure gives the same bytes."""
    pyplot = _pyplot()
    style: dict[str, Any] = {
        "svg.fonttype": "none",
        "svg.hashsalt": "agentsensus",
        "font.size": 10,
        "font.family": ["DejaVu Sans", *han_fonts()],
        "axes.unicode_minus": False,
    }
    shared = _shared_names(figure)
    named = max(len(_named(panel)) for panel in figure.panels)
    lines = -(-named // _columns(shared, len(figure.panels))) if shared else (named + 1) // 2
    size = (_WIDTH * len(figure.panels), _HEIGHT + _BELOW * lines)
    with pyplot.rc_context(style), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # an SVG uses the reader's fonts
        drawn, axes = pyplot.subplots(1, len(figure.panels), figsize=size, layout="constrained", squeeze=False)
        try:
            if figure.stamp:
                drawn.suptitle(figure.stamp, fontsize=9)
            for panel, axis in zip(figure.panels, axes[0], strict=True):
                _draw(panel, axis, has_legend=not shared)
            if shared:
                columns = _columns(shared, len(figure.panels))
                handles = dict(zip(*axes[0][0].get_legend_handles_labels()[::-1], strict=True))
                drawn.legend(handles.values(), handles, loc="outside lower center", frameon=False, ncols=columns)
            drawn.savefig(where, metadata={"Date": None} if where.suffix == ".svg" else {"Software": None}, dpi=130)
        finally:
            pyplot.close(drawn)


def _named(panel: Panel) -> list[str]:
    return list(dict.fromkeys(series.name for series in panel.series if series.name))


def _shared_names(figure: StudyFigure) -> list[str]:
    """Return the names for one common legend if all panels show the same series; otherwise an empty list."""
    names = [_named(panel) for panel in figure.panels]
    return names[0] if len(names) > 1 and all(each == names[0] for each in names) else []


def _columns(names: Sequence[str], panels: int) -> int:
    """Return how many legend entries fit side by side."""
    return max(1, min(len(names), panels * _ACROSS * 3 // 2 // (6 + max(map(len, names)))))


def _draw(panel: Panel, axis: Any, has_legend: bool) -> None:
    for series in panel.series:
        _line(series, axis)
    axis.set(xlabel=panel.x, ylabel=panel.y, title=panel.title)
    highest = max((y for series in panel.series for y in (*series.y, *series.high)), default=1.0)
    if panel.from_zero:
        axis.set_ylim(0, 1.08 * highest or 1.0)
    labels = [x for series in panel.series for x in series.x if isinstance(x, str)]
    if sum(map(len, set(labels))) > _ACROSS:
        axis.tick_params(axis="x", labelrotation=30)
        for label in axis.get_xticklabels():
            label.set_horizontalalignment("right")
    axis.spines[["top", "right"]].set_visible(False)
    axis.grid(axis="y", color="#e4e4e4", linewidth=0.7)
    axis.set_axisbelow(True)
    named = _named(panel)
    if named and has_legend:
        columns = 1 if max(map(len, named)) > 2 * _LONG else 2
        axis.legend(loc="upper center", bbox_to_anchor=(0.5, -0.2), frameon=False, ncols=columns, fontsize=9)


def _line(series: Series, axis: Any) -> None:
    colour, marker = COLOURS[series.style % len(COLOURS)], _MARKERS[series.style % len(_MARKERS)]
    if series.bars:
        _bars(series, axis, colour)
        return
    if series.low:
        axis.fill_between(series.x, series.low, series.high, color=colour, alpha=0.18, linewidth=0)
    line = "" if series.dots else "--" if series.dashed else "-"
    every = max(1, len(series.x) // 10)
    axis.plot(
        series.x,
        series.y,
        linestyle=line,
        color=colour,
        marker=marker,
        markersize=6 if series.dots else 7,
        markerfacecolor=colour if series.dots else "none",
        markeredgewidth=1.4,
        markevery=1 if series.dots else every,
        alpha=0.85,
        label=series.name or "_nolegend_",
        linewidth=1.7,
        clip_on=False,
    )


def _bars(series: Series, axis: Any, colour: str) -> None:
    spans = zip(series.low, series.y, series.high, strict=True)
    ends = [(y - low, high - y) for low, y, high in spans] or None
    whiskers = None if ends is None else [list(side) for side in zip(*ends, strict=True)]
    hatch = _HATCHES[series.style % len(_HATCHES)]
    look = {"edgecolor": "white", "hatch": hatch, "width": 0.7, "label": series.name or "_nolegend_"}
    axis.bar(series.x, series.y, yerr=whiskers, color=colour, capsize=4, ecolor="#333333", **look)


def _pyplot() -> Any:
    try:
        import matplotlib
    except ImportError:
        raise InputError("figures need matplotlib: pip install 'agentsensus[figures]'") from None
    matplotlib.use("Agg")
    import matplotlib.pyplot as pyplot

    return pyplot


def has_letters(texts: Sequence[str]) -> bool:
    """Return whether an installed font can draw these texts; Chinese needs its own font."""
    return bool(han_fonts()) or all(ord(char) < 0x2E80 for text in texts for char in text)


_PLOTLY_MARKERS = ("circle", "square", "triangle-up", "diamond", "x", "cross", "star", "hexagon")
_FONTS = '"Noto Sans", "Source Han Sans SC", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif'


def figures_page(figures: Sequence[StudyFigure], title: str, stamp: str = "") -> str:
    """Return an interactive HTML page of the figures with plotly embedded. It opens without a network."""
    try:
        import plotly.graph_objects as graph
        from plotly.subplots import make_subplots
    except ImportError:
        raise InputError("the interactive page needs plotly: pip install 'agentsensus[plotly]'") from None
    parts = []
    for number, figure in enumerate(figures):
        drawn = make_subplots(rows=1, cols=len(figure.panels), subplot_titles=[panel.title for panel in figure.panels])
        for place, panel in enumerate(figure.panels, 1):
            for series in panel.series:
                drawn.add_trace(_drawn(graph, series, place, figure), row=1, col=place)
            _label(drawn, panel, place)
        drawn.update_layout(height=460, font={"family": _FONTS}, plot_bgcolor="white", title=figure.stamp or None)
        drawing: str = drawn.to_html(include_plotlyjs=number == 0, full_html=False, div_id=f"figure-{figure.slug}")
        parts.append(f"<h2>{escape(figure.caption)}</h2>\n{drawing}")
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>body{{font-family:{_FONTS};margin:2em}}</style>'
    stamped = f"<p>{escape(stamp)}</p>" if stamp else ""
    body = f"{stamped}<h1>{escape(title)}</h1>{''.join(parts)}"
    return f"<!doctype html>\n<html><head>{head}</head><body>{body}</body></html>\n"


def _drawn(graph: Any, series: Series, place: int, figure: StudyFigure) -> Any:
    trace = _trace(series, place, figure)
    if not series.bars:
        return graph.Scatter(**trace)
    kept = {key: trace[key] for key in ("x", "y", "name", "legendgroup", "showlegend", "error_y") if key in trace}
    return graph.Bar(**kept, marker_color=trace["line"]["color"])


def _trace(series: Series, place: int, figure: StudyFigure) -> dict[str, Any]:
    colour = COLOURS[series.style % len(COLOURS)]
    seen = [other.name for panel in figure.panels[: place - 1] for other in panel.series]
    trace: dict[str, Any] = {
        "x": list(series.x),
        "y": list(series.y),
        "name": series.name,
        "mode": "markers" if series.dots else "lines+markers",
        "line": {"color": colour, "dash": "dash" if series.dashed else "solid"},
        "marker": {"symbol": _PLOTLY_MARKERS[series.style % len(_PLOTLY_MARKERS)], "color": colour, "size": 7},
        "legendgroup": series.name,
        "showlegend": bool(series.name) and series.name not in seen,
    }
    if series.low:
        above = [high - y for high, y in zip(series.high, series.y, strict=True)]
        below = [y - low for low, y in zip(series.low, series.y, strict=True)]
        trace["error_y"] = {"type": "data", "array": above, "arrayminus": below, "thickness": 1}
    return trace


def _label(drawn: Any, panel: Panel, place: int) -> None:
    drawn.update_xaxes(title_text=panel.x, row=1, col=place)
    drawn.update_yaxes(
        title_text=panel.y, rangemode="tozero" if panel.from_zero else "normal", gridcolor="#e4e4e4", row=1, col=place
    )
