"""A figure drawn by matplotlib: SVG with text as text, PNG with whatever font here has the letters."""

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from agentsensus.errors import InputError
from agentsensus.screenplay.grid.picture import han_fonts
from agentsensus.study.figures.figure import COLOURS, Panel, Series, StudyFigure

__all__ = ["draw_figure"]

_MARKERS = ("o", "s", "^", "D", "X", "P", "*", "h")
_HATCHES = ("", "//", "..", "xx", "\\\\\\\\", "++", "oo", "--")
_WIDTH, _HEIGHT, _BELOW = 5.2, 3.9, 0.28
"""Inches: a panel across and down, and a line of its legend."""
_LONG = 16
_ACROSS = 40
"""Characters of labels that have room side by side; more of them are turned."""


def draw_figure(figure: StudyFigure, where: Path) -> None:
    """Draw a figure into a file that ends in .svg or .png; the same figure gives the same bytes."""
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
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # an SVG is read with the reader's own fonts
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
    """What the one legend of all panels names, where they show the same; empty where each needs its own."""
    names = [_named(panel) for panel in figure.panels]
    return names[0] if len(names) > 1 and all(each == names[0] for each in names) else []


def _columns(names: Sequence[str], panels: int) -> int:
    """How many entries of a legend have room side by side."""
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
    """Whether a font here can draw these texts: Chinese needs one that has it."""
    return bool(han_fonts()) or all(ord(char) < 0x2E80 for text in texts for char in text)
