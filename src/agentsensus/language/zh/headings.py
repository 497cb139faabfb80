"""Headings of Chinese source texts: acts, scenes, chapters and dates."""

from agentsensus.language.rules import Headings
from agentsensus.language.zh.numerals import han_value

__all__ = ["HEADINGS"]

_CHARACTERS = "零一二三四五六七八九〇两十百千"


def _value(text: str) -> int | None:
    return han_value(text, is_heading=True) if text and set(text) <= set(_CHARACTERS) else None


HEADINGS = Headings(
    numeral=f"[{_CHARACTERS}]+",
    value=_value,
    act=lambda number: f"第(?P<han>{number})幕",
    scene=lambda number: f"第(?P<han>{number})[场景折出]",
    chapter=lambda number: rf"第(?P<han>{number})[回章节卷](?=\s|$|[:：、.])",
    date=lambda number: rf"(?P<year>\d{{4}}|{number})年(?:(?P<month>{number})月)?(?:(?P<day>{number})日)?",
    persons="人物表?|登场人物",
    setting="时间|地点|布景",
    small_in_names=frozenset(),
    small_in_places=frozenset(),
    until_marks={
        "ordinal": "第",
        "act": "幕",
        "scene": "场景折",
        "chapter": "回章节",
        "year": "年",
        "month": "月",
        "day": "日",
    },
    examples={"play": "第一幕", "novel": "第一回", "timeline": "1919年5月4日 …"},
)
