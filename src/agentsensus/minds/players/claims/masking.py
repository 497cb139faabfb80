"""A sentence with its persons, places, numbers and its «not» taken out: what stays says which sentence it is."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from agentsensus.text.language import language
from agentsensus.text.names import Names

__all__ = ["DONE", "NOT_DONE", "NUMBER_WORDS", "NUMBER_WORDS_ZH", "Hole", "Kind", "Masked", "mask"]

Kind: TypeAlias = Literal["person", "place", "number", "done"]

_NOT = re.compile(r"\b(was|were|is|are|am|had|has|have|would|could|will|did|does|do|should|must|can|may)( not)?\b")
# «没有» also means «has none»: it counts only before what can be done. Before a «了», «已经» is not just its opposite.
_DOABLE = (
    "把被向对给跟替让叫在从到去来回进出看听说问答告见打开关拿带送收写读交找走离留等认承知想应点发动碰提劝求骂罚抄撕锁藏偷抢"
    "杀救放借还卖买押赎烧埋挖换改算记忘信疑怕哭笑喝吃睡醒坐站跪拜请派命许准同帮陪随追赶逃躲搬抬牵骑赢输嫁娶受得失丢捡拾取接"
    "递传报禀拒隐瞒骗"
)
_NOT_ZH = re.compile(
    rf"(?P<not>(?:并|还|从)?没有(?=[{_DOABLE}])|并未|未曾|不曾|从未|尚未)"
    r"|(?:已经|早已|曾经|(?<!而)已(?![故婚久往然])|曾(?![先祖孙]))(?!.*了)"
)
NUMBER_WORDS = "two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred".split()
NUMBER_WORDS_ZH = ["两", *"三四五六七八九十", "二十", "三十", "四十", "五十", "一百"]
_PLAIN_NUMBER = {"二": "两"}
_NUMBER = re.compile(rf"\b(?:\d+|{'|'.join(NUMBER_WORDS)})\b", re.IGNORECASE)
_NUMBER_ZH = re.compile(
    r"(?<!第)(?:\d+|[两二三四五六七八九十百千]+|一百)(?=[个名人位艘匹日天夜年月次封件里万千两枚块张条只把口斤文户间层盏坛根步包本袋箱幅])"
)
_OF = re.compile(r"\b(?:[A-Z]\w+|king|queen|prince|lord) of (?:the )?$")
_THE = re.compile(r"\b[Tt]he $")
_PLAIN = {"were": "was", "am": "is", "are": "is", "have": "has"}
_AGREEMENT = re.compile(rf"\b(?:{'|'.join(_PLAIN)})\b")
DONE, NOT_DONE = "done", "not"


@dataclass(frozen=True, slots=True)
class Hole:
    """A place in a sentence that may be filled otherwise: from where to where, with what, and of which kind."""

    start: int
    end: int
    value: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Masked:
    """A sentence, its holes in order, and what is left of it with the holes numbered by their first filling."""

    text: str
    holes: tuple[Hole, ...]
    skeleton: str

    @property
    def values(self) -> tuple[str, ...]:
        """What fills the holes, each once, in the order of first mention."""
        return tuple(dict.fromkeys(hole.value for hole in self.holes))


def mask(text: str, names: Names, kinds: Mapping[str, Kind]) -> Masked:
    """Take out of a sentence whatever a version of it could change."""
    candidates = [hole for span in names.spans(text) if (hole := _named(text, span, kinds)) is not None]
    is_zh = language(text) == "zh"
    for match in (_NUMBER_ZH if is_zh else _NUMBER).finditer(_without(text, candidates)):
        candidates.append(
            Hole(match.start(), match.end(), f"#{_PLAIN_NUMBER.get(match.group(), match.group().lower())}", "number")
        )
    candidates += _polarity(text, is_zh=is_zh)
    holes: list[Hole] = []
    for hole in sorted(candidates, key=lambda hole: (hole.start, -hole.end)):
        if not holes or hole.start >= holes[-1].end:
            holes.append(hole)
    return Masked(text, tuple(holes), _skeleton(text, holes))


def _without(text: str, holes: list[Hole]) -> str:
    """The text with blanks for the names in it: the «三» of «马三» is no number."""
    for hole in holes:
        text = text[: hole.start] + " " * (hole.end - hole.start) + text[hole.end :]
    return text


def _named(text: str, span: tuple[int, int, str], kinds: Mapping[str, Kind]) -> Hole | None:
    """A person or place by its name; «the dead king» is a description and stays."""
    start, end, id_ = span
    name = text[start:end].removeprefix("the ").removeprefix("The ")
    if kinds[id_] == "person" and name[:1].islower():
        return None
    if kinds[id_] == "place" and _OF.search(text[:start]):
        return None  # «the King of England» is a title
    article = _THE.search(text[:start])
    return Hole(article.start() if article else start, end, id_, kinds[id_])


def _polarity(text: str, *, is_zh: bool) -> list[Hole]:
    """The one place where a sentence says that something was so, or was not; a Chinese one may have no such place."""
    match = (_NOT_ZH if is_zh else _NOT).search(text)
    if not match:
        return []
    start = match.start() if is_zh else match.end(1)
    is_not = bool(match["not"] if is_zh else match.group(2))
    return [Hole(start, match.end(), NOT_DONE if is_not else DONE, "done")]


def _skeleton(text: str, holes: list[Hole]) -> str:
    numbers: dict[str, int] = {}
    pieces, last = [], 0
    for hole in holes:
        pieces.append(text[last : hole.start])
        if hole.kind != "done":
            pieces.append(f"<{hole.kind} {numbers.setdefault(hole.value, len(numbers))}>")
        last = hole.end
    pieces.append(text[last:])
    return _AGREEMENT.sub(lambda verb: _PLAIN[verb.group()], " ".join("".join(pieces).casefold().split()))
