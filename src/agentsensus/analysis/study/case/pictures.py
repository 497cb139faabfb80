"""The five pictures of a case study, and writing them into a folder."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import accumulate, combinations
from math import cos, log1p, pi, sin
from pathlib import Path
from textwrap import wrap
from typing import Any

from agentsensus.analysis.drawing import Bend, Box, Dot, Drawing, Rule, Shape, Words, fitted, text_width, write_drawing
from agentsensus.analysis.drawing.shapes import Point
from agentsensus.analysis.study.case.case import CaseStudy
from agentsensus.analysis.study.case.data import CaseData, CaseRow, Pair, ordered_by_blocks
from agentsensus.analysis.study.case.relations import PairRelation
from agentsensus.base.files import replace_text
from agentsensus.base.stamp import stamped
from agentsensus.base.texts import texts
from agentsensus.errors import InputError
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.screenplay.script import Casting, opened

__all__ = [
    "CASE_PICTURES",
    "PALETTE",
    "CasePage",
    "affiliation_picture",
    "apart",
    "case_figures",
    "central_five",
    "interaction_picture",
    "positions",
    "relations_picture",
    "sharing_picture",
    "subset_picture",
    "write_case",
]


PALETTE = (
    *("#1f6f78", "#b3261e", "#d98a00", "#7a4fa3", "#4f8a3d", "#3f6fb0"),
    *("#b0527f", "#8a6a3b", "#5f6b73", "#2f9e8f", "#c4622d", "#6d7f1f"),
)
_MARGIN = 28.0


class CasePage:
    """The frame of a case-study picture, in the language of the world."""

    def __init__(self, study: CaseStudy, scenario: Scenario) -> None:
        self.study, self.scenario = study, scenario
        self.casting = Casting(scenario, scenario.world.language)
        self.words: Mapping[str, Any] = texts("agentsensus.analysis.study.case", "words", scenario.world.language)

    def name(self, agent: str) -> str:
        """The display name of a character."""
        return opened(self.casting.name(agent))

    def colour(self, part: int) -> str:
        """The colour of a community or a cluster."""
        return PALETTE[part % len(PALETTE)]

    def sheet(self, key: str, width: float) -> Drawing:
        """A drawing with its heading; `finish` sets its height."""
        world = self.scenario.world
        drawing = Drawing(width, 0, f"{self.words[key]}: {self.casting.title()}", world.language)
        about = " · ".join(filter(None, (self.casting.title(), world.stamp)))
        drawing.add(Words(_MARGIN, 44, str(self.words[key]), 24, drawing.ground.ink, is_bold=True))
        drawing.add(Words(_MARGIN, 68, about, 14, drawing.ground.soft))
        return drawing

    def finish(self, drawing: Drawing, y: float, *lines: str) -> Drawing:
        """Add lines below a drawing and set its height."""
        shapes: list[Shape] = []
        for line in lines:
            for row in fitted(line, 13, drawing.width - 2 * _MARGIN, 4):
                shapes.append(Words(_MARGIN, y, row, 13, drawing.ground.soft))
                y += 19
            y += 3
        drawing.add(*shapes)
        drawing.height = y + 8
        return drawing


_BARS_WIDTH, _BARS_TOP, _BAR, _BARS_LEFT, _LONGEST = 860.0, 104.0, 20.0, 350.0, 400.0


def relations_picture(page: CasePage) -> Drawing:
    """The relations of a run as bars, one below the other."""
    drawing, y = page.sheet("relations", _BARS_WIDTH), _BARS_TOP
    for relation in page.study.relations:
        _relation(page, drawing, relation, y)
        y += 130
    return page.finish(drawing, y)


def _relation(page: CasePage, drawing: Drawing, relation: PairRelation, y: float) -> None:
    ground, most = drawing.ground, max(relation.first, relation.second) or 1
    values = ((relation.first, relation.first_n, "#1f6f78"), (relation.second, relation.second_n, "#b9b1a2"))
    for place, ((value, count, colour), label) in enumerate(zip(values, page.words[relation.name], strict=True)):
        top = y + place * (_BAR + 8)
        drawing.add(Words(_BARS_LEFT - 12, top + 15, str(label), 14, ground.ink, "end"))
        drawing.add(Box(_BARS_LEFT, top, max(_LONGEST * value / most, 1.5), _BAR, colour, 4))
        shown = f"{value:.2f}  (n = {count})"
        drawing.add(Words(_BARS_LEFT + _LONGEST * value / most + 10, top + 15, shown, 13, ground.soft))
    for place, line in enumerate(_said(page, relation)):
        drawing.add(Words(_BARS_LEFT, y + 72 + 19 * place, line, 13, ground.ink if not place else ground.soft))


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


_GRAPH_WIDTH, _GRAPH_HEIGHT, _GRAPH_TOP = 960.0, 620.0, 96.0
_MOST_ROWS = 400
_SHOWN = 3
_ROOM_OF_ONE = (76.0, 44.0)
"""Width and height in pixels of a dot with its name."""
_NAME_LENGTH, _LETTER, _LEADING = 20, 6.6, 13.0
"""Characters per line of a long name; pixels per character and per line."""
_MANY = 24
_STEPS = 200


def positions(things: Sequence[str], weights: Mapping[Pair, float], size: Point) -> dict[str, Point]:
    """The position of each thing within a rectangle, by a spring layout with a fixed seed."""
    import networkx

    graph = networkx.Graph()
    number = {thing: place for place, thing in enumerate(things)}
    graph.add_nodes_from(range(len(things)))
    for (node, other), weight in sorted(weights.items()):
        if node in number and other in number:
            graph.add_edge(number[node], number[other], weight=weight)
    _hold_together(graph)
    spread = 2.2 / max(len(things), 1) ** 0.5
    laid = networkx.spring_layout(graph, seed=3, k=spread, iterations=200, weight="weight")
    xs, ys = [laid[place][0] for place in laid], [laid[place][1] for place in laid]
    return {
        thing: (_scaled(laid[place][0], xs, size[0]), _scaled(laid[place][1], ys, size[1]))
        for thing, place in number.items()
    }


def _hold_together(graph: Any) -> None:
    """Tie separate components loosely to the largest, so that the layout keeps them close."""
    import networkx

    parts = sorted((sorted(part) for part in networkx.connected_components(graph)), key=lambda part: (-len(part), part))
    hubs = [max(part, key=lambda node: (graph.degree(node), -node)) for part in parts]
    graph.add_edges_from([(hubs[0], hub) for hub in hubs[1:]], weight=0.5)


def apart(at: Mapping[str, Point], room: Point, size: Point) -> dict[str, Point]:
    """Move positions apart, as little as possible, until each has its room within the rectangle."""
    places = {thing: [x, y] for thing, (x, y) in at.items()}
    for _ in range(_STEPS):
        is_crowded = False
        for thing, other in combinations(sorted(places), 2):
            (x, y), (to_x, to_y) = places[thing], places[other]
            over_x, over_y = room[0] - abs(to_x - x), room[1] - abs(to_y - y)
            if over_x <= 0 or over_y <= 0:
                continue
            is_crowded = True
            axis = 0 if over_x / room[0] < over_y / room[1] else 1
            step = (over_x, over_y)[axis] / 2 * (1 if (x, y)[axis] <= (to_x, to_y)[axis] else -1)
            places[thing][axis] = min(max(places[thing][axis] - step, 0.0), size[axis])
            places[other][axis] = min(max(places[other][axis] + step, 0.0), size[axis])
        if not is_crowded:
            break
    return {thing: (round(x, 2), round(y, 2)) for thing, (x, y) in places.items()}


def _scaled(value: float, values: Sequence[float], size: float) -> float:
    low, high = min(values), max(values)
    return round(float((value - low) / (high - low or 1) * size), 2)


def interaction_picture(page: CasePage) -> Drawing:
    """Characters as dots, sized by their conversations and coloured by community."""
    study, drawing = page.study, page.sheet("interaction", _GRAPH_WIDTH)
    spoken = study.data.spoken
    people = [agent for agent in study.data.agents if any(agent in pair for pair in spoken)]
    weights = {pair: float(count) ** 0.5 for pair, count in spoken.items()}
    names = {agent: wrap(page.name(agent), _NAME_LENGTH) for agent in people}
    broad = max((len(line) * _LETTER for lines in names.values() if len(lines) > 1 for line in lines), default=0.0)
    deep = _LEADING * (max(map(len, names.values()), default=1) - 1)
    height = _GRAPH_HEIGHT + 10 * max(len(people) - _MANY, 0) * bool(deep)
    room = (_GRAPH_WIDTH - 180, height - 60)
    room_of_one = (max(_ROOM_OF_ONE[0], broad), _ROOM_OF_ONE[1] + deep)
    laid = apart(positions(people, weights, room), room_of_one, room)
    at = {agent: (x + 80, y + _GRAPH_TOP + 20 + deep / 2) for agent, (x, y) in laid.items()}
    most = max(spoken.values(), default=1)
    for (speaker, other), count in sorted(spoken.items(), key=lambda pair: pair[1]):
        is_inside = study.speaking[speaker] == study.speaking[other]
        colour = page.colour(study.speaking[speaker]) if is_inside else "#a79f90"
        title = f"{page.name(speaker)} – {page.name(other)}: {count}"
        drawing.add(Rule(at[speaker], at[other], colour, 0.8 + 5 * count / most, 0.5 if is_inside else 0.35, title))
    for agent in people:
        degree, (x, y) = sum(agent in pair for pair in spoken), at[agent]
        drawing.add(Dot(x, y, 6 + 1.1 * degree**0.8, page.colour(study.speaking[agent]), drawing.ground.paper, 2))
        # The number too, for readers who cannot tell the colours apart.
        drawing.add(Words(x, y + 4, str(study.speaking[agent] + 1), 11, drawing.ground.paper, "middle", is_bold=True))
    for agent in people:
        degree, (x, y) = sum(agent in pair for pair in spoken), at[agent]
        for place, line in enumerate(reversed(names[agent])):
            above = y - 11 - 1.1 * degree**0.8 - _LEADING * place
            drawing.add(Words(x, above, line, 12 if deep else 14, drawing.ground.ink, "middle"))
    return page.finish(drawing, _GRAPH_TOP + height + 20, str(page.words["interaction_below"]))


def affiliation_picture(page: CasePage) -> Drawing:
    """Rows made in play as dots, links as lines, clusters as colours; one row of each of three clusters is quoted."""
    study, drawing = page.study, page.sheet("affiliation", _GRAPH_WIDTH)
    ids = [id_ for id_, _ in sorted(study.clusters.items(), key=lambda pair: (pair[1], pair[0]))][:_MOST_ROWS]
    links = [pair for pair in study.data.links if pair[0] in study.clusters and pair[1] in study.clusters]
    at, bottom = _packed(ids, study.clusters)
    rows = {row.id: row for row in study.data.rows}
    for row_id, other in links:
        if row_id in at and other in at:
            drawing.add(Rule(at[row_id], at[other], "#b9b1a2", 1.1, 0.8))
    first = {study.clusters[id_]: id_ for id_ in reversed(ids)}
    shown = [first[part] for part in range(_SHOWN) if part in first]
    for id_ in ids:
        radius = min(4.0 + 1.3 * len(rows[id_].owners), 11.5)
        drawing.add(Dot(*at[id_], radius, page.colour(study.clusters[id_]), drawing.ground.paper, 1.2, rows[id_].text))
    below = [str(page.words["affiliation_below"])]
    for number, id_ in enumerate(shown, 1):
        x, y = at[id_]
        drawing.add(Dot(x, y, 11, drawing.ground.paper, drawing.ground.ink, 1.6))
        drawing.add(Words(x, y + 5, str(number), 14, drawing.ground.ink, "middle", is_bold=True))
        owners = page.casting.names(rows[id_].owners) if rows[id_].owners else "–"
        below.append(f"{number}  {str(page.words['owners']).format(text=rows[id_].text, owners=owners)}")
    return page.finish(drawing, bottom + 30, *below)


def _packed(ids: Sequence[str], clusters: Mapping[str, int]) -> tuple[dict[str, Point], float]:
    """Clusters in lines, the rows of each in a ring; and the height of the last line."""
    parts: dict[int, list[str]] = {}
    for id_ in ids:
        parts.setdefault(clusters[id_], []).append(id_)
    at: dict[str, Point] = {}
    x, y, deep = 40.0, _GRAPH_TOP, 0.0
    for part in sorted(parts):
        radius = 0.0 if len(parts[part]) == 1 else max(13.0, 26.0 * len(parts[part]) / (2 * pi))
        size = 2 * radius + 44
        if x + size > _GRAPH_WIDTH - 30 and x > 40:
            x, y, deep = 40.0, y + deep, 0.0
        for place, id_ in enumerate(parts[part]):
            turn = 2 * pi * place / len(parts[part]) - pi / 2
            at[id_] = (round(x + size / 2 + radius * cos(turn), 2), round(y + size / 2 + radius * sin(turn), 2))
        x, deep = x + size, max(deep, size)
    return at, y + deep


_CELL, _HEATMAP_TOP = 22.0, 92.0
_DEEP, _PALE = (31, 111, 120), (244, 239, 229)


def sharing_picture(page: CasePage) -> Drawing:
    """A heatmap of the rows each pair owns together, history included, on a logarithmic scale."""
    study = page.study
    shared = study.data.shared()
    owned = {agent: sum(agent in row.owners for row in study.data.rows) for agent in study.data.agents}
    people = ordered_by_blocks(study.owning_all, {agent: float(count) for agent, count in owned.items()})
    wide = max((text_width(page.name(agent), 13) for agent in people), default=0)
    left, top = 40 + wide, _HEATMAP_TOP + wide + 10
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


_SUBSET_WIDTH, _SUBSET_TOP, _ROW = 1040.0, 104.0, 25.0
_PEOPLE, _ROWS = 210.0, 430.0
_MOST = 22
_MOST_LINES, _LINE_HEIGHT = 4, 16.0
"""The most lines of a row's text, and the height of a line."""
_BOLD = 3


