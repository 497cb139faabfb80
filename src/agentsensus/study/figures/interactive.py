"""All figures on one page to move about in: values under the pointer, and each series can be hidden."""

from collections.abc import Sequence
from html import escape
from typing import Any

from agentsensus.errors import InputError
from agentsensus.study.figures.figure import COLOURS, Panel, Series, StudyFigure

__all__ = ["figures_page"]

_MARKERS = ("circle", "square", "triangle-up", "diamond", "x", "cross", "star", "hexagon")
_FONTS = '"Noto Sans", "Source Han Sans SC", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif'


def figures_page(figures: Sequence[StudyFigure], title: str, stamp: str = "") -> str:
    """The page, with the script that it needs embedded once: it opens without a network."""
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
        "marker": {"symbol": _MARKERS[series.style % len(_MARKERS)], "color": colour, "size": 7},
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
