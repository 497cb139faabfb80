"""Plots of precision against recall and of rows saved, drawn with matplotlib."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agentsensus.analysis.bench.curves import Labels, Scores, curve
from agentsensus.analysis.bench.savings import Savings
from agentsensus.errors import InputError

KINDS = (".png", ".svg", ".pdf")
_COLOURS = ("#1f6f8b", "#c0562f", "#8a8a8a", "#5b8c5a")
_SHADES = ("#b7d3dc", "#86b4c4", "#5694ab", "#2b748e", "#0c4a60")


@dataclass(frozen=True, slots=True)
class Curve:
    """The scores and labels of one judge, and its packaged operating point (recall, precision) if it has one."""

    scores: Scores
    same: Labels
    point: tuple[float, float] | None = None


def plot_curves(lines: Mapping[str, Curve], title: str, where: Path) -> None:
    """Plot precision against recall into a .svg, .png or .pdf file."""
    with _drawn(where, 1, (6.4, 4.2)) as [axes]:
        for (name, line), colour in zip(lines.items(), _COLOURS, strict=False):
            precision, recall, _ = curve(line.scores, line.same)
            axes.plot(recall, precision, label=name, color=colour, linewidth=1.8)
            if line.point:
                axes.plot(*line.point, "o", color=colour, markersize=8, markeredgecolor="white")
        axes.axhline(0.95, color="#bbbbbb", linewidth=0.8, linestyle=":")
        axes.set(xlabel="recall", ylabel="precision", xlim=(0, 1), ylim=(0.4, 1.02), title=title)
        axes.legend(loc="lower left", frameon=False)


def plot_savings(figures: Savings, where: Path) -> None:
    """Plot rows saved into a file: by word overlap of two witnesses (left) and by number of witnesses (right)."""
    most = min(2, max(saving.witnesses for saving in figures.savings))
    bins = [*dict.fromkeys(saving.overlap for saving in figures.savings)]
    with _drawn(where, 2, (9.6, 4.2), figures.stamp) as [left, right]:
        for judge, colour in zip(dict.fromkeys(saving.judge for saving in figures.savings), _COLOURS, strict=False):
            end = {
                saving.overlap: saving
                for saving in figures.savings
                if saving.judge == judge and saving.witnesses == most
            }
            left.plot(bins, [end[each].saved for each in bins], "o-", label=judge, color=colour, linewidth=1.8)
        left.axhline(1 - 1 / most, color="#555555", linewidth=1, linestyle=":", label="one row an event")
        left.set(xlabel="overlap with the first telling", ylabel="rows saved", ylim=(0, 1))
        left.set_title(f"{most} witnesses, by judge")
        left.legend(loc="upper right", frameon=False, ncols=2)
        first = figures.savings[0].judge
        for place, each in enumerate(bins):
            line = [saving for saving in figures.savings if saving.judge == first and saving.overlap == each]
            counts = [saving.witnesses for saving in line]
            shade = _SHADES[place % len(_SHADES)]
            right.plot(counts, [saving.saved for saving in line], label=f"overlap {each}", color=shade, linewidth=1.8)
        right.plot(
            counts, [saving.possible for saving in line], ":", color="#555555", linewidth=1, label="one row an event"
        )
        right.set(xlabel="witnesses of an event", ylim=(0, 1), xticks=counts, title=f"{first} judge, by witnesses")
        right.legend(loc="lower right", frameon=False)


@contextmanager
def _drawn(where: Path, panels: int, size: tuple[float, float], stamp: str = "") -> Iterator[list[Any]]:
    """Yield axes side by side below the world's stamp. The file is written when the block ends."""
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
        figure, axes = pyplot.subplots(1, panels, figsize=size, layout="constrained", squeeze=False)
        if stamp:
            figure.suptitle(stamp)
        try:
            yield [*axes[0]]
            for axis in axes[0]:
                axis.spines[["top", "right"]].set_visible(False)
            figure.savefig(where, metadata={"Date": None} if where.suffix == ".svg" else None, dpi=150)
        finally:
            pyplot.close(figure)