def central_five(data: CaseData, size: int = 5) -> list[str]:
    """The pair with most messages, extended by the agent with most messages to the chosen until there are five."""
    spoken = data.spoken
    if not spoken:
        return []
    closest = max(sorted(spoken), key=lambda pair: spoken[pair])
    chosen = [*closest]
    while len(chosen) < size:
        ties = {
            agent: sum(spoken.get((min(agent, other), max(agent, other)), 0) for other in chosen)
            for agent in data.agents
            if agent not in chosen
        }
        best = max(sorted(ties), key=lambda agent: ties[agent], default=None)
        if best is None or not ties[best]:
            break
        chosen.append(best)
    return sorted(chosen)


def rows_of(data: CaseData, people: list[str]) -> list[CaseRow]:
    """The rows made in play that these people own, those with most owners among them first."""
    owned = [row for row in data.sim if {*row.owners} & {*people}]
    return sorted(owned, key=lambda row: (-len({*row.owners} & {*people}), row.id))[:_MOST]


def subset_picture(page: CasePage) -> Drawing:
    """Five characters on the left and their rows on the right."""
    data, drawing = page.study.data, page.sheet("subset", _SUBSET_WIDTH)
    people = central_five(data)
    rows = rows_of(data, people)
    texts = {row.id: fitted(row.text, 13, _SUBSET_WIDTH - _ROWS - 90, _MOST_LINES) for row in rows}
    tall = {id_: _ROW + _LINE_HEIGHT * (len(lines) - 1) for id_, lines in texts.items()}
    height = max(sum(tall.values()), 70.0 * len(people))
    stretch = height / (sum(tall.values()) or 1)
    person = {agent: _SUBSET_TOP + height * (place + 0.5) / max(len(people), 1) for place, agent in enumerate(people)}
    ends = dict(zip(tall, accumulate(tall.values()), strict=True))
    row_at = {id_: _SUBSET_TOP + stretch * (end - tall[id_] / 2) for id_, end in ends.items()}
    _ownership(page, drawing, rows, person, row_at)
    _conversations(data, drawing, person)
    _links(data, drawing, row_at)
    for agent, y in person.items():
        drawing.add(Dot(_PEOPLE, y, 11, page.colour(people.index(agent)), drawing.ground.paper, 2))
        drawing.add(Words(_PEOPLE, y - 17, page.name(agent), 15, drawing.ground.ink, "middle", is_bold=True))
    for place, row in enumerate(rows):
        shared = len({*row.owners} & {*people})
        drawing.add(Dot(_ROWS, row_at[row.id], 3 + 1.5 * shared, drawing.ground.ink))
        ink = drawing.ground.ink if place < _BOLD else "#4b463d"
        first = row_at[row.id] + 4.5 - _LINE_HEIGHT * (len(texts[row.id]) - 1) / 2
        for number, line in enumerate(texts[row.id]):
            drawing.add(Words(_ROWS + 46, first + _LINE_HEIGHT * number, line, 13, ink, is_bold=place < _BOLD))
    return page.finish(drawing, _SUBSET_TOP + height + 30, str(page.words["subset_below"]))


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


