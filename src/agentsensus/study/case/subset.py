"""Five who speak with each other, drawn in full: conversations, rows in words, who owns which, and links."""

from itertools import accumulate, combinations

from agentsensus.study.case.frame import CasePage
from agentsensus.study.case.matter import CaseMatter, CaseRow
from agentsensus.study.drawing import Bend, Dot, Drawing, Rule, Words, fitted

__all__ = ["five_of", "subset_picture"]

_WIDTH, _TOP, _ROW = 1040.0, 104.0, 25.0
_PEOPLE, _ROWS = 210.0, 430.0
_MOST = 22
_LINES, _LINE = 4, 16.0
"""Lines that a row may take, and the height of one."""
_BOLD = 3


def five_of(matter: CaseMatter, size: int = 5) -> list[str]:
    """The pair with most messages, and whoever has most with those chosen, until there are five."""
    spoken = matter.spoken
    if not spoken:
        return []
    closest = max(sorted(spoken), key=lambda pair: spoken[pair])
    chosen = [*closest]
    while len(chosen) < size:
        ties = {
            agent: sum(spoken.get((min(agent, other), max(agent, other)), 0) for other in chosen)
            for agent in matter.agents
            if agent not in chosen
        }
        best = max(sorted(ties), key=lambda agent: ties[agent], default=None)
        if best is None or not ties[best]:
            break
        chosen.append(best)
    return sorted(chosen)


def rows_of(matter: CaseMatter, people: list[str]) -> list[CaseRow]:
    """The rows made in play that some of these people own, those with most owners among them first."""
    owned = [row for row in matter.sim if {*row.owners} & {*people}]
    return sorted(owned, key=lambda row: (-len({*row.owners} & {*people}), row.id))[:_MOST]


def subset_picture(page: CasePage) -> Drawing:
    """People at the left, their rows at the right."""
    matter, drawing = page.study.matter, page.sheet("subset", _WIDTH)
    people = five_of(matter)
    rows = rows_of(matter, people)
    texts = {row.id: fitted(row.text, 13, _WIDTH - _ROWS - 90, _LINES) for row in rows}
    tall = {id_: _ROW + _LINE * (len(lines) - 1) for id_, lines in texts.items()}
    height = max(sum(tall.values()), 70.0 * len(people))
    stretch = height / (sum(tall.values()) or 1)
    person = {agent: _TOP + height * (place + 0.5) / max(len(people), 1) for place, agent in enumerate(people)}
    ends = dict(zip(tall, accumulate(tall.values()), strict=True))
    row_at = {id_: _TOP + stretch * (end - tall[id_] / 2) for id_, end in ends.items()}
    _ownership(page, drawing, rows, person, row_at)
    _conversations(matter, drawing, person)
    _links(matter, drawing, row_at)
    for agent, y in person.items():
        drawing.add(Dot(_PEOPLE, y, 11, page.colour(people.index(agent)), drawing.ground.paper, 2))
        drawing.add(Words(_PEOPLE, y - 17, page.name(agent), 15, drawing.ground.ink, "middle", is_bold=True))
    for place, row in enumerate(rows):
        shared = len({*row.owners} & {*people})
        drawing.add(Dot(_ROWS, row_at[row.id], 3 + 1.5 * shared, drawing.ground.ink))
        ink = drawing.ground.ink if place < _BOLD else "#4b463d"
        first = row_at[row.id] + 4.5 - _LINE * (len(texts[row.id]) - 1) / 2
        for number, line in enumerate(texts[row.id]):
            drawing.add(Words(_ROWS + 46, first + _LINE * number, line, 13, ink, is_bold=place < _BOLD))
    return page.finish(drawing, _TOP + height + 30, str(page.words["subset_below"]))


def _ownership(
    page: CasePage, drawing: Drawing, rows: list[CaseRow], person: dict[str, float], row_at: dict[str, float]
) -> None:
    people = list(person)
    for row in rows:
        owners = [agent for agent in people if agent in row.owners]
        for agent in owners:
            width = 0.9 if len(owners) == 1 else 1.4 + 0.5 * len(owners)
            colour = page.colour(people.index(agent))
            drawing.add(Rule((_PEOPLE, person[agent]), (_ROWS, row_at[row.id]), colour, width, 0.55))


def _conversations(matter: CaseMatter, drawing: Drawing, person: dict[str, float]) -> None:
    pairs = {pair: matter.spoken.get(pair, 0) for pair in combinations(sorted(person), 2)}
    most = max(pairs.values(), default=1) or 1
    for (speaker, other), count in pairs.items():
        if count:
            y, to_y = person[speaker], person[other]
            out = _PEOPLE - 50 - abs(to_y - y) * 0.28
            points = ((_PEOPLE, y), (out, y), (out, to_y), (_PEOPLE, to_y))
            drawing.add(Bend(points, drawing.ground.soft, 0.8 + 4.5 * count / most, 0.6, title=str(count)))


def _links(matter: CaseMatter, drawing: Drawing, row_at: dict[str, float]) -> None:
    for row_id, other in matter.links:
        if row_id in row_at and other in row_at:
            y, to_y = row_at[row_id], row_at[other]
            out = _ROWS + 14 + min(abs(to_y - y) * 0.35, 42)
            points = ((_ROWS, y), (out, y), (out, to_y), (_ROWS, to_y))
            drawing.add(Bend(points, "#d98a00", 1.6, 0.85))
