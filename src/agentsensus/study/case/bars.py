"""The three relations as bars: two means each, with what they come to and what stays when meeting is held fixed."""

from agentsensus.study.case.frame import CasePage
from agentsensus.study.case.relations import PairRelation
from agentsensus.study.drawing import Box, Drawing, Words

__all__ = ["relations_picture"]

_WIDTH, _TOP, _BAR, _LEFT, _LONGEST = 860.0, 104.0, 20.0, 350.0, 400.0


def relations_picture(page: CasePage) -> Drawing:
    """The relations of a run, one below the other."""
    drawing, y = page.sheet("relations", _WIDTH), _TOP
    for relation in page.study.relations:
        _relation(page, drawing, relation, y)
        y += 130
    return page.finish(drawing, y)


def _relation(page: CasePage, drawing: Drawing, relation: PairRelation, y: float) -> None:
    ground, most = drawing.ground, max(relation.first, relation.second) or 1
    values = ((relation.first, relation.first_n, "#1f6f78"), (relation.second, relation.second_n, "#b9b1a2"))
    for place, ((value, count, colour), label) in enumerate(zip(values, page.words[relation.name], strict=True)):
        top = y + place * (_BAR + 8)
        drawing.add(Words(_LEFT - 12, top + 15, str(label), 14, ground.ink, "end"))
        drawing.add(Box(_LEFT, top, max(_LONGEST * value / most, 1.5), _BAR, colour, 4))
        shown = f"{value:.2f}  (n = {count})"
        drawing.add(Words(_LEFT + _LONGEST * value / most + 10, top + 15, shown, 13, ground.soft))
    for place, line in enumerate(_said(page, relation)):
        drawing.add(Words(_LEFT, y + 72 + 19 * place, line, 13, ground.ink if not place else ground.soft))


def _said(page: CasePage, relation: PairRelation) -> list[str]:
    words = page.words
    if relation.ratio is None:
        return [str(words["no_ratio"])]
    low, high = (f"{value:.1f}" if value is not None else "–" for value in (relation.low, relation.high))
    lines = [str(words["ratio"]).format(ratio=f"{relation.ratio:.1f}", low=low, high=high, p=relation.p)]
    if relation.controlled is not None:
        held = words["held_place" if relation.name == "P2" else "held"]
        lines.append(str(held).format(ratio=f"{relation.controlled:.1f}", p=relation.controlled_p))
    return lines