def _conversations(data: CaseData, drawing: Drawing, person: dict[str, float]) -> None:
    pairs = {pair: data.spoken.get(pair, 0) for pair in combinations(sorted(person), 2)}
    most = max(pairs.values(), default=1) or 1
    for (speaker, other), count in pairs.items():
        if count:
            y, to_y = person[speaker], person[other]
            out = _PEOPLE - 50 - abs(to_y - y) * 0.28
            points = ((_PEOPLE, y), (out, y), (out, to_y), (_PEOPLE, to_y))
            drawing.add(Bend(points, drawing.ground.soft, 0.8 + 4.5 * count / most, 0.6, title=str(count)))


def _links(data: CaseData, drawing: Drawing, row_at: dict[str, float]) -> None:
    for row_id, other in data.links:
        if row_id in row_at and other in row_at:
            y, to_y = row_at[row_id], row_at[other]
            out = _ROWS + 14 + min(abs(to_y - y) * 0.35, 42)
            points = ((_ROWS, y), (out, y), (out, to_y), (_ROWS, to_y))
            drawing.add(Bend(points, "#d98a00", 1.6, 0.85))


CASE_PICTURES = {
    "interaction": interaction_picture,
    "affiliation": affiliation_picture,
    "sharing": sharing_picture,
    "subset": subset_picture,
    "relations": relations_picture,
}


