"""The source texts of the shipped worlds. Tests that read them request the fixture `shared`."""

import re
from functools import cache

from tests.paths import SHARED

__all__ = ["WORLDS", "passage", "whole"]

WORLDS = {
    "three_kingdoms": "three_kingdoms_120.txt",
    "red_chamber": "dream_red_chamber_120.txt",
    "russia_ukraine": "russia_ukraine_timeline.txt",
}
_CHAPTER = re.compile(r"^第[一二三四五六七八九十百]+回\u3000", re.MULTILINE)
_DAY = re.compile(r"^(\d{4}-\d\d-\d\d): (.*)$", re.MULTILINE)


@cache
def whole(world: str) -> str:
    """The whole source of a world."""
    return (SHARED / "sources" / WORLDS[world]).read_text("utf-8")


@cache
def passage(world: str, reference: str) -> str:
    """What the source says where a reference points: the chapters of «第7、8回», or the day of «2022-03-01»."""
    if day := re.fullmatch(r"\d{4}-\d\d-\d\d", reference):
        return " ".join(text for date, text in _DAY.findall(whole(world)) if date == day.group())
    return "".join(_chapters(world)[int(number) - 1] for number in re.findall(r"\d+", reference))


@cache
def _chapters(world: str) -> list[str]:
    starts = [match.start() for match in _CHAPTER.finditer(whole(world))]
    return [whole(world)[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)]
