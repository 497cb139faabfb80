"""The heatmap of shared ownership: people across and down in the order of the parts that the store alone gives."""

from math import log1p

from agentsensus.study.case.communities import ordered_by_blocks
from agentsensus.study.case.frame import CasePage
from agentsensus.study.drawing import Box, Drawing, Rule, Words, text_width

__all__ = ["sharing_picture"]

_CELL, _TOP = 22.0, 92.0
_DEEP, _PALE = (31, 111, 120), (244, 239, 229)


def sharing_picture(page: CasePage) -> Drawing:
    """How many rows, of play and of before, each two own together, on a logarithmic scale."""
    study = page.study
    shared = study.matter.shared()
    owned = {agent: sum(agent in row.owners for row in study.matter.rows) for agent in study.matter.agents}
    people = ordered_by_blocks(study.owning_all, {agent: float(count) for agent, count in owned.items()})
    wide = max((text_width(page.name(agent), 13) for agent in people), default=0)
    left, top = 40 + wide, _TOP + wide + 10
    drawing = page.sheet("sharing", max(left + _CELL * len(people) + 40, 560))
    most = log1p(max(shared.values(), default=1))
    for row, owner in enumerate(people):
        drawing.add(Words(left - 8, top + _CELL * (row + 0.72), page.name(owner), 13, drawing.ground.ink, "end"))
        drawing.add(Words(left + _CELL * (row + 0.7), top - 8, page.name(owner), 13, drawing.ground.ink, turned=-90))
        for column, other in enumerate(people):
            count = shared[min(owner, other), max(owner, other)] if owner != other else 0
            fill = _PAPER if owner == other else _shade(log1p(count) / most if most else 0.0)
            title = f"{page.name(owner)} – {page.name(other)}: {count}" if owner != other else ""
            drawing.add(Box(left + _CELL * column, top + _CELL * row, _CELL - 1, _CELL - 1, fill, 2, False, title))
    start = 0
    for part in sorted(set(study.owning_all.values())):
        size = sum(number == part for number in study.owning_all.values())
        _frame(drawing, left + _CELL * start, top + _CELL * start, _CELL * size - 1)
        start += size
    return page.finish(drawing, top + _CELL * len(people) + 30, str(page.words["sharing_below"]))


_PAPER = "#fdfbf6"


def _shade(share: float) -> str:
    mixed = (round(pale + (deep - pale) * share) for deep, pale in zip(_DEEP, _PALE, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _frame(drawing: Drawing, x: float, y: float, size: float) -> None:
    ink = drawing.ground.ink
    drawing.add(Rule((x, y), (x + size, y), ink, 1.6), Rule((x, y + size), (x + size, y + size), ink, 1.6))
    drawing.add(Rule((x, y), (x, y + size), ink, 1.6), Rule((x + size, y), (x + size, y + size), ink, 1.6))
