"""A road into a file, and as lines to print."""

from collections.abc import Iterator
from html import escape
from pathlib import Path

from agentsensus.study.drawing import write_drawing
from agentsensus.study.road.picture import RoadPicture
from agentsensus.study.road.road import Road
from agentsensus.texts import texts
from agentsensus.world.scenario import Scenario

__all__ = ["road_lines", "write_road"]

_LONGEST = 110


def write_road(road: Road, scenario: Scenario, where: Path) -> None:
    """Draw a road into an SVG or PNG file, or onto a page with every telling in its words below."""
    picture = RoadPicture(road, scenario)
    below = _table(road, picture, scenario) if where.suffix.lower() == ".html" else ""
    write_drawing(picture.drawing(), where, below)


def road_lines(road: Road, scenario: Scenario) -> Iterator[str]:
    """A road in words: what it is of, who came to know when and from whom, and in which words it was told."""
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
