"""A figure as data: panels, each with series of points; the same for still pictures and for pages."""

from dataclasses import dataclass

__all__ = ["COLOURS", "DESIGN_STYLES", "MARKERS", "Panel", "Series", "StudyFigure", "style_of"]

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999")
"""Eight colours that colour-blind readers can tell apart (Okabe and Ito's)."""
MARKERS = ("circle", "square", "triangle", "diamond", "cross", "plus", "star", "hexagon")
DESIGN_STYLES = {
    name: place for place, name in enumerate(("consensus", "generative-agents", "g-memory", "collaborative"))
}


@dataclass(frozen=True, slots=True)
class Series:
    """Points with a name; `style` picks colour and marker, so that nothing is told apart by colour alone.

    `low` and `high` are a band around the line, or the ends of a bar's whisker; `dots` are drawn without a line, `bars`
    as bars; `dashed` is for what is no memory.
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
    """Panels side by side under a caption; `stamp` stands on the picture itself."""

    slug: str
    caption: str
    panels: tuple[Panel, ...]
    stamp: str = ""


def style_of(design: str, place: int) -> int:
    """The style of a column: that of its design, or by its place where designs are not what varies."""
    return DESIGN_STYLES.get(design, place)
