"""Precision against recall, drawn."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agentsensus.bench.curves import Labels, Scores, curve
from agentsensus.errors import InputError

KINDS = (".png", ".svg", ".pdf")
_COLOURS = ("#1f6f8b", "#c0562f", "#8a8a8a", "#5b8c5a")


@dataclass(frozen=True, slots=True)
class Line:
    """One way to score pairs, and where it stands as it is packaged (recall, precision), if it has such a point."""

    scores: Scores
    same: Labels
    point: tuple[float, float] | None = None


def plot_curves(lines: Mapping[str, Line], title: str, where: Path) -> None:
    """A picture of the curves in a file; its ending says which kind."""
    if where.suffix.lower() not in KINDS:
        raise InputError(f"{where}: a picture ends in {', '.join(KINDS)}")
    if not where.parent.is_dir():
        raise InputError(f"{where.parent}: there is no such folder to put the picture into")
    try:
        import matplotlib
    except ImportError:
        raise InputError("drawing needs matplotlib: pip install 'agentsensus[figures]'") from None
    matplotlib.use("Agg")
    import matplotlib.pyplot as pyplot

    # Text stays text, so that Chinese shows in the reader's own font; a fixed salt makes the same bytes each time.
    style: dict[Any, Any] = {"svg.fonttype": "none", "svg.hashsalt": "agentsensus", "font.size": 10}
    with matplotlib.rc_context(style):
        figure, axes = pyplot.subplots(figsize=(6.4, 4.2), layout="constrained")
        for (name, line), colour in zip(lines.items(), _COLOURS, strict=False):
            precision, recall, _ = curve(line.scores, line.same)
            axes.plot(recall, precision, label=name, color=colour, linewidth=1.8)
            if line.point:
                axes.plot(*line.point, "o", color=colour, markersize=8, markeredgecolor="white")
        axes.axhline(0.95, color="#bbbbbb", linewidth=0.8, linestyle=":")
        axes.set(xlabel="recall", ylabel="precision", xlim=(0, 1), ylim=(0.4, 1.02), title=title)
        axes.legend(loc="lower left", frameon=False)
        axes.spines[["top", "right"]].set_visible(False)
        figure.savefig(where, metadata={"Date": None} if where.suffix == ".svg" else None, dpi=150)
        pyplot.close(figure)