def case_figures(study: CaseStudy, scenario: Scenario) -> dict[str, Any]:
    """The results of a case study as JSON data."""
    data = study.data
    figures = {
        "agents": len(data.agents),
        "rows": len(data.rows),
        "sim": len(data.sim),
        "links": len(data.links),
        "speaking_pairs": len(data.spoken),
        "communities": dict(study.speaking),
        "parts": dict(study.owning),
        "parts_all": dict(study.owning_all),
        "clusters": len(set(study.clusters.values())),
        "five": central_five(data),
        "agreement": asdict(study.agreement) if study.agreement else None,
        "agreement_all": asdict(study.agreement_all) if study.agreement_all else None,
        "relations": [asdict(relation) for relation in study.relations],
    }
    return stamped(figures, scenario.world.stamp)


def write_case(study: CaseStudy, scenario: Scenario, folder: Path, ending: str = ".svg") -> list[Path]:
    """Write the pictures and case.json into a folder, creating it if needed; return the written files."""
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder}: this is a file; name a folder")
    if not folder.parent.is_dir():
        raise InputError(f"{folder.parent}: there is no such folder to write into")
    folder.mkdir(exist_ok=True)
    page, written = CasePage(study, scenario), []
    for name, picture in CASE_PICTURES.items():
        where = folder / f"{name}{ending}"
        write_drawing(picture(page), where)
        written.append(where)
    figures = json.dumps(case_figures(study, scenario), ensure_ascii=False, indent=1)
    replace_text(folder / "case.json", figures + "\n")
    return [*written, folder / "case.json"]
