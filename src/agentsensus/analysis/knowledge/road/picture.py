"""The road of a fact as a picture (rounds across, one lane per agent) and as lines of text."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

from agentsensus.analysis.drawing import (
    Bend,
    Box,
    Dot,
    Drawing,
    Ground,
    Rule,
    Shape,
    Words,
    balanced,
    fitted,
    text_width,
    write_drawing,
)
from agentsensus.analysis.knowledge.road.road import Road, RoadLane
from agentsensus.analysis.knowledge.road.tellings import RoadTelling
from agentsensus.base.texts import texts
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.screenplay.script import Casting, opened

__all__ = ["RoadPicture", "road_lines", "write_road"]


_LANE, _BAND = 42, 17
_LEFT_LEAST, _RIGHT, _ABOVE, _BELOW = 90, 46, 44, 26
"""Pixels: lane height, band height, and the margins left, right, above and below the lanes."""
_WIDEST, _NARROWEST = 980, 560
_TRUE, _OWN, _LIE = "#1f6f78", "#3f6fb0", "#b3261e"
_DRIFTS = ("#e69f00", "#cc79a7", "#56b4e9", "#5b4a8a", "#8a6a3b", "#8f8f8f")
"""Colours of drifted versions. They differ in lightness too, so that red-green blind readers can tell a lie from
drift."""
_NAMED = 6


class RoadPicture:
    """A road drawn in the language of its world."""

    def __init__(self, road: Road, scenario: Scenario) -> None:
        self._road, self._scenario = road, scenario
        self._casting = Casting(scenario, scenario.world.language)
        self._words: Mapping[str, Any] = texts(__package__, "words", scenario.world.language)
        self._ground = Ground()
        names = [self.name(lane.agent) for lane in road.lanes]
        self._left = max([_LEFT_LEAST, *(text_width(name, 15) + 48 for name in names)])
        self._round = max(16.0, min(64.0, (_WIDEST - self._left - _RIGHT) / max(road.rounds, 1)))
        self._width = max(_NARROWEST, self._left + self._round * (road.rounds + 0.5) + _RIGHT)

    @property
    def _is_slanted(self) -> bool:
        """Whether to set asides in italics. Chinese has no italics, and digits among Chinese stay upright too."""
        return self._casting.writing.has_latin_letters

    def name(self, agent: str) -> str:
        """Return the display name of an agent; the name of the world if `agent` is empty."""
        return opened(self._casting.name(agent)) if agent else str(self._words["world"])

    @cached_property
    def title(self) -> str:
        """The title of the picture."""
        return str(self._words["title" if self._road.subject.is_secret else "title_open"])

    def drawing(self) -> Drawing:
        """Draw the whole picture."""
        top = self._heading()
        lanes = [*self._lanes(top[1] + _ABOVE)]
        foot = top[1] + _ABOVE + _LANE * len(self._road.lanes) + _BELOW
        legend, end = self._legend(foot)
        drawing = Drawing(self._width, end + 18, f"{self.title}: {self._road.subject.text}", self._casting.language)
        drawing.add(*top[0], *lanes, *legend)
        return drawing

    # --- heading

    def _heading(self) -> tuple[list[Shape], float]:
        ground, road, margin = self._ground, self._road, 28.0
        about = self.title + " · " + self._casting.title()
        shapes: list[Shape] = [Words(margin, 38, about, 14, ground.soft)]
        y = 68.0
        for line in balanced(road.subject.text, 23, self._width - 2 * margin, 3):
            shapes.append(Words(margin, y, line, 22, ground.ink, is_bold=True))
            y += 30
        shapes.append(Words(margin, y - 3, self._figures(), 14, ground.soft))
        return shapes, y + 6

    def _figures(self) -> str:
        road = self._road
        spoken = len({telling.message for telling in road.tellings if telling.by})
        several = len(road.versions) > 1
        figures = self._words["figures" if several else "figures_one"].format(
            first=road.at_first, last=len(road.lanes), tellings=spoken, versions=len(road.versions)
        )
        stamp = self._scenario.world.stamp
        return f"{figures} · {stamp}" if stamp else str(figures)

    # --- lanes

    def _lanes(self, top: float) -> Iterator[Shape]:
        rows = {lane.agent: top + _LANE * (place + 0.5) for place, lane in enumerate(self._road.lanes)}
        yield from self._scale(top, top + _LANE * len(rows))
        for lane in self._road.lanes:
            yield from self._lane(lane, rows[lane.agent])
        yield from self._arrows(rows)
        for lane in self._road.lanes:
            yield from self._marks(lane, rows[lane.agent])

    def _arrows(self, rows: Mapping[str, float]) -> Iterator[Shape]:
        """Yield one arrow per telling, news in front. An overheard telling is one line from hearer to hearer."""

        def order(telling: RoadTelling) -> tuple[bool, float]:
            return self._road.is_news(telling), abs(rows[telling.to] - rows[telling.by])

        last: dict[tuple[str, int, bool], float] = {}
        for telling in sorted(filter(self._is_drawn, self._road.tellings), key=order):
            chain = telling.message, telling.heard, rows[telling.to] > rows[telling.by]
            is_overheard = telling.how == "overheard"
            yield self._arrow(telling, rows, last.get(chain) if is_overheard else None)
            if is_overheard:
                last[chain] = rows[telling.to]

    def _is_drawn(self, telling: RoadTelling) -> bool:
        """Return whether a telling gets an arrow. Overhearing a known fact does not."""
        return bool(telling.by) and (telling.how != "overheard" or self._road.is_news(telling))

    def _x(self, round_: float) -> float:
        return self._left + self._round * round_

    def _scale(self, top: float, bottom: float) -> Iterator[Shape]:
        rounds, ground = self._road.rounds, self._ground
        step = 1 if rounds <= 15 else 5 if rounds <= 60 else 10
        for round_ in range(0, rounds + 1, step):
            x = self._x(round_)
            yield Rule((x, top - 6), (x, bottom), ground.line)
            yield Words(x, top - 14, str(round_), 12, ground.soft, "middle")
        yield Words(
            self._left - 22, top - 14, str(self._words["rounds"]), 12, ground.soft, "end", is_slanted=self._is_slanted
        )

    def _lane(self, lane: RoadLane, y: float) -> Iterator[Shape]:
        ground, end = self._ground, self._x(lane.end if lane.end is not None else self._road.rounds + 0.5)
        yield Words(self._left - 18, y + 5, self.name(lane.agent), 15, ground.ink, "end")
        yield Rule((self._x(0), y), (end, y), "#cfc7b8", 1.4)
        for span in lane.spans:
            x, width = self._x(span.first), self._x(span.last) - self._x(span.first)
            words = "" if not span.version else self._version_text(span.version)
            title = f"{self.name(lane.agent)}: {words or self._road.subject.text}"
            colour = self._colours[span.version]
            yield Box(x, y - _BAND / 2, width, _BAND, colour, _BAND / 2, span.in_doubt, title)

    def _marks(self, lane: RoadLane, y: float) -> Iterator[Shape]:
        colour, x, paper = self._colours[lane.version], self._x(lane.since), self._ground.paper
        if lane.how == "saw":
            yield Dot(x, y, 9.5, paper, colour, 3, str(self._words["saw"]))
            yield Dot(x, y, 3.6, colour)
        elif lane.how == "guessed":
            yield Dot(x, y, 8.5, paper, colour, 2.5, str(self._words["guessed"]))
            yield Words(x, y + 4.5, "?", 13, colour, "middle", is_bold=True)
        elif not lane.source:
            yield Dot(x, y, 8.5, colour, paper, 2.5, str(self._words[lane.how]))
            yield Dot(x, y, 3, paper)
        else:
            yield Dot(x, y, 6.5, colour, paper, 2)
        if lane.end is not None:
            end = self._x(lane.end)
            yield Rule((end - 5, y - 5), (end + 5, y + 5), self._ground.ink, 2)
            yield Rule((end - 5, y + 5), (end + 5, y - 5), self._ground.ink, 2)

    def _arrow(self, telling: RoadTelling, rows: Mapping[str, float], after: float | None = None) -> Bend:
        """Return the arrow of a telling; with `after`, it continues from the overhearing agent at that height."""
        x, y, to_x, to_y = self._x(telling.said), rows[telling.by], self._x(telling.heard), rows[telling.to]
        down = 1 if to_y > y else -1
        if after is not None:
            x, y = to_x, after + down * 5
        is_news = self._road.is_news(telling)
        width, opacity, head = (2.6, 1.0, 10.0) if is_news else (1.3, 0.5, 6.5)
        y, to_y = y + down * 4, to_y - down * (8 + head)
        bend = abs(to_y - y) * 0.6
        points = ((x, y), (x, y + down * bend), (to_x, to_y - down * bend), (to_x, to_y))
        title = f"{self.name(telling.by)} → {self.name(telling.to)}: {telling.text}"
        colour, is_overheard = self._colours[telling.version], telling.how == "overheard"
        return Bend(points, colour, width, opacity, is_overheard, head, title)

    # --- colours and the legend

    @cached_property
    def _colours(self) -> dict[str, str]:
        drifts = iter(_DRIFTS * 9)
        fixed = {"original": _TRUE, "own": _OWN, "lie": _LIE}
        lies = 0
        colours = {}
        for version in self._road.versions:
            is_further_lie = version.kind == "lie" and lies > 0
            lies += version.kind == "lie"
            colours[version.key] = next(drifts) if is_further_lie or version.kind == "drift" else fixed[version.kind]
        return colours

    def _version_text(self, key: str) -> str:
        return next(
            str(self._words["own"]) if version.kind == "own" else version.text
            for version in self._road.versions
            if version.key == key
        )

    def _legend(self, y: float) -> tuple[list[Shape], float]:
        shapes: list[Shape] = []
        ground, left = self._ground, 28.0
        shapes.append(Rule((left, y), (self._width - left, y), ground.line, 1.2))
        y += 26
        for version in self._road.versions:
            lines = self._version_lines(version.kind, version.text)
            shapes.append(Box(left, y - 10, 26, 12, self._colours[version.key], 6))
            shapes += [Words(left + 38, y + 19 * place, line, 14, ground.ink) for place, line in enumerate(lines)]
            y += 19 * len(lines) + 6
        signs, y = self._signs(left, y + 4)
        shapes += signs
        for line in fitted(self._unaware(), 13, self._width - 2 * left, 3) if self._road.unaware else []:
            shapes.append(Words(left, y, line, 13, ground.soft, is_slanted=self._is_slanted))
            y += 19
        return shapes, y

    def _version_lines(self, kind: str, text: str) -> list[str]:
        meaning = str(self._words[kind])
        shown = meaning if kind in ("own", "original") else f"{meaning}: {text}"
        return fitted(shown, 14, self._width - 94, 2)

    def _signs(self, left: float, y: float) -> tuple[list[Shape], float]:
        """Return the legend of the signs in the picture, wrapped to its width, and the height below the legend."""
        shapes: list[Shape] = []
        x = left
        for sign, word in self._signs_there():
            wide = 38 + text_width(word, 13) + 26
            if x + wide > self._width - left / 2 and x > left:
                x, y = left, y + 24
            shapes += [*self._sign(sign, x, y - 4), Words(x + 38, y, word, 13, self._ground.soft)]
            x += wide
        return shapes, y + 28

    def _signs_there(self) -> list[tuple[str, str]]:
        lanes, tellings, words = self._road.lanes, self._road.tellings, self._words
        news = [telling for telling in tellings if self._is_drawn(telling)]
        there = {
            "saw": any(lane.how == "saw" for lane in lanes),
            "news": any(self._road.is_news(telling) for telling in news),
            "again": any(not self._road.is_news(telling) for telling in news),
            "overheard": any(telling.how == "overheard" for telling in news),
            "announced": any(lane.how == "announced" for lane in lanes),
            "guessed": any(lane.how == "guessed" for lane in lanes),
            "doubt": any(span.in_doubt for lane in lanes for span in lane.spans),
            "died": any(lane.end is not None for lane in lanes),
        }
        return [(sign, str(words[sign])) for sign, is_there in there.items() if is_there]

    def _sign(self, sign: str, x: float, y: float) -> list[Shape]:
        soft, paper, middle = self._ground.soft, self._ground.paper, x + 13
        across = ((x, y), (x + 6, y), (x + 12, y), (x + 18, y))
        match sign:
            case "saw":
                return [Dot(middle, y, 8, paper, soft, 2.6), Dot(middle, y, 3, soft)]
            case "announced":
                return [Dot(middle, y, 7.5, soft), Dot(middle, y, 2.6, paper)]
            case "guessed":
                return [Dot(middle, y, 8, paper, soft, 2.2), Words(middle, y + 4, "?", 12, soft, "middle")]
            case "doubt":
                return [Box(x, y - 6, 26, 12, soft, 6, is_hatched=True)]
            case "died":
                return [
                    Rule((middle - 5, y - 5), (middle + 5, y + 5), self._ground.ink, 2),
                    Rule((middle - 5, y + 5), (middle + 5, y - 5), self._ground.ink, 2),
                ]
            case "overheard":
                return [Bend(across, soft, 2, is_dashed=True, head=8)]
            case "again":
                return [Bend(across, soft, 1.3, 0.6, head=6.5)]
            case _:
                return [Bend(across, soft, 2.6, head=10)]

    def _unaware(self) -> str:
        people = self._road.unaware
        writing = self._casting.writing
        if len(people) <= _NAMED + 1:
            return str(self._words["unaware"].format(names=self._casting.names(people)))
        names = writing.names(self.name(agent) for agent in people[:_NAMED])
        counted = len(people) if not writing.has_latin_letters else len(people) - _NAMED
        return str(self._words["unaware_many"].format(names=names, n=counted))


_LONGEST = 110


def write_road(road: Road, scenario: Scenario, where: Path) -> None:
    """Draw a road into an SVG or PNG file, or into an HTML page with a table of all tellings."""
    picture = RoadPicture(road, scenario)
    below = _table(road, picture, scenario) if where.suffix.lower() == ".html" else ""
    write_drawing(picture.drawing(), where, below)


def road_lines(road: Road, scenario: Scenario) -> Iterator[str]:
    """Yield a road as text: the fact, who learned it when and from which source, and the words of each telling."""
    picture, words = RoadPicture(road, scenario), texts(__package__, "words", scenario.world.language)
    yield road.subject.text
    for lane in road.lanes:
        how = str(words["news"]) if lane.how == "told" else str(words.get(lane.how, lane.how))
        source = f" ← {picture.name(lane.source)}" if lane.source else ""
        doubt = f" ({words['doubt']})" if lane.spans[-1].in_doubt else ""
        yield f"{lane.since:>4}  {picture.name(lane.agent)}{source or f': {how}'}{doubt}"
    for telling in road.tellings:
        if road.is_news(telling):
            shown = telling.text if len(telling.text) <= _LONGEST else f"{telling.text[:_LONGEST]}…"
            yield f"{telling.said:>4}  {picture.name(telling.by)} → {picture.name(telling.to)}: “{shown}”"


def _table(road: Road, picture: RoadPicture, scenario: Scenario) -> str:
    headings = texts(__package__, "words", scenario.world.language)["table"]
    rows = [
        (str(telling.said), str(telling.heard), picture.name(telling.by), picture.name(telling.to), telling.text)
        for telling in road.tellings
    ]
    head = "".join(f"<th>{escape(str(word))}</th>" for word in headings)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>\n" for row in rows)
    return f"<table><tr>{head}</tr>\n{body}</table>\n"
