"""The two graphs of a case study: people by their conversations, and rows by their links."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import cos, pi, sin
from textwrap import wrap
from typing import Any

from agentsensus.study.case.communities import networks
from agentsensus.study.case.frame import CasePage
from agentsensus.study.case.matter import Pair
from agentsensus.study.drawing import Dot, Drawing, Rule, Words
from agentsensus.study.drawing.shapes import Point

__all__ = ["affiliation_picture", "apart", "interaction_picture", "positions"]

_WIDTH, _HEIGHT, _TOP = 960.0, 620.0, 96.0
_MOST_ROWS = 400
_SHOWN = 3
_ROOM_OF_ONE = (76.0, 44.0)
"""Pixels across and down that a dot and its name need for themselves."""
_LINE, _LETTER, _LEADING = 20, 6.6, 13.0
"""Characters of a line of a long name, and pixels that one of them and a line take."""
_MANY = 24
_STEPS = 200


def positions(things: Sequence[str], weights: Mapping[Pair, float], size: Point) -> dict[str, Point]:
    """Where each thing stands within a rectangle, by a spring layout with a fixed seed."""
    graph = networks().Graph()
    number = {thing: place for place, thing in enumerate(things)}
    graph.add_nodes_from(range(len(things)))
    for (node, other), weight in sorted(weights.items()):
        if node in number and other in number:
            graph.add_edge(number[node], number[other], weight=weight)
    _hold_together(graph)
    spread = 2.2 / max(len(things), 1) ** 0.5
    laid = networks().spring_layout(graph, seed=3, k=spread, iterations=200, weight="weight")
    xs, ys = [laid[place][0] for place in laid], [laid[place][1] for place in laid]
    return {
        thing: (_scaled(laid[place][0], xs, size[0]), _scaled(laid[place][1], ys, size[1]))
        for thing, place in number.items()
    }


def _hold_together(graph: Any) -> None:
    """Tie those who have nothing to do with the others loosely to them, so that they do not fly off."""
    parts = sorted(
        (sorted(part) for part in networks().connected_components(graph)), key=lambda part: (-len(part), part)
    )
    hubs = [max(part, key=lambda node: (graph.degree(node), -node)) for part in parts]
    graph.add_edges_from([(hubs[0], hub) for hub in hubs[1:]], weight=0.5)


def apart(at: Mapping[str, Point], room: Point, size: Point) -> dict[str, Point]:
    """The same places with those moved that stand in each other's room, as little as is needed, within a rectangle."""
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
    """People as dots, the more conversations the larger; colours are communities of conversation."""
    study, drawing = page.study, page.sheet("interaction", _WIDTH)
    spoken = study.matter.spoken
    people = [agent for agent in study.matter.agents if any(agent in pair for pair in spoken)]
    weights = {pair: float(count) ** 0.5 for pair, count in spoken.items()}
    names = {agent: wrap(page.name(agent), _LINE) for agent in people}
    broad = max((len(line) * _LETTER for lines in names.values() if len(lines) > 1 for line in lines), default=0.0)
    deep = _LEADING * (max(map(len, names.values()), default=1) - 1)
    height = _HEIGHT + 10 * max(len(people) - _MANY, 0) * bool(deep)
    room = (_WIDTH - 180, height - 60)
    room_of_one = (max(_ROOM_OF_ONE[0], broad), _ROOM_OF_ONE[1] + deep)
    laid = apart(positions(people, weights, room), room_of_one, room)
    at = {agent: (x + 80, y + _TOP + 20 + deep / 2) for agent, (x, y) in laid.items()}
    most = max(spoken.values(), default=1)
    for (speaker, other), count in sorted(spoken.items(), key=lambda pair: pair[1]):
        is_inside = study.speaking[speaker] == study.speaking[other]
        colour = page.colour(study.speaking[speaker]) if is_inside else "#a79f90"
        title = f"{page.name(speaker)} – {page.name(other)}: {count}"
        drawing.add(Rule(at[speaker], at[other], colour, 0.8 + 5 * count / most, 0.5 if is_inside else 0.35, title))
    for agent in people:
        degree, (x, y) = sum(agent in pair for pair in spoken), at[agent]
        drawing.add(Dot(x, y, 6 + 1.1 * degree**0.8, page.colour(study.speaking[agent]), drawing.ground.paper, 2))
        # Its number too: not everybody can tell the colours apart.
        drawing.add(Words(x, y + 4, str(study.speaking[agent] + 1), 11, drawing.ground.paper, "middle", is_bold=True))
    for agent in people:
        degree, (x, y) = sum(agent in pair for pair in spoken), at[agent]
        for place, line in enumerate(reversed(names[agent])):
            above = y - 11 - 1.1 * degree**0.8 - _LEADING * place
            drawing.add(Words(x, above, line, 12 if deep else 14, drawing.ground.ink, "middle"))
    return page.finish(drawing, _TOP + height + 20, str(page.words["interaction_below"]))


def affiliation_picture(page: CasePage) -> Drawing:
    """Rows made in play as dots, links as lines, clusters as colours; one row of each of three clusters in words."""
    study, drawing = page.study, page.sheet("affiliation", _WIDTH)
    ids = [id_ for id_, _ in sorted(study.clusters.items(), key=lambda pair: (pair[1], pair[0]))][:_MOST_ROWS]
    links = [pair for pair in study.matter.links if pair[0] in study.clusters and pair[1] in study.clusters]
    at, bottom = _packed(ids, study.clusters)
    rows = {row.id: row for row in study.matter.rows}
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
    """Clusters one after the other in lines, the rows of each in a ring; and where the last line ends."""
    parts: dict[int, list[str]] = {}
    for id_ in ids:
        parts.setdefault(clusters[id_], []).append(id_)
    at: dict[str, Point] = {}
    x, y, deep = 40.0, _TOP, 0.0
    for part in sorted(parts):
        radius = 0.0 if len(parts[part]) == 1 else max(13.0, 26.0 * len(parts[part]) / (2 * pi))
        size = 2 * radius + 44
        if x + size > _WIDTH - 30 and x > 40:
            x, y, deep = 40.0, y + deep, 0.0
        for place, id_ in enumerate(parts[part]):
            turn = 2 * pi * place / len(parts[part]) - pi / 2
            at[id_] = (round(x + size / 2 + radius * cos(turn), 2), round(y + size / 2 + radius * sin(turn), 2))
        x, deep = x + size, max(deep, size)
    return at, y + deep
